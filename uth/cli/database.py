"""The database that a command works on: one default place, looked at before anything is made."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from uth.cli.asking import refuse

if TYPE_CHECKING:
    from uth.store import Address

DATABASE = "sqlite:///data/uth.sqlite"

database_option = click.option(
    "--database",
    default=DATABASE,
    show_default=True,
    envvar="UTH_DATABASE",
    help="sqlite:///FILE, or postgresql://USER@HOST/NAME for several processes. Also UTH_DATABASE.",
)


def find(url: str) -> "tuple[Address, bool]":
    """Where the database is, and whether it is there; what cannot be used is refused. Nothing is made."""
    from uth.store import StoreError, is_there, read_address

    try:
        address = read_address(url)
        folder = _own_folder(address)
        return address, (folder is None or folder.exists()) and asyncio.run(is_there(address))
    except StoreError as error:
        refuse([str(error)])


def make_folder(address: "Address") -> None:
    """The folder of the default place is made; others must be there."""
    if folder := _own_folder(address):
        try:
            folder.mkdir(exist_ok=True)
        except OSError as error:
            refuse([f"cannot make the folder {folder.absolute()}: {error.strerror}"])


def _own_folder(address: "Address") -> Path | None:
    return address.file.parent if address.file and address.url == DATABASE else None
