"""What the service counts, for Prometheus. Names and numbers only: no cards, no people."""

from prometheus_client import Counter, Gauge, Histogram

_FAST = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)

COMMANDS = Counter("uth_commands", "Commands carried out and durable")
REFUSED = Counter("uth_refused", "Commands not carried out", ["code"])
COMMAND = Histogram("uth_command_seconds", "From a command's arrival to its answer", buckets=_FAST)
COMMIT = Histogram("uth_commit_seconds", "Waiting for the store to write", buckets=_FAST)
SOCKETS = Gauge("uth_sockets", "Open sockets")
TABLES = Gauge("uth_tables", "Tables that are served, by this process or another")
LED = Gauge("uth_tables_led", "Tables this process writes")
BEHIND = Counter("uth_frames_dropped", "Times a watcher was too slow and got a fresh picture instead")
PROBLEMS = Gauge("uth_problems", "What keeps the service from being well; /health names it")
CHECKED = Gauge("uth_checked_timestamp_seconds", "When every chain and balance was last checked")
DISK_FREE = Gauge("uth_disk_free_bytes", "Free where SQLite's file is kept")
DATABASE = Gauge("uth_database_bytes", "Size of SQLite's file")


def refused(code: str) -> None:
    REFUSED.labels(code).inc()
