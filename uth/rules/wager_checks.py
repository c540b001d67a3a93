"""What the rows of wagers must say to make sense, each by itself and with the rows that it names."""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from fractions import Fraction

from uth.ranking import Category
from uth.rules.book import SECTIONS, Book
from uth.rules.prizes import Cash, Prize, Share
from uth.rules.wagers import Wager

Finding = tuple[str, str]

RESERVED = SECTIONS | {
    "base",
    "toke",
    "seat",
    "hole",
    "decisions",
    "tucked",
    "behind",
    "backline_of",
    "stakes",
}
"""Names that mean something else where wagers are named: in books, rounds and bets."""
LONGEST_NAME, LONGEST_TITLE = 40, 60
METER = re.compile(r"[A-Za-z0-9_-]+")
RESERVE = "reserve"


def problems_of_rows(book: Book) -> Iterator[Finding]:
    """Everything in the rows that does not fit together."""
    for name, bet in book.wagers.rows.items():
        yield from ((f"{name}.{key}", says) for key, says in _named(book, bet))
    mains = [bet.name for bet in book.bets.values() if bet.staked == "range" and bet.required]
    if len(mains) != 1:
        yield "wagers", f"one wager with a range must be required, not {_listed(mains)}"
    plays = [bet.name for bet in book.bets.values() if bet.staked == "multiple"]
    if len(plays) != 1:
        yield "wagers", f"one wager must be a multiple by a decision, not {_listed(plays)}"
    for name, bet in book.bets.items() if len(mains) == 1 else ():
        for check in (_stake, _cards, _results, _payer, _linked, _free, _meters):
            yield from ((f"{name}.{key}", says) for key, says in check(book, bet))


def _listed(names: list[str]) -> str:
    return f"{len(names)}: {', '.join(names)}" if names else "none"


def _named(book: Book, bet: Wager) -> Iterator[Finding]:
    name, rows = bet.name, book.wagers.rows
    if name in RESERVED:
        yield "title", f'"{name}" has a meaning of its own where wagers are named: call it {name}_bet, say'
    elif not name.isidentifier() or not name.isascii() or len(name) > LONGEST_NAME:
        says = f"use letters, digits and _, at most {LONGEST_NAME}, as in side_bet"
        yield "title", f'"{name[:LONGEST_NAME]}" cannot be the name of a wager: {says}'
    elif len(bet.title) > LONGEST_TITLE:
        yield "title", f"of {len(bet.title):,} characters; at most {LONGEST_TITLE} fit on a felt"
    elif not bet.title:
        near = get_close_matches(name, {*rows, *SECTIONS} - {name}, 1)
        yield "title", f"missing; what the felt says{f' (or did you mean {near[0]}?)' if near else ''}"
    if bet.beside is not None and bet.beside not in rows:
        yield "beside", f"no wager {bet.beside}; there are {', '.join(rows)}"
    elif bet.beside is not None and rows[bet.beside].staked == "multiple":
        yield "beside", f"{bet.beside} is laid after the deal: name a wager that is put down before it"
    if _goes_round(book, bet):
        yield (
            "beside",
            "these wagers are laid beside each other in a circle: one of them must stand by itself",
        )
    if bet.stake is not None and bet.stake <= 0:
        yield "stake", 'a stake is above zero; write "none" where the wager is not offered'
    if bet.stake is not None and bet.staked != "fixed":
        yield "stake", f'a wager that is {bet.staked} has no stake of its own; with one, staked = "fixed"'
    if bet.limits is not None and bet.staked != "range":
        yield (
            "limits",
            f'a wager that is {bet.staked} has no limits of its own; with limits, staked = "range"',
        )
    if bet.most_paid is not None and bet.most_paid <= 0:
        yield "most_paid", 'a limit is above zero; write "none" where there is none'


def _goes_round(book: Book, bet: Wager) -> bool:
    passed, beside = {bet.name}, bet.beside
    while beside in book.wagers.rows and beside is not None:
        if beside in passed:
            return True
        passed.add(beside)
        beside = book.wagers.rows[beside].beside
    return False


def _stake(book: Book, bet: Wager) -> Iterator[Finding]:
    main = book.main.name
    if bet.name == main and bet.beside is not None:
        yield "beside", 'the wager by which others are measured stands by itself: beside = "none"'
    if bet.staked in ("equal", "multiple") and bet.beside != main:
        yield "beside", f"a wager that is {bet.staked} is measured by the main one: {main}"
    if bet.staked in ("equal", "multiple") and not bet.required:
        yield "required", f"a wager that is {bet.staked} is not left out: required = true"
    if bet.staked in ("fixed", "free") and bet.required:
        yield "required", f"a wager that is {bet.staked} may be left out: required = false"
    if bet.required and not bet.paid_by_bank:
        yield "payer", "what nobody can leave out is paid by the bank"


def _cards(book: Book, bet: Wager) -> Iterator[Finding]:
    if bet.cards == "hole" and (any(bet.prizes) or bet.suited):
        yield "cards", "a wager on hole cards is paid by holes, not by hands"
    if bet.cards != "hole" and bet.holes:
        yield "holes", 'lines of hole cards count only with cards = "hole"'
    if bet.cards != "hand" and bet.whose in ("dealer", "loser", "winner"):
        yield "cards", f'the {bet.whose}\'s hand is the best of seven cards: cards = "hand"'


def _results(book: Book, bet: Wager) -> Iterator[Finding]:
    rules = {"on_win": bet.on_win, "on_tie": bet.on_tie, "on_loss": bet.on_loss, "on_fold": bet.on_fold}
    for key, rule in {**rules, "on_unqualified": bet.on_unqualified}.items():
        if rule == "pays" and bet.pays is None:
            yield key, "pays at one price, and pays gives none"
    left_open = {need.choose for need in book.opening.needs}
    if "table" in (*rules.values(), bet.on_unqualified) and not bet.has_table and bet.name not in left_open:
        yield "pays", 'it pays nothing: give odds by hand, as in flush = "6:1", or by hole cards'
    if bet.whose in ("loser", "winner"):
        if bet.on_tie == "table":
            yield "on_tie", f"where hands tie there is no {bet.whose}: lose, push, or pays"
        if bet.on_fold in ("pays", "table"):
            says = '"alive" compares it all the same; else lose, or push'
            yield "on_fold", f"a folded hand has not been compared: {says}"
    elif _is_of_dealer(bet) and bet.on_fold == "table":
        yield "on_fold", 'the dealer\'s cards count after a fold only with "alive"; else lose, or push'
    if bet.required and bet.on_fold not in ("lose", "push"):
        yield "on_fold", "what nobody can leave out goes with a folded hand: lose, or push"


def _is_of_dealer(bet: Wager) -> bool:
    return bet.whose == "dealer" or any(line.dealer for line in bet.holes)


def _payer(book: Book, bet: Wager) -> Iterator[Finding]:
    if bet.dropped and bet.paid_by_bank:
        yield "payer", "a stake that is dropped before the deal is not the bank's to pay on: house or pool"
    if bet.payer == "house" and book.bank.is_player:
        yield (
            "payer",
            "where a player banks, the house takes no interest in a game: let the bank pay, or the players "
            'themselves from a pool, payer = "pool"',
        )
    if bet.payer == "pool" and (bet.staked != "fixed" or not bet.dropped):
        yield "payer", 'a pool is filled with stakes of one size: staked = "fixed", dropped = true'


def _linked(book: Book, bet: Wager) -> Iterator[Finding]:
    """A wager with a stake that the house or a pool pays is judged by itself, as a progressive is."""
    if bet.paid_by_bank or bet.staked == "free":
        return
    if not bet.dropped:
        yield "dropped", f"the {bet.payer} takes its stakes before the deal: dropped = true"
    if (bet.cards, bet.whose) != ("hole_and_flop", "player"):
        says = 'cards = "hole_and_flop", whose = "player"'
        yield "cards", f"what the {bet.payer} pays goes by the player's hole cards and the flop: {says}"
    if bet.looks_at_result or bet.on_win != "table" or bet.on_fold != "lose":
        says = 'on_win, on_tie and on_loss = "table", on_fold = "lose"'
        yield (
            "on_win",
            f"what the {bet.payer} pays goes by its table alone, and nothing to a folded hand: {says}",
        )
    if bet.most_paid is not None:
        yield "most_paid", "limits what the bank pays; here the table itself says what is paid"


def _free(book: Book, bet: Wager) -> Iterator[Finding]:
    """What others win with somebody's hand comes with another wager, and is money."""
    if (bet.staked == "free") != (bet.whose == "others"):
        yield (
            "whose",
            'who bets on others\' hands lays no stake, and nobody else: staked = "free", whose = "others"',
        )
    if bet.staked != "free":
        return
    beside = book.bets.get(bet.beside or "")
    if beside is None or beside.paid_by_bank or beside.staked == "free":
        yield "beside", "name the wager that it comes with, one that the house or a pool pays"
    if bet.payer != "house":
        yield "payer", 'without a stake only the house can pay: payer = "house"'
    if bet.cards != "hole_and_flop":
        yield "cards", 'others\' hands are looked at with the flop: cards = "hole_and_flop"'
    for key, prize in _prizes(bet):
        if not isinstance(prize, Cash):
            yield key, 'without a stake there are no odds: write money, like "$1,500"'


def _prizes(bet: Wager) -> list[tuple[str, Prize]]:
    """All that a wager can win by its table, each with its key."""
    by_hand = [(hand.key, bet.prizes[hand]) for hand in Category]
    lines = [(f"suited[{n}].pays", line.pays) for n, line in enumerate(bet.suited, 1)]
    lines += [(f"holes[{n}].pays", line.pays) for n, line in enumerate(bet.holes, 1)]
    return [(key, prize) for key, prize in (*by_hand, *lines) if prize is not None]


def _meters(book: Book, bet: Wager) -> Iterator[Finding]:
    """The jackpots of a progressive wager."""
    names = [meter.name for meter in bet.meters]
    prizes = _prizes(bet)
    for key, prize in prizes:
        if isinstance(prize, Share) and prize.meter not in names:
            yield key, f'no meter "{prize.meter}"; there are {", ".join(names) or "none"}'
    if bet.meters and (bet.staked != "fixed" or not bet.dropped):
        yield "meters", 'meters grow by stakes of one size: staked = "fixed", dropped = true'
    everywhere = [meter.name for other in book.bets.values() for meter in other.meters]
    for n, meter in enumerate(bet.meters, 1):
        for part in ("meter", "reserve"):
            if ((bet.stake or 0) * getattr(meter, part)).denominator != 1:
                yield (
                    f"meters[{n}].{part}",
                    "a part of a cent would be lost with each wager: choose a share that gives whole cents",
                )
        if not METER.fullmatch(meter.name) or meter.name == RESERVE:
            yield f"meters[{n}].name", f'"{meter.name}": letters, digits, _ and - are wanted, as in major'
        if everywhere.count(meter.name) > 1:
            yield f"meters[{n}].name", f'two meters are called "{meter.name}"'
    taken = sum(((meter.meter + meter.reserve) for meter in bet.meters), Fraction(0))
    if taken > 1:
        yield "meters", "the meters and reserves take more than the whole wager"
    if bet.payer == "pool":
        yield from _pool(bet, taken, prizes)


def _pool(bet: Wager, taken: Fraction, prizes: list[tuple[str, Prize]]) -> Iterator[Finding]:
    """The players' own money: all of it goes back to them."""
    for n, meter in enumerate(bet.meters, 1):
        if meter.seed:
            yield f"meters[{n}].seed", "a pool is the players' own money: it starts at 0.00"
    if taken != 1:
        yield "meters", "a pool gives all of it back: meters and reserves must come to 100%"
    if any(meter.reserve for meter in bet.meters) and bet.reserve_surplus != "to_meter":
        yield "reserve_surplus", 'the reserve of a pool goes back to the players: "to_meter"'
    if any(not isinstance(prize, Share) for _, prize in prizes):
        yield "meters", "a pool pays shares of its meters and nothing else"
    if bet.stake_returned_on_win:
        yield "stake_returned_on_win", "a stake that went into the pool does not come back"
