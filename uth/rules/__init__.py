"""Rule books as data: the four documents, a house's own book, their readings and clauses."""

from uth.rules.book import Book
from uth.rules.library import load_book, shipped
from uth.rules.payoffs import Payoffs, compile_payoffs
from uth.rules.schema import BookError, Problem

__all__ = ["Book", "BookError", "Payoffs", "Problem", "compile_payoffs", "load_book", "shipped"]
