"""``uth admin limits``, ``exclude`` and ``include``: what restricts somebody's play."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from uth.cli.asking import refuse
from uth.cli.calling import Caller, reason_option
from uth.cli.extra import ServeCommand

Command = TypeVar("Command", bound=Callable[..., Any])


def _limit_option(name: str, says: str, kind: str) -> Callable[[Command], Command]:
    return click.option(f"--{name.replace('_', '-')}", name, metavar=kind, help=says)


@click.command(cls=ServeCommand)
@click.argument("name")
@_limit_option("loss_day", "The most to lose in 24 hours; `none` for no limit.", "DOLLARS")
@_limit_option("loss_week", "The most to lose in 7 days.", "DOLLARS")
@_limit_option("buy_in_day", "The most to buy in for in 24 hours.", "DOLLARS")
@_limit_option("session", "Minutes to play before a break of 15.", "MINUTES")
@_limit_option("reminder", "Minutes between reminders.", "MINUTES")
@click.option("--reason", default="", help="Why; needed to change a limit.")
@click.pass_obj
def limits(call: Caller, /, name: str, reason: str, **wanted: str | None) -> None:
    """Show somebody's limits, or set them: lower ones at once, higher ones after the cooling-off."""
    body = {key: _limit(key, text) for key, text in wanted.items() if text is not None}
    if body and not reason:
        refuse(["Give a --reason: it stands in the log with your name."])
    found = (
        call("PUT", "people", name, "limits", body={**body, "reason": reason})
        if body
        else call("GET", "people", name, "limits")
    )
    _show_limits(name, found)


def _limit(key: str, text: str) -> int | None:
    from uth.rules.money import parse_money

    if text == "none":
        return None
    try:
        return int(text) if key in ("session", "reminder") else parse_money(text)
    except ValueError:
        what = "minutes" if key in ("session", "reminder") else "dollars"
        refuse([f"--{key.replace('_', '-')} {text}: {what}, or none, is wanted."])


def _show_limits(name: str, found: dict[str, Any]) -> None:
    from uth.proof.restrictions import LIMITS, day
    from uth.rules.money import dollars

    def said(key: str, value: int | None) -> str:
        if value is None:
            return "none"
        return f"{value} minutes" if key in ("session", "reminder") else dollars(value)

    for key in LIMITS:
        if limit := found["limits"].get(key):
            later = f", from {day(limit['since'])[6:]} {said(key, limit['later'])}" if limit["since"] else ""
            click.echo(f"{key.replace('_', ' '):11} {said(key, limit['now'])}{later}")
    for who, until in (("themselves", found["excluded_by_self"]), ("the house", found["excluded_by_house"])):
        if until:
            click.echo(f"{name} is excluded by {who} {day(until)}.")
    if not found["limits"] and not found["excluded_by_self"] and not found["excluded_by_house"]:
        click.echo(f"{name} has no limits.")
    lost = "lost" if found["lost_day"] >= 0 else "won"
    click.echo(
        f"In 24 hours {name} has {lost} {dollars(abs(found['lost_day']))}, "
        f"and bought in for {dollars(found['bought_day'])}."
    )


@click.command(cls=ServeCommand)
@click.argument("name")
@click.option("--days", type=click.IntRange(1, 3650), help="For how long.  [default: for good]")
@reason_option
@click.pass_obj
def exclude(call: Caller, name: str, days: int | None, reason: str) -> None:
    """Exclude somebody, at once: sessions end, and their chips go back to their wallet."""
    _show_limits(name, call("POST", "people", name, "exclusion", body={"days": days, "reason": reason}))


@click.command(cls=ServeCommand)
@click.argument("name")
@reason_option
@click.pass_obj
def include(call: Caller, name: str, reason: str) -> None:
    """Lift an exclusion by the house, after the cooling-off of 24 hours; one's own stays."""
    _show_limits(name, call("POST", "people", name, "inclusion", body={"reason": reason}))
