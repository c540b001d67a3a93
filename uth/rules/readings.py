"""Readings: the choices a house makes where a document is open, each with the question it answers.

The defaults are the answers argued in ``questions.toml``. A book names the readings its own document
leaves open; the others keep their defaults and, for that book, change nothing.
"""

from dataclasses import dataclass

from uth.rules.schema import FLAG, MONEY, choice, key, section


@dataclass(frozen=True, kw_only=True)
class BankReadings:
    """How far a bank answers for the wagers against it."""

    accounting: str = key(
        choice("stake_only", "running", "matched"), "what uses up the bank's wager (B-CA-1)", "stake_only"
    )
    win_cap: str = key(choice("net", "gross", "none"), "what the bank may win at most (B-CA-4)", "net")
    partial_cover: str = key(
        choice("pay_remainder", "whole_wager"),
        "a wager the bank covers only in part (B-CA-3)",
        "pay_remainder",
    )
    after_exhaustion: str = key(
        choice("return_all", "collect_losers"), "losing wagers once the bank is empty (B-CA-2)", "return_all"
    )
    funds: str = key(
        choice("running", "posted_only", "at_table"),
        "what pays a hand: posted and collected wagers, posted ones alone, or all his chips too (B-FL-4)",
        "running",
    )
    cover_check: str = key(choice("settlement"), "when a hand is found uncovered (B-FL-4)", "settlement")
    cover_warning: bool = key(
        FLAG, "a message when more lies against the bank than it has put up (B-FL-4)", False
    )
    all_declined: str = key(
        choice("halt", "keep"), "when everybody else declines the bank (B-CA-9, B-FL-6)", "halt"
    )


@dataclass(frozen=True, kw_only=True)
class SettleReadings:
    """The way round the table."""

    loop: str = key(
        choice("seat_first", "wager_first"),
        "finish a seat, or a wager, before the next (B-CA-6)",
        "seat_first",
    )


@dataclass(frozen=True, kw_only=True)
class FoldReadings:
    """What a fold does at once."""

    collect_at: str = key(choice("fold", "turn"), "when folded wagers that lose are taken (B-CA-7)", "fold")


@dataclass(frozen=True, kw_only=True)
class BacklineReadings:
    """Who plays a hand with money behind it."""

    decides: str = key(choice("seat", "own"), "who decides for a backline wager (B-CA-12)", "seat")


@dataclass(frozen=True, kw_only=True)
class FeeReadings:
    """What a collection is counted on."""

    player_unit: str = key(
        choice("circle", "position"), "a player's fee: for each circle or each position (B-CA-14)", "circle"
    )
    bracket_gap: str = key(choice("lower", "upper"), "action between two brackets (B-CA-16)", "lower")
    refund_uncovered: bool = key(FLAG, "fees go back for wagers the bank did not cover (B-CA-18)", False)
    refund_void: bool = key(FLAG, "fees go back when the round is void (B-CA-18)", True)


@dataclass(frozen=True, kw_only=True)
class PayoutReadings:
    """Payouts that do not come out in chips."""

    rounding: str = key(choice("exact", "down_to_unit"), "odds that give less than a chip (B-GEN-3)", "exact")
    unit: int = key(MONEY, "the chip that down_to_unit rounds to (B-GEN-3)", 100)


@dataclass(frozen=True, kw_only=True)
class LimitReadings:
    """How far the table limits reach."""

    play_limited: bool = key(FLAG, "the table limit binds the Play wager too (B-GEN-5)", False)


@dataclass(frozen=True, kw_only=True)
class TokeReadings:
    """Wagers for the dealer."""

    limit: str = key(
        choice("110_percent_of_table_max", "110_percent", "literal_10_percent", "toke_10_percent"),
        "how high a toke may be (B-IA-1)",
        "110_percent_of_table_max",
    )
    original_bet: str = key(
        choice("ante", "wager"),
        "the bet that counts with a toke: the Ante, or the wager it rides on (B-IA-1)",
        "wager",
        later=True,
    )
    on_push: str = key(choice("pool", "player"), "who gets a toke that pushes (B-IA-22)", "pool")


@dataclass(frozen=True, kw_only=True)
class AggregateReadings:
    """What shares the aggregate limit."""

    include_tokes: bool = key(FLAG, "tokes at the capped odds share the limit (B-IA-4)", True)


@dataclass(frozen=True, kw_only=True)
class NotifyReadings:
    """What the supervisor hears of."""

    base: str = key(
        choice("hand_total", "wager"), "payouts added up per hand, or each by itself (B-IA-9)", "hand_total"
    )


@dataclass(frozen=True, kw_only=True)
class IrregularityReadings:
    """Rounds that do not count."""

    void_reverses_coin_in: bool = key(FLAG, "a void round takes its coin-in back (B-IA-16)", True)


@dataclass(frozen=True, kw_only=True)
class Readings:
    """Every choice where a document is open."""

    bank: BankReadings = section(BankReadings)
    settle: SettleReadings = section(SettleReadings)
    fold: FoldReadings = section(FoldReadings)
    backline: BacklineReadings = section(BacklineReadings)
    fees: FeeReadings = section(FeeReadings)
    payout: PayoutReadings = section(PayoutReadings)
    limits: LimitReadings = section(LimitReadings)
    toke: TokeReadings = section(TokeReadings)
    aggregate: AggregateReadings = section(AggregateReadings)
    notify: NotifyReadings = section(NotifyReadings)
    irregularity: IrregularityReadings = section(IrregularityReadings)
