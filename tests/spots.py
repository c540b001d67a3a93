"""Spots as tests write them."""

from msgspec.structs import replace

from uth.game.round import Choice, Spot


def chosen(words: str) -> tuple[Choice, ...]:
    """Decisions in words: ``check check bet1``."""
    return tuple(map(Choice, words.split()))


def laid(spot: Spot, **stakes: int) -> Spot:
    """The same spot with these stakes; zero takes a wager away."""
    changed = {**spot.stakes, **stakes}
    return replace(spot, stakes={name: cents for name, cents in changed.items() if cents})
