"""What other bettors mean for wagers on hole cards and flop: envy, and jackpots that are shared."""

from fractions import Fraction
from math import comb

from uth.ranking import Category
from uth.rules.book import Book
from uth.rules.prizes import Cash, Share
from uth.rules.wagers import SUITS
from uth.solver.deals import FIVES
from uth.solver.stakes import Stakes
from uth.solver.wagering import cents_of_ante, free_bets, meters_of


def expected_envy(book: Book, stakes: Stakes) -> Fraction:
    """What other bettors' hands bring on average, in Antes.

    Each of them has two unseen cards and the flop, five cards at random whatever one's own are; and nobody
    folds a hand that brings envy.
    """
    cents = cents_of_ante(book, stakes)
    if not stakes.others or cents is None:
        return Fraction(0)
    paid = Fraction(0)
    for bet in free_bets(book, stakes):
        for hand, ways in FIVES.items():
            lines = [line.pays for line in bet.suited if Category[line.hand.upper()] == hand]
            prizes = [*lines, *[bet.prizes[hand]] * (len(SUITS) - len(lines))]
            paid += Fraction(
                ways * sum(prize.cents for prize in prizes if isinstance(prize, Cash)), len(SUITS)
            )
    return stakes.others * paid / comb(52, 5) / cents


def shared_away(book: Book, stakes: Stakes) -> Fraction:
    """What is lost on average because somebody else wins the same jackpot in the same round, in Antes.

    Two straight flushes on one flop are of its suit and lie two ranks apart: 5-6 and T-J with 7-8-9. The
    other hole is then one certain pair of the 47 cards not seen. Half the meter goes away; odd cents are not
    followed, as they go to whoever was dealt first.
    """
    cents = cents_of_ante(book, stakes)
    if not stakes.others or cents is None:
        return Fraction(0)
    meters = meters_of(book, stakes)
    given_away = 0
    for bet in book.side_bets:
        for lowest in range(8) if stakes.of(bet.name) else ():  # A-2-3-4-5 with 3-4-5-6-7, up to T-J-Q-K-A
            upper = Category.ROYAL_FLUSH if lowest == 7 else Category.STRAIGHT_FLUSH
            prize, other = bet.prizes[Category.STRAIGHT_FLUSH], bet.prizes[upper]
            if isinstance(prize, Share) and prize == other:
                given_away += 2 * len(SUITS) * meters[prize.meter]  # either of the two may be one's own
    chance = Fraction(stakes.others, comb(52, 3) * comb(49, 2) * comb(47, 2))
    return given_away * chance / 2 / cents
