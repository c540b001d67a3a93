"""Batches that are refused before they come near a database."""

import pytest

from tests.store.making import events, moving
from uth.store import Answer, Append, Batch, Entry, Mark
from uth.store.batches import require_sound


@pytest.mark.parametrize(
    ("batch", "why"),
    [
        (events("T1", entries=(Entry("T1", 1, "a", 5, ""),)), r"come to \$0\.05"),
        (events("T1", wallets={1: 5}), r"wallet of 1 changes by \$0\.05"),
        (
            events("T1", entries=(Entry("T1", 1, "wallet:1", 5, ""), Entry("T1", 1, "a", -5, ""))),
            "wallet does not change",
        ),
        (events("T1", entries=(Entry("T1", 2, "a", 0, ""),)), "does not write"),
        (events("T1", entries=(Entry("T1", 1, "a", 10**17, ""), Entry("T1", 1, "b", -(10**17), ""))), "more"),
        (events("T1", marks=(Mark("T1", "round", 1, 2),)), "does not write"),
        (events("T\0"), "zero byte"),
        (events("T" * 201), "more than 200 characters"),
        (Batch(answer=Answer(1, "c" * 5000, b"", b"")), "more than 200 characters"),
        (events("\ud800"), "surrogates"),
        (events("T1", expected=-1), "from 0 on"),
        (Batch(answer=Answer(2**63, "c", b"", b"")), "from 0 on"),
        (Batch(appends=(Append("T1", 0, ("text",)),)), "are bytes"),  # type: ignore[arg-type]
    ],
)
def test_what_is_not_sound(batch: Batch, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        require_sound(batch)


def test_what_is_sound() -> None:
    require_sound(Batch())
    require_sound(moving("T1", 4, {1: 5, 2: -5, 3: 0}))
    there_and_back = (Entry("T1", 1, "wallet:1", 5, ""), Entry("T1", 1, "wallet:1", -5, ""))
    require_sound(events("T1", entries=there_and_back))
