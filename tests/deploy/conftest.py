"""Databases for the tests of what an operator runs."""

from tests.server.conftest import database

__all__ = ["database"]
