"""The cards: one file per god, troops, monsters, quests; `decks` collects them."""
