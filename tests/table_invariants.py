"""What always holds at a table, whatever anybody does."""

import random
from collections import Counter
from typing import Any

import msgspec
from hypothesis.stateful import RuleBasedStateMachine, invariant
from msgspec.structs import replace

from tests.offered import announced
from uth.cards import card_name
from uth.game import Refused, settle
from uth.game.ledger import DROP, FELT, overdrawn, player
from uth.game.round import Seat, Spot, on_bank
from uth.game.settlement.progressive import free_bets, prize_of
from uth.game.settlement.validation import Broken
from uth.game.table import acts as a
from uth.game.table.acts import AnyAct
from uth.game.table.acts.banking import pledged
from uth.game.table.acts.jackpots import due
from uth.game.table.acts.paying import MONEY_LEFT, net_of_round
from uth.game.table.acts.prizes import with_jackpots
from uth.game.table.answering import step
from uth.game.table.events import (
    AnyEvent,
    BetsClosed,
    EnvyTakenBack,
    Event,
    FeesCollected,
    FeesReturned,
    HandShown,
    HolesDealt,
    JackpotConfirmed,
    JackpotDenied,
    MetersRead,
    SupervisorTold,
    WagerSettled,
    replay,
)
from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.game.table.snapshots import restore, snapshot
from uth.game.table.state import Table
from uth.game.views.picture import private, private_key, seen_by, view
from uth.game.views.script import script
from uth.rules import Book
from uth.rules.clauses import clauses
from uth.rules.prizes import Cash, Share

CLAUSES = {clause.id: clause.book for clause in clauses()}
EXTENDED = {"side-bets": "california-bally", "house-progressive": "iowa-catfish-bend"}
"""House books, and those whose documents they stand on."""
MOST_CLAUSES = 5
"""A refusal names the clauses that say so, not all of a section."""
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eli")
PEOPLE = [Who(Role.PLAYER, name) for name in NAMES]
DEALER, SUPERVISOR, HOUSE = Who(Role.DEALER, "Dan"), Who(Role.SUPERVISOR, "Sue"), Who(Role.HOUSE, "")
SPECTATOR = Who(Role.SPECTATOR, "Pam")
EVERYBODY = [*PEOPLE, DEALER, SUPERVISOR, HOUSE, SPECTATOR]


def left_on_felt(table: Table, seat: Seat) -> int:
    """What a seat still has on the felt; what is dropped left it at the coin-in."""
    spot, book = table.spots[seat], table.book
    dropped = dropped_by(book, spot) if table.meters_before else 0
    settled = sum(spot.on(book, laid) for laid in on_bank(book, spot) if (seat, laid) in table.settled)
    return spot.staked(book) - dropped - settled


def dropped_by(book: Book, spot: Spot) -> int:
    """What leaves the felt at the coin-in."""
    return sum(spot.stake(bet) for bet in book.side_bets if bet.dropped)


def meters_pay(book: Book, wager: str) -> bool:
    """Whether a row of a settlement is about a wager that the bank does not pay."""
    return wager in book.bets and not book.bets[wager].paid_by_bank


def cards_in(data: Any) -> set[int]:
    """Every card in an event as it would be sent."""
    if isinstance(data, dict):
        found = [data[name] for name in ("cards", "was", "hole") if isinstance(data.get(name), list | tuple)]
        found += (data.get("holes") or {}).values()
        inner = (cards_in(value) for value in data.values())
        return {card for pile in found for card in pile}.union(*inner)
    return set().union(*map(cards_in, data)) if isinstance(data, list | tuple) else set()


class Invariants(RuleBasedStateMachine):
    """A table under watch: every act is tried here, and everything is looked at afterwards."""

    table: Table
    log: list[Event]
    rng: random.Random
    at_the_offer: set[str]
    """Who sat at the table when the bank was offered last: who came later is asked when it goes on."""

    def do(self, who: Who, act: a.Act) -> bool:
        """Try an act; a refused one must leave no trace, an accepted one was offered."""
        before = self.table
        try:
            events, after = step(before, who, act)
        except Refused as error:
            self.refusal_is_sound(error)
            return False
        assert events, f"{act} was accepted and nothing happened"
        self.nobody_is_passed_over(act, after)
        if after.offered is not None and after.offered != before.offered:
            self.at_the_offer = set(after.seats.values())
        if self.rng.random() < 0.1:
            assert announced(before, who, act), f"{who} may do {act}, and nobody told him"
            assert msgspec.json.decode(msgspec.json.encode(act), type=AnyAct) == act
        self.log += events
        self.table = after
        for event in events:
            self.nobody_is_told_a_hidden_card(event)
        return True

    def try_out(self, who: Who, act: a.Act) -> None:
        """Try an act and leave the table as it is: refused for a reason, or accepted, and then offered."""
        try:
            step(self.table, who, act)
        except Refused as error:
            self.refusal_is_sound(error)
        else:
            assert announced(self.table, who, act), f"{who} may do {act}, and nobody told him"

    def nobody_is_passed_over(self, act: a.Act, after: Table) -> None:
        """Whoever sits between the last banker's place and the next one's was asked, and has declined."""
        before = self.table
        last, seat = before.last_bank, after.bank_seat
        if not isinstance(act, a.TakeBank) or before.offered is None or last is None or seat is None:
            return
        clockwise = sorted(before.seats, key=lambda place: (place - last.seat - 1) % before.book.table.seats)
        between = clockwise[: clockwise.index(seat)] if seat != last.seat else []
        asked = {*before.declined, last.name, after.banker}
        assert {before.seats[place] for place in between} & self.at_the_offer <= asked

    def refusal_is_sound(self, error: Refused) -> None:
        said = str(error)
        assert said
        assert not isinstance(error, Broken), said
        assert not any(self.hidden(name) in said for name in NAMES if self.hidden(name))
        for refusal in error.refusals:
            assert len(refusal.clauses) <= MOST_CLAUSES, refusal
            name = self.table.book.name
            assert all(CLAUSES[clause] == EXTENDED.get(name, name) for clause in refusal.clauses)

    def hidden(self, name: str) -> str:
        """Hole cards of somebody that are not shown, as they would be written."""
        seat = self.table.seat_of(name)
        spot = self.table.spots.get(seat) if seat else None
        return (
            " ".join(map(card_name, spot.hole)) if spot and spot.hole and seat not in self.table.shown else ""
        )

    def nobody_is_told_a_hidden_card(self, event: Event) -> None:
        """Whoever hears of an event learns only cards that lie open or are his own; supervisors hear all."""
        table = self.table
        private = {
            card: table.owners[seat]
            for seat, spot in table.spots.items()
            if spot.behind is None and seat not in table.shown
            for card in spot.hole or ()
        }
        for who in (*PEOPLE[:3], SPECTATOR, DEALER, SUPERVISOR, HOUSE):
            seen = seen_by(who, event)
            assert seen is not None or who.role is not Role.SUPERVISOR, event
            for card in cards_in(msgspec.to_builtins(seen)):
                assert who == Who(Role.PLAYER, private.get(card, who.name)) or card not in private, (
                    who,
                    seen,
                )

    @invariant()
    def money_is_conserved(self) -> None:
        accounts = self.table.accounts
        assert self.table.held != MONEY_LEFT
        assert sum(accounts.values()) == 0
        assert not overdrawn(accounts)
        table = self.table
        if table.void:
            assert accounts.get(FELT, 0) == 0
        else:
            lying = sum(left_on_felt(table, seat) for seat in table.spots)
            assert accounts.get(FELT, 0) == lying

    @invariant()
    def a_player_bank_keeps_to_its_wager(self) -> None:
        table = self.table
        if table.book.bank.is_player and table.bank_wager is not None:
            assert table.account.net >= -table.bank_wager - table.bank_chips
            assert table.chips(table.banker or "") >= pledged(table)
            if (
                table.book.readings.bank.accounting == "stake_only"
                and table.book.bank.cover_policy == "wager"
            ):
                assert table.account.paid <= table.bank_wager

    @invariant()
    def a_private_part_stays_while_its_key_does(self) -> None:
        """The service sends again what it has sent before, as long as the key is the same."""
        last: dict[Who, tuple[Any, Any]] = self.__dict__.setdefault("last_private", {})
        for who in PEOPLE:
            key = private_key(self.table, who)
            seen = private(self.table, who)
            if key is not None and who in last and last[who][0] == key:
                assert last[who][1] == seen
            last[who] = (key, seen)

    @invariant()
    def nobody_sees_a_hidden_card(self) -> None:
        """What each may know is worked out from the log: what he was dealt, and what was shown to all."""
        table = self.table
        dealt = [event for event in self.log if isinstance(event, HolesDealt)]
        if not dealt or not table.order or dealt[-1].holes is None or table.phase is Phase.DEALING:
            return
        holes, held_by = dealt[-1].holes, dealt[-1].held_by
        since = self.log[len(self.log) - self.log[::-1].index(dealt[-1]) :]
        shown = {event.seat for event in since if isinstance(event, HandShown)}
        for who in EVERYBODY:
            text = str(view(table, who))
            for seat, hole in holes.items():
                if seat in shown or (who.role is Role.PLAYER and held_by[seat] == who.name):
                    continue
                assert not any(f"'{card_name(card)}'" in text for card in hole), f"{who} sees seat {seat}"

    @invariant()
    def the_dealer_always_knows_what_to_do(self) -> None:
        assert script(self.table)

    @invariant()
    def every_hand_is_racked_once(self) -> None:
        table = self.table
        seats = {seat for seat in table.order if isinstance(seat, int)}
        assert len(set(table.racked)) == len(table.racked)
        assert set(table.racked) <= seats
        if table.phase in (Phase.ENDING, Phase.REVIEW) and table.order and not table.void:
            assert set(table.racked) == seats

    @invariant()
    def a_snapshot_gives_the_table_back(self) -> None:
        assert restore(snapshot(self.table), self.table.book) == self.table
        for event in self.log[-3:]:
            assert msgspec.json.decode(msgspec.json.encode(event), type=AnyEvent) == event

    @invariant()
    def settlement_at_the_table_is_settlement(self) -> None:
        """A round paid out hand by hand gives the same rows as the whole round settled at once."""
        table = self.table
        if table.phase not in (Phase.ENDING, Phase.REVIEW) or not table.spots:
            return
        start = max(n for n, event in enumerate(self.log) if isinstance(event, BetsClosed))
        if table.void:
            self.a_void_round_costs_nobody_anything(start)
            return
        if table.forfeited:
            self.a_forfeit_leaves_the_others_alone()
            return
        whole = settle(table.book, table.as_round())
        settled = [event.row for event in self.log[start:] if isinstance(event, WagerSettled)]
        assert settled == list(table.rows)
        rows, expected = with_jackpots(table), list(whole.rows)
        if table.denied or self.meter_moved_between_its_jackpots(start):
            # who shares a jackpot, and who wins envy, is another invariant's matter
            rows, expected = (
                [row for row in some if not meters_pay(table.book, row.wager)] for some in (rows, expected)
            )
        assert sorted(map(str, rows)) == sorted(map(str, expected))
        drop = sum(move.cents for move in table.moves if move.target == DROP)
        drop -= sum(move.cents for move in table.moves if move.source == DROP)
        assert drop == (whole.charge.house if whole.charge else 0)
        told = [(event.seat, event.about) for event in self.log[start:] if isinstance(event, SupervisorTold)]
        assert sorted(told, key=str) == sorted(((n.seat, n.about) for n in whole.notices), key=str)

    def meter_moved_between_its_jackpots(self, start: int) -> bool:
        """Whether the link has told something new when a part of a meter was confirmed and another not."""
        since = self.log[start:]
        confirmed = [n for n, event in enumerate(since) if isinstance(event, JackpotConfirmed)]
        several = len({Share.named(name).meter for name in self.table.pots}) < len(self.table.pots)
        return several and any(isinstance(event, MetersRead) for event in since[min(confirmed, default=0) :])

    @invariant()
    def meters_are_shared_whole_and_in_order(self) -> None:
        """What was won is what the meter was, to the cent; first dealt, first paid; denied, nothing."""
        table = self.table
        for bet, meter in table.book.meters.values():
            only_whole = all(prize.part == 1 for prize in bet.prizes if isinstance(prize, Share))
            least = meter.seed if only_whole else 0  # a part of a meter is not made up for
            assert not table.meters_before or table.accounts[f"meter:{meter.name}"] >= least
        for name, pot in table.pots.items():
            if pot.wins:
                whole = self.worth(name) if pot.cents is None else pot.cents
                waiting = sum(due(table, won) for won in table.review if won.meter == name)
                assert waiting + sum(win.paid for win in pot.wins) == whole
                assert table.accounts.get(f"jackpot:{name}", 0) == pot.left
                have_been_paid = [bool(win.paid) for win in pot.wins]
                assert have_been_paid == sorted(have_been_paid, reverse=True)
        paid = {
            row.seat for row in table.rows if meters_pay(table.book, row.wager) and row.paid and row.stake
        }
        assert not paid & {*table.forfeited}
        if table.phase in (Phase.REVIEW, Phase.ENDING) and table.order and not table.void:
            self.envy_is_for_hands_that_stand()

    def worth(self, name: str) -> int:
        """What a jackpot that is not confirmed is worth: smaller parts of its meter are taken before it."""
        jackpot, pots = Share.named(name), self.table.pots
        left = self.table.accounts[f"meter:{jackpot.meter}"]
        waiting = [Share.named(other) for other, pot in pots.items() if pot.wins and pot.cents is None]
        for part in sorted(share.part for share in waiting if share.meter == jackpot.meter):
            cents = int(left * part)
            if part == jackpot.part:
                return cents
            left -= cents
        raise AssertionError(f"nobody has won {name}")

    def envy_is_for_hands_that_stand(self) -> None:
        """Nobody keeps envy for a hand that was denied, folded or forfeited; no forfeited hand wins any."""
        table = self.table
        start = max(n for n, event in enumerate(self.log) if isinstance(event, BetsClosed))
        kept = dict.fromkeys(table.order, 0)
        free = {bet.name for bet in free_bets(table.book)}
        for event in self.log[start:]:
            if isinstance(event, WagerSettled) and event.row.wager in free:
                kept[event.row.seat] += event.row.paid
            elif isinstance(event, EnvyTakenBack):
                kept[event.seat] -= event.cents
        assert not any(kept[seat] for seat in table.forfeited)
        denied = {
            (event.seat, table.book.meters[Share.named(event.meter).meter][0].name)
            for event in self.log[start:]
            if isinstance(event, JackpotDenied)
        }
        prizes = [
            prize_of(bet, spot, table.board)
            for bet in free_bets(table.book)
            for spot in table.live
            if spot.hole and (spot.seat, bet.beside) not in denied
        ]
        most = sum(prize.cents for prize in prizes if isinstance(prize, Cash))
        assert all(0 <= cents <= most for cents in kept.values())

    def a_void_round_costs_nobody_anything(self, start: int) -> None:
        """Everybody has what he had, but for fees and progressive wagers where the house keeps those."""
        table, readings, kept = self.table, self.table.book.readings, Counter[str]()
        if not readings.irregularity.void_reverses_coin_in:
            for seat, spot in table.spots.items():
                kept[player(table.owners[seat])] += dropped_by(table.book, spot)
        for event in self.log[start:] if not readings.fees.refund_void else ():
            if isinstance(event, FeesCollected | FeesReturned):
                for move in event.moves:
                    kept[move.source] += move.cents
                    kept[move.target] -= move.cents
        net = Counter(net_of_round(table))
        if table.banker is not None:
            net[player(table.banker)] += table.bank_wager or 0
        for name in {*table.owners.values(), table.banker} - {None}:
            assert net[player(str(name))] == -kept[player(str(name))], name

    def a_forfeit_leaves_the_others_alone(self) -> None:
        """Every wager is settled once; other hands are owed what they would be owed anyway."""
        table, book = self.table, self.table.book
        rows = {row.key: row for row in table.rows}
        assert len(rows) == len(table.rows)
        laid = {(seat, laid) for seat, spot in table.spots.items() for laid in on_bank(book, spot)}
        assert laid <= set(rows)
        others = tuple(table.spots[seat] for seat in table.order if seat not in table.forfeited)
        if not others:
            return
        ample = 10**12 if book.bank.is_player else None
        for owed in settle(book, replace(table.as_round(), spots=others, bank_wager=ample)).rows:
            if not meters_pay(book, owed.wager):
                assert rows[owed.key].due == owed.due

    def teardown(self) -> None:
        if hasattr(self, "table"):
            assert replay(self.table.book, self.log) == self.table
