"""Cards that a search found, kept on disk as rule files.

A kept card is played through all deals again when it is read, so its figures never come from the disk.
"""

import hashlib
import json
import os
import tempfile
from contextlib import suppress
from pathlib import Path

from uth.rules import Book
from uth.solver import solve
from uth.solver.cache import cache_folder
from uth.solver.sources import digest_of
from uth.solver.stakes import BASE
from uth.solver.terms import Terms
from uth.solver.wagering import terms_of
from uth.strategy.reading import read_strategy, write_strategy
from uth.strategy.search import Card, search
from uth.strategy.strategies import StrategyError
from uth.strategy.valuing import Progress, value_under


def find_cards(
    book: Book,
    most: int,
    *,
    threads: int | None = None,
    cache: bool = True,
    progress: Progress = lambda what, share: None,
) -> list[Card]:
    """The frontier of a book, from disk if it was searched before."""
    path = _path(terms_of(book, BASE), most)
    texts = _load(path) if cache else None
    if texts:
        solution = solve(book, threads=threads, cache=cache)
        cards = []
        for number, (rules, text) in enumerate(texts):
            progress("playing kept cards", number / len(texts))
            strategy = read_strategy(text, f"{rules} rules")
            cards.append(Card(rules, value_under(strategy, solution, threads=threads)))
        return cards
    cards = search(book, most, threads=threads, cache=cache, progress=progress)
    if cache:
        _save(path, [(card.rules, write_strategy(card.strategy)) for card in cards])
    return cards


def _path(terms: Terms, most: int) -> Path:
    """Books whose base games are the same share their cards."""
    game = [terms.unit, terms.qualifies, terms.play, terms.base, terms.preflop, terms.flop, terms.river]
    code = digest_of("uth.strategy", "uth.strategy.kernels")
    name = hashlib.sha256(json.dumps([game, most, code]).encode()).hexdigest()
    return cache_folder() / f"{name[:32]}.cards"


def _load(path: Path) -> list[tuple[int, str]] | None:
    """What is kept, if all of it can be read."""
    try:
        texts = [(int(rules), str(text)) for rules, text in json.loads(path.read_text("utf-8"))]
        for _, text in texts:
            read_strategy(text, "kept")
    except (OSError, ValueError, TypeError, StrategyError):
        return None
    return texts


def _save(path: Path, texts: list[tuple[int, str]]) -> None:
    """Written beside its place and moved there; a full disk costs time later, not the answer now."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(texts, file)
        Path(name).replace(path)
