"""What an archive of a table is: Parquet files with its events as they are chained, one after the other.

A file's columns are those of a line of a log (:class:`uth.proof.formats.LogLine`), its metadata holds the
log's first line. ``uth verify`` reads a folder of them as it reads a log.
"""

OPENING = b"uth.opening"
"""In the metadata of each file: the first line of the log."""
COLUMNS = ("stream", "number", "at", "command", "body", "hash")
EVENTS = "events-*.parquet"
"""How files with events are called; their names sort in the order of the log."""
