"""A table in the terminal: a practice table of one's own, or one of the service, on the same screen."""
