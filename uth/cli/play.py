"""``uth play``: a first table in the terminal, one person and bots."""

import secrets
from collections.abc import Iterator

import click
from rich.console import Console
from rich.markup import escape

from uth.cli.asking import ask_book, refuse, set_option
from uth.cli.felt import cards_text, console, money_text
from uth.cli.practice import practice_settings
from uth.cli.prompting import Prompter
from uth.game import Refused
from uth.game.deck.sealed import seed_of, shuffled
from uth.game.round import Choice, Spot
from uth.game.table import acts as a
from uth.game.table.act import Act
from uth.game.table.acts.jackpots import OFFICES
from uth.game.table.acts.playing import choices, cost_of, to_act
from uth.game.table.answering import step
from uth.game.table.dealer import Shoe
from uth.game.table.events import Event, HolesDealt, PhaseBegan
from uth.game.table.offering import legal
from uth.game.table.people import Role, Who
from uth.game.table.phases import Phase
from uth.game.table.state import Table, new_table
from uth.game.views.picture import seen_by
from uth.game.views.script import script
from uth.ranking import describe
from uth.rules import Book
from uth.rules.money import Cents, dollars, parse_money
from uth.rules.wagers import limits_said, pay_lines
from uth.strategy import StrategyError, find_strategy
from uth.strategy.strategies import Player

DEALER, SUPERVISOR = Who(Role.DEALER, "house dealer"), Who(Role.SUPERVISOR, "practice")
HOUSE = Who(Role.HOUSE, "")
BOTS = ("Ada", "Ben", "Cleo", "Dov", "Edda", "Finn", "Gwen")
MOST_BOTS = 5
STACK = 100_000
BOT_STACK, BOT_BANK = 10_000_000, 500_000


@click.command()
@click.argument("book", default="iowa-catfish-bend")
@set_option
@click.option("--seed", help="Deal the same cards again: any text. Without it every game is different.")
@click.option(
    "--bots", type=click.IntRange(0, MOST_BOTS), default=2, show_default=True, help="Other players."
)
@click.option("--strategy", default="basic", show_default=True, help="How the bots play: a name or a file.")
@click.option("--name", default="Guest", show_default=True, help="What you are called at the table.")
@click.option("--script", "with_script", is_flag=True, help="Show what the house dealer does, with clauses.")
def command(
    book: str,
    settings: tuple[str, ...],
    seed: str | None,
    bots: int,
    strategy: str,
    name: str,
    with_script: bool,
) -> None:
    """Sit down at a table of BOOK with play chips; bots take other seats, and bank where a player banks.

    \b
    Keys: 4 3 2 1 bet that multiple of the Ante, c checks, f folds, ? helps, q leaves the table.

    \b
    Examples:
      uth play
      uth play california-shfl --bots 4 --script
      uth play florida --seed monday
    """
    chosen = practice_settings(book)
    rules = ask_book(book, [*chosen, *settings])
    least, most = 1 if rules.bank.is_player else 0, min(MOST_BOTS, rules.table.seats - 1)
    if not name.strip() or not name.isprintable():
        refuse([f"--name {name!r}: a name is wanted, in letters"])
    if name.strip() in BOTS:
        refuse([f"--name {name}: choose another; {', '.join(BOTS)} are bots"])
    if not least <= bots <= most:
        refuse([f"--bots {bots}: from {least} to {most} at this table"])
    out = console()
    if chosen:
        out.print(f"[dim]Options for practice, changed with --set: {escape('; '.join(chosen))}[/]")
    try:
        bots_play = find_strategy(strategy).player(rules)
    except StrategyError as error:
        refuse(error.problems)
    game = _Game(
        rules, name, seed if seed is not None else secrets.token_hex(16), out, with_script, bots_play
    )
    game.sit_down(bots)
    try:
        while game.play_round():
            pass
    except (click.Abort, EOFError, KeyboardInterrupt):
        out.print()
        game.leave()
    out.print(f"You leave with {dollars(game.worth())}; you came with {dollars(game.brought)}.")


class _Game:
    """One person's evening: the table, the deck of the round, and what is shown."""

    def __init__(
        self, book: Book, name: str, seed: str, out: Console, with_script: bool, bots_play: Player
    ) -> None:
        self.table: Table = new_table(book)
        self.me, self.seed, self.out, self.with_script = Who(Role.PLAYER, name), seed, out, with_script
        self.bots_play = bots_play
        self.shoe = Shoe(())
        self.prompter = Prompter()
        self.brought = STACK
        self.last_bet = dollars(self.least)[1:]

    @property
    def least(self) -> Cents:
        """The smallest bet that this table takes."""
        limits = self.table.book.main.limits
        return limits.least if limits else 500

    def worth(self) -> Cents:
        return self.table.chips(self.me.name)

    def do(self, who: Who, act: Act) -> bool:
        if self.with_script and who.role is Role.DEALER:
            due = [line for line in script(self.table) if not line.fact]  # here nobody notes what is done
            for line in self.prompter.new(self.table, due):
                self.out.print(f"  [dim]. {escape(line.does)}  {' '.join(line.clauses)}[/]")
        try:
            events, after = step(self.table, who, act)
        except Refused as refused:
            if who == self.me:
                for reason in refused.refusals:
                    self.out.print(f"  [yellow]{escape(str(reason))}[/]")
            return False
        self.table = after
        for event in events:
            self.show(event)
        return True

    def show(self, event: Event) -> None:
        seen = seen_by(self.me, event)
        if seen is None or isinstance(seen, PhaseBegan):
            return
        if isinstance(seen, HolesDealt):
            for seat, hole in (seen.holes or {}).items():
                self.out.print(f"  Your cards in seat {seat}: ", cards_text(hole))
            return
        self.out.print(f"  {escape(seen.tell())}")

    def sit_down(self, bots: int) -> None:
        self.do(SUPERVISOR, a.Open())
        self.do(DEALER, a.DealerIn(cards_counted=52))
        seats = range(1, self.table.book.table.seats + 1)
        for seat, who, chips in self._people(list(seats), bots):
            self.do(who, a.Sit(seat=seat))
            self.do(who, a.BuyIn(cents=chips))
        self.out.print(f"Limits: {limits_said(self.table.book.bets.values())}.")

    def _people(self, seats: list[int], bots: int) -> Iterator[tuple[int, Who, Cents]]:
        for seat, name in zip(seats[:bots], BOTS, strict=False):
            yield seat, Who(Role.PLAYER, name), BOT_STACK
        yield seats[bots], self.me, STACK

    # ---- a round

    def play_round(self) -> bool:
        """One round; False when the person leaves."""
        self.out.rule(f"Round {self.table.round + 1}", align="left")
        if self.table.phase is Phase.BANKING and not self.find_bank():
            return False
        if not self.place_bets():
            return False
        self.do(DEALER, a.NoMoreBets())
        self.shoe = Shoe(shuffled(seed_of(self.seed, self.table.round)))
        before = self.table.round
        while self.table.round == before and self.table.order:
            seat = to_act(self.table)
            if seat is not None:
                self.decide(self.table.owners[seat])
            elif self.table.phase is Phase.REVIEW:
                self.approve()
            else:
                act = self.shoe.next_act(self.table)
                if act is None or not self.do(DEALER, act):
                    break
        self.out.print(
            f"  You have {dollars(self.worth())}, ",
            money_text(self.worth() - self.brought),
            " since you sat down.",
        )
        return True

    def leave(self) -> None:
        """Who leaves in mid-round is played by the published default, so that his wagers are settled."""
        if not self.table.order:
            return
        self.out.print("  You leave during the round: the house checks and folds for you.")
        while self.table.order:
            seat = to_act(self.table)
            act = a.TimeOut() if seat is not None else self.shoe.next_act(self.table)
            if self.table.phase is Phase.REVIEW:
                self.approve()
            elif act is None or not self.do(HOUSE if seat is not None else DEALER, act):
                return

    def find_bank(self) -> bool:
        while self.table.phase is Phase.BANKING:
            offered = self.table.offered
            if offered is None:
                self.out.print("  Nobody may bank: the table halts.")
                return False
            who = Who(Role.PLAYER, self.table.seats[offered])
            if who == self.me:
                answer = self.ask("Bank this round? Amount in dollars, or Enter to decline")
                taken = self._money(answer) if answer else None
                if answer and taken is None:
                    continue
                self.do(self.me, a.TakeBank(wager=taken) if taken else a.DeclineBank())
            else:
                self.do(who, a.TakeBank(wager=BOT_BANK)) or self.do(who, a.DeclineBank())
        return True

    def place_bets(self) -> bool:
        for name in self.table.seats.values():
            if name not in (self.me.name, self.table.banker):
                self.do(Who(Role.PLAYER, name), a.Bet(stakes={self.table.book.main.name: self.least}))
        if self.table.banker == self.me.name:
            return True
        while self.me.name not in self.table.owners.values():
            if not self._rebuy():
                return False
            self._bet()
        return True

    def _rebuy(self) -> bool:
        """More chips for who cannot make the least bet any more."""
        if self.worth() >= 3 * self.least:
            return True
        self.ask(f"{dollars(self.worth())} are too few to play. Enter buys {dollars(STACK)} more, q leaves")
        self.brought += STACK
        return self.do(self.me, a.BuyIn(cents=STACK))

    def _bet(self) -> None:
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
                return
            stakes[name] = cents
        if self.do(self.me, a.Bet(stakes=stakes)):
            self.last_bet = answer

    def decide(self, name: str) -> None:
        seat = to_act(self.table)
        if seat is None:
            return
        if name != self.me.name:
            spot = self.table.spots[seat]
            choice = Choice(self.bots_play(spot.hole or (), self.table.board, choices(self.table, seat)))
            self.do(Who(Role.PLAYER, name), a.Decide(choice=choice))
            return
        spot = self.table.spots[seat]
        hole = spot.hole or ()
        if self.table.board:
            made = describe((*hole, *self.table.board))
            self.out.print("  You hold ", cards_text(hole), " on ", cards_text(self.table.board), f": {made}")
        offered = dict(self._decisions(spot))
        answer = ""
        while not answer:
            answer = self.ask(", ".join(f"{key} {says}" for key, (says, _) in offered.items())).lower()
        if answer in offered:
            self.do(self.me, offered[answer][1])
        else:
            self.out.print(f"  [yellow]{escape(answer)}: one of {', '.join(offered)} is wanted[/]")

    def _decisions(self, spot: Spot) -> Iterator[tuple[str, tuple[str, Act]]]:
        """What may be decided now, by the key that does it."""
        for option in legal(self.table, self.me):
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

    def approve(self) -> None:
        for won in self.table.review:
            for office in OFFICES:
                staff = Who(Role.SUPERVISOR, office)
                self.do(staff, a.Approve(seat=won.seat, office=office, reason="practice table"))
            self.do(staff, a.PayJackpot(seat=won.seat))

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
