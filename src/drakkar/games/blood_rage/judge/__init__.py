"""What a player who knows the game thinks of a table: what things are worth, what invites, who is ahead."""
