"""Ultimate Texas Hold'em, done completely: rules as data, tables by the book, exact mathematics."""

__version__ = "0.1.0"
