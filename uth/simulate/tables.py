"""A table to simulate: the book, who sits there with what stakes and strategy, and the bank."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import gcd
from typing import TYPE_CHECKING, Any

from uth.game.settlement.fees import bank_basis, rate_for
from uth.ranking import Category
from uth.rules import Book, load_book
from uth.rules.holes import starting_hands
from uth.rules.money import Cents, dollars
from uth.rules.payoffs import Cards, Payoff, Payoffs, Result, compile_payoffs
from uth.rules.prizes import Cash
from uth.rules.wagers import Wager
from uth.solver.stakes import Stakes
from uth.solver.starting_hands import COUNT, NAMES
from uth.solver.terms import Terms
from uth.solver.wagering import terms_of

if TYPE_CHECKING:
    from uth.simulate.kernels.deciding import Played
    from uth.simulate.kernels.rounds import Plan
    from uth.solver.playing.worth import Decisions

MOST_SEATS = 8
AMPLE = 2**52
"""More than any bank is asked for."""
_LOOKS = (Cards.HAND, Cards.DEALER, Cards.LOSER, Cards.WINNER, Cards.HOLE, Cards.FLOP)


class TableError(ValueError):
    """A table that cannot be simulated, with everything that stands in the way."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


@dataclass(frozen=True)
class Player:
    """Who sits at a seat."""

    stakes: Mapping[str, Cents]
    """By wager, without those that are equal to another or made by a decision."""
    strategy: str = "optimal"


@dataclass(frozen=True)
class TableSetup:
    """A table with its players and its bank."""

    book: Book
    players: tuple[Player, ...]
    bank_wager: Cents | None = None
    """What a player bank puts up each round; None for more than it is ever asked for."""
    bank_chips: Cents = 0
    """What it has at the table besides, where that counts."""
    rotating: bool = False
    """The players bank in turn; else somebody else does, or the house."""
    free: bool = False
    """No fees."""
    wagers: tuple[Wager, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "wagers", self.book.bank_bets)
        faults = list(self._faults())
        if faults:
            raise TableError(faults)

    def _faults(self) -> Any:
        book, most = self.book, min(MOST_SEATS, self.book.table.seats)
        if not 1 <= len(self.players) <= most:
            yield f"{len(self.players)} seats; a table of {book.name} has 1 to {most}"
        if self.rotating and not book.bank.is_player:
            yield "the house banks this game, so the bank does not go round"
        if self.rotating and len(self.players) < 2:
            yield "the bank goes round among two or more"
        if self.bank_wager is not None and book.bank.cover_policy == "unlimited":
            yield "the house answers for everything in this game; leave out the bank's wager"
        for problem in book.unchosen:
            staked = any(problem.key in player.stakes for player in self.players)
            if staked or problem.key not in {bet.name for bet in book.side_bets}:
                yield str(problem)
        for number, player in enumerate(self.players, 1):
            yield from (f"seat {number}: {fault}" for fault in self._player_faults(player))

    def _player_faults(self, player: Player) -> Any:
        book = self.book
        if not player.stakes.get(book.main.name):
            yield f"nothing on {book.main.label}"
        for name, cents in player.stakes.items():
            bet = book.bets.get(name)
            if bet is None:
                yield f"no wager {name}; there are {', '.join(book.bets)}"
            elif not bet.paid_by_bank:
                yield f"{bet.label} is not paid by the bank and is not simulated"
            elif bet.suited:
                yield f"{bet.label} pays by suit and is not simulated"
            elif cents < 0 or cents % book.wagers.unit:
                step = dollars(book.wagers.unit)
                yield f"{dollars(abs(cents))} on {bet.label}; wagers are in steps of {step}"

    @cached_property
    def stakes(self) -> tuple[Stakes, ...]:
        """By seat: its stakes as the solver takes them, in dollars."""
        return tuple(
            Stakes(
                Fraction(player.stakes[self.book.main.name], 100),
                stakes={
                    bet.name: Fraction(player.stakes[bet.name], 100)
                    for bet in self.book.side_bets
                    if player.stakes.get(bet.name)
                },
            )
            for player in self.players
        )

    @cached_property
    def terms(self) -> tuple[Terms, ...]:
        """By seat; without regard to an aggregate limit, which the solver does not share out."""
        without = replace(self.book.aggregate, cap=None)
        book = replace(self.book, aggregate=without) if self.book.aggregate.cap is not None else self.book
        return tuple(terms_of(book, stakes) for stakes in self.stakes)

    @cached_property
    def ways(self) -> tuple[tuple[str, int], ...]:
        """By seat: its strategy, and the first seat that plays just so; where a side bet changes the optimal
        play, stakes that are in another proportion play otherwise."""
        seen: dict[object, int] = {}
        found = []
        for seat, (player, terms) in enumerate(zip(self.players, self.terms, strict=True)):
            key = player.strategy, terms.shows if terms.joint else None, terms.unit if terms.joint else None
            found.append((player.strategy, seen.setdefault(key, seat)))
        return tuple(found)

    @cached_property
    def strategies(self) -> tuple[tuple[str, int], ...]:
        """The ways to play in use, each once."""
        return tuple(dict.fromkeys(self.ways))

    @cached_property
    def multiples(self) -> tuple[int, ...]:
        """All that can be bet, 0 for a fold."""
        decisions = self.book.decisions
        return (0, *sorted({*decisions.preflop, *decisions.flop, *decisions.river}))

    def laid(self, player: Player) -> dict[str, Cents]:
        """What lies there before the deal."""
        stakes = {name: cents for name, cents in player.stakes.items() if cents}
        for bet in self.book.bets.values():
            if bet.staked == "equal" and bet.beside in stakes:
                stakes[bet.name] = stakes[bet.beside]
        return stakes

    def stake(self, player: Player, bet: Wager, multiple: int) -> Cents:
        """What lies on a wager once a multiple is bet."""
        laid = self.laid(player)
        if bet.staked == "multiple":
            return laid.get(bet.beside or "", 0) * multiple
        return laid.get(bet.name, 0)

    def due(self, stake: Cents, payoff: Payoff) -> Cents:
        """What is won, as the game pays it: to the cent or the chip (B-GEN-3)."""
        if not isinstance(payoff, int):
            return payoff.cents if isinstance(payoff, Cash) else 0
        readings, unit = self.book.readings.payout, self.payoffs.unit
        if readings.rounding == "down_to_unit" and payoff % unit:
            return stake * payoff // (unit * readings.unit) * readings.unit
        return -(-stake * payoff // unit)

    @cached_property
    def payoffs(self) -> Payoffs:
        """Of the wagers whose tables are chosen."""
        unchosen = frozenset(problem.key for problem in self.book.unchosen)
        return compile_payoffs(self.book, without=unchosen) if unchosen else self.book.payoffs

    def settled(self, position: int) -> tuple[list[int], list[int]]:
        """Seats (from 0) in the order of the deal and of settlement, the bank at one of them or beyond."""
        book, count = self.book, len(self.players)
        seats = [seat for seat in range(count) if not (self.rotating and seat == position)]
        from_bank = sorted(seats, key=lambda seat: (seat - position - 1) % count) if self.rotating else seats
        dealt = from_bank if book.deal.start == "left_of_bank" else seats
        order = from_bank if book.settle.start == "left_of_bank" else seats
        return dealt, order[::-1] if book.settle.direction == "right_to_left" else order

    def fees(self, position: int) -> tuple[Cents, list[tuple[Cents, Cents]]]:
        """The bank's fee, and by seat the rate for a circle and for a side wager."""
        book, none = self.book, [(0, 0)] * len(self.players)
        if self.free or not book.fees.in_force:
            return 0, none
        fees = book.fees
        each = {
            seat: sum(self.laid(self.players[seat]).get(name, 0) for name in fees.table_action)
            for seat in self.settled(position)[0]
        }
        total = sum(each.values())
        rates = list(none)
        for seat, own in each.items():
            rate = rate_for(book, fees.of_players, total if fees.basis == "table_action" else own)
            rates[seat] = rate.player, rate.side
        squares = [total] if bank_basis(book) == "table_action" else list(each.values())
        return sum(rate_for(book, fees.of_bank, amount).bank for amount in squares), rates


def seated(book: Book | str, players: Sequence[Player], **more: Any) -> TableSetup:
    """A table of a book."""
    return TableSetup(load_book(book) if isinstance(book, str) else book, tuple(players), **more)


def covered(setup: TableSetup) -> TableSetup:
    """The same with a bank that answers for everything."""
    return replace(setup, bank_wager=None)


def compile_plan(setup: TableSetup, decisions: Sequence["Decisions"], crew: Any) -> "Plan":
    """The table as numbers, with every strategy's decisions in the order of `setup.strategies`."""
    from uth.simulate.kernels.deciding import compile_played

    flop, river = max(setup.book.decisions.flop, default=0), max(setup.book.decisions.river)
    return plan_of(setup, compile_played(list(decisions), flop, river, crew))


def plan_of(setup: TableSetup, played: "Played") -> "Plan":
    """The table as numbers, with every strategy ready to be looked up."""
    import numpy as np

    from uth.simulate.kernels import rounds as k

    book, wagers, multiples = setup.book, setup.wagers, setup.multiples
    payoffs, readings = setup.payoffs, book.readings
    count, plays = len(setup.players), len(multiples)
    ample = setup.bank_wager is None
    cover = {"unlimited": k.UNLIMITED, "wager": k.BY_WAGER, "dead_hand": k.DEAD_HAND}[book.bank.cover_policy]
    if ample:
        cover = k.UNLIMITED
    classes = max(
        [
            len(Category),
            *(len(payoffs.wagers[bet.name].classes) for bet in wagers if bet.name in payoffs.wagers),
        ]
    )
    shape = count, len(wagers), plays, 2, len(Result), classes
    due, limited = np.zeros(shape, np.int64), np.zeros(shape, np.int8)
    stakes = np.zeros(shape[:3], np.int64)
    for seat, player in enumerate(setup.players):
        for place, bet in enumerate(wagers):
            for at, multiple in enumerate(multiples):
                stake = setup.stake(player, bet, multiple)
                stakes[seat, place, at] = stake
                if stake:
                    _fill(setup, bet, stake, due[seat, place, at], limited[seat, place, at])
    looks = np.array(
        [_LOOKS.index(payoffs.wagers[bet.name].cards) if bet.name in payoffs.wagers else 0 for bet in wagers]
    )
    lines = np.zeros((len(wagers), COUNT, COUNT), np.int8)
    for place, bet in enumerate(wagers):
        if bet.holes:
            _fill_lines(bet, lines[place])
    positions = count if setup.rotating else 1
    orders = [setup.settled(position) for position in range(positions)]
    fees = [setup.fees(position) for position in range(positions)]
    rates = np.array([by_seat for _, by_seat in fees], np.int64).reshape(positions, count, 2)
    required = np.array([bet.required for bet in wagers], np.int8)
    fee_wager = np.array([bet.staked != "multiple" for bet in wagers], np.int8)
    by_position = readings.fees.player_unit == "position"
    fee = np.zeros((positions, count), np.int64)
    for seat in range(count):
        circles = sum(
            bool(stakes[seat, n, 0]) for n, bet in enumerate(wagers) if bet.required and fee_wager[n]
        )
        sides = sum(bool(stakes[seat, n, 0]) for n, bet in enumerate(wagers) if not bet.required)
        fee[:, seat] = rates[:, seat, 0] * (min(circles, 1) if by_position else circles)
        fee[:, seat] += rates[:, seat, 1] * sides
    longest = int((due * limited).max(axis=(2, 3, 4, 5)).sum())
    capped = book.aggregate.cap is not None and longest > book.aggregate.cap
    simple = bool((looks == k.HAND).all()) and cover == k.UNLIMITED and not capped
    simple &= not any(payoffs.wagers[bet.name].alive for bet in wagers if bet.name in payoffs.wagers)
    simple &= all(bet.most_paid is None for bet in wagers)
    table = np.zeros((count, plays, 2, len(Result), len(Category)), np.int64)
    if simple:
        lost = np.where(due < 0, -stakes[..., None, None, None], due)[..., : len(Category)]
        table = np.ascontiguousarray(lost.sum(axis=1))
    rake = 0 if setup.free else book.rake.amount or 0
    numbers = np.zeros(k.NUMBERS, np.int64)
    lowest, step = _lattice(setup, due, stakes, fee, [bank for bank, _ in fees], rake)
    for place, number in {
        k.SEATS: count,
        k.WAGERS: len(wagers),
        k.COVER: cover,
        k.BANK_WAGER: AMPLE if setup.bank_wager is None else setup.bank_wager,
        k.BANK_CHIPS: setup.bank_chips,
        k.ACCOUNTING: ("stake_only", "running", "matched").index(readings.bank.accounting),
        k.WIN_CAP: ("net", "gross", "none").index(readings.bank.win_cap),
        k.WHOLE_WAGER: readings.bank.partial_cover == "whole_wager",
        k.RETURN_ALL: readings.bank.after_exhaustion == "return_all",
        k.FUNDS: ("running", "posted_only", "at_table").index(readings.bank.funds),
        k.WAGER_FIRST: readings.settle.loop == "wager_first" and book.bank.cover_policy != "dead_hand",
        k.ANTES_FIRST: book.settle.antes_first and book.main.on_unqualified == "push",
        k.MAIN: wagers.index(book.main),
        k.QUALIFIER: payoffs.qualifies,
        k.CAP: (book.aggregate.cap or 0) if capped else -1,
        k.CAP_BY_PLAYER: book.aggregate.by == "player",
        k.REFUND: readings.fees.refund_uncovered,
        k.BY_POSITION: by_position,
        k.RAKE: rake if book.rake.mode and book.rake.mode in "ab" else 0,
        k.RAKE_BANK: rake if book.rake.mode and book.rake.mode in "ac" else 0,
        k.STEP: step,
        k.LOWEST: lowest,
        k.POSITIONS: positions,
        k.CONSECUTIVE: (book.bank.max_consecutive or 1) if setup.rotating else 1,
        k.SIMPLE: simple,
    }.items():
        numbers[place] = number
    play_at = np.zeros(max(multiples) + 1, np.int64)
    play_at[list(multiples)] = range(plays)
    most = [AMPLE if bet.most_paid is None else bet.most_paid for bet in wagers]
    at_fold = [
        readings.fold.collect_at == bet.collect_at == "fold" and bet.on_fold != "alive" for bet in wagers
    ]
    return k.Plan(
        played=played,
        strategy=np.array([setup.strategies.index(way) for way in setup.ways]),
        numbers=numbers,
        play_at=play_at,
        stakes=stakes,
        due=due,
        limited=limited,
        most=np.array(most, np.int64),
        looks=looks,
        alive=np.array([bet.on_fold == "alive" for bet in wagers], np.int8),
        at_fold=np.array(at_fold, np.int8),
        required=required,
        fee_wager=fee_wager,
        line_of=lines,
        staked=stakes.sum(axis=1),
        rates=rates,
        fee=fee,
        bank_fee=np.array([bank for bank, _ in fees], np.int64),
        settle_order=np.array([order for _, order in orders], np.int64),
        deal_order=np.array([dealt for dealt, _ in orders], np.int64),
        banker=np.arange(count) if setup.rotating else np.array([-1]),
        simple=table,
    )


def _fill(setup: TableSetup, bet: Wager, stake: Cents, due: Any, limited: Any) -> None:
    """What a stake is due, by qualified, result and class."""
    odds, cap = setup.book.aggregate.odds, setup.book.aggregate.cap
    for qualified, rows in enumerate(setup.payoffs.wagers[bet.name].table):
        for result, row in enumerate(rows):
            for of, payoff in enumerate(row):
                if isinstance(payoff, int) and payoff <= 0:
                    won = -1 if payoff else 0
                else:
                    won = setup.due(stake, payoff)
                    limited[qualified, result, of] = (
                        cap is not None and won * odds.denominator >= stake * odds.numerator
                    )
                due[qualified, result, of] = won
            if len(row) == 1:
                due[qualified, result, :] = due[qualified, result, 0]
                limited[qualified, result, :] = limited[qualified, result, 0]


def _fill_lines(bet: Wager, lines: Any) -> None:
    """By the player's starting hand and the dealer's: the first line that fits, else the last class."""
    lines[:] = len(bet.holes)
    for number in range(len(bet.holes) - 1, -1, -1):
        line = bet.holes[number]
        mine = [NAMES.index(name) for name in starting_hands(line.holes)]
        theirs = [NAMES.index(name) for name in starting_hands(line.dealer)] if line.dealer else range(COUNT)
        for own in mine:
            lines[own, list(theirs)] = number


BINS = 1 << 20


def _lattice(
    setup: TableSetup, due: Any, stakes: Any, fee: Any, bank_fees: list[Cents], rake: Cents
) -> tuple[Cents, Cents]:
    """The lowest net of the bank that is told apart, and the step between two; all amounts are multiples of
    it where they fit, else it is coarser."""
    amounts = [*due[due > 0].tolist(), *stakes[stakes > 0].tolist(), *bank_fees, rake]
    amounts += [setup.bank_wager or 0, setup.bank_chips, *fee.flatten().tolist()]
    step = gcd(*(int(amount) for amount in amounts)) or 1
    worst = int(due.clip(min=0).max(axis=(3, 4, 5)).sum(axis=1).max(axis=1).sum())
    best = int(stakes.sum(axis=1).max(axis=1).sum())
    charge = max(bank_fees) + rake
    while (worst + best + charge) // step + 3 > BINS:
        step *= 2
    return -(worst + charge) // step * step - step, step
