"""HTTP and WebSocket: the routes for programs, limits, sessions, metrics and logging."""
