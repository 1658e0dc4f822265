"""What a player of experience thinks of a table: bots of every kind think with it."""
