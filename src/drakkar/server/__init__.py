"""Tables on a server: seats, durable matches, an open protocol. Knows no game by name."""
