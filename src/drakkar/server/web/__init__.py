"""The HTML pages for people."""
