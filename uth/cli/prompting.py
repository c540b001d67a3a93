"""The dealer's script as it is read out: each line once in a moment, however often one looks."""

from collections.abc import Iterable

from uth.game.table.state import Table
from uth.game.views.script import Step


class Prompter:
    """Remembers what has been said in this phase of this round."""

    def __init__(self) -> None:
        self._moment: object = None
        self._said: set[Step] = set()

    def new(self, table: Table, steps: Iterable[Step]) -> list[Step]:
        """The steps that have not been said since the table came to where it is."""
        moment = table.round, table.phase
        if moment != self._moment:
            self._moment, self._said = moment, set()
        new = [step for step in dict.fromkeys(steps) if step not in self._said and not step.done_by]
        self._said.update(new)
        return new
