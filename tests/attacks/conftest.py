"""The databases that attacks are tried on."""

from tests.server.conftest import database

__all__ = ["database"]
