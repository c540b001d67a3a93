"""Things that can go wrong in a round, as a book writes them."""

from dataclasses import dataclass

from uth.rules.schema import TEXT, WORDS, choice, key

EFFECT = choice("void", "reshuffle", "play_on", "ruling")


@dataclass(frozen=True, kw_only=True)
class Mishap:
    """Something that can go wrong, and what the book does about it."""

    what: str = key(TEXT, "what happens")
    effect: str = key(EFFECT, "what becomes of the round")
    until: str = key(choice("the_end", "dealt", "last_decision", "river"), "how long that is so", "the_end")
    then: str = key(EFFECT, "what becomes of it afterwards", "ruling")
    clauses: tuple[str, ...] = key(WORDS, "the clauses that say so", ())
