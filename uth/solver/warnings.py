"""What a house should know before it offers a book: side bets that favor players, prizes nobody can pay."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from uth.rules.book import Book
from uth.rules.money import MOST_MONEY, dollars
from uth.rules.prizes import Cash, ForOne
from uth.rules.wagers import Wager
from uth.solver.faults import SolverError
from uth.solver.solving import solve
from uth.solver.stakes import Stakes

Progress = Callable[[str, float], None]


def warnings_of(book: Book, progress: Progress | None = None) -> Iterator[str]:
    """Each side bet staked alone at its least, beside the least Ante, and played as well as it can be."""
    ante = Fraction(book.main.limits.least if book.main.limits else 100, 100)
    for bet in book.side_bets:
        yield from _too_large(book, bet)
        stake = bet.limits.least if bet.limits else bet.stake
        if stake is None:
            continue
        try:
            staked = Stakes(
                ante=ante,
                stakes={bet.name: Fraction(stake, 100)},
                meters={meter.name: Fraction(meter.seed, 100) for meter in bet.meters},
            )
            solution = solve(book, staked, progress=progress)
        except SolverError as error:
            yield f"{bet.label} is not priced: {'; '.join(map(str, error.faults))}"
            continue
        gain = solution.advantages.get(bet.name)
        if gain is not None:
            yield f"{bet.label} gives the player an edge of {float(100 * gain):.4f} % of its stake ({gain})"


def _too_large(book: Book, bet: Wager) -> Iterator[str]:
    """A prize at the highest stake that is beyond what is ever paid."""
    most = bet.limits.most if bet.limits else bet.stake or 0
    lines = [*bet.prizes, *(line.pays for line in bet.suited), *(line.pays for line in bet.holes), bet.pays]
    due = [_worth(prize, most) for prize in lines]
    largest = max((cents for cents in due if cents is not None), default=Fraction(0))
    if bet.most_paid is not None:
        largest = min(largest, Fraction(bet.most_paid))
    cap = book.aggregate.cap if not book.bank.is_player and bet.paid_by_bank else None
    limit = MOST_MONEY if cap is None else cap
    if largest > limit:
        prize, stake = dollars(int(largest)), dollars(most)
        yield f"{bet.label} can win {prize} on a stake of {stake}, and at most {dollars(limit)} is ever paid"


def _worth(prize: object, stake: int) -> Fraction | None:
    match prize:
        case ForOne():
            return prize.odds * stake
        case Cash():
            return Fraction(prize.cents)
        case Fraction():
            return prize * stake
    return None
