"""How long commands take from a cold start, against an empty Python (``python -c ''``) in the same run.

Each try is a new process. "Right after installing" means that nothing was ever compiled or solved on this
machine: Numba's folder and the folder of solutions are empty, only Python's own bytecode is there. Best of
ten, because a busy machine only ever makes a try slower; jobs that take long are tried for a minute. Beside
the time on the clock stands that of the processor, all threads together, which neighbors disturb less.

    python benchmarks/bench_start.py [PART OF A JOB'S NAME]
"""

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.books.random_rounds import random_round
from tests.terminal.windows import TerminalWindow

TRIES = 10
PATIENCE = 60.0
"""Seconds after which a job is not tried again."""
ROUNDS = 3000

UTH = str(Path(sys.executable).with_name("uth"))
HAND = ["--hole", "9s 8d"]
FLOP = [*HAND, "--board", "Kh 5d 2c"]
OWN = ["--set", "blind.flush=2:1"]
"""A pay table that no shipped book has."""


class Job(NamedTuple):
    name: str
    arguments: list[str]
    must: float
    goal: float
    installed: bool = False
    """Whether this is the first command after installing."""
    drawn: str = ""
    """What a terminal shows when it is there; without it, the command ends by itself."""


class Took(NamedTuple):
    clock: float
    processor: float


JOBS = [
    Job("uth --help", ["--help"], 0.2, 0.1),
    Job("uth advise on a flop", ["advise", "california-shfl", *FLOP], 0.45, 0.3),
    Job("uth advise before the flop", ["advise", "california-shfl", *HAND], 0.6, 0.4),
    Job("uth advise before the flop, own pay table", ["advise", "california-shfl", *HAND, *OWN], 0.6, 0.4),
    Job("uth solve, own pay table, solution kept", ["solve", "california-shfl", *OWN], 0.28, 0.2),
    Job("uth play, the table drawn", ["play", "--fast"], 1, 0.5, drawn="Place your bets"),
    Job("uth settle --json, 3,000 rounds", ["settle", "rounds.json", "--json"], 0.8, 0.3),
    Job("uth settle, 3,000 rounds as tables", ["settle", "rounds.json"], 3, 1),
    Job("right after installing: uth solve", ["solve", "california-shfl"], 3, 1, True),
    Job("right after installing: own pay table", ["solve", "california-shfl", *OWN], 20, 10, True),
]


def took(command: list[str], folder: Path, caches: Path, drawn: str = "") -> Took:
    """One try in `folder`, with everything that is kept between runs in `caches`."""
    kept = {"NUMBA_CACHE_DIR": str(caches / "numba"), "UTH_CACHE": str(caches / "solutions")}
    bytecode = {"PYTHONPYCACHEPREFIX": str(folder / "bytecode"), "PYTHONDONTWRITEBYTECODE": ""}
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    given = os.environ | kept | bytecode
    if drawn:
        table = TerminalWindow(*command, environment=given | {"TERM": "xterm-256color"})
        table.wait_for(drawn)
        clock = time.perf_counter() - start
        table.close()
    else:
        done = subprocess.run(command, cwd=folder, env=given, capture_output=True, check=False)
        clock = time.perf_counter() - start
        if done.returncode:
            sys.exit(f"{' '.join(command)}: {done.stderr.decode()}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Took(clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def best(command: list[str], folder: Path, installed: bool, drawn: str = "") -> Took:
    """The shortest clock and the least processor time of several tries."""
    took(command, folder, folder, drawn)  # what it compiles and solves is kept there, and Python's bytecode
    tries: list[Took] = []
    while len(tries) < TRIES and sum(one.clock for one in tries) < PATIENCE:
        if installed:
            with tempfile.TemporaryDirectory() as empty:
                tries.append(took(command, folder, Path(empty)))
        else:
            tries.append(took(command, folder, folder, drawn))
    return Took(min(one.clock for one in tries), min(one.processor for one in tries))


def write_rounds(file: Path) -> None:
    """Rounds of all books at random, none of which is refused."""
    rng = random.Random(1)
    file.write_text(json.dumps([random_round(rng) for _ in range(ROUNDS)]), "utf-8")


def main() -> None:
    asked = " ".join(sys.argv[1:])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_rounds(folder / "rounds.json")
        empty = best([sys.executable, "-c", ""], folder, False)
        print(f"{'':44}{'takes':>9}{'must':>8}{'goal':>8}  {'':10}{'processor':>10}  against an empty Python")
        print(f"{'python -c' + chr(32) + repr(''):44}{empty.clock:>7.3f} s{'':28}{empty.processor:>8.3f} s")
        for job in JOBS:
            if asked not in job.name:
                continue
            one = best([UTH, *job.arguments], folder, job.installed, job.drawn)
            verdict = (
                "goal met" if one.clock <= job.goal else "must met" if one.clock <= job.must else "MISSED"
            )
            print(
                f"{job.name:44}{one.clock:>7.3f} s{job.must:>6} s{job.goal:>6} s  {verdict:10}"
                f"{one.processor:>8.3f} s{one.clock / empty.clock:>8.1f}x",
                flush=True,
            )
    print(f"load of the machine {os.getloadavg()[0]:.2f}, {len(os.sched_getaffinity(0))} cores")


if __name__ == "__main__":
    main()
