"""What every deal is worth under a book and given stakes, in whole parts of the Ante.

The numbers come from the book's :class:`Payoffs`, the block that settles the game. Here each wager is scaled
by its stake, and all of them are brought to one `unit`, the parts in an Ante, so that every sum is whole.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

from uth.ranking import Category
from uth.rules.book import Book, Jackpot
from uth.rules.money import Cents, dollars
from uth.rules.payoffs import Payoffs, Result, compile_payoffs, unchosen
from uth.rules.schema import BookError
from uth.solver.deals import DEALERS, DEALS_OF_FLOP, DEALS_OF_HOLE, FIVES
from uth.solver.faults import SolverError, Wrong
from uth.solver.stakes import Stakes

ByHand = tuple[int, ...]
ByResult = tuple[ByHand, ByHand, ByHand, ByHand]
NOTHING: ByHand = (0,) * len(Category)
NO_WAGER: ByResult = (NOTHING,) * 4

LARGEST = 2**63 - 1
"""What a kernel's sum can hold."""
_DEALS_OF_CLASS = 12 * DEALS_OF_HOLE
"""A class before the flop has at most twelve holes, which are added up together."""
_RUNOUTS_TWICE = 2 * 741
"""The largest sum on a flop is twice that over the run-outs outside the suit of a flop of one suit."""


@dataclass(frozen=True)
class Terms:
    """The numbers of one game, in parts of the Ante; results in the order of :class:`Result`."""

    unit: int
    qualifies: int
    """The least strength with which the dealer qualifies; 0: always."""
    ante: tuple[int, ...]
    """By result against a qualified dealer."""
    play: tuple[int, ...]
    """By result, for a Play wager of one Ante."""
    blind: ByResult
    trips: ByResult = NO_WAGER
    trips_stake: int = 0
    dropped: int = 0
    """The progressive stake, gone whatever happens."""
    prizes: tuple[int, ...] = (0,)
    """What the progressive pays to those who do not fold, by prize; the first is none."""
    prize_of: ByHand = NOTHING
    """By the hand of hole cards and flop: which prize."""
    preflop: tuple[int, ...] = (3, 4)
    flop: tuple[int, ...] = (2,)
    river: tuple[int, ...] = (1,)

    @property
    def trips_decides(self) -> bool:
        """Whether what Trips gains depends on the result, and so on how the hand is played."""
        return len(set(self.trips)) > 1

    @property
    def joint(self) -> bool:
        """Whether a side wager can change the best play."""
        return self.trips_decides or any(self.prizes)

    @property
    def pays(self) -> ByResult:
        """All that a decision weighs beside Play, Ante and prize, by result and hand.

        A Trips wager that does not look at the result is left out: no decision touches it.
        """
        trips = self.trips if self.trips_decides else NO_WAGER
        given_up = (0, 0, 0, self.ante[Result.FOLD])
        win, tie, lose, fold = (
            tuple(self.blind[r][hand] + trips[r][hand] - self.dropped + given_up[r] for hand in Category)
            for r in Result
        )
        return win, tie, lose, fold

    @property
    def largest_on_flop(self) -> int:
        """No sum over the run-outs of a flop passes this, whichever prize a hole carries there."""
        amounts = [0, *(pay for row in self.pays for pay in row)]
        span = max(amounts) - min(amounts) + max(self.ante) - min(self.ante) + max(self.prizes)
        span += max((*self.flop, *self.river)) * (max(self.play) - min(self.play))
        return span * DEALERS * _RUNOUTS_TWICE

    @property
    def largest_sum(self) -> int:
        """No sum that the solver makes passes this: those on a flop, and those over a class before it.

        There a hand counts only as often as it can come. Five cards are split in ten ways into hole and flop;
        seven, with five among them that make the hand, in 210 ways into hole, flop and run-out.
        """
        multiples = (*self.preflop, *self.flop, *self.river)
        even = max(map(abs, self.ante)) + max(multiples) * max(map(abs, self.play))
        at_showdown = [max(abs(row[hand]) for row in self.pays) for hand in Category]
        on_flop = [self.prizes[prize] for prize in self.prize_of]
        over_class = _DEALS_OF_CLASS * even + _over_class(at_showdown, 210) + _over_class(on_flop, 10)
        return max(over_class, self.largest_on_flop)

    def of_decisions(self) -> "Terms":
        """The same as far as decisions and outcomes depend on it: without a Trips wager that is paid whatever
        is decided."""
        return self if self.trips_decides else replace(self, trips=NO_WAGER, trips_stake=0)

    def base_game(self) -> "Terms":
        """Ante, Blind and Play alone; prizes are still told apart, so that what they would pay can be
        added."""
        return replace(self, trips=NO_WAGER, trips_stake=0, dropped=0, prizes=(0,) * len(self.prizes))

    def base_gain(self, play: int, hand: int, result: Result, qualified: bool) -> int:
        """What Ante, Blind and a Play of so many Antes gain together."""
        ante = self.ante[result] if qualified or result is Result.FOLD else 0
        return ante + self.blind[result][hand] + play * self.play[result]

    def progressive_gain(self, prize: int, result: Result) -> int:
        """What the progressive gains: a folded hand wins nothing."""
        return (self.prizes[prize] if result is not Result.FOLD else 0) - self.dropped


def terms_of(book: Book, stakes: Stakes) -> Terms:
    """The terms of a book; stakes that it does not take are refused with every reason."""
    problems = [problem for problem in unchosen(book) if stakes.trips or problem.key != "trips"]
    if problems:
        raise BookError(problems)
    if faults := list(_faults(book, stakes)):
        raise SolverError(faults)
    payoffs = compile_payoffs(book, with_trips=bool(stakes.trips))
    cents = cents_of_ante(book, stakes)
    gain = _gains(book, cents, payoffs)
    trips_stake = stakes.trips / (stakes.ante or 1)

    def by_result(table: tuple[tuple[int, ...], ...], stake: Fraction) -> list[list[Fraction]]:
        return [[gain(stake, payoff) for payoff in row] for row in table]

    one = Fraction(1)
    ante, play = ([gain(one, payoff) for payoff in row] for row in (payoffs.ante, payoffs.play))
    blind, trips = by_result(payoffs.blind, one), by_result(payoffs.trips, trips_stake)
    dropped = Fraction(book.progressive.stake or 0) / cents if stakes.progressive and cents else Fraction(0)
    prizes = [Fraction(prize) / cents for prize in _prizes(book, stakes)] if dropped and cents else []
    different = [Fraction(0), *sorted(set(prizes) - {0})]

    table_amounts = (amount for table in (blind, trips) for row in table for amount in row)
    amounts = [*ante, *play, *table_amounts, trips_stake, dropped, *different]
    unit = lcm(*(amount.denominator for amount in amounts))

    def parts(row: list[Fraction]) -> tuple[int, ...]:
        return tuple(int(amount * unit) for amount in row)

    def parts_by_result(table: list[list[Fraction]]) -> ByResult:
        win, tie, lose, fold = map(parts, table)
        return win, tie, lose, fold

    terms = Terms(
        unit=unit,
        qualifies=payoffs.qualifies,
        ante=parts(ante),
        play=parts(play),
        blind=parts_by_result(blind),
        trips=parts_by_result(trips),
        trips_stake=int(trips_stake * unit),
        dropped=int(dropped * unit),
        prizes=parts(different),
        prize_of=tuple(map(different.index, prizes)) or NOTHING,
        preflop=payoffs.preflop,
        flop=payoffs.flop,
        river=payoffs.river,
    )
    if terms.largest_sum > LARGEST:
        raise SolverError([_too_fine(terms)])
    return terms


def _over_class(amounts: Sequence[int], ways: int) -> int:
    """The most that amounts by hand come to over a class, each set of five cards split in so many ways."""
    common = rare = 0
    for hand, fives in FIVES.items():
        deals = fives * ways * DEALS_OF_FLOP
        if deals < _DEALS_OF_CLASS:
            rare += deals * amounts[hand]
        else:
            common = max(common, amounts[hand])
    return _DEALS_OF_CLASS * common + rare


def _too_fine(terms: Terms) -> str:
    unit = f"{terms.unit:,}" if terms.unit < 10**15 else f"{terms.unit:.3g}"
    return (
        f"these odds and stakes make {unit} parts of an Ante; with so many, or with amounts so large, sums "
        "over all deals might not fit 64 bits; give stakes and meters with fewer decimals, such as 1/3 for "
        "0.3333333, or smaller ones"
    )


def cents_of_ante(book: Book, stakes: Stakes) -> Fraction | None:
    """The Ante in cents: as given, or as the progressive, whose stake is fixed, implies; else unknown."""
    if stakes.ante is not None:
        return stakes.ante * 100
    if stakes.progressive and book.progressive.stake:
        return book.progressive.stake / stakes.progressive
    return None


def meters_of(book: Book, stakes: Stakes) -> dict[str, Cents]:
    """What each jackpot pays: as given, else its seed."""
    given = {name: int(amount * 100) for name, amount in stakes.meters}
    return {meter.name: given.get(meter.name, meter.seed) for meter in book.progressive.meters}


def _prizes(book: Book, stakes: Stakes) -> Iterator[Cents]:
    """By hand: what a progressive bettor who has not folded is handed, in cents."""
    meters, stake = meters_of(book, stakes), book.progressive.stake or 0
    back = stake if book.readings.progressive.stake_returned_on_win else 0
    for prize in book.progressive.prizes:
        if prize is None:
            yield 0
        else:
            yield back + (meters[prize.meter] if isinstance(prize, Jackpot) else int(stake * prize))


def _gains(book: Book, cents: Fraction | None, payoffs: Payoffs) -> Callable[[Fraction, int], Fraction]:
    """What a stake in Antes gains; in dollars as the table pays it, to the cent or the chip (B-GEN-3)."""
    readings = book.readings.payout

    def gain(stake: Fraction, payoff: int) -> Fraction:
        if payoff <= 0 or cents is None:
            return stake * payoff / payoffs.unit
        chip = readings.unit if readings.rounding == "down_to_unit" and payoff % payoffs.unit else 1
        return stake * cents * payoff // (payoffs.unit * chip) * chip / cents

    return gain


def _faults(book: Book, stakes: Stakes) -> Iterator[Wrong]:
    """What the book says against these stakes."""
    cents = cents_of_ante(book, stakes)
    if cents is not None:
        trips = stakes.trips * (100 if stakes.ante is not None else cents)
        yield from _wager_faults(book, stakes, cents, trips)
        yield from _payout_faults(book, cents, trips)
    yield from _progressive_faults(book, stakes)


def _wager_faults(book: Book, stakes: Stakes, ante: Fraction, trips: Fraction) -> Iterator[Wrong]:
    """Wagers in cents that no table takes."""
    implied = f"a progressive wager of {stakes.progressive} of the Ante makes it {_dollars(ante)}, which is"
    given = ("--ante", f"the Ante of {_dollars(ante)} is")
    named = {
        given if stakes.ante is not None else ("--progressive", implied): ante,
        ("--trips", f"the Trips wager of {_dollars(trips)} is"): trips,
    }
    unit = book.wagers.unit
    for (option, said), cents in named.items():
        if stakes.ante is not None and cents.denominator > 1:
            yield Wrong(f"{said} not a whole number of cents", option)
        elif cents % unit:
            steps = f"{said} not in whole steps of {dollars(unit)}"
            yield Wrong(f"{steps}; wagers.unit says how {book.name} wagers", option)


def _dollars(cents: Fraction) -> str:
    """As money is printed; what is not a whole number of cents as it was given."""
    return dollars(int(cents)) if cents.denominator == 1 else f"${float(cents / 100):.6g}"


def _payout_faults(book: Book, ante: Fraction, trips: Fraction) -> Iterator[Wrong]:
    chip = book.readings.payout.unit if book.readings.payout.rounding == "down_to_unit" else 1
    if book.play.pays.denominator > 1 and (ante * book.play.pays) % chip:
        yield Wrong(
            f"a Play wager paid {book.play.pays} on an Ante of {dollars(int(ante))} is rounded differently "
            "for each multiple, which the solver does not follow; leave the Ante out, or choose an even one",
            "--ante",
        )
    cap = book.aggregate.cap
    if cap is not None:
        longest = [(book.blind.odds[-1] or 0, ante), (book.trips.odds[-1] or 0, trips)]
        paid = sum(odds * stake for odds, stake in longest if odds >= book.aggregate.odds)
        if paid > cap:
            yield Wrong(
                f"an Ante of {dollars(int(ante))} can win more than the aggregate limit of {dollars(cap)}, "
                "which the solver does not share out; lower the Ante or set aggregate.cap",
                "--ante",
            )


def _progressive_faults(book: Book, stakes: Stakes) -> Iterator[Wrong]:
    progressive, names = book.progressive, [meter.name for meter in book.progressive.meters]
    if progressive.stake is None:
        if stakes.progressive or stakes.meters or stakes.others:
            yield Wrong(f"{book.name} has no progressive wager, so no meters and no envy", "--progressive")
        return
    for name, amount in stakes.meters:
        if name not in names:
            yield Wrong(f"no meter {name!r}; {book.name} has {', '.join(names) or 'none'}", f"--meter {name}")
        elif (amount * 100).denominator != 1:
            yield Wrong(f"the meter {name} of ${amount} is not a whole number of cents", f"--meter {name}")
    if not stakes.progressive and (stakes.meters or stakes.others):
        yield Wrong("meters and other bettors matter only to a progressive wager; stake one", "--progressive")
    if stakes.progressive and stakes.ante is not None and stakes.progressive * 100 != progressive.stake:
        yield Wrong(
            f"the progressive wager is {dollars(progressive.stake)} in {book.name}, "
            f"not ${stakes.progressive}; set progressive.stake to change it",
            "--progressive",
        )
    if stakes.others and any(book.envy.prizes) and not book.readings.envy.folded_eligible:
        yield Wrong(
            "with envy.folded_eligible = false envy depends on how the hand is played, together with the "
            "other hands, which the solver does not follow; leave out the other bettors",
            "--others",
        )
    if stakes.others >= book.table.seats:
        most = book.table.seats - 1
        said = f"{book.name} has {book.table.seats} seats, so at most {most} others, not {stakes.others}"
        yield Wrong(said, "--others")
    if stakes.others:
        for hand in Category:
            if isinstance(progressive.prizes[hand], Jackpot) and hand < Category.STRAIGHT_FLUSH:
                yield Wrong(
                    f"a jackpot for {hand.label} can be shared by several bettors, which the solver follows "
                    "only for straight flushes; leave out the other bettors",
                    "--others",
                )
