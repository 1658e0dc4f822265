"""The log of a table, the table built from it, the wire messages, and the store, which alone does I/O."""
