"""What every deal is worth under a book and given stakes, in whole parts of the Ante.

The base game is what nobody can leave out: the wagers put down at first, and Play. Beside it stand the
staked side wagers. A wager's gains are looked up by its *class* (the hand, the hole cards and so on, whatever
it looks at), by the result, and by whether the dealer qualifies. `wagering` makes terms of a book.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import NamedTuple

from uth.ranking import FIRST_STRENGTH, Category
from uth.rules.payoffs import Cards, Result
from uth.solver.deals import DEALERS, DEALS_OF_FLOP, DEALS_OF_HOLE, FIVES
from uth.solver.starting_hands import COUNT

ByClass = tuple[int, ...]
Gains = tuple[tuple[ByClass, ...], ...]
"""By whether the dealer qualifies (0 or 1), result and class."""

SHOWN = (Result.WIN, Result.TIE, Result.LOSE)
"""How cards that are compared come out."""
SUITS = 4
MOST_WEIGHTS = 32
"""So many different sums by hole cards and flop can weigh in a decision at the river."""
LARGEST = 2**63 - 1
"""What a kernel's sum can hold."""
_DEALS_OF_CLASS = 12 * DEALS_OF_HOLE
"""A class before the flop has at most twelve holes, which are added up together."""
_RUNOUTS_TWICE = 2 * 741
"""The largest sum on a flop is twice that over the run-outs outside the suit of a flop of one suit."""
_BY_DEALER = (Cards.DEALER, Cards.LOSER, Cards.WINNER)
_ON_FLOP = (Cards.HOLE, Cards.FLOP)


@dataclass(frozen=True)
class Side:
    """A staked side wager."""

    name: str
    stake: int
    cards: Cards
    gains: Gains
    """Classes are the ten hands, then those in one suit; or lines of hole cards, the last for all others."""
    alive: bool = False
    """A fold does not touch it: the cards are compared as if the hand had stayed in."""
    suited: tuple[tuple[int, int], ...] = ()
    """By class after the ten hands: the hand and its suit."""
    holes: tuple[tuple[tuple[int, ...], tuple[int, ...] | None], ...] = ()
    """By class of hole cards but the last: starting hands, and those that the dealer must hold, if any."""

    @property
    def looks_at_dealer(self) -> bool:
        """Whether it is paid by the dealer's hand, or by the loser's or winner's."""
        return self.cards in _BY_DEALER

    @property
    def looks_at_dealers_hole(self) -> bool:
        """Whether the dealer's hole cards matter to it."""
        return any(dealer is not None for _, dealer in self.holes)

    @property
    def looks_at_result(self) -> bool:
        """Whether it matters who has the better hand, or whether the dealer qualifies."""
        shown = {row[result] for row in self.gains for result in SHOWN}
        return self.cards in (Cards.LOSER, Cards.WINNER) or len(shown) > 1

    @cached_property
    def decides(self) -> bool:
        """Whether a fold changes what it gains, and so whether it can change a decision."""
        return not self.alive and any(
            row[result] != row[Result.FOLD] for row in self.gains for result in SHOWN
        )

    def class_in(self, hand: int, suit: int) -> int:
        """The class of a hand in a suit."""
        line = (hand, suit)
        return len(Category) + self.suited.index(line) if line in self.suited else hand

    def by_suit(self, hand: int, qualified: int, result: Result) -> list[int]:
        """What a hand gains in each suit."""
        return [self.gains[qualified][result][self.class_in(hand, suit)] for suit in range(SUITS)]

    def of_hand(self, hand: int, qualified: int, result: Result) -> int:
        """What a hand gains; where suits differ, on average."""
        if not self.suited:
            return self.gains[qualified][result][hand]
        average, rest = divmod(sum(self.by_suit(hand, qualified, result)), SUITS)
        assert rest == 0, "an Ante has four times as many parts where suits differ"
        return average

    def hole_class(self, hole: int, dealer: int | None = None) -> int:
        """The class of a starting hand against the dealer's, or against one on none of the lines."""
        for number, (own, other) in enumerate(self.holes):
            if hole in own and (other is None or dealer in other):
                return number
        return len(self.holes)

    def of_showdown(self, own: int, dealer: int, shown: Result, qualified: int, folded: bool) -> int:
        """What hands of these categories gain that come out so against each other; where suits differ, on
        average."""
        result = Result.FOLD if folded and not self.alive else shown
        return self.of_hand(self.hand_of(own, dealer, shown), qualified, result)

    def hand_of(self, own: int, dealer: int, shown: Result) -> int:
        """Whose hand it looks at."""
        match self.cards:
            case Cards.DEALER:
                return dealer
            case Cards.LOSER:
                return dealer if shown is Result.WIN else own
            case Cards.WINNER:
                return own if shown is Result.WIN else dealer
            case _:
                return own


class Tag(NamedTuple):
    """What hole cards and flop say to the side wagers; holes and flops that say the same share one."""

    hole: int
    """One of the starting hands ..."""
    flop: int
    """... and the category that it makes with the flop."""
    kept: int
    """What is gained unless one folds, by wagers that a fold touches ..."""
    left: int
    """... and what with a fold."""


@dataclass(frozen=True)
class Terms:
    """The numbers of one game, in parts of the Ante."""

    unit: int
    qualifies: int
    """The least strength with which the dealer qualifies; 0: always."""
    play: Gains
    """By hand, for a Play wager of one Ante."""
    base: Gains
    """By hand: the other wagers that nobody can leave out, together."""
    sides: tuple[Side, ...] = ()
    preflop: tuple[int, ...] = (3, 4)
    flop: tuple[int, ...] = (2,)
    river: tuple[int, ...] = (1,)
    naive: bool = False
    """Decisions are those of the base game, as if nothing else were staked."""

    # What decisions depend on.

    @cached_property
    def deciding(self) -> tuple[Side, ...]:
        """The side wagers that decisions weigh."""
        return () if self.naive else tuple(side for side in self.sides if side.decides)

    @property
    def joint(self) -> bool:
        """Whether a side wager can change the best play."""
        return bool(self.deciding)

    @cached_property
    def shows(self) -> Gains:
        """By the player's hand: what decisions weigh beside Play, dealer's hand and what the flop tells."""
        own = [side for side in self.deciding if side.cards is Cards.HAND]
        return tuple(
            tuple(
                tuple(
                    self.base[qualified][result][hand]
                    + sum(side.of_hand(hand, qualified, result) for side in own)
                    for hand in Category
                )
                for result in Result
            )
            for qualified in (0, 1)
        )

    @cached_property
    def ante(self) -> ByClass:
        """By result: what a qualified dealer changes; see `by_counts`."""
        return tuple(self.shows[1][result][0] - self.shows[0][result][0] for result in Result)

    @property
    def pays(self) -> tuple[ByClass, ...]:
        """By result and hand: the rest of `shows`."""
        return self.shows[0]

    @cached_property
    def play_by_result(self) -> ByClass:
        """For a Play wager of one Ante; see `by_counts`."""
        return tuple(row[0] for row in self.play[0])

    @cached_property
    def by_counts(self) -> bool:
        """Whether it is enough to count, for each hole, the dealers beaten, lost to and not qualified.

        Play then looks at the result alone, and a qualified dealer changes wins and losses by one amount,
        whatever the hand. A game for which this is not enough goes by the dealer's hand: see `by_dealer`.
        """
        steady = (
            all(len(set(row)) == 1 for rows in self.play for row in rows) and self.play[0] == self.play[1]
        )
        changed = [
            {self.shows[1][result][hand] - self.shows[0][result][hand] for hand in Category}
            for result in Result
        ]
        even = all(len(amounts) == 1 for amounts in changed)
        same = changed[Result.TIE] == {0} and changed[Result.FOLD] == {0}
        return steady and even and same and not self.tells_dealer

    @property
    def tells_dealer(self) -> bool:
        """Whether outcomes must tell the dealer's hand, and how folded hands would have come out."""
        return any(side.looks_at_dealer or (side.alive and side.looks_at_result) for side in self.sides)

    def is_qualified(self, dealer: int) -> int:
        """Whether a dealer's category does."""
        return int(FIRST_STRENGTH[dealer] >= self.qualifies)

    def at_showdown(self, own: int, dealer: int, shown: Result) -> int:
        """What a bet gains beside Play and what the flop tells."""
        qualified = self.is_qualified(dealer)
        sides = (side for side in self.deciding if side.looks_at_dealer)
        more = sum(side.of_showdown(own, dealer, shown, qualified, folded=False) for side in sides)
        return self.shows[qualified][shown][own] + more

    def at_fold(self, own: int, dealer: int, shown: Result) -> int:
        """What a fold gains beside what the flop tells."""
        qualified = self.is_qualified(dealer)
        sides = (side for side in self.deciding if side.looks_at_dealer)
        more = sum(side.of_showdown(own, dealer, shown, qualified, folded=True) for side in sides)
        return self.shows[qualified][Result.FOLD][own] + more

    # What hole cards and flop tell.

    @cached_property
    def tags(self) -> tuple[Tag, ...]:
        """All that they can say, rising by what it is worth; one if no wager asks."""
        return self._tagged[0]

    @property
    def flop_class(self) -> ByClass:
        """By category of hole cards and flop: categories with which every starting hand says the same."""
        return self._tagged[1]

    @property
    def tag_of(self) -> tuple[ByClass, ...]:
        """By starting hand and class of the flop."""
        return self._tagged[2]

    @cached_property
    def asks_holes(self) -> bool:
        """Whether starting hands say different things."""
        return len(set(self.tag_of)) > 1

    @cached_property
    def _tagged(self) -> tuple[tuple[Tag, ...], ByClass, tuple[ByClass, ...]]:
        asking = [side for side in self.sides if side.cards in _ON_FLOP]
        holes = [tuple(_said_by_hole(side, hole) for side in asking) for hole in range(COUNT)]
        flops = [tuple(_said_by_flop(side, hand) for side in asking) for hand in Category]

        def worth(pair: tuple[int, int]) -> int:
            return sum(_gain_on_flop(side, *pair, Result.WIN) for side in asking)

        different = {(holes[hole], flops[hand]): (hole, hand) for hole in range(COUNT) for hand in Category}
        said = sorted(different, key=lambda one: worth(different[one]))
        number = {one: place for place, one in enumerate(said)}
        tags = tuple(self._tag(*different[one]) for one in said)
        columns = [tuple(number[hole, flops[hand]] for hole in holes) for hand in Category]
        classes = sorted(set(columns))
        flop_class = tuple(classes.index(column) for column in columns)
        return tags, flop_class, tuple(zip(*classes, strict=True))

    def paid_with(self, tag: int) -> int:
        """What wagers on hole cards and flop hand over with a tag, stakes included, unless one folds."""
        sides, (hole, flop, *_) = [side for side in self.sides if side.cards in _ON_FLOP], self.tags[tag]
        return sum(_gain_on_flop(side, hole, flop, Result.WIN) + side.stake for side in sides)

    def _tag(self, hole: int, flop: int) -> Tag:
        sides = [side for side in self.deciding if side.cards in _ON_FLOP]
        kept, left = (
            sum(_gain_on_flop(side, hole, flop, result) for side in sides)
            for result in (Result.WIN, Result.FOLD)
        )
        return Tag(hole, flop, kept, left)

    @cached_property
    def weights(self) -> ByClass:
        """By tag: by how much it makes a bet at the river better than a fold.

        From some amount on nobody folds, and below some other everybody does; beyond these it does not matter
        how much it is, so the amounts that kernels tell apart are few.
        """
        if len(self.tags) == 1:
            return (self.tags[0].kept - self.tags[0].left,)
        stays, folds = self._margins
        return tuple(max(min(tag.kept - tag.left, stays), folds) for tag in self.tags)

    @cached_property
    def _margins(self) -> tuple[int, int]:
        """What makes every bet at the river better than a fold, and what makes every fold better."""
        stays, folds = [], []
        for own, dealer, shown in showdowns():
            qualified = self.is_qualified(dealer)
            play = [multiple * self.play[qualified][shown][own] for multiple in self.river]
            bet, fold = self.at_showdown(own, dealer, shown), self.at_fold(own, dealer, shown)
            stays.append(fold - bet - min(play))
            folds.append(fold - bet - max(play))
        return max(stays), min(folds) - 1

    @cached_property
    def planes(self) -> ByClass:
        """The different weights."""
        return tuple(sorted(set(self.weights)))

    # How large sums become.

    @property
    def largest_on_flop(self) -> int:
        """No sum over the run-outs of a flop passes this, whatever the flop tells."""
        amounts = [0, *(pay for rows in self.shows for row in rows for pay in row)]
        play = [0, *(pay for rows in self.play for row in rows for pay in row)]
        span = max(amounts) - min(amounts) + max(self._by_dealer_hand)
        span += max(abs(tag.kept) + abs(tag.left) for tag in self.tags)
        span += max((*self.flop, *self.river)) * (max(play) - min(play))
        return span * DEALERS * _RUNOUTS_TWICE

    @property
    def largest_sum(self) -> int:
        """No sum that the solver makes passes this: those on a flop, and those over a class before it.

        There a hand counts only as often as it can come. Five cards are split in ten ways into hole and flop;
        seven, with five among them that make the hand, in 210 ways into hole, flop and run-out.
        """
        multiples = (*self.preflop, *self.flop, *self.river)
        play = max(abs(pay) for rows in self.play for row in rows for pay in row)
        by_hand = [max(abs(row[hand]) for rows in self.shows for row in rows) for hand in Category]
        on_flop = [
            max(max(abs(tag.kept), abs(tag.left)) for tag in map(self.tags.__getitem__, set(column)))
            for column in ([by_class[self.flop_class[hand]] for by_class in self.tag_of] for hand in Category)
        ]
        over_class = _DEALS_OF_CLASS * max(multiples) * play + _over_class(by_hand, 210)
        over_class += _over_class(self._by_dealer_hand, 210) + _over_class(on_flop, 10)
        return max(over_class, self.largest_on_flop)

    @cached_property
    def _by_dealer_hand(self) -> list[int]:
        """By hand, the player's or the dealer's: the most that wagers on the dealer's hand gain or lose."""
        sides = [side for side in self.deciding if side.looks_at_dealer]
        return [
            sum(max(abs(side.of_hand(hand, q, r)) for q in (0, 1) for r in Result) for side in sides)
            for hand in Category
        ]

    # The same game seen otherwise.

    def of_decisions(self) -> "Terms":
        """The same as far as decisions and outcomes depend on it: without wagers on the player's own hand
        that no decision touches. What they gain follows from the outcomes."""
        free = [s for s in self.sides if s.cards is Cards.HAND and not s.decides and not s.looks_at_result]
        return replace(self, sides=tuple(side for side in self.sides if side not in free))

    def base_game(self) -> "Terms":
        """Decided as if nothing but the base game were staked; outcomes tell the same."""
        return replace(self, naive=True)

    def base_gain(self, play: int, hand: int, result: Result, qualified: bool) -> int:
        """What the base game gains with a Play of so many Antes."""
        return self.base[qualified][result][hand] + play * self.play[qualified][result][hand]


def showdowns() -> Iterator[tuple[int, int, Result]]:
    """Every pair of categories, the player's and the dealer's, and how they can come out."""
    for own, dealer in product(Category, Category):
        if own == dealer:
            yield from ((own, dealer, result) for result in SHOWN)
        else:
            yield own, dealer, Result.WIN if own > dealer else Result.LOSE


def _gain_on_flop(side: Side, hole: int, flop: int, result: Result) -> int:
    """What a wager on hole cards or flop gains against a dealer who holds none of its hole cards."""
    if side.cards is Cards.HOLE:
        return side.gains[1][result][side.hole_class(hole)]
    return side.of_hand(flop, 1, result)


def _said_by_hole(side: Side, hole: int) -> object:
    """What a starting hand tells a wager: its gains, also against dealers who hold what it names."""
    if side.cards is not Cards.HOLE:
        return None
    classes = {side.hole_class(hole)}
    if side.looks_at_dealers_hole:
        classes |= {side.hole_class(hole, dealer) for dealer in range(COUNT)}
    return frozenset(tuple(row[r][n] for row in side.gains for r in Result) for n in classes)


def _said_by_flop(side: Side, flop: int) -> object:
    """What the hand of hole cards and flop tells a wager: its gains in each suit."""
    if side.cards is not Cards.FLOP:
        return None
    return tuple(tuple(side.by_suit(flop, q, r)) for q in (0, 1) for r in Result)


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
