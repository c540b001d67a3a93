"""A live table, act by act: what somebody may do, what happens, and what is refused."""

import random

import uth
from uth.game.table.acts.playing import to_act
from uth.game.table.dealer import Shoe
from uth.rules.money import dollars

book = uth.load_book("iowa-catfish-bend")
sue, dan = uth.Who(uth.Role.SUPERVISOR, "Sue"), uth.Who(uth.Role.DEALER, "Dan")
ann = uth.Who(uth.Role.PLAYER, "Ann")
table = uth.new_table(book)


def do(who: uth.Who, act: uth.acts.Act) -> None:
    """One act: the table after it, and every event in words."""
    global table
    events, table = uth.step(table, who, act)
    for event in events:
        print(f"  {event.tell()}")


do(sue, uth.acts.Open())
do(ann, uth.acts.Sit(seat=1))
do(ann, uth.acts.BuyIn(cents=50_000))
try:
    do(ann, uth.acts.Bet(stakes={"ante": 1}))
except uth.Refused as refused:
    print(f"  refused: {refused}")
do(ann, uth.acts.Bet(stakes={"ante": 1000, "trips": 500, "progressive": True}))
do(dan, uth.acts.NoMoreBets())

deck = random.Random(7).sample(range(52), 52)
shoe = Shoe(deck)
while table.order:
    if to_act(table) is not None:
        choices = [option.act for option in uth.legal(table, ann) if isinstance(option.act, uth.acts.Decide)]
        do(ann, choices[0])  # checks, and on the river folds
    elif act := shoe.next_act(table):
        do(dan, act)
print(f"Ann has {dollars(table.chips('Ann'))}")
