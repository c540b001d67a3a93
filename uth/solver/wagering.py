"""A book and stakes as terms: each wager scaled by its stake, and all of them brought to one unit.

The numbers come from the book's :class:`Payoffs`, the block that settles the game. The `unit` is the number
of parts in an Ante with which every amount, and so every sum, is whole.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import lcm

from uth.ranking import Category
from uth.rules.book import Book
from uth.rules.holes import starting_hands
from uth.rules.money import Cents, dollars
from uth.rules.payoffs import Cards, Payoff, Payoffs, Result, compile_payoffs, unchosen
from uth.rules.prizes import Cash, Share
from uth.rules.schema import BookError
from uth.rules.wagers import SUITS, Wager
from uth.solver.faults import SolverError, Wrong
from uth.solver.stakes import SHORT_FORMS, Stakes, option_of
from uth.solver.starting_hands import NAMES
from uth.solver.terms import LARGEST, MOST_WEIGHTS, SHOWN, Gains, Side, Terms

Amounts = list[list[list[Fraction]]]
"""By whether the dealer qualifies, result and class; in Antes."""


def terms_of(book: Book, stakes: Stakes) -> Terms:
    """The terms of a book; stakes that it does not take are refused with every reason."""
    unknown = [Wrong(_no_such(book, name), option_of(name)) for name in _unknown(book, stakes)]
    staked = [bet for bet in book.side_bets if stakes.of(bet.name)]
    needed = {bet.name for bet in (*book.opening_bets, book.play, *staked)}
    if problems := [problem for problem in unchosen(book) if problem.key in needed]:
        raise BookError(problems)
    if faults := [*unknown, *_faults(book, stakes, staked)]:
        raise SolverError(faults)
    payoffs = compile_payoffs(book, without=frozenset(book.bets) - needed)
    terms = _terms(book, stakes, staked, payoffs)
    if faults := list(_unsolved(book, terms)):
        raise SolverError(faults)
    if terms.largest_sum > LARGEST:
        raise SolverError([_too_fine(terms)])
    return terms


def _terms(book: Book, stakes: Stakes, staked: list[Wager], payoffs: Payoffs) -> Terms:
    antes = {bet.name: stakes.of(bet.name) / (stakes.ante or 1) for bet in staked}
    amounts = {
        bet.name: _amounts(book, stakes, bet, payoffs, antes.get(bet.name, Fraction(1)))
        for bet in (*book.opening_bets, book.play, *staked)
    }
    every = [
        *antes.values(),
        *(amount for table in amounts.values() for row in table for by in row for amount in by),
    ]
    unit = lcm(*(amount.denominator for amount in every))
    if any(bet.suited for bet in staked):
        unit *= len(SUITS)  # so that the average over suits is whole

    def parts(table: Amounts) -> Gains:
        return tuple(tuple(tuple(int(amount * unit) for amount in by) for by in row) for row in table)

    def by_hand(table: Amounts) -> Amounts:
        """A wager with one class for all hands is paid alike with each."""
        return [[by * len(Category) if len(by) == 1 else by for by in row] for row in table]

    opening = [by_hand(amounts[bet.name]) for bet in book.opening_bets]
    base = [
        [[sum(column) for column in zip(*by, strict=True)] for by in zip(*rows, strict=True)]
        for rows in zip(*opening, strict=True)
    ]
    return Terms(
        unit=unit,
        qualifies=payoffs.qualifies,
        play=parts(by_hand(amounts[book.play.name])),
        base=parts(base),
        sides=tuple(
            Side(
                name=bet.name,
                stake=int(antes[bet.name] * unit),
                cards=payoffs.wagers[bet.name].cards,
                gains=parts(amounts[bet.name] if bet.holes else by_hand(amounts[bet.name])),
                alive=payoffs.wagers[bet.name].alive,
                suited=tuple((Category[line.hand.upper()], SUITS.index(line.suit)) for line in bet.suited),
                holes=tuple(
                    (_numbers(line.holes), None if line.dealer is None else _numbers(line.dealer))
                    for line in bet.holes
                ),
            )
            for bet in staked
        ),
        preflop=payoffs.preflop,
        flop=payoffs.flop,
        river=payoffs.river,
    )


def _numbers(pattern: str) -> tuple[int, ...]:
    """The starting hands that a pattern names."""
    return tuple(sorted(NAMES.index(name) for name in starting_hands(pattern)))


def _amounts(book: Book, stakes: Stakes, bet: Wager, payoffs: Payoffs, stake: Fraction) -> Amounts:
    """What a wager gains with a stake, in Antes."""
    gain = _gain_of(book, stakes, bet, payoffs.unit)
    return [[[gain(stake, payoff) for payoff in by] for by in row] for row in payoffs.wagers[bet.name].table]


def _gain_of(book: Book, stakes: Stakes, bet: Wager, unit: int) -> Callable[[Fraction, Payoff], Fraction]:
    """What a stake in Antes gains; in dollars as the table pays it, to the cent or the chip (B-GEN-3).

    A stake that is dropped is gone whatever happens, unless the book returns it with a win (B-IA-10).
    """
    readings, cents, meters = book.readings.payout, cents_of_ante(book, stakes), meters_of(book, stakes)

    def paid(stake: Fraction, payoff: Payoff) -> Fraction:
        """What comes on top of a stake, which is above zero."""
        if isinstance(payoff, Share):
            return Fraction(int(meters[payoff.meter] * payoff.part)) / (cents or 1)
        if isinstance(payoff, Cash):
            return Fraction(payoff.cents) / (cents or 1)
        if cents is None:
            return stake * payoff / unit
        chip = readings.unit if readings.rounding == "down_to_unit" and payoff % unit else 1
        return stake * cents * payoff // (unit * chip) * chip / cents

    def gain(stake: Fraction, payoff: Payoff) -> Fraction:
        if isinstance(payoff, int) and payoff <= 0:
            return -stake if bet.dropped else stake * payoff / unit
        won = paid(stake, payoff)
        if bet.most_paid is not None and cents is not None:
            won = min(won, bet.most_paid / cents)
        return won - stake if bet.dropped and not bet.stake_returned_on_win else won

    return gain


def cents_of_ante(book: Book, stakes: Stakes) -> Fraction | None:
    """The Ante in cents: as given, or as a wager of a fixed stake implies; else unknown."""
    if stakes.ante is not None:
        return stakes.ante * 100
    return next(iter(_implied(book, stakes).values()), None)


def _implied(book: Book, stakes: Stakes) -> dict[str, Fraction]:
    """By staked wager of a fixed stake: the Ante that it implies, in cents, if stakes are in Antes."""
    fixed = {bet.name: bet.stake for bet in book.side_bets if bet.stake and stakes.of(bet.name)}
    return {name: cents / stakes.of(name) for name, cents in fixed.items()}


def meters_of(book: Book, stakes: Stakes) -> dict[str, Cents]:
    """What each jackpot of a staked wager pays: as given, else its seed."""
    given = {name: int(amount * 100) for name, amount in stakes.meters}
    return {
        name: given.get(name, meter.seed) for name, (bet, meter) in book.meters.items() if stakes.of(bet.name)
    }


def _unknown(book: Book, stakes: Stakes) -> list[str]:
    return [name for name, _ in stakes.stakes if name not in {bet.name for bet in book.side_bets}]


def _no_such(book: Book, name: str) -> str:
    offered = ", ".join(bet.name for bet in book.side_bets) or "no side wagers"
    return f"{book.name} has no {SHORT_FORMS.get(name, name).removeprefix('the ')}; it has {offered}"


def _called(bet: Wager) -> str:
    return SHORT_FORMS.get(bet.name, f"the {bet.label} wager")


def _faults(book: Book, stakes: Stakes, staked: list[Wager]) -> Iterator[Wrong]:
    """What the book says against these stakes."""
    cents = cents_of_ante(book, stakes)
    if cents is not None:
        yield from _wager_faults(book, stakes, cents, staked)
        yield from _payout_faults(book, stakes, cents, staked)
    for bet in staked:
        fixed = bet.stake if stakes.ante is not None else None
        if fixed is not None and stakes.of(bet.name) * 100 != fixed:
            yield Wrong(
                f"{_called(bet)} is {dollars(fixed)} in {book.name}, not ${stakes.of(bet.name)}; "
                f"set {bet.name}.stake to change it",
                option_of(bet.name),
            )
        if cents is None and any(isinstance(prize, Cash | Share) for prize in _prizes(bet)):
            yield Wrong(f"{_called(bet)} pays in money, so the Ante is wanted in dollars", "--ante")
    yield from _meter_faults(book, stakes, staked)
    yield from _others_faults(book, stakes, staked)


def _prizes(bet: Wager) -> list[object]:
    return [*bet.prizes, *(line.pays for line in bet.suited), *(line.pays for line in bet.holes)]


def _wager_faults(book: Book, stakes: Stakes, ante: Fraction, staked: list[Wager]) -> Iterator[Wrong]:
    """Wagers in cents that no table takes."""
    implied = _implied(book, stakes) if stakes.ante is None else {}
    if len(set(implied.values())) > 1:
        said = " and ".join(f"{name} {_dollars(cents)}" for name, cents in implied.items())
        yield Wrong(f"wagers of fixed stakes imply different Antes: {said}; give --ante", "--ante")
        return
    named: dict[tuple[str, str], Fraction] = {}
    for name in list(implied)[:1]:
        bet = book.bets[name]
        said = f"{_called(bet).replace('the ', 'a ', 1)} of {stakes.of(name)} of the Ante"
        named[option_of(name), f"{said} makes it {_dollars(ante)}, which is"] = ante
    if stakes.ante is not None:
        named["--ante", f"the Ante of {_dollars(ante)} is"] = ante
    for bet in staked:
        cents = stakes.of(bet.name) * (100 if stakes.ante is not None else ante)
        if bet.stake is None:
            named[option_of(bet.name), f"{_called(bet)} of {_dollars(cents)} is"] = cents
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


def _payout_faults(book: Book, stakes: Stakes, ante: Fraction, staked: list[Wager]) -> Iterator[Wrong]:
    chip = book.readings.payout.unit if book.readings.payout.rounding == "down_to_unit" else 1
    pays = book.play.pays or Fraction(1)
    if pays.denominator > 1 and (ante * pays) % chip:
        yield Wrong(
            f"a Play wager paid {pays} on an Ante of {dollars(int(ante))} is rounded differently "
            "for each multiple, which the solver does not follow; leave the Ante out, or choose an even one",
            "--ante",
        )
    cap = book.aggregate.cap
    if cap is None:
        return
    at_stake = {bet.name: ante for bet in book.opening_bets}
    at_stake |= {bet.name: stakes.of(bet.name) * (100 if stakes.ante is not None else ante) for bet in staked}
    paid = Fraction(0)
    for name, cents in at_stake.items():
        bet = book.bets[name]
        odds = max((prize for prize in _prizes(bet) if isinstance(prize, Fraction)), default=Fraction(0))
        if bet.paid_by_bank and odds >= book.aggregate.odds:
            paid += odds * cents
    if paid > cap:
        yield Wrong(
            f"an Ante of {dollars(int(ante))} can win more than the aggregate limit of {dollars(cap)}, "
            "which the solver does not share out; lower the Ante or set aggregate.cap",
            "--ante",
        )


def _meter_faults(book: Book, stakes: Stakes, staked: list[Wager]) -> Iterator[Wrong]:
    """Meters that no staked wager feeds."""
    names = list(book.meters)
    feeding = next((bet.name for bet in book.side_bets if bet.meters), "")
    if not names and stakes.meters:
        yield Wrong(
            f"{book.name} has no progressive wager, so no meters and no envy",
            f"--meter {stakes.meters[0][0]}",
        )
        return
    for name, amount in stakes.meters:
        if name not in names:
            yield Wrong(f"no meter {name!r}; {book.name} has {', '.join(names) or 'none'}", f"--meter {name}")
        elif (amount * 100).denominator != 1:
            yield Wrong(f"the meter {name} of ${amount} is not a whole number of cents", f"--meter {name}")
    if names and (stakes.meters or stakes.others) and not any(bet.meters for bet in staked):
        said = "meters and other bettors matter only to a progressive wager; stake one"
        yield Wrong(said, option_of(feeding))


def _others_faults(book: Book, stakes: Stakes, staked: list[Wager]) -> Iterator[Wrong]:
    """Other bettors whose hands the solver does not follow."""
    if not stakes.others:
        return
    if not any(bet.meters for bet in book.side_bets):
        yield Wrong(f"{book.name} has no progressive wager, so no meters and no envy", "--others")
        return
    for bet in free_bets(book, stakes):
        if any(_prizes(bet)) and not bet.folded_eligible:
            yield Wrong(
                f"with {bet.name}.folded_eligible = false envy depends on how the hand is played, together "
                "with the other hands, which the solver does not follow; leave out the other bettors",
                "--others",
            )
        if any(prize is not None and not isinstance(prize, Cash) for prize in _prizes(bet)):
            yield Wrong(f"{bet.label} pays other than money, which the solver does not follow", "--others")
    if stakes.others >= book.table.seats:
        most = book.table.seats - 1
        said = f"{book.name} has {book.table.seats} seats, so at most {most} others, not {stakes.others}"
        yield Wrong(said, "--others")
    for bet in staked:
        for hand in Category:
            if isinstance(bet.prizes[hand], Share) and hand < Category.STRAIGHT_FLUSH:
                yield Wrong(
                    f"a jackpot for {hand.label} can be shared by several bettors, which the solver follows "
                    "only for straight flushes; leave out the other bettors",
                    "--others",
                )
        shares = [prize for prize in _prizes(bet) if isinstance(prize, Share)]
        if any(prize.part < 1 for prize in shares) or (
            shares and (bet.suited or bet.cards != "hole_and_flop")
        ):
            yield Wrong(
                f"{bet.label} pays parts of a jackpot, or by suit, which the solver shares out with nobody; "
                "leave out the other bettors",
                "--others",
            )


def free_bets(book: Book, stakes: Stakes) -> list[Wager]:
    """What comes with the staked wagers: envy."""
    return [
        bet for bet in book.bets.values() if bet.staked == "free" and bet.beside and stakes.of(bet.beside)
    ]


def _unsolved(book: Book, terms: Terms) -> Iterator[Wrong]:
    """Wagers that decisions depend on in a way that the solver does not follow."""
    for side in terms.deciding:
        called, option = _called(book.bets[side.name]), option_of(side.name)
        by_cards = side.cards in (Cards.HOLE, Cards.FLOP)
        if by_cards and side.looks_at_result:
            yield Wrong(
                f"{called} looks at hole cards or flop, at the result and at a fold, all three, which the "
                "solver does not follow; let it pay whatever the result, or keep it alive after a fold",
                option,
            )
        if side.cards is Cards.FLOP and len({gain for row in side.gains for gain in row[Result.FOLD]}) > 1:
            yield Wrong(f"{called} pays folded hands by the flop, which the solver does not follow", option)
        if side.looks_at_dealer and side.suited:
            yield Wrong(
                f"{called} pays the dealer's hand by suit and depends on a fold, which the solver does not "
                "follow",
                option,
            )
        if side.looks_at_dealers_hole:
            yield Wrong(
                f"{called} looks at the dealer's hole cards and depends on a fold, which the solver does not "
                "follow; keep it alive after a fold",
                option,
            )
        for hand in sorted({hand for hand, _ in side.suited}):
            if not side.looks_at_dealer and not _never_folded(terms, side, hand):
                said = f"a {Category(hand).label} that {called} pays by suit might be folded in one suit only"
                yield Wrong(f"{said}, which the solver does not follow; stake more on it", option)
    if len(terms.planes) > MOST_WEIGHTS:
        yield Wrong(
            f"these wagers pay {len(terms.planes)} different small sums by hole cards and flop, and the "
            f"solver tells {MOST_WEIGHTS} apart; stake fewer of them, or more on each"
        )


def _never_folded(terms: Terms, side: Side, hand: int) -> bool:
    """Whether a bet at the river with such a hand is better than a fold in every suit, whatever the dealer
    has."""
    with_flop = side.cards is Cards.FLOP
    for own in range(hand, len(Category)) if with_flop else (hand,):  # five cards are improved by two more
        fold = max(rows[Result.FOLD][own] for rows in terms.shows)
        fold += side.of_hand(hand, 1, Result.FOLD) if with_flop else 0
        for q, r in product((0, 1), SHOWN if own < Category.ROYAL_FLUSH else SHOWN[:2]):
            worst = min(side.by_suit(hand, q, r)) - (0 if with_flop else side.of_hand(own, q, r))
            bet = terms.shows[q][r][own] + min(k * terms.play[q][r][own] for k in terms.river) + worst
            if bet < fold:
                return False
    return True


def _too_fine(terms: Terms) -> str:
    unit = f"{terms.unit:,}" if terms.unit < 10**15 else f"{terms.unit:.3g}"
    return (
        f"these odds and stakes make {unit} parts of an Ante; with so many, or with amounts so large, sums "
        "over all deals might not fit 64 bits; give stakes and meters with fewer decimals, such as 1/3 for "
        "0.3333333, or smaller ones"
    )
