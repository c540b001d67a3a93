"""Values of options that have a form of their own; each is checked before a command begins."""

import ipaddress
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click

from uth.rules.money import Cents, parse_money

Callback = Callable[[click.Context, click.Parameter, Any], Any]


def in_dollars(ctx: click.Context, param: click.Parameter, value: str) -> Cents:
    """Cents of an amount that is written in dollars."""
    try:
        return parse_money(value)
    except ValueError as error:
        raise click.BadParameter(f"{value!r}: {error}") from None


def between(least: float, most: float) -> Callback:
    """A number that is neither too small nor too large, nor no number at all (nan)."""

    def check(ctx: click.Context, param: click.Parameter, value: float) -> float:
        if not math.isfinite(value) or not least <= value <= most:
            raise click.BadParameter(f"{value:g} is not between {least:g} and {most:,.0f}")
        return value

    return check


def web_address(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """``http://host:port``, perhaps with a path; empty stays empty."""
    return value and _read(value).rstrip("/")


def web_origins(ctx: click.Context, param: click.Parameter, value: Sequence[str]) -> tuple[str, ...]:
    """``https://host`` or ``https://host:port``, as browsers name an origin."""
    return tuple(_origin(_read(one).rstrip("/")) for one in value)


def _origin(address: str) -> str:
    """In small letters and without the usual port: so browsers write it, and it must be the same."""
    parts = urlsplit(address.lower())
    if parts.path:
        raise click.BadParameter(f"{address!r} has a path; an origin ends with the host or its port")
    usual = {"http": ":80", "https": ":443"}[parts.scheme]
    return f"{parts.scheme}://{parts.netloc.removesuffix(usual)}"


def _read(address: str) -> str:
    try:
        parts = urlsplit(address)
        fits = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # a port that is none, or half an IPv6 address
        fits = False
    if not fits or set(address) & set(" ?#@\\") or not address.isprintable():
        raise click.BadParameter(f"{address!r} is no address: write http://HOST:PORT or https://HOST")
    return address


def heads_file(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
    """A file of heads that were kept, or one that can be begun."""
    if value is None:
        return None
    from uth.server.checks import read_heads

    try:
        if value.is_dir() or not value.absolute().parent.is_dir():
            raise click.BadParameter(f"{str(value)!r} is no file, and cannot be made")
        if not read_heads(value) and value.exists() and value.read_bytes():
            raise click.BadParameter(f"{str(value)!r} holds no heads as `uth admin heads` prints them")
    except (OSError, ValueError) as error:
        raise click.BadParameter(f"{str(value)[:100]!r} cannot be read ({error!s:.100})") from None
    return value


def ip_addresses(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """Addresses of machines, or of networks such as 10.0.0.0/8."""
    for one in value:
        try:
            ipaddress.ip_network(one, strict=False)
        except ValueError:
            raise click.BadParameter(f"{one!r} is no address: write 10.0.0.5 or 10.0.0.0/8") from None
    return value
