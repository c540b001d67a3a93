"""Nobody alone chooses a deck: neither the house by trying seeds, nor a player, nor both by looking first."""

import pytest

from tests.attacks.forging import NUMBER, bets, dealt, honest, played_out
from tests.proof.played import ANN, BOB, SITTING, SUE, TABLE, Playing
from uth.game.deck.sealed import mixed, number_commitment, shuffled
from uth.game.round import Seat
from uth.game.table import acts as a
from uth.game.table import events as e
from uth.game.table.phases import Phase
from uth.proof.happenings import NumberWithheld, ShuffleRevealed
from uth.server.faults import Fault

TWO = [*SITTING, (BOB, a.Sit(seat=3)), (BOB, a.BuyIn(cents=50_000))]


def test_the_house_does_not_know_its_deck_when_it_commits() -> None:
    """It tries seeds until one suits it: with a player's number in the deck, that was for nothing."""
    playing = Playing().all(TWO)
    shuffle = playing.standing.shuffle
    assert shuffle
    seed = playing.house.seals.open(TABLE, playing.terms.digest, shuffle)
    chosen = shuffled(seed)
    assert dealt(bets(playing)).house._deck(playing.standing).deck != chosen
    numbers: dict[Seat, bytes] = {1: NUMBER["Ann"], 3: NUMBER["Bob"]}
    deck = mixed(seed, TABLE, 1, playing.terms.digest, shuffle.commitment, (1, 3), numbers)
    assert playing.house._deck(playing.standing).deck == shuffled(deck)


def test_every_part_of_the_deck_counts() -> None:
    """One bit of any number, who sits where, the round: each gives another deck."""
    numbers: dict[Seat, bytes] = {1: b"a" * 32, 3: b"b" * 32}
    seed, table, number, digest, house, order = b"s" * 32, "T1", 7, "digest", "house", (1, 3)
    decks = [
        mixed(seed, table, number, digest, house, order, numbers),
        mixed(b"t" * 32, table, number, digest, house, order, numbers),
        mixed(seed, "T2", number, digest, house, order, numbers),
        mixed(seed, table, 8, digest, house, order, numbers),
        mixed(seed, table, number, "other", house, order, numbers),
        mixed(seed, table, number, digest, "other", order, numbers),
        mixed(seed, table, number, digest, house, (3, 1), numbers),
        mixed(seed, table, number, digest, house, (1, 2, 3), numbers),
        mixed(seed, table, number, digest, house, order, {**numbers, 3: b"c" * 32}),
        mixed(seed, table, number, digest, house, order, {1: b"a" * 32}),
    ]
    assert len(set(decks)) == len(decks)
    assert mixed(seed, table, number, digest, house, order, {}) == seed  # as without players' numbers


def test_a_known_answer() -> None:
    """Made with a shell: printf, sha256sum and `openssl dgst -sha256 -mac hmac`."""
    promise = number_commitment("T1", 7, 3, "ab" * 32, bytes(range(32)))
    assert promise.hex() == "0466b2a020714b369548c533ca8153c4fa00fe7d8967f85a19ae4d7f6a397c7d"
    deck = mixed(bytes(32), "T1", 7, "d1", "ab" * 32, (1, 3, "3b"), {3: bytes(range(32))})
    assert deck.hex() == "d8091e87f58a2c27cc3b9048596f556aeb30f18169b8a9305cfc6373b1b41bfd"


def test_a_commitment_holds_for_its_seat_round_and_deck_alone() -> None:
    promises = {
        number_commitment(table, number, seat, house, b"n" * 32)
        for table in ("T1", "T2")
        for number in (1, 2)
        for seat in (1, 11, "1b")
        for house in ("aa", "bb")
    }
    assert len(promises) == 24


def test_no_card_before_every_number_is_there() -> None:
    playing = bets(Playing().all(TWO))
    told = playing.reveal(ANN, NUMBER["Ann"])
    assert playing.standing.table.phase is Phase.DEALING
    assert not any(isinstance(one, e.HolesDealt) for one in told)
    told = playing.reveal(BOB, NUMBER["Bob"])
    assert any(isinstance(one, e.HolesDealt) for one in told)


def test_another_number_than_the_one_committed_to_is_not_taken() -> None:
    playing = bets(Playing().all(TWO))
    with pytest.raises(Fault, match="not the number you committed to"):
        playing.reveal(BOB, NUMBER["Ann"])
    with pytest.raises(Fault, match="you committed to no number"):
        playing.reveal(SUE, NUMBER["Ann"])


def test_a_number_is_not_taken_before_the_close() -> None:
    playing = Playing().all(TWO)
    playing.bet(ANN, a.Bet(stakes={"ante": 500}), 1, NUMBER["Ann"])
    with pytest.raises(Fault, match="after the close of bets"):
        playing.reveal(ANN, NUMBER["Ann"])


def test_a_withheld_number_voids_the_round_before_a_card_and_is_counted() -> None:
    playing = bets(Playing().all(TWO))
    playing.reveal(ANN, NUMBER["Ann"])
    told = playing.wake(6)
    assert not any(isinstance(one, e.HolesDealt) for one in told)
    assert [one.player for one in told if isinstance(one, NumberWithheld)] == ["Bob"]
    assert any(isinstance(one, ShuffleRevealed) for one in told)
    table, tally = playing.standing.table, playing.standing.tally
    assert (table.chips("Ann"), table.chips("Bob")) == (100_000, 50_000)
    assert (tally.voided, dict(tally.withheld)) == (1, {"Bob": 1})
    with pytest.raises(Fault, match="sit out"):
        playing.do(BOB, a.Bet(stakes={"ante": 500}))
    playing.bet(ANN, a.Bet(stakes={"ante": 500}), 1, NUMBER["Ann"])  # the others play on
    playing.wake(61)
    playing.reveal(ANN, NUMBER["Ann"])
    played_out(playing)
    playing.do(BOB, a.Bet(stakes={"ante": 500}))


def test_a_client_that_takes_no_part_loses_nothing() -> None:
    playing = Playing().all(TWO)
    playing.bet(ANN, a.Bet(stakes={"ante": 500}), 1, NUMBER["Ann"])
    playing.do(BOB, a.Bet(stakes={"ante": 500}))
    playing.reveal(ANN, NUMBER["Ann"])
    assert playing.standing.table.phase is Phase.PREFLOP


def test_bets_that_are_taken_back_take_their_number_along() -> None:
    playing = Playing().all(TWO)
    playing.bet(ANN, a.Bet(stakes={"ante": 500}), 1, NUMBER["Ann"])
    playing.do(ANN, a.TakeBack())
    assert playing.standing.numbers == ()
    playing.do(ANN, a.Bet(stakes={"ante": 500}))
    playing.do(BOB, a.Bet(stakes={"ante": 500}))
    assert playing.standing.table.phase is Phase.PREFLOP


def test_who_comes_after_the_close_shifts_no_card() -> None:
    """The order of the deal stands with the close of bets: a bot that sits down then is not dealt to."""
    alone, joined = bets(Playing().all(TWO)), bets(Playing().all(TWO))
    joined.standing = alone.standing
    joined.house = alone.house
    joined.do(ANN, a.BuyIn(cents=100))
    assert joined.standing.table.order == alone.standing.table.order == (1, 3)


def test_a_table_that_does_not_mix_takes_no_numbers() -> None:
    playing = Playing(mixed=False).all(TWO)
    with pytest.raises(Fault, match="takes no numbers"):
        playing.bet(ANN, a.Bet(stakes={"ante": 500}), 1, NUMBER["Ann"])


def test_rounds_with_numbers_are_counted() -> None:
    assert honest().standing.tally.mixed == 1
