"""Write the data of the package that code of the package works out: the tables of `uth.ranking`.

    python scripts/write_data.py

Tests compare the files with what this would write, so they cannot go stale.
"""

from pathlib import Path

import uth
from uth.ranking.making import make_stored, packed
from uth.ranking.tables import FILE

PACKAGE = Path(uth.__file__).parent


def main() -> None:
    (PACKAGE / "ranking" / FILE).write_bytes(packed(make_stored()))


if __name__ == "__main__":
    main()
