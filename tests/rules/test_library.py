"""A house's own book: extending, setting, and every mistake said at once."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from uth.rules import BookError, load_book
from uth.rules.library import full_key, load_as_written, pack_book, shipped, unpack_book

Write = Callable[[str], Path]


@pytest.fixture
def house(tmp_path: Path) -> Write:
    def write(text: str, name: str = "my-house.toml") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def mistakes(name: str | Path, *settings: str) -> str:
    with pytest.raises(BookError) as error:
        load_book(name, settings)
    return str(error.value)


def test_a_house_book_extends_a_shipped_one(house: Write) -> None:
    book = load_book(
        house(
            """
            extends = "california-bally"
            title = "The Corner Room"
            trips.table = "UTH-03"
            limits.ante = ["10", "100.00"]
            limits.trips = ["$5", "$1,000"]
            backline.allowed = false
            blind."royal flush" = "200 to 1"
            fees.rates = [{ least = "10", bank = "2", player = "0.50" }]
            [readings]
            bank.accounting = "running"
            """
        )
    )
    assert book.name == "my-house"
    assert book.missing() == ["blind"]  # another Blind than that of Bally's four tables (BALLY-PAY-SEL)
    assert str(book.bets["trips"].limits) == "$5 to $1,000"
    assert book.bets["blind"].prizes[9] == 200
    assert book.readings.bank.accounting == "running"
    assert book.table.seats == 6  # from the book below


def test_books_extend_in_chains_and_beside_each_other(house: Write) -> None:
    house('extends = "florida"\nlimits.ante = [5, 25]\nlimits.trips = [5, 25]', "parent.toml")  # type: ignore[call-arg]
    book = load_book(house('extends = "parent.toml"\nblind.flush = "3:2"'))
    assert (str(book.bets["ante"].limits), str(book.bets["blind"].prizes[5])) == ("$5 to $25", "3/2")


def test_every_mistake_is_said_at_once_with_file_key_and_remedy(house: Write) -> None:
    said = mistakes(
        house(
            """
            extends = "california-shfl"
            colour = "green"
            [limits]
            ante = ["50.00", "5.00"]
            trips = 5
            [blind]
            flush = "0:1"
            straigt = "1:1"
            straight_flush = "none"
            [trips]
            four_of_a_kind = "none"
            full_house = "eight"
            [decisions]
            flop = [2, 2]
            [fees]
            rates = [{least="1",most="2"}, {least="3",most="4"}, {least="5",most="6"}, {least="7",most="8"},
                     {least="9",most="10"}, {least="11"}]
            [bank]
            who = "robot"
            [readings]
            bank.accounting = "sometimes"
            """
        )
    ).splitlines()
    for wanted in (
        "colour: unknown key",
        'limits.ante: ["50.00", "5.00"]: upside down',
        'limits.trips: 5: the least and the most are wanted, like ["5.00", "50.00"]',
        'blind.flush: "0:1": odds must be above zero',
        "blind.straigt: unknown hand or key; did you mean straight?",
        "blind.straight_flush: missing pay: straight is paid",
        "trips.four_of_a_kind: missing pay",
        'trips.full_house: "eight": odds are written "3:2"',
        "decisions.flop: [2, 2]: write each multiple once",
        "fees.rates: 6 rates in schedule 1; at most 5 are allowed",
        'bank.who: "robot": one of player-dealer, designated player, house is wanted',
        'readings.bank.accounting: "sometimes": one of stake_only, running, matched is wanted',
    ):
        assert [line for line in said if wanted in line and "my-house.toml" in line], wanted
    assert len(said) == 12


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("limits.ante = [", "not a TOML file"),
        ('extends = "nowhere"', "nowhere: no such book; shipped are california-bally"),
        ("extends = 3", "extends: the name of one book"),
        ('extends = "my-house.toml"', "books extend each other"),
        ("title = 'x'", "table.seats: missing; places on the players' side"),
        ('extends = "florida"\nblind = 3', "blind: a table of keys is wanted"),
        ('extends = "florida"\nblind.flush = "-1:1"', "odds must be above zero"),
        ('extends = "florida"\nfees.rates = 3', "fees.rates: a list of tables"),
        ('extends = "florida"\nfees.rates = [{bank = "1"}]', "fees.rates[1].least: missing"),
        ('extends = "florida"\nlimits.ante = [0, 5]', "the least must be above zero"),
        ('extends = "florida"\nlimits.ante = ["5.25", "10"]', "not in whole steps of the wager unit, $1"),
        ('extends = "florida"\nwagers.unit = "0.001"', "an amount in dollars is written"),
        ('extends = "florida"\nwagers.unit = 0', "the unit must be above zero"),
        ('extends = "florida"\nblind.flush = "1:3"', "1:3 on $1 is not whole cents"),
        ('extends = "florida"\nrake.mode = "a"', "rake.amount: missing"),
        ('extends = "florida"\nbank.cover_policy = "unlimited"', "with a designated player bank it is"),
        ('extends = "florida"\ntable.fewest = 1', "table.fewest: from 2"),
        ('extends = "florida"\ndeal.device = "shoe"', "deal.orders.shoe: the device in use needs"),
        ('extends = "florida"\ndeal.orders.hand = ["hole 2", "board 3"]', "deals 3 board cards where 5"),
        ('extends = "florida"\ndeal.orders.hand = ["hole 1", "board 5"]', "deals 1 hole card where 2"),
        ('extends = "florida"\ndecisions.river = []', "decisions.river: a player who has checked"),
        ('extends = "florida"\nopening.needs = [{choose = "sunshine"}]', "sunshine is not a key of a book"),
        ('extends = "florida"\nqualifier.hand = "two pears"', 'did you mean "two_pair"?'),
        ('extends = "california-shfl"\nfees.option = 3', "fees.option: 3: no rate belongs"),
        (
            'extends = "florida"\nfees.rates = [{least="5", most="50"}, {least="40"}]',
            "brackets must rise and not overlap at $40",
        ),
        ('extends = "florida"\nfees.rates = [{least="50", most="5"}]', "upside down: $50 to $5"),
        ('extends = "iowa-catfish-bend"\nprogressive.royal_flush = "100% mega"', 'no meter "mega"'),
        (
            'extends = "iowa-catfish-bend"\nprogressive.royal_flush = "0% major"',
            'written "100% major" or "10% major"',
        ),
        ('extends = "iowa-catfish-bend"\nprogressive.stake = "1.01"', "a part of a cent would be lost"),
        ('extends = "iowa-catfish-bend"\nprogressive.stake = 0', "a stake is above zero"),
        (
            'extends = "florida"\nsettle.wager_order = ["ante", "play"]',
            "each of ante, play, blind is wanted; others may follow",
        ),
        (
            'extends = "florida"\nsettle.wager_order = ["ante", "ante", "play", "blind", "trips"]',
            "some of ante, play, blind, trips are wanted, each once",
        ),
        ('extends = "florida"\nname = "florida"', "give yours a name of its own"),
        ('extends = "florida"\ntitle = "a\\u001bb"', "without control characters"),
        ('extends = "florida"\nblind.flush = "9999999:1"', "a slip of the pen"),
        ('extends = "florida"\nlimits.ante = ["5", "999999999999999"]', "no amount for a table"),
        ('extends = "florida"\nfees.rates = [{least="5"}, {least="40"}]', "the rate from $5 needs its most"),
        ("", 'needs little more than extends = "california-shfl"'),
        (
            'extends = "iowa-catfish-bend"\nprogressive.meters = [{name="major", seed="1", meter="140%"}]',
            'a share is written "14%"',
        ),
    ],
)
def test_one_mistake(house: Write, text: str, says: str) -> None:
    assert says in mistakes(house(text))


def test_the_file_that_did_it_is_named(house: Write) -> None:
    for text in ('fees.rates = [{bank = "1"}]', 'bank.who = "house"', 'rake.mode = "a"', "table.seats = 1"):
        said = mistakes(house(f'extends = "florida"\n{text}'))
        assert all(line.startswith("/") and "my-house.toml" in line for line in said.splitlines()), said


def test_a_wrong_row_does_not_hide_the_other_mistakes(house: Write) -> None:
    rates = ", ".join(f'{{least = "{n}", most = "{n}"}}' for n in range(1, 7))
    said = mistakes(house(f'extends = "florida"\nfees.rates = [{rates}, {{most = "x"}}]\ntable.fewest = 9'))
    for wanted in ("fees.rates[7].most", "fees.rates[7].least: missing", "7 rates", "table.fewest"):
        assert wanted in said


def test_other_words_for_a_hand_and_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "notepad.toml"
    file.write_bytes(b'\xef\xbb\xbfextends = "florida"\nblind.quads = "12:1"')
    assert load_book(file).bets["blind"].prizes[7] == 12


def test_an_unreadable_file(tmp_path: Path) -> None:
    path = tmp_path / "binary.toml"
    path.write_bytes(b"\xff\xfe\x00")
    assert "cannot be read" in mistakes(path)


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ("flush", "KEY=VALUE is wanted"),
        ("=3", "KEY=VALUE is wanted"),
        ("[x=3", "[x: unknown key"),
        ("blind[1].x=3", "blind[1].x: unknown hand or key"),
        ("fees.rates[1].bank=3", "fees.rates[1]: unknown key"),
        ("blind.flush=", 'odds are written "3:2"'),
        (
            "trips.table=UTH-09",
            "one of UTH-01, UTH-02, UTH-03, UTH-04, FL-RACETRACK, HEADS-UP-PLUS is wanted",
        ),
        ("decisions.preflop=4", "a list in [ ] is wanted"),
        ("decisions.preflop=[x]", '["x"]: a whole number from 1 to 20 is wanted; commas stand between'),
        ("decisions.preflop=[3 4]", '["3 4"]: a whole number from 1 to 20 is wanted; commas stand between'),
        ("blind.flush=none", "straight is paid, so this better hand needs odds too"),
        ("blind.flush=0:1", "write none for a hand that is not paid"),
        ("blind.flush=1:3", "blind.flush: 1:3 on $1 is not whole cents"),
        ("bank.cover_check=wager", "one of settlement is wanted"),
        ("limits.ante=[0.5, 5]", "an amount in dollars is written"),
    ],
)
def test_a_bad_setting(setting: str, says: str) -> None:
    said = mistakes("florida", setting)
    assert says in said
    assert said.startswith("--set")
    assert len(said.splitlines()) == 1, "one mistake is told once"


def test_a_list_keeps_its_items_where_a_shell_took_the_quotes() -> None:
    order = ["trips", "blind", "ante", "play"]
    assert load_book("florida", [f"settle.wager_order=[{', '.join(order)}]"]).settle.wager_order == tuple(
        order
    )


def test_settings_that_contradict_each_other() -> None:
    assert "both set" in mistakes("florida", "blind=3", "blind.flush=3:2")


def test_a_reading_is_found_without_its_section() -> None:
    assert full_key("bank.accounting") == "readings.bank.accounting"
    assert full_key("bank.max_consecutive") == "bank.max_consecutive"
    assert full_key("trips_table") == full_key("trips.table") == "wagers.trips.table"
    assert full_key("fold.trips_collect_at") == "wagers.trips.collect_at"
    assert full_key("nothing") == "nothing"


def test_switches_of_a_file_of_rounds_give_money_in_cents() -> None:
    book = load_as_written(
        "iowa-catfish-bend", {"wagers.unit": 50, "aggregate.cap": 2_500_000, "limits.ante": [500, 5000]}
    )
    assert (book.wagers.unit, book.aggregate.cap, str(book.bets["ante"].limits)) == (
        50,
        2_500_000,
        "$5 to $50",
    )


def test_values_of_settings_keep_their_kind() -> None:
    book = load_book(
        "iowa-catfish-bend", ["wagers.unit=0.50", "decisions.flop=[]", "envy.folded_eligible=false"]
    )
    assert (book.wagers.unit, book.decisions.flop, book.bets["envy"].folded_eligible) == (50, (), False)


@pytest.mark.parametrize("name", shipped())
def test_a_packed_book_is_the_same_book(name: str) -> None:
    settings = [] if name == "iowa-catfish-bend" else ["trips.table=UTH-02", "title=Other"]
    kept = json.loads(json.dumps(pack_book(name, settings)))
    book = load_book(name, settings)
    assert unpack_book(kept) == unpack_book(kept) == book
    assert unpack_book(kept).digest == book.digest


def test_settings_are_read_only_where_they_change_a_section() -> None:
    """A file of rounds may name hundreds of switches; what they leave alone is one object for all books."""
    plain, flush = load_book("florida"), load_book("florida", ["blind.flush=9:5", "bank.funds=posted_only"])
    assert flush.script is plain.script
    assert flush.bets["trips"] is plain.bets["trips"]
    assert flush.readings.fold is plain.readings.fold
    assert (flush.bets["blind"], flush.readings.bank) != (plain.bets["blind"], plain.readings.bank)
    assert flush == unpack_book(pack_book("florida", ["blind.flush=9:5", "bank.funds=posted_only"]))


def test_a_book_read_before_is_not_changed_by_what_was_made_of_it() -> None:
    def digests() -> list[str]:
        settings: list[list[str]] = [[], ["blind.straight=2:1"], ["fees.option=2"]]
        return [load_book("california-shfl", one).digest for one in settings]

    before = digests()
    packed = pack_book("california-shfl", ["trips.table=UTH-04"])
    packed["wagers"]["blind"]["flush"] = packed["wagers"]["trips"]["flush"] = "99:1"
    packed["fees"]["rates"].clear()
    for wrong in ("fees.rates=[{}]", "blind=3", "trips.table=[]", "table.seats=0"):
        mistakes("california-shfl", wrong)
    assert digests() == before


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("missing.toml", "missing.toml: no such file"),
        ("rooms/missing", "rooms/missing: no such file"),
        ("missing", "missing: no such book; shipped are california-bally"),
        ("", "no such book; shipped are california-bally"),
        (".", ".: a folder, not a book; name a .toml file"),
        ("/dev/null", "/dev/null: a device, not a book"),
        pytest.param("a" * 5000, "no such book", id="a long name"),
        ("a\0b", "no such book"),
    ],
)
def test_a_book_that_is_not_there(name: str, says: str) -> None:
    assert says in mistakes(name)


@pytest.mark.parametrize(
    "text", ["a = " + "[" * 100_000, "a = " + "9" * 5000, "[", "\0"], ids=["deep", "long", "cut", "binary"]
)
def test_a_file_that_is_no_toml(house: Write, text: str) -> None:
    assert "my-house.toml: not a TOML file" in mistakes(house(text))


def test_a_table_that_is_a_number_is_one_mistake_among_others(house: Write) -> None:
    said = mistakes(house('readings = 5\ntrips = 5\nblind = 5\ntitle = "x"'))
    for key in ("readings", "trips", "blind"):
        assert f"my-house.toml: {key}: a table of keys is wanted here" in said
