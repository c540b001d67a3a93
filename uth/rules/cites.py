"""Which clause speaks: what a settled wager, a refusal, a notice or a step of the script stands on."""

from dataclasses import dataclass

from uth.rules.schema import WORDS, key


@dataclass(frozen=True, kw_only=True)
class Section:
    """Every section names the clauses it stands on."""

    clauses: tuple[str, ...] = key(WORDS, "the clauses this section stands on", ())


@dataclass(frozen=True, kw_only=True)
class WagerCites:
    """The clauses that decide one wager, by what happened to it."""

    win: tuple[str, ...] = key(WORDS, "won", ())
    below: tuple[str, ...] = key(WORDS, "won, but with a hand that is not paid", ())
    lose: tuple[str, ...] = key(WORDS, "lost", ())
    tie: tuple[str, ...] = key(WORDS, "tied", ())
    fold: tuple[str, ...] = key(WORDS, "folded", ())
    unqualified: tuple[str, ...] = key(WORDS, "the bank did not qualify", ())
    limit: tuple[str, ...] = key(WORDS, "how much may be put on it", ())
    bettor: tuple[str, ...] = key(WORDS, "who may bet on it", ())


@dataclass(frozen=True, kw_only=True)
class Cites:
    """Which clause speaks."""

    # a wager is settled
    partly_covered: tuple[str, ...] = key(WORDS, "the bank pays what is left of it", ())
    not_covered: tuple[str, ...] = key(WORDS, "the bank is used up", ())
    win_cap: tuple[str, ...] = key(WORDS, "the bank has won as much as it may", ())
    dead_hand: tuple[str, ...] = key(WORDS, "the bank cannot cover the hand", ())
    aggregate: tuple[str, ...] = key(WORDS, "the longest payouts of a round share one sum", ())
    toke: tuple[str, ...] = key(WORDS, "a wager for the dealer", ())
    jackpot: tuple[str, ...] = key(WORDS, "a prize from a meter", ())
    split: tuple[str, ...] = key(WORDS, "a meter shared by several winners", ())
    forfeit: tuple[str, ...] = key(WORDS, "a hand is void and its wagers are lost", ())

    # seats, chips, wagers
    seats: tuple[str, ...] = key(WORDS, "how many sit at the table", ())
    fewest: tuple[str, ...] = key(WORDS, "how many people a game needs", ())
    wager: tuple[str, ...] = key(WORDS, "what a wager is made of", ())
    equal: tuple[str, ...] = key(WORDS, "Ante and Blind are equal", ())
    toke_on: tuple[str, ...] = key(WORDS, "the wagers a toke rides on", ())
    toke_range: tuple[str, ...] = key(WORDS, "the limits on a toke", ())
    toke_limit: tuple[str, ...] = key(WORDS, "toke and bet together", ())
    meters: tuple[str, ...] = key(WORDS, "where a jackpot comes from", ())
    link: tuple[str, ...] = key(WORDS, "the game without its progressive link", ())
    bank_fee: tuple[str, ...] = key(WORDS, "what the bank is charged", ())
    player_fee: tuple[str, ...] = key(WORDS, "what a player is charged", ())
    collection: tuple[str, ...] = key(WORDS, "fees are collected before the deal", ())
    no_more_bets: tuple[str, ...] = key(WORDS, "nothing is placed, raised or withdrawn any more", ())

    # the bank
    bank: tuple[str, ...] = key(WORDS, "who plays against everybody", ())
    bank_wager: tuple[str, ...] = key(WORDS, "what the bank puts up", ())
    rotation: tuple[str, ...] = key(WORDS, "how the bank goes round", ())
    house_never_banks: tuple[str, ...] = key(WORDS, "a player must bank", ())

    # cards and decisions
    device: tuple[str, ...] = key(WORDS, "what the cards are dealt from", ())
    deck_count: tuple[str, ...] = key(WORDS, "the deck is counted", ())
    hole_cards: tuple[str, ...] = key(WORDS, "the players' cards", ())
    bank_cards: tuple[str, ...] = key(WORDS, "the bank's cards", ())
    board: tuple[str, ...] = key(WORDS, "the community cards", ())
    preflop: tuple[str, ...] = key(WORDS, "the decision before the flop", ())
    flop: tuple[str, ...] = key(WORDS, "the decision on the flop", ())
    river: tuple[str, ...] = key(WORDS, "the decision on the river", ())
    tuck: tuple[str, ...] = key(WORDS, "a folder stays in for a wager that a fold leaves alive", ())
    folded_cards: tuple[str, ...] = key(WORDS, "folded cards stay face down", ())
    showing: tuple[str, ...] = key(WORDS, "a hand is shown before it is settled", ())

    # the supervisor
    payout_notice: tuple[str, ...] = key(WORDS, "he hears of a large payout", ())
    winner_notice: tuple[str, ...] = key(WORDS, "he hears of a progressive winner", ())
    payment: tuple[str, ...] = key(WORDS, "how a jackpot is approved and paid", ())
