"""An experienced player's judgement: what things are worth, which choices look promising, who is ahead."""
