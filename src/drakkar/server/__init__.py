"""Tables on a server: seats, durable matches, an open protocol. No module names a game."""
