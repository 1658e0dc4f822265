"""Lords of Ragnarok, for two to four players."""
