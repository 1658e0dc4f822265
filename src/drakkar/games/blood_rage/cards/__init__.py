"""The cards: `kinds` is the vocabulary, then one file per god, troops, monsters, quests; `decks` collects them."""
