"""Write the data of the package that code of the package works out: ranking tables, and shipped games.

    python scripts/write_data.py

It takes a minute or two. Tests compare the files with what this would write, so they cannot go stale.
"""

from pathlib import Path

import uth
from uth.ranking import making, tables
from uth.solver import shipped

PACKAGE = Path(uth.__file__).parent


def main() -> None:
    (PACKAGE / "ranking" / tables.FILE).write_bytes(making.packed(making.make_stored()))
    from uth.solver.building import make_shipped  # its kernels have the tables in them

    (PACKAGE / "solver" / shipped.FILE).write_text(make_shipped(), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
