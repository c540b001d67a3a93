"""Limits are lowered at once and raised after a cooling-off; the chain shows who did otherwise."""

from hypothesis import given
from hypothesis import strategies as st

from uth.proof.house import Books, PersonAdded, PersonChanged
from uth.proof.restrictions import (
    COOLING_OFF,
    DAY,
    FOR_GOOD,
    LIMITS,
    NONE,
    Limit,
    Restrictions,
    faults,
    read_restrictions,
    said,
    written,
)

NOW = 1_800_000_000_000_000
MOMENTS = st.integers(0, 5 * DAY).map(lambda after: NOW + after)
VALUES = st.none() | st.integers(0, 50)


ASKED = st.lists(st.tuples(MOMENTS, st.sampled_from(LIMITS), VALUES), max_size=8)


@given(ASKED.map(lambda some: sorted(some, key=lambda one: one[0])))
def test_whatever_is_asked_for_nothing_loosens_within_a_day(asked: list[tuple[int, str, int | None]]) -> None:
    found = NONE
    for moment, name, value in asked:
        before, found = found, found.limited({name: value}, moment)
        assert list(faults(before, found, moment)) == []
        assert read_restrictions(written(found)) == found
        if name == "reminder":
            continue
        for when in (moment, moment + COOLING_OFF // 2, moment + COOLING_OFF - 1):
            old, new = before.limit(name, when), found.limit(name, when)
            assert old is None or (new is not None and new <= old), (before, found)
        assert found.limit(name, moment + COOLING_OFF) == value


def test_a_lower_limit_holds_at_once_and_a_higher_one_the_day_after() -> None:
    ten = NONE.limited({"loss_day": 1000}, NOW)
    assert ten.limit("loss_day", NOW) == 1000
    raised = ten.limited({"loss_day": 5000}, NOW + 1)
    assert raised.limit("loss_day", NOW + COOLING_OFF) == 1000
    assert raised.limit("loss_day", NOW + 1 + COOLING_OFF) == 5000
    again = raised.limited({"loss_day": 200}, NOW + 2)
    assert again.limit("loss_day", NOW + 2 + COOLING_OFF) == 200, "what was to be raised is forgotten"


def test_nobody_shortens_an_exclusion_of_ones_own() -> None:
    out = NONE.excluded_by_self(NOW + 30 * DAY)
    assert out.excluded_by_self(NOW + DAY) == out
    assert out.included(NOW) == out
    assert list(faults(out, NONE, NOW))


def test_the_house_lifts_its_exclusion_after_the_cooling_off() -> None:
    out = NONE.excluded_by_house(FOR_GOOD)
    lifted = out.included(NOW)
    assert lifted.excluded(NOW + COOLING_OFF - 1)
    assert not lifted.excluded(NOW + COOLING_OFF)
    assert list(faults(out, lifted, NOW)) == []
    assert list(faults(out, NONE, NOW)) == ["an exclusion is lifted before the cooling-off"]


def test_a_chain_with_a_limit_raised_too_soon_is_found() -> None:
    low, high = (written(Restrictions({"loss_day": Limit(value)})) for value in (1000, 2000))
    for after, wrong in (
        (high, True),
        ("", True),
        (written(Restrictions({"loss_day": Limit(1000, 2000, NOW + COOLING_OFF)})), False),
        (written(Restrictions({"loss_day": Limit(1000, 2000, NOW + COOLING_OFF - 1)})), True),
        (written(Restrictions({"loss_day": Limit(500)})), False),
        ("{}nonsense", True),
    ):
        books = Books()
        books.take(1, NOW, PersonAdded(person=1, name="Ann", kind="guest", money="play", roles=(), opening=0))
        for number, (old, new, at) in enumerate((("", low, NOW - DAY), (low, after, NOW)), 2):
            books.take(number, at, PersonChanged(person=1, field="restrictions", before=old, after=new))
        assert bool(books.faults) is wrong, (after, books.faults)


def test_the_journal_says_it_in_words() -> None:
    assert said("") == "none"
    assert said(written(NONE.excluded_by_self(FOR_GOOD))) == "excluded by themselves for good"
    found = NONE.limited({"loss_day": 1000}, NOW).limited({"loss_day": None}, NOW)
    assert said(written(found)) == "loss_day 1000, from 2027-01-16 08:00 UTC none"
