"""``uth protect detect`` and ``power``: who plays as if they knew more, and how soon that shows."""

from io import BytesIO
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.table import Table
from rich.text import Text

from uth.cards import card_names
from uth.cli.asking import ask_book, refuse, said_plainly, set_option
from uth.cli.felt import console
from uth.cli.staking import print_whole
from uth.cli.waiting import progress_bar
from uth.protect import Knowledge, read_knowledge
from uth.protect.detector import Model
from uth.solver.faults import SolverError

if TYPE_CHECKING:
    from uth.protect.detector import Suspicion, Verdict
    from uth.protect.recorded import PlayedRound


def grid(*headings: str) -> Table:
    """A table without lines: the first column to the left, the others to the right."""
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="left" if number == 0 else "right", no_wrap=True)
    return table


def kinds_option(function: Any) -> Any:
    """``--knows``, repeatable."""
    return click.option(
        "--knows",
        "kinds",
        multiple=True,
        default=("dealer=1",),
        show_default=True,
        metavar="WHAT",
        help="A kind of knowledge to look for; may be repeated.",
    )(function)


def model_options(function: Any) -> Any:
    """The model of ordinary mistakes, and how often it may raise a false alarm."""
    for option in (
        click.option(
            "--temperature",
            "temperatures",
            type=float,
            multiple=True,
            default=Model().temperatures,
            show_default=True,
            metavar="N",
            help="How large ordinary mistakes are, in Antes; repeat it for all that may be.",
        ),
        click.option(
            "--tremble",
            type=float,
            default=Model().tremble,
            show_default=True,
            metavar="N",
            help="How often any action is taken.",
        ),
        click.option(
            "--false-alarms",
            type=float,
            default=0.01,
            show_default=True,
            metavar="N",
            help="The chance of any false alarm, at most.",
        ),
    ):
        function = option(function)
    return function


def _model(temperatures: tuple[float, ...], tremble: float, false_alarms: float) -> Model:
    if not all(0.001 <= one <= 100 for one in temperatures):
        refuse(["--temperature is from 0.001 to 100 Antes"])
    if not 0.0001 <= tremble < 1:
        refuse(["--tremble is from 0.0001 to below 1: without it one odd bet would prove everything"])
    if not 0 < false_alarms < 1:
        refuse(["--false-alarms is between 0 and 1"])
    return Model(tuple(sorted(set(temperatures))), tremble)


@click.command("detect")
@click.argument(
    "files",
    nargs=-1,
    required=True,
    metavar="FILE...",
    type=click.Path(path_type=Path, exists=True, dir_okay=False, allow_dash=True),
)
@kinds_option
@model_options
@click.option("--lines", is_flag=True, help="Read JSON Lines, one round a line, as from a file named .jsonl.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def detect_command(
    files: tuple[Path, ...],
    kinds: tuple[str, ...],
    temperatures: tuple[float, ...],
    tremble: float,
    false_alarms: float,
    lines: bool,
    as_json: bool,
) -> None:
    """Say who plays as if they knew more than their own cards, from the rounds in FILE.

    FILE is a table's log, as `uth admin log T1` exports it, or holds rounds as `uth settle` reads them. Of a
    log, people are looked at by name, over all files together; of rounds, by seat.
    """
    from uth.protect.data import verdict_data
    from uth.protect.detector import detect

    wanted, model = _kinds(kinds), _model(temperatures, tremble, false_alarms)
    rounds = [played for file in files for played in recorded_in(file, lines)]
    if not rounds:
        refuse(["there is no round in it that was played to its end"])
    with progress_bar() as progress, said_plainly():

        def told(number: int) -> None:
            progress(f"round {number:,} of {len(rounds):,}", number / len(rounds))

        try:
            verdict = detect(rounds, wanted, model, false_alarms, told)
        except SolverError as error:
            refuse(map(str, error.faults))
    if as_json:
        import json

        click.echo(json.dumps(verdict_data(verdict), indent=1))
        return
    print_whole(console(), *verdict_view(verdict))


def _kinds(kinds: tuple[str, ...]) -> list[Knowledge]:
    try:
        found = [read_knowledge(kind) for kind in kinds]
    except SolverError as error:
        refuse(map(str, error.faults))
    if any(kind.dead for kind in found):
        refuse(["a round does not record dead cards, so nobody can be seen to know them"])
    return list(dict.fromkeys(found))


@click.command("power")
@click.argument("book")
@kinds_option
@set_option
@model_options
@click.option(
    "--looked-at",
    type=click.IntRange(1, 1_000_000),
    default=1,
    show_default=True,
    metavar="N",
    help="How many players are looked at, each for all these kinds.",
)
@click.option(
    "--hands",
    type=click.IntRange(10, 100_000),
    default=200,
    show_default=True,
    metavar="N",
    help="Deals drawn.",
)
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, metavar="S", help="Of the draw."
)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def power_command(
    book: str,
    kinds: tuple[str, ...],
    settings: tuple[str, ...],
    temperatures: tuple[float, ...],
    tremble: float,
    false_alarms: float,
    looked_at: int,
    hands: int,
    seed: int,
    as_json: bool,
) -> None:
    """How many rounds `detect` needs to find somebody who has the knowledge and uses it."""
    from uth.protect.data import power_data
    from uth.protect.power import power

    wanted, model = _kinds(kinds), _model(temperatures, tremble, false_alarms)
    rules, pairs, found = ask_book(book, settings), looked_at * len(wanted), []
    with progress_bar() as progress, said_plainly():
        try:
            for place, knows in enumerate(wanted):

                def told(number: int, place: int = place, knows: Knowledge = knows) -> None:
                    progress(f"{knows.key}, deal {number:,}", (place + number / hands) / len(wanted))

                drawn = power(rules, knows, model, hands, seed, told)
                found.append(power_data(drawn, pairs, false_alarms))
        except SolverError as error:
            refuse(map(str, error.faults))
    if as_json:
        import json

        click.echo(json.dumps(found, indent=1))
        return
    table = grid("knows", "mistakes of", "evidence a round", "rounds, half", "rounds, 9 in 10")
    for one in found:
        for row in one["players"]:
            rounds = row["rounds_needed"]
            needs = (
                [f"{rounds[name]:,}" for name in ("half", "nine_in_ten")] if rounds else ["never", "never"]
            )
            growth = f"10^{row['log_ratio_a_round'] / log(10):+.3f}"
            table.add_row(one["knows"], f"{row['temperature']:g} Ante", growth, *needs)
    drawn_from = (
        f"{hands:,} deals drawn, seed {seed}; {pairs:,} looked at, false alarms at most {false_alarms:g}"
    )
    print_whole(console(), table, Text(drawn_from, "dim"))


def recorded_in(file: Path, lines: bool) -> "list[PlayedRound]":
    """All rounds of a log or a file of rounds, or the end of the command with what cannot be read."""
    try:
        with click.open_file(str(file), "rb") as stream:
            text = stream.read()
    except OSError as error:
        refuse([f"{file} cannot be read ({error.strerror})"])
    if _is_log(text):
        return _of_log(file, text)
    return _of_rounds(file, text, lines or file.suffix.lower() == ".jsonl")


def _is_log(text: bytes) -> bool:
    import json

    try:
        first = json.loads(text.lstrip().partition(b"\n")[0])
    except (ValueError, RecursionError):
        return False
    return isinstance(first, dict) and "about" in first


def _of_log(file: Path, text: bytes) -> "list[PlayedRound]":
    from msgspec import MsgspecError

    from uth.game.table.events import Event
    from uth.proof.decks import opened, sealed_deals
    from uth.proof.reading import Log, Unreadable, read
    from uth.protect.recorded import from_events
    from uth.rules.library import unpack_book
    from uth.rules.schema import BookError

    try:
        log_read = read(text)
        if not isinstance(log_read, Log):
            refuse([f"{file} is one round; the log of a table comes from `uth admin log T1`"])
        book, table = unpack_book(log_read.opening.about.book), log_read.opening.id
        recorded = opened(log_read.rows)
        dealt = sealed_deals(table, book, recorded)
        return list(from_events(table, book, (one for one in recorded if isinstance(one, Event)), dealt))
    except Unreadable as error:
        refuse([f"{file} {error}"])
    except (BookError, MsgspecError, KeyError, TypeError, ValueError, AttributeError) as error:
        refuse([f"{file} is no log that this uth understands ({error}); `uth verify` says where it breaks"])


def _of_rounds(file: Path, text: bytes, lines: bool) -> "list[PlayedRound]":
    from uth.cli.reading import NotCases, read_cases
    from uth.game.files.roundfile import load_once, read_round
    from uth.game.settlement.rounds import settle
    from uth.game.settlement.validation import Refused
    from uth.protect.recorded import from_round

    rounds, load, number = [], load_once(), 0
    try:
        for number, case in enumerate(read_cases(BytesIO(text), lines=lines), 1):
            if not isinstance(case, dict):
                refuse([f"{file}: case {number} is no round"])
            if "board" not in case:
                continue  # a case of `uth settle` that is about something else
            book, played = read_round(case, load)
            settle(book, played)  # says what is wrong with it
            rounds.append(from_round(str(case.get("id", f"round {number}")), book, played))
    except (NotCases, OSError) as error:
        refuse([f"{file}: {error}"])
    except Refused as refused:
        refuse([f"{file}: round {number}: {reason}" for reason in refused.refusals])
    if not rounds:
        refuse([f"{file}: there is no round in it"])
    return rounds


def verdict_view(verdict: "Verdict") -> list[Any]:
    """Who to look at, and the rounds that tell."""
    table = grid("player", "knows", "rounds", "evidence", "gained", "rounds needed", "")
    for one in verdict.suspicions:
        needs = one.rounds_needed(verdict.alarm)
        table.add_row(
            one.player,
            one.knows.key,
            str(len(one.hands)),
            f"10^{one.log_ratio / log(10):+.2f}",
            f"{one.gained:+.3f}",
            "never" if needs is None else f"{needs.half:,} to {needs.nine_in_ten:,}",
            "look at this player" if verdict.is_alarm(one) else "",
        )
    alarm, looked_at = f"10^{log(verdict.alarm) / log(10):+.2f}", len(verdict.suspicions)
    chance = f"the chance of any false alarm is at most {verdict.false_alarms:g} under the model"
    blocks: list[Any] = [
        table,
        Text(f"An alarm takes {alarm}: {looked_at:,} looked at, and {chance}.", "dim"),
        Text("Evidence is a likelihood ratio; gained is in Antes.", "dim"),
    ]
    if verdict.left_out:
        blocks.append(Text(f"{verdict.left_out:,} hands left out: not all cards were recorded.", "dim"))
    for one in verdict.suspicions:
        if verdict.is_alarm(one):
            blocks += [Text(), _telling(one)]
    return blocks


def _telling(one: "Suspicion") -> Table:
    table = grid(f"{one.player}, {one.knows.key}", "hole", "board", "dealer", "played", "costs", "evidence")
    for told in one.telling[:5]:
        table.add_row(
            told.title,
            card_names(told.hand.hole),
            card_names(told.board),
            card_names(told.dealer),
            " ".join(told.hand.decisions),
            f"{told.evidence.cost:.2f}",
            f"10^{one.of_hand(told) / log(10):+.2f}",
        )
    return table
