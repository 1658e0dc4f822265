"""Lords of Ragnarok in a browser."""
