"""Charts before the flop: ranges of starting hands, such as "33+ A2+ K2s+ K5o+ JTo"."""

from uth.cards import RANKS
from uth.rules.holes import starting_hands

_HIGH_LOW = [(high, low) for high in range(len(RANKS)) for low in range(high + 1)]
NAMES: tuple[str, ...] = (
    *(RANKS[high] + RANKS[low] + ("" if high == low else "o") for high, low in _HIGH_LOW),
    *(RANKS[high] + RANKS[low] + "s" for high, low in _HIGH_LOW if high > low),
)
"""The 169 starting hands in the order of the solver, whose import would take longer than a hand."""

EVERY = "all"


def parse_range(text: str) -> frozenset[str]:
    """The starting hands of a range; raises ValueError with every word that is none."""
    found: set[str] = set()
    wrong = []
    for word in text.replace(",", " ").split():
        try:
            found |= _word(word)
        except ValueError as error:
            wrong.append(str(error))
    if wrong:
        raise ValueError("; ".join(wrong))
    return frozenset(found)


def _word(word: str) -> frozenset[str]:
    if word == EVERY:
        return frozenset(NAMES)
    if not word.endswith("+"):
        return starting_hands(word)
    first = starting_hands(word[:-1])  # one pair, or two cards suited, offsuit or both
    found = set()
    for hand in first:
        high, low, suited = RANKS.index(hand[0]), RANKS.index(hand[1]), hand[2:]
        if "-" in word:
            raise ValueError(f'"{word}": a range has a dash or a plus, not both')
        if high == low:
            found |= {RANKS[rank] * 2 for rank in range(high, len(RANKS))}
        else:
            found |= {f"{RANKS[high]}{RANKS[rank]}{suited}" for rank in range(low, high)}
    return frozenset(found)


def write_range(hands: frozenset[str] | set[str]) -> str:
    """The shortest words for these hands: pairs first, then by the higher card."""
    if len(hands) == len(NAMES):
        return EVERY
    words = _runs([RANKS[rank] * 2 for rank in range(len(RANKS))], hands)
    for high in range(len(RANKS) - 1, 0, -1):
        suited, offsuit = (
            _runs([f"{RANKS[high]}{RANKS[low]}{kind}" for low in range(high)], hands) for kind in "so"
        )
        if [word.replace("s", "") for word in suited] == [word.replace("o", "") for word in offsuit]:
            words += [word.replace("s", "") for word in suited]
        else:
            words += suited + offsuit
    return " ".join(words)


def _runs(row: list[str], hands: frozenset[str] | set[str]) -> list[str]:
    """Hands of a row, weakest first; those from one up to the end become one word."""
    start = len(row)
    while start and row[start - 1] in hands:
        start -= 1
    alone = [hand for hand in row[:start] if hand in hands]
    if start == len(row):
        return alone
    return [row[start] + ("+" if start < len(row) - 1 else ""), *reversed(alone)]


def word_for(hand: str, text: str) -> str:
    """The word of a range that names this hand."""
    return next((word for word in text.replace(",", " ").split() if hand in _word(word)), "")
