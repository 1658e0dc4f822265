"""Live tables in memory: connections, pushes, clocks, and bots in worker processes."""
