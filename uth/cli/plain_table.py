"""``uth play --plain``: the practice table in lines of text, for pipes, screen readers and scripts."""

from collections.abc import Iterator

import click
from rich.console import Console
from rich.markup import escape

from uth.cli.felt import cards_text, money_text
from uth.cli.prompting import Prompter
from uth.game import Refused
from uth.game.round import Spot
from uth.game.table import acts as a
from uth.game.table.act import Act
from uth.game.table.acts.playing import cost_of, to_act
from uth.game.table.events import Event, HolesDealt, PhaseBegan
from uth.game.table.offering import legal
from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.game.table.state import Table
from uth.game.views.picture import seen_by
from uth.game.views.script import script
from uth.ranking import describe
from uth.rules.money import Cents, dollars, parse_money
from uth.rules.wagers import limits_said, pay_lines
from uth.terminal.practice import STACK, Practice


class PlainTable:
    """The practice table in lines of text: questions, answers, and what happened."""

    def __init__(self, practice: Practice, out: Console, with_script: bool) -> None:
        self.practice, self.out, self.with_script = practice, out, with_script
        self.prompter = Prompter()
        self.brought = STACK
        self.last_bet = dollars(practice.least)[1:]
        practice.happened = self._happened
        practice.before_act = self._about_to

    @property
    def table(self) -> Table:
        return self.practice.table

    def _about_to(self, who: Who) -> None:
        if self.with_script and who.role is Role.DEALER:
            due = [line for line in script(self.table) if not line.fact]  # here nobody notes what is done
            for line in self.prompter.new(self.table, due):
                self.out.print(f"  [dim]. {escape(line.does)}  {' '.join(line.clauses)}[/]")

    def _happened(self, before: Table, events: list[Event]) -> None:
        for event in events:
            self._show(event)

    def _show(self, event: Event) -> None:
        seen = seen_by(self.practice.me, event)
        if seen is None or isinstance(seen, PhaseBegan):
            return
        if isinstance(seen, HolesDealt):
            for seat, hole in (seen.holes or {}).items():
                self.out.print(f"  Your cards in seat {seat}: ", cards_text(hole))
            return
        self.out.print(f"  {escape(seen.tell())}")

    def do(self, act: Act) -> bool:
        """What the person does; a refusal is said."""
        try:
            self.practice.do(self.practice.me, act)
        except Refused as refused:
            for reason in refused.refusals:
                self.out.print(f"  [yellow]{escape(str(reason))}[/]")
            return False
        return True

    # ---- a round

    def play(self, bots: int, seat: int | None = None) -> None:
        """Sit down, and play round after round until the person leaves."""
        self.practice.sit_down(bots, seat)
        self.out.print(f"Limits: {limits_said(self.table.book.bets.values())}.")
        try:
            while self._play_round():
                pass
        except (click.Abort, EOFError, KeyboardInterrupt):
            self.out.print()
            if self.practice.in_round:
                self.out.print("  You leave during the round: the house checks and folds for you.")
                self.practice.finish()
        worth = dollars(self.practice.worth())
        self.out.print(f"You leave with {worth}; you came with {dollars(self.brought)}.")

    def _play_round(self) -> bool:
        """One round; False when the person leaves."""
        self.out.rule(f"Round {self.table.round + 1}", align="left")
        before = self.table.round
        while self.practice.in_round or self.table.round == before:
            if not self.practice.move() and not self._answer():
                return False
        worth = self.practice.worth()
        since = money_text(worth - self.brought)
        self.out.print(f"  You have {dollars(worth)}, ", since, " since you sat down.")
        return True

    def _answer(self) -> bool:
        """The table waits for the person; False where nothing can be done any more."""
        if self.table.phase is Phase.BANKING:
            return self._bank()
        if self.table.phase is Phase.BETTING:
            return self._rebuy() and self._bet()
        seat = to_act(self.table)
        return seat is not None and self._decide(self.table.spots[seat])

    def _bank(self) -> bool:
        if self.table.offered is None:
            self.out.print("  Nobody may bank: the table halts.")
            return False
        answer = self.ask("Bank this round? Amount in dollars, or Enter to decline")
        taken = self._money(answer) if answer else None
        if taken or not answer:
            self.do(a.TakeBank(wager=taken) if taken else a.DeclineBank())
        return True

    def _rebuy(self) -> bool:
        """More chips for who cannot make the least bet any more."""
        worth = self.practice.worth()
        if worth >= 3 * self.practice.least:
            return True
        self.ask(f"{dollars(worth)} are too few to play. Enter buys {dollars(STACK)} more, q leaves")
        self.brought += STACK
        return self.do(a.BuyIn(cents=STACK))

    def _bet(self) -> bool:
        """An amount for the main wager; a second for the first side wager, and others by their names."""
        book = self.table.book
        side = {bet.name: bet for bet in book.side_bets}
        plain = next((bet for bet in book.side_bets if bet.staked == "range"), None)
        named = [f"{bet.name} for {dollars(bet.stake)}" for bet in book.side_bets if bet.stake]
        named += [f"{bet.name}=5" for bet in book.side_bets if bet.staked == "range" and bet is not plain]
        more = f", and {plain.label} if you like" if plain else ""
        more += f", in dollars; also {', '.join(named)}" if named else ", in dollars"
        answer = self.ask(f"{book.main.label}{more} [{self.last_bet}]") or self.last_bet
        stakes: dict[str, Cents | bool] = {}
        free = [book.main.name, *([plain.name] if plain else [])]
        for word in answer.split():
            name, equals, amount = word.partition("=")
            if not equals:
                short = [bet for bet in side if bet.startswith(word.lower()) and side[bet].stake]
                if short:
                    stakes[short[0]] = True
                    continue
                name, amount = (free.pop(0) if free else ""), word
            cents = self._money(amount)
            if cents is None or name not in (book.main.name, *side):
                self.out.print(f"  [yellow]{escape(word)}: amounts are wanted, like 10 or 10 5[/]")
                return True
            stakes[name] = cents
        if self.do(a.Bet(stakes=stakes)):
            self.last_bet = answer
        return True

    def _decide(self, spot: Spot) -> bool:
        hole = spot.hole or ()
        if self.table.board:
            made = describe((*hole, *self.table.board))
            self.out.print("  You hold ", cards_text(hole), " on ", cards_text(self.table.board), f": {made}")
        offered = dict(self._decisions(spot))
        answer = ""
        while not answer:
            answer = self.ask(", ".join(f"{key} {says}" for key, (says, _) in offered.items())).lower()
        if answer in offered:
            self.do(offered[answer][1])
        else:
            self.out.print(f"  [yellow]{escape(answer)}: one of {', '.join(offered)} is wanted[/]")
        return True

    def _decisions(self, spot: Spot) -> Iterator[tuple[str, tuple[str, Act]]]:
        """What may be decided now, by the key that does it."""
        for option in legal(self.table, self.practice.me):
            act = option.act
            if not isinstance(act, a.Decide) or act.toke:
                continue
            if multiple := act.choice.multiple:
                cost = dollars(cost_of(self.table, spot, act.choice))
                yield str(multiple), (f"bets {multiple}x {cost}", act)
            elif act.tuck:
                yield "t", ("folds with the cards tucked", act)
            else:
                yield act.choice[0], (f"{act.choice}s", act)

    def ask(self, text: str) -> str:
        while True:
            answer: str = click.prompt(f"  {text}", default="", show_default=False, prompt_suffix=": ")
            if answer.strip().lower() in ("q", "quit", "leave"):
                raise click.Abort
            if answer.strip().lower() not in ("?", "h", "help"):
                return answer.strip()
            self._help()

    def _help(self) -> None:
        book = self.table.book
        self.out.print(
            "  4 3 2 1 bet that multiple of the Ante, c checks, f folds, q leaves, Enter takes the usual."
        )
        for bet in book.bets.values():
            if lines := pay_lines(bet):
                self.out.print(f"  {bet.label} pays {', '.join(' '.join(line) for line in lines)}.")
        hand = book.qualifier.hand.replace("_", " ")
        self.out.print(f"  The bank qualifies with {hand}; without it the Ante goes back.")

    def _money(self, text: str) -> Cents | None:
        try:
            return parse_money(text)
        except ValueError as error:
            self.out.print(f"  [yellow]{escape(text)}: {error}[/]")
            return None
