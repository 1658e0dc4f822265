"""Blood Rage in a browser: its map, sheets, cards and battles."""
