"""What keeps a long run: its course, its chunk files, what is sent to workers, and the lock on its directory."""
