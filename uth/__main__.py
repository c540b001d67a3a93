"""``python -m uth``."""

from uth.cli import main

main(prog_name="uth")
