"""Rule books as data: the four documents, a house's own book, their readings and clauses."""

from uth.rules.book import Book
from uth.rules.library import load_book, shipped
from uth.rules.payoffs import Payoffs
from uth.rules.schema import BookError, Problem

__all__ = ["Book", "BookError", "Payoffs", "Problem", "load_book", "shipped"]
