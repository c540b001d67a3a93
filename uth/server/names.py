"""What somebody may be called: a name that nobody can take for another's, or for the house's."""

import unicodedata

from uth.store.people import looks_of

SHORTEST, LONGEST = 2, 24
BETWEEN = " .'-"
"""What may stand in a name besides letters and figures."""
HOUSE_NAMES = (
    *("house", "the house", "automatic dealer", "house dealer", "dealer", "operator", "supervisor"),
    *("floor", "floor supervisor", "auditor", "admin", "administrator", "staff", "system", "uth", "cage"),
    *("bank", "banker", "player-dealer", "designated player", "player", "guest", "spectator", "nobody"),
)
_LOOK_LIKE_THE_HOUSE = frozenset(map(looks_of, HOUSE_NAMES))


def tidy(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).split())


def wrong_with_name(name: str) -> str:
    """Why nobody can have this name; empty for one that is proper."""
    name = tidy(name)
    if not SHORTEST <= len(name) <= LONGEST or not all(_is_plain(one) or one in BETWEEN for one in name):
        return (
            f"a name has {SHORTEST} to {LONGEST} letters (A to Z, with accents), figures, spaces or . ' - "
            "and begins with a letter or figure"
        )
    if not _is_plain(name[0]) or name[-1] in "'-":
        return "a name begins with a letter or figure, and does not end with ' or -"
    looks = looks_of(name)
    if looks in _LOOK_LIKE_THE_HOUSE:
        return f"{name} is a name of the house; choose another"
    if looks.startswith(looks_of("guest")) and not any(letter.isalpha() for letter in name[5:]):
        return f"{name} is a name that guests are given; choose another"
    return ""


def _is_plain(letter: str) -> bool:
    """One script: letters of another only look like ours, and some characters cannot be seen at all."""
    if letter.isascii():
        return letter.isalnum()
    return letter.isalpha() and unicodedata.name(letter, "").startswith("LATIN ")
