"""A moment as a short document: read, written, and made up at random."""
