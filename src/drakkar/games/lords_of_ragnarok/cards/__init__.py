"""The cards: kinds.py reads what is printed on them, the other files say what their texts do."""
