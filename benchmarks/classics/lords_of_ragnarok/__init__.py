"""An experienced player's judgement of a state, used by every kind of bot."""
