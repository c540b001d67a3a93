"""The house dealer's procedure as a book writes it: lines to say and do, moment by moment."""

from dataclasses import dataclass

from uth.rules.facts import Fact
from uth.rules.schema import TEXT, WORDS, choice, key, listing, rows

DEVICES = listing(choice("shuffler", "shoe", "hand"))


@dataclass(frozen=True, kw_only=True)
class Line:
    """Something the house dealer does or calls at one moment of the round."""

    does: str = key(TEXT, 'what he does, or "calls" in quotes')
    clauses: tuple[str, ...] = key(WORDS, "the clauses that say so", ())
    devices: tuple[str, ...] = key(DEVICES, "what it is dealt from then; any, if left out", (), later=True)


@dataclass(frozen=True, kw_only=True)
class Script:
    """The house dealer's procedure, moment by moment."""

    dealer_change: tuple[Line, ...] = rows(Line, "when a dealer takes over")
    bank: tuple[Line, ...] = rows(Line, "while the bank is offered")
    bets: tuple[Line, ...] = rows(Line, "while wagers are placed")
    close: tuple[Line, ...] = rows(Line, "when bets are closed")
    coin_in: tuple[Line, ...] = rows(Line, "when the progressive wagers are registered")
    deal: tuple[Line, ...] = rows(Line, "while cards are dealt")
    by_hand: tuple[Line, ...] = rows(Line, "when the game is dealt by hand")
    dealt: tuple[Line, ...] = rows(Line, "when every hand is dealt")
    decisions: tuple[Line, ...] = rows(Line, "while players decide")
    flop: tuple[Line, ...] = rows(Line, "at the flop")
    river: tuple[Line, ...] = rows(Line, "at the turn and river")
    fold: tuple[Line, ...] = rows(Line, "for each folded hand")
    showdown: tuple[Line, ...] = rows(Line, "when the bank's cards are turned")
    unqualified: tuple[Line, ...] = rows(Line, "when the bank does not qualify")
    hand: tuple[Line, ...] = rows(Line, "at each hand in turn")
    win: tuple[Line, ...] = rows(Line, "with a winning hand")
    lose: tuple[Line, ...] = rows(Line, "with a losing hand")
    push: tuple[Line, ...] = rows(Line, "with a tied hand")
    side_winner: tuple[Line, ...] = rows(Line, "with a hand that wins a side wager")
    envy: tuple[Line, ...] = rows(Line, "with a hand that brings envy")
    jackpot: tuple[Line, ...] = rows(Line, "with a progressive winner")
    end: tuple[Line, ...] = rows(Line, "at the end of the round")
    facts: tuple[Fact, ...] = rows(Fact, "what is noted as it is done", versioned=False)
