"""A review for people: in words, as text, as a page and as data."""
