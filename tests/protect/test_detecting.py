"""Who plays on knowledge: values with cards seen, likelihood ratios, and the surveillance rule."""

import json
import random
from fractions import Fraction
from itertools import combinations
from math import exp, log
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from tests.drawn import book_named
from tests.proof.played import ANN, SITTING, Playing
from tests.protect.visiting import base_sums, numbers_of
from uth.cards import parse_cards
from uth.cli import main
from uth.cli.detect import recorded_in
from uth.game.round import Choice
from uth.game.table import acts as a
from uth.game.table.events import HolesDealt
from uth.protect import Knowledge, protect
from uth.protect.detector import Model, alarm_at, detect, weigh
from uth.protect.power import power
from uth.protect.recorded import Hand, PlayedRound
from uth.protect.rule import tells
from uth.protect.valuing import Seen, Valuer, possible
from uth.solver import solve

SHFL = book_named("california-shfl")
BOARD = parse_cards("9h 7c 4d Ks 3s")


def a_round(
    number: int, hole: str, dealer: str, *decisions: str, board: str = "9h 7c 4d Ks 3s"
) -> dict[str, object]:
    return {
        "id": f"R{number}",
        "document": "california-shfl",
        "board": ["9h", "7c", "4d", "Ks", "3s"],
        "bank_hand": dealer.split(),
        "bank": {"seat": 6, "wager": 500000},
        "seats": [
            {"seat": 1, "hole": hole.split(), "ante": 1000, "blind": 1000, "decisions": list(decisions)}
        ],
    }


@pytest.mark.parametrize(
    ("seen", "shown"),
    [
        (Seen(dealer=(3,)), 3),
        (Seen(dealer=(3, 50)), 3),
        (Seen(later=(BOARD[3],)), 3),
        (Seen(dealer=(3,), later=BOARD[3:]), 3),
        (Seen(dealer=(3,), dead=(7, 11)), 5),
        (Seen(dealer=(3, 50)), 5),
    ],
)
def test_values_with_cards_seen_equal_plain_visits(seen: Seen, shown: int) -> None:
    hole, valuer = parse_cards("Jd 8d"), Valuer(SHFL)
    values = valuer.values(hole, BOARD[:shown], seen)
    pays, play, ante, flop, river, qualifier = numbers_of(valuer.terms)
    base = np.array(BOARD[:shown] + (seen.later if shown == 3 else ()), np.int64)
    gone = {*hole, *base.tolist(), *seen.dealer, *seen.dead}
    free = [card for card in range(52) if card not in gone]
    hands = np.array([(*seen.dealer, *rest) for rest in combinations(free, 2 - len(seen.dealer))], np.int64)
    kept = np.array([*seen.dealer, *seen.dead], np.int64)
    own = int(hole[0]), int(hole[1])
    found = base_sums(*own, base, hands, kept, pays, play, ante, flop, river, int(qualifier[0]))
    lead, side, check, *_ = found.tolist()
    actions = list(values)
    if shown == 3:
        assert actions == ["bet2", "check"]
        ratio = (side + 2 * lead) / values["bet2"]
        best = max(values.values())
        assert check / best == pytest.approx(ratio)
    else:
        assert actions == ["bet1", "fold"]
        assert values["fold"] == -2
        assert values["bet1"] == pytest.approx((side + lead) / len(hands) / valuer.terms.unit)


def test_values_before_the_flop_average_to_the_ordinary_ones() -> None:
    """A bet made anyway is worth the same, whatever is seen; a check is worth more with knowledge."""
    hole, valuer = parse_cards("Jd 8d"), Valuer(SHFL)
    usual = valuer.values(hole, (), Seen())
    suits = {0: 1, 1: 1, 2: 2}  # clubs, diamonds, and hearts for spades as well
    ways = {rank * 4 + suit: often for rank in range(13) for suit, often in suits.items()}
    known = {card: valuer.values(hole, (), Seen(dealer=(card,))) for card in ways if card not in hole}
    for play in ("bet4", "bet3"):
        assert sum(one[play] * ways[card] for card, one in known.items()) / 50 == pytest.approx(usual[play])
    assert sum(one["check"] * ways[card] for card, one in known.items()) / 50 > usual["check"]


def test_what_may_have_been_seen() -> None:
    dealer = parse_cards("2c Ts")
    assert len(list(possible(Knowledge(dealer=1), BOARD, dealer, []))) == 2
    assert len(list(possible(Knowledge(dealer=1, flop=1, river=1), BOARD, dealer, []))) == 6
    assert [seen.later for seen in possible(Knowledge(turn=1), BOARD, dealer, [])] == [BOARD[3:4]]
    assert not list(possible(Knowledge(players=2), BOARD, dealer, [(1, 2)]))
    assert not list(possible(Knowledge(dealer=1), BOARD, (), []))


def test_chances_add_up_and_fall_with_cost() -> None:
    chances = Model().chances({"bet4": 0.5, "bet3": 0.4, "check": -0.5}, 0.1)
    assert sum(chances.values()) == pytest.approx(1)
    assert chances["bet4"] > chances["bet3"] > chances["check"] > 0.02 / 3 - 1e-9


COURSES = [
    ("bet4",),
    ("bet3",),
    ("check", "bet2"),
    ("check", "check", "bet1"),
    ("check", "check", "fold"),
]


@pytest.mark.parametrize("knows", [Knowledge(dealer=1), Knowledge(turn=1), Knowledge(dealer=2, flop=1)])
@pytest.mark.parametrize("hole", ["Td 2h", "Kd Qc", "9d 8d"])
def test_an_ordinary_ratio_is_one_on_average(knows: Knowledge, hole: str) -> None:
    """Over everything an ordinary player may do with a hand, at each temperature: so the bound on false
    alarms holds. Against the best temperature it is at most one."""
    model, valuer, dealer = Model(), Valuer(SHFL), parse_cards("2c 5s")
    views = list(possible(knows, BOARD, dealer, []))
    hands = [Hand("Ann", 1, parse_cards(hole), course, (True,) * len(course), 1000) for course in COURSES]
    found = [weigh(valuer, model, hand, BOARD, views) for hand in hands]
    for at in range(len(model.temperatures)):
        assert sum(exp(one.ordinary[at]) for one in found) == pytest.approx(1)
        assert sum(exp(one.knowing[at]) for one in found) == pytest.approx(1)
        best = sum(exp(one.ordinary[at] - max(one.ordinary) + max(one.knowing)) for one in found)
        mean = sum(
            exp(one.ordinary[at]) * sum(map(exp, one.knowing)) / len(one.knowing) / exp(max(one.ordinary))
            for one in found
        )
        assert mean <= 1 + 1e-9
        assert best > 0
        for other in range(len(model.temperatures)):
            due = sum(exp(one.knowing[at]) * (one.knowing[at] - one.ordinary[other]) for one in found)
            assert found[0].growth[at][other] == pytest.approx(due)


def test_what_the_clock_played_says_nothing() -> None:
    hole, dealer, valuer = parse_cards("Td 2h"), parse_cards("2c 5s"), Valuer(SHFL)
    views = list(possible(Knowledge(dealer=1), BOARD, dealer, []))
    silent = Hand("Ann", 1, hole, ("check", "check", "fold"), (False, False, False), 1000)
    evidence = weigh(valuer, Model(), silent, BOARD, views)
    assert set(evidence.ordinary) == set(evidence.knowing) == {0}
    assert detect([PlayedRound("R1", SHFL, BOARD, dealer, (silent,))], [Knowledge(dealer=1)]).suspicions == []


def simulated(
    knows: Knowledge, rounds: int, seed: int, temperature: float, *, cheats: bool
) -> list[PlayedRound]:
    """Rounds of somebody who errs as the model says, on knowledge or without it."""
    draw, model, valuer, played = random.Random(seed), Model(), Valuer(SHFL), []
    for number in range(rounds):
        cards = draw.sample(range(52), 9)
        hole, board, dealer = tuple(cards[:2]), tuple(cards[2:7]), tuple(cards[7:])
        seen = draw.choice(list(possible(knows, board, dealer, []))) if cheats else Seen()
        done: list[str] = []
        for shown in (0, 3, 5):
            chances = model.chances(valuer.values(hole, board[:shown], seen), temperature)
            done.append(draw.choices(list(chances), list(chances.values()))[0])
            if done[-1] != "check":
                break
        hand = Hand("Ann", 1, hole, tuple(done), (True,) * len(done), 1000)
        played.append(PlayedRound(f"R{number}", SHFL, board, dealer, (hand,)))
    return played


def test_simulated_players_are_told_apart() -> None:
    """In about as many rounds as are said to be needed; careless players without knowledge are left alone."""
    knows, model = Knowledge(dealer=1), Model()
    needed = power(SHFL, knows, model, hands=60, seed=5).needed(0.1)
    assert needed
    assert needed.half < needed.nine_in_ten < 200
    caught = 0
    for seed in range(6):
        [one] = detect(
            simulated(knows, needed.nine_in_ten, seed, 0.1, cheats=True), [knows], model
        ).suspicions
        caught += one.log_ratio >= log(100)
    assert caught >= 4
    for temperature in (0.05, 0.4):
        for seed in range(3):
            played = simulated(knows, 60, 100 + seed, temperature, cheats=False)
            verdict = detect(played, [knows], model)
            assert not verdict.is_alarm(verdict.suspicions[0])
            assert verdict.suspicions[0].log_ratio < 0


def test_more_looked_at_and_larger_mistakes_take_more_rounds() -> None:
    found = power(SHFL, Knowledge(dealer=1), hands=30)
    one, many = found.needed(0.1), found.needed(0.1, looked_at=1000)
    careless = found.needed(0.4)
    assert one
    assert many
    assert careless
    assert one.half < many.half
    assert one.half < careless.half
    assert alarm_at(1000, 0.01) == 100_000


def test_a_table_s_log_is_read_in_full(tmp_path: Path) -> None:
    """Everybody by name; also cards that nobody turned over, and not what the clock decided."""
    playing = Playing(mixed=False).all(SITTING)
    for decisions in (["check", "check", "fold"], ["bet4"], ["check", "bet2"]):
        playing.do(ANN, a.Bet(stakes={"ante": 500}))
        for choice in decisions:
            playing.do(ANN, a.Decide(choice=Choice(choice)))
    playing.do(ANN, a.Bet(stakes={"ante": 500}))
    for _ in range(3):
        playing.wake(60)
    path = tmp_path / "T1.log"
    path.write_bytes(playing.log)
    rounds = recorded_in(path, lines=False)
    assert [one.title for one in rounds] == [f"T1 round {number}" for number in (1, 2, 3, 4)]
    assert [one.hands[0].decisions for one in rounds[:3]] == [
        ("check", "check", "fold"),
        ("bet4",),
        ("check", "bet2"),
    ]
    assert [set(one.hands[0].own) for one in rounds] == [{True}, {True}, {True}, {False}]
    dealt = [one for one in playing.entries if isinstance(one.plain, HolesDealt)]
    for one, entry in zip(rounds, dealt, strict=True):
        assert isinstance(entry.plain, HolesDealt)
        assert entry.plain.holes
        assert one.hands[0].hole == entry.plain.holes[1]
        assert one.hands[0].player == "Ann"
        assert len({*one.board, *one.dealer, *one.hands[0].hole}) == 9
    done = CliRunner().invoke(main, ["protect", "detect", str(path), "--json"])
    assert done.exit_code == 0, done.output
    [found] = json.loads(done.output)["players"]
    assert (found["player"], found["rounds"]) == ("Ann", 3)
    path.write_bytes(playing.log[:-40])
    assert CliRunner().invoke(main, ["protect", "detect", str(path)]).exit_code == 2


def written(folder: Path, rounds: list[dict[str, object]]) -> str:
    path = folder / "rounds.json"
    path.write_text(json.dumps(rounds))
    return str(path)


def test_a_bet_that_only_knowledge_explains_raises_the_alarm(tmp_path: Path) -> None:
    """4x with a hand that beats only the card seen, a check with a good one against an ace; then hands that
    everybody plays so."""
    dealers = ["2c 5s", "5h 2d", "2s 3c", "2c 5h", "2d 3h"]
    told = [a_round(n, "Td 2h", dealer, "bet4") for n, dealer in enumerate(dealers)]
    told += [
        a_round(n, "Kd Qc", dealer, "check", "check", "bet1") for n, dealer in enumerate(["Ac Ad"] * 5, 5)
    ]
    plain = [a_round(n, "As Ah", "2c 5s", "bet4") for n in range(3)]
    runner = CliRunner()
    answers = []
    for rounds in (told, plain):
        done = runner.invoke(main, ["protect", "detect", written(tmp_path, rounds), "--json"])
        assert done.exit_code == 0, done.output
        answers.append(json.loads(done.output)["players"][0])
    suspect, honest = answers
    assert suspect["alarm"]
    assert suspect["log_likelihood_ratio"] > log(100)
    assert suspect["gained"] > 0.03
    assert suspect["rounds_needed"]["half"] <= 40
    assert suspect["telling"][0]["cost"] > 0.25
    assert suspect["gained_cents"] == round(suspect["gained"] * 1000)
    assert not honest["alarm"]
    assert abs(honest["log_likelihood_ratio"]) < 0.2


def test_more_people_looked_at_take_more_evidence() -> None:
    verdict = detect([], [Knowledge(dealer=1)])
    assert verdict.suspicions == []
    assert verdict.alarm == 100


def test_detect_refuses_what_it_cannot_read(tmp_path: Path) -> None:
    runner = CliRunner()
    bad = written(tmp_path, [a_round(1, "Td Td", "2c 5s", "bet4")])
    for words in (
        [bad],
        [written(tmp_path, [])],
        [bad, "--knows", "dead=1"],
        [bad, "--temperature", "0"],
        [bad, "--knows", "luck=1"],
    ):
        done = runner.invoke(main, ["protect", "detect", *words])
        assert done.exit_code == 2, done.output
        assert "Traceback" not in done.output


def test_the_rule_names_plays_that_cost_without_knowledge() -> None:
    worth, solution = protect(SHFL, "dealer=1"), solve(SHFL)
    found = tells(worth, solution)
    assert found
    for tell in found:
        usual = solution.preflop[tell.hand]
        assert tell.play != usual.best
        assert usual.values[usual.best] - usual.values[tell.play] == tell.cost >= Fraction(1, 4)
    assert any((tell.hand, tell.known, tell.play) == ("T2o", "2", "bet4") for tell in found)
    assert any((tell.hand, tell.known, tell.play) == ("KQo", "A", "check") for tell in found)


def test_commands(tmp_path: Path) -> None:
    runner = CliRunner()
    shown = runner.invoke(main, ["protect", "california-shfl", "--knows", "dealer=1"])
    assert shown.exit_code == 0
    assert "13.5922 %" in shown.output
    rule = runner.invoke(main, ["protect", "rule", "california-shfl", "--knows", "dealer=1"])
    assert "4x when 2 was seen with:" in rule.output
    data = runner.invoke(main, ["protect", "rule", "california-shfl", "--knows", "dealer=1", "--json"])
    assert json.loads(data.output)["plays"][0]["cost"] >= 0.25
    for words in (
        ["california-shfl", "--knows", "dealer=9"],
        ["california-shfl", "--knows", ""],
        ["nowhere", "--knows", "dealer=1"],
        ["rule", "california-shfl", "--knows", "dealer=1", "--cost", "much"],
        ["california-shfl", "--knows", "players=3", "--samples", "1"],
        ["california-shfl"],
    ):
        done = runner.invoke(main, ["protect", *words])
        assert done.exit_code == 2, words
