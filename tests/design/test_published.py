"""Published pay tables: the package's edges are those of the solver, and wrong ones are called so."""

from dataclasses import replace
from fractions import Fraction

from uth.design.published import Compared, compared_tables, published_tables


def test_every_published_edge_agrees_or_is_called_wrong() -> None:
    found = {one.table.name: one for one in compared_tables()}
    assert len(found) == len(published_tables())
    assert all(one.agrees is not False for one in found.values())
    assert sum(one.agrees is True for one in found.values()) == 7
    standard = found["Blind: standard, Pennsylvania A, France"]
    assert standard.exact == Fraction(607_723_787_676, 27_813_810_024_000)
    wrong = replace(standard.table, edge="2.195")
    assert Compared(wrong, standard.exact).agrees is False
