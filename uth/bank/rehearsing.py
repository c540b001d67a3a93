"""Every kernel of bank, simulator and design used once, so that all of them are compiled and on disk."""

from uth.design.family import Family
from uth.rules import load_book
from uth.simulate.simulating import decide, prepare
from uth.simulate.tables import Player, TableSetup


def rehearse() -> None:
    """Takes half a minute the first time."""
    from uth.solver.kernels.work import Crew
    from uth.solver.playing.together import sum_together

    book = load_book("california-shfl")
    setup = TableSetup(book, (Player({"ante": 1000}),), bank_wager=6000)
    prepare(setup, threads=1).play(1)
    decided = decide(setup, 0, Crew(1), lambda what, share: None)
    sum_together(setup.terms[0], [decided], Crew(rehearsal=True))
    family = Family(book, threads=1)
    family.solve_all([family.odds])
