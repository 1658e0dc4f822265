"""Work on many cores: processes of this machine, or a cluster. It knows no game."""
