"""Which question the table puts to the person now, and what else they may do."""

from collections.abc import Iterator, Mapping

from uth.rules.money import Cents
from uth.terminal.forms import RACK, AmountForm, BetPanel, Form
from uth.terminal.frames import Act, Frame, Layout, Offer
from uth.terminal.panels import DecidePanel, Panel, Reply, ResultPanel, SitPanel, WaitPanel
from uth.terminal.scene import Scene

BUY_IN = 50_000
"""What is suggested, in cents."""
OTHERS = {
    "buy_in": ("Buy in", "Buy in"),
    "cash_out": ("Cash out", "Cash out"),
    "take_back": ("Take bets back", ""),
    "lay_toke": ("Toke on {on}", "Lay toke"),
    "take_bank": ("Change the bank", "Bank"),
}
"""Acts that no question asks for: what they are called, and what Enter then does."""


class DeclinePanel(Form):
    """A bank is offered that the person cannot put up."""

    sends = "Decline"

    def __init__(self, title: str, offer: Offer) -> None:
        super().__init__(title, [])
        self.offer = offer

    def act(self) -> Act:
        return self.offer.act

    def press(self, key: str, character: str | None) -> Reply | None:
        return super().press("enter" if character == "d" else key, character)


def question(scene: Scene, layout: Layout, last: Mapping[str, Cents]) -> Panel:
    """What the person is asked now."""
    frame = scene.frame
    if scene.is_held and scene.result is not None:
        return ResultPanel(scene.result)
    if frame is None or scene.is_playing:
        return WaitPanel("")
    offers: dict[str, Offer] = {}
    for offer in frame.you.legal:
        offers.setdefault(offer.does, offer)
    if "decide" in offers:
        hand = frame.you.hands.get(str(frame.table.to_act))
        return DecidePanel(frame, layout, hand.says if hand else "")
    if frame.you.seat is None:
        return SitPanel(frame.you.legal) if "sit" in offers else WaitPanel("Watching.")
    if "decline_bank" in offers and frame.table.bank.offered == frame.you.seat:
        return _bank(layout, offers)
    plays = any(spot.player == frame.you.name and spot.behind is None for spot in frame.table.spots)
    if "bet" in offers and not plays:
        return BetPanel(frame, layout, last)
    banks = frame.table.bank.seat is not None and frame.table.bank.seat == frame.you.seat
    short = frame.table.phase == "betting" or not frame.you.chips
    if "buy_in" in offers and not plays and not banks and short:
        return AmountForm("Too few chips to bet.", offers["buy_in"], "Buy in", BUY_IN)
    return WaitPanel(_waits_for(frame, layout))


def _bank(layout: Layout, offers: Mapping[str, Offer]) -> Panel:
    title = f"Bank this round as the {layout.bank}?"
    take, decline = offers.get("take_bank"), offers["decline_bank"]
    if take is None or take.bounds["wager"][0] > take.bounds["wager"][1]:
        return DeclinePanel(f"{title} It needs more chips than you have.", decline)
    suggested = take.bounds["wager"][1] // 2 // RACK * RACK
    return AmountForm(title, take, "Bank it", suggested, decline)


def _waits_for(frame: Frame, layout: Layout) -> str:
    table = frame.table
    if table.paused or table.held:
        return f"Stopped: {table.paused or table.held}."
    if table.to_act is not None:
        owner = next((spot.player for spot in table.spots if spot.seat == table.to_act), "")
        return f"Waiting for {owner}."
    if table.phase == "banking":
        return f"Waiting for a {layout.bank}."
    if table.phase == "betting":
        return "Waiting for the other bets."
    return "Being verified. Payment follows." if table.review else "Please wait."


def others(frame: Frame, layout: Layout) -> Iterator[tuple[str, Offer]]:
    """What else may be done, in words."""
    titles = {wager.name: wager.title for wager in layout.wagers}
    banks = frame.table.bank.seat is not None and frame.table.bank.seat == frame.you.seat
    for offer in frame.you.legal:
        if offer.does not in OTHERS or (offer.does == "take_bank" and not banks):
            continue
        on = str(offer.act.get("on", ""))
        yield OTHERS[offer.does][0].format(on=titles.get(on, on)), offer


def form_for(says: str, offer: Offer) -> Panel | None:
    """The amount that such an act asks for; None if it asks for nothing."""
    if not offer.bounds:
        return None
    [(least, most)] = offer.bounds.values()
    start = most if offer.does == "cash_out" else BUY_IN if offer.does == "buy_in" else least
    return AmountForm(f"{says}.", offer, OTHERS[offer.does][1], start)
