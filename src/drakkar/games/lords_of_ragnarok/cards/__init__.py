"""The cards: each file has the texts of its cards, each next to the code that carries it out."""
