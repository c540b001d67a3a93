"""A dishonest house: it plays, writes and seals whatever it likes, as only somebody with its secret can."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from msgspec.structs import replace

from tests.proof.played import (
    ANN,
    BOB,
    DAN,
    RULES,
    SITTING,
    SUE,
    TABLE,
    Entry,
    Playing,
    changed,
    find,
    log_of,
)
from uth.game.deck.dealing import deal
from uth.game.ledger import HOUSE, LINK, Move
from uth.game.round import Choice
from uth.game.table import acts as a
from uth.game.table import events as e
from uth.game.table.dealer import Shoe
from uth.game.table.people import Role, Who
from uth.proof.formats import Pace
from uth.proof.happenings import (
    EventHidden,
    EventOpened,
    NumberRevealed,
    Recorded,
    ShuffleRevealed,
    ShuffleSealed,
    encode,
)
from uth.server.house import House

NUMBER = {"Ann": b"\x01" * 32, "Bob": b"\x02" * 32}
TWO = [*SITTING, (BOB, a.Sit(seat=3)), (BOB, a.BuyIn(cents=50_000))]


@contextmanager
def without_rights() -> Iterator[None]:
    """As before: staff may do at a sealed table what it may at any other."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("uth.game.table.answering.refuse_withheld", lambda table, who, act: None)
        yield


def bets(playing: Playing) -> Playing:
    """Two players bet, each with the commitment to a number."""
    playing.bet(ANN, a.Bet(stakes={"ante": 500}), 1, NUMBER["Ann"])
    playing.bet(BOB, a.Bet(stakes={"ante": 500}), 3, NUMBER["Bob"])
    return playing


def dealt(playing: Playing) -> Playing:
    playing.reveal(ANN, NUMBER["Ann"])
    playing.reveal(BOB, NUMBER["Bob"])
    return playing


def played_out(playing: Playing) -> Playing:
    """To the end of the round: everybody checks, and bets on the river."""
    while playing.standing.table.order:
        seat = next(
            seat
            for seat in playing.standing.table.order
            if f"seat {seat} " in playing.standing.clock.waits_for
        )
        who = Who(Role.PLAYER, playing.standing.table.owners[seat])
        river = len(playing.standing.table.board) == 5
        playing.do(who, a.Decide(choice=Choice.BET1 if river else Choice.CHECK))
    return playing


def honest() -> Playing:
    return played_out(dealt(bets(Playing().all(TWO))))


def log_with(playing: Playing, *changes: Callable[[list[Entry]], None]) -> bytes:
    """The log, rewritten and sealed again."""
    entries = list(playing.entries)
    for change in changes:
        change(entries)
    return log_of(entries, playing.terms)


def drop(kind: type[Recorded], nth: int = 0) -> Callable[[list[Entry]], None]:
    return lambda entries: entries.__delitem__(find(entries, kind, nth))


def rewrite(kind: type[Recorded], nth: int = 0, **fields: object) -> Callable[[list[Entry]], None]:
    def change(entries: list[Entry]) -> None:
        place = find(entries, kind, nth)
        entries[place] = changed(entries[place], **fields)

    return change


def move(kind: type[Recorded], behind: type[Recorded], nth: int = 0) -> Callable[[list[Entry]], None]:
    """An event stands later, as if it had been written with the other one."""

    def change(entries: list[Entry]) -> None:
        entry = entries.pop(find(entries, kind))
        place = find(entries, behind, nth)
        entries.insert(place + 1, entry._replace(at=entries[place].at, command=entries[place].command))

    return change


def write(playing: Playing, *recorded: Recorded, person: str = "") -> None:
    """Something is written that nothing brought."""
    playing.now += 1000
    for one in recorded:
        command = f"{person}/{len(playing.entries):016}" if person else ""
        playing.entries.append(Entry(playing.now, command, encode(one), one))


# ---- forged logs, by what is wrong with them


def board_corrected() -> bytes:
    """A supervisor gives a player quads."""
    with without_rights():
        playing = dealt(bets(Playing().all(TWO)))
        for who in (ANN, BOB, ANN, BOB):
            playing.do(who, a.Decide(choice=Choice.CHECK))
        table = playing.standing.table
        hole = table.spots[1].hole
        assert hole
        seats = [seat for seat in table.order if isinstance(seat, int)]
        bank = deal(RULES, playing.house._deck(playing.standing).deck, seats).bank  # it is dealt later
        gone = {card for spot in table.spots.values() for card in spot.hole or ()} | {*table.board, *bank}
        same = [card for card in range(52) if card // 4 == hole[0] // 4 and card not in gone]
        board = (*same, *(card for card in table.board if card not in same))[:5]
        playing.do(SUE, a.Amend(of="board", cards=board, reason="misread"))
        return played_out(playing).log


def decision_by_a_dealer() -> bytes:
    with without_rights():
        playing = dealt(bets(Playing().all(TWO)))
        playing.do(DAN, a.Decide(choice=Choice.BET4, seat=1))
        return played_out(playing).log


def device_changed() -> bytes:
    with without_rights():
        playing = bets(Playing().all([*TWO, (SUE, a.UseDevice(device="hand", reason="luck"))]))
        return played_out(dealt(playing)).log


def hand_forfeited() -> bytes:
    with without_rights():
        playing = dealt(bets(Playing().all(TWO)))
        playing.do(SUE, a.Rule(ruling="forfeit", seat=1, reason="no reason"))
        return played_out(playing).log


def commitment_after_the_cards() -> bytes:
    return log_with(honest(), move(ShuffleSealed, e.HolesDealt))


def another_deck(playing: Playing) -> None:
    """The house commits a second time, and deals from that deck."""
    shuffle = playing.standing.shuffle
    assert shuffle
    again = playing.house.seals.seal(TABLE, shuffle.round, RULES.digest)
    write(playing, again)
    playing.standing = replace(
        playing.standing, shuffle=again, numbers=(), version=playing.standing.version + 1
    )


def second_commitment_before_the_close() -> bytes:
    playing = Playing().all(TWO)
    another_deck(playing)
    return played_out(dealt(bets(playing))).log


def second_commitment_after_the_close() -> bytes:
    playing = bets(Playing().all(TWO))
    another_deck(playing)
    playing.wake(0)
    return played_out(playing).log


def seed_never_revealed() -> bytes:
    playing = honest()
    playing.do(ANN, a.Bet(stakes={"ante": 500}))
    return log_with(playing, drop(ShuffleRevealed))


def another_seed() -> bytes:
    return log_with(honest(), rewrite(ShuffleRevealed, seed="00" * 32))


def card_swapped() -> bytes:
    """The deck in the shoe is not the sealed one; everything else follows from it by the rules."""
    playing = bets(Playing().all(TWO))
    playing.reveal(ANN, NUMBER["Ann"])
    honest_deck = playing.house._deck

    def stacked(standing: object) -> Shoe:
        shoe = honest_deck(standing)  # type: ignore[arg-type]
        return Shoe((*shoe.deck[1::-1], *shoe.deck[2:]))

    playing.house._deck = stacked  # type: ignore[method-assign]
    playing.reveal(BOB, NUMBER["Bob"])
    return played_out(playing).log


def number_left_out() -> bytes:
    """Bob's number stands in the log, and the house deals without it."""
    playing = bets(Playing().all(TWO))
    playing.reveal(ANN, NUMBER["Ann"])
    numbers = tuple(one for one in playing.standing.numbers if one.player == "Ann")
    playing.standing = replace(playing.standing, numbers=numbers)
    playing.wake(0)
    return played_out(playing).log


def another_number() -> bytes:
    """The house puts a number of its own in the place of Bob's, and deals from that."""
    playing = bets(Playing().all(TWO))
    playing.reveal(ANN, NUMBER["Ann"])
    false = NumberRevealed(round=1, seat=3, player="Bob", number="07" * 32)
    write(playing, false, person="3")
    numbers = tuple(
        replace(one, number="07" * 32) if one.player == "Bob" else one for one in playing.standing.numbers
    )
    playing.standing = replace(playing.standing, numbers=numbers, version=playing.standing.version + 1)
    playing.wake(0)
    return played_out(playing).log


def number_known_before_the_close() -> bytes:
    """The house is told Ann's number before Bob bets."""

    def early(entries: list[Entry]) -> None:
        revealed = entries.pop(find(entries, NumberRevealed))
        place = find(entries, e.WagersPlaced, 1)
        entries.insert(place, revealed._replace(at=entries[place - 1].at))

    return log_with(honest(), early)


def void_at_will() -> bytes:
    """The house does not like the deck."""
    playing = bets(Playing().all(TWO))
    playing.reveal(ANN, NUMBER["Ann"])
    numbers = tuple(replace(one, withheld=not one.number) for one in playing.standing.numbers)
    playing.standing = replace(playing.standing, numbers=numbers)
    playing.wake(0)
    return playing.log


def withheld_too_early() -> bytes:
    """The house says that a reveal came too late, and did not wait for it."""
    playing = bets(Playing().all(TWO))
    playing.reveal(ANN, NUMBER["Ann"])
    moment = playing.now
    playing.wake(6)
    late = [entry.at for entry in playing.entries if entry.at > moment + 1_000_000]
    entries = [entry._replace(at=moment + 1000) if entry.at in late else entry for entry in playing.entries]
    return log_of(entries, playing.terms)


def bets_while_sitting_out() -> bytes:
    playing = bets(Playing().all(TWO))
    playing.reveal(ANN, NUMBER["Ann"])
    playing.wake(6)
    playing.standing = replace(playing.standing, sits_out={})
    playing.do(BOB, a.Bet(stakes={"ante": 500}))
    return playing.log


def number_of_nobody() -> bytes:
    """A number from the house in the name of a player: no command of theirs brings it."""

    def change(entries: list[Entry]) -> None:
        command = entries[find(entries, NumberRevealed, 1)].command
        for place, entry in enumerate(entries):
            if entry.command == command:
                entries[place] = entry._replace(command="")

    return log_with(honest(), change)


def bets_closed_early() -> bytes:
    """Bob sits there with chips, and the house closes bets the moment Ann has bet."""
    playing = Playing().all(TWO)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("uth.server.house._all_in", lambda table, idle: True)
        playing.do(ANN, a.Bet(stakes={"ante": 500}))
    return played_out(playing).log


def played_for_early() -> bytes:
    """The house checks for Ann a second after the deal."""
    playing = dealt(bets(Playing().all(TWO)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            House, "_late", lambda self, standing: standing.clock.waits_for.startswith("round 1: seat 1")
        )
        playing.wake(1)
    return played_out(playing).log


def less_time_than_the_terms() -> bytes:
    playing = Playing()
    playing.house.pace = Pace(deciding=3)
    return played_out(dealt(bets(playing.all(TWO)))).log


def winner_paid_less() -> bytes:
    """An Ante that won $5 is paid $1, and the house keeps the rest; the sums add up."""
    while True:
        playing = honest()
        won = [
            place
            for place, entry in enumerate(playing.entries)
            if isinstance(entry.plain, e.WagerSettled)
            and entry.plain.row.wager == "ante"
            and entry.plain.row.paid == 500
        ]
        if won:
            break

    def change(entries: list[Entry]) -> None:
        settled = entries[won[0]].plain
        assert isinstance(settled, e.WagerSettled)
        moves = tuple(replace(m, cents=100) if m.what == "paid" else m for m in settled.moves)
        entries[won[0]] = changed(entries[won[0]], row=replace(settled.row, paid=100, due=100), moves=moves)
        at = find(entries, e.RoundEnded)
        ended = entries[at].plain
        assert isinstance(ended, e.RoundEnded)
        winner = f"player:{playing.entries[find(entries, e.HolesDealt)].plain.held_by[settled.row.seat]}"  # type: ignore[union-attr]
        net = {**ended.net, winner: ended.net.get(winner, 0) - 400}
        net[HOUSE] = ended.net.get(HOUSE, 0) + 400
        entries[at] = changed(entries[at], net={name: cents for name, cents in net.items() if cents})

    return log_with(playing, change)


def chips_from_nowhere() -> bytes:
    moves = (Move("cage", "player:Ann", 900_000, "buy-in"),)
    return log_with(honest(), rewrite(e.ChipsBought, moves=moves))


def meter_too_low() -> bytes:
    """The table opens with a meter below its seed."""

    def change(entries: list[Entry]) -> None:
        opened = entries[0].plain
        moves = (replace(opened.moves[0], cents=1), *opened.moves[1:])  # type: ignore[union-attr]
        entries[0] = changed(entries[0], moves=moves)

    return log_with(honest(), change)


def meters_from_nowhere() -> bytes:
    playing = honest()
    write(playing, e.MetersRead(moves=(Move("meter:major", LINK, 500_000, "link"),)))
    return playing.log


def act_without_a_reason() -> bytes:
    playing = honest()
    write(playing, e.Paused(by="supervisor Sue", reason=""), person="1")
    return playing.log


def act_of_a_role_without_the_right() -> bytes:
    playing = honest()
    write(playing, e.Paused(by="dealer Dan", reason="a break"), person="4")
    return playing.log


def staff_that_plays() -> bytes:
    playing = honest()
    write(playing, e.Paused(by="supervisor Ann", reason="a break"), person="2")
    return playing.log


def act_without_a_command() -> bytes:
    playing = honest()
    write(playing, e.SeatLeft(seat=3, player="Bob", by="player Bob"))
    return playing.log


def act_by_anothers_command() -> bytes:
    playing = honest()
    write(playing, e.SeatLeft(seat=3, player="Bob", by="player Bob"), person="2")
    return playing.log


def cards_unhidden() -> bytes:
    """Hole cards stand in the chain in the clear, so that a head gives them away."""

    def change(entries: list[Entry]) -> None:
        place = find(entries, e.HolesDealt)
        entries[place] = entries[place]._replace(body=encode(entries[place].plain))
        del entries[find(entries, EventOpened)]

    return log_with(honest(), change)


def opened_as_something_else() -> bytes:
    def change(entries: list[Entry]) -> None:
        place = find(entries, EventOpened)
        opened = entries[place].plain
        assert isinstance(opened, EventOpened)
        entries[place] = changed(entries[place], body=opened.body.replace('"at":""', '"at":"noon"'))

    return log_with(honest(), change)


def shown_otherwise() -> bytes:
    """What everybody was shown of the deal is not what was dealt."""

    def change(entries: list[Entry]) -> None:
        place = find(entries, e.HolesDealt)
        hidden = entries[place].chained
        assert isinstance(hidden, EventHidden)
        body = encode(replace(hidden, shown=replace(hidden.shown, at="noon")))
        entries[place] = entries[place]._replace(body=body)

    return log_with(honest(), change)


def never_opened() -> bytes:
    return log_with(honest(), drop(EventOpened))


def opened_too_early() -> bytes:
    """Hidden cards are opened while they are played."""

    def change(entries: list[Entry]) -> None:
        opened = entries.pop(find(entries, EventOpened))
        place = find(entries, e.FlopShown)
        entries.insert(place, opened._replace(at=entries[place].at, command=entries[place].command))

    return log_with(honest(), change)


def event_left_out() -> tuple[bytes, bytes]:
    """A log, and the same without a player's dispute, sealed again."""
    playing = honest()
    playing.do(ANN, a.Dispute(says="that was wrong"))
    playing.do(BOB, a.Leave())
    return playing.log, log_with(playing, drop(e.Disputed))
