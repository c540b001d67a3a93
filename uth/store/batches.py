"""Is a batch sound in itself? Asked before it joins the others, so that it cannot spoil their transaction."""

from collections import Counter

from uth.rules.money import MOST_MONEY, dollars
from uth.store.records import Batch, Entry, Mark, wallet_account

MOST_NUMBER = 2**63 - 1
LONGEST_KEY = 200
"""Characters of a name by which things are found: an index of PostgreSQL takes about 2,700 bytes."""


def require_sound(batch: Batch) -> None:
    """Raises ValueError: money that does not add up, or something no database can hold."""
    _require_balance(batch)
    _require_events(batch)
    _require_writable(batch)


def _require_balance(batch: Batch) -> None:
    accounts: Counter[str] = Counter()
    for entry in batch.entries:
        if not -MOST_MONEY <= entry.cents <= MOST_MONEY:
            raise ValueError(f"{dollars(entry.cents)} on {entry.account}: more than anybody has")
        accounts[entry.account] += entry.cents
    if total := accounts.total():
        raise ValueError(f"the entries come to {dollars(total)}, not to zero")
    for person, cents in batch.wallets.items():
        if accounts[wallet_account(person)] != cents:
            moved = accounts[wallet_account(person)]
            raise ValueError(
                f"the wallet of {person} changes by {dollars(cents)}, its entries come to {dollars(moved)}"
            )
    for account, cents in accounts.items():
        if cents and account.startswith("wallet:") and int(account[7:]) not in batch.wallets:
            raise ValueError(f"entries on {account}, but the wallet does not change")


def _require_events(batch: Batch) -> None:
    """Money moves with an event of the same batch, so that every entry has its reason in the log."""
    if not batch.entries and not batch.marks:
        return
    numbers = {
        (append.stream, append.expected + nth)
        for append in batch.appends
        for nth in range(1, len(append.bodies) + 1)
    }
    written: list[Entry | Mark] = [*batch.entries, *batch.marks]
    for one in written:
        if (one.stream, one.number) not in numbers:
            kind = type(one).__name__.lower()
            raise ValueError(
                f"{kind} for event {one.number} of {one.stream}, which this batch does not write"
            )


def _require_writable(batch: Batch) -> None:
    texts = [batch.command]
    octets: list[bytes] = []
    numbers = list(batch.wallets)
    for append in batch.appends:
        texts.append(append.stream)
        octets += append.bodies
        numbers.append(append.expected)
    for entry in batch.entries:
        texts += (entry.account, entry.what)
    for mark in batch.marks:
        texts.append(mark.name)
        numbers.append(mark.order)
    if (answer := batch.answer) is not None:
        texts.append(answer.command)
        octets += (answer.digest, answer.body)
        numbers.append(answer.person)
    if (snapshot := batch.snapshot) is not None:
        texts += (snapshot.stream, snapshot.code)
        octets += (snapshot.hash, snapshot.body)
        numbers.append(snapshot.number)
    if longest := max((text for text in texts if len(text) > LONGEST_KEY), key=len, default=None):
        raise ValueError(f"{longest[:20]}... has more than {LONGEST_KEY} characters")
    together = "".join(texts)
    together.encode()  # half a surrogate pair is a UnicodeEncodeError, which is a ValueError
    if "\0" in together:
        raise ValueError("PostgreSQL keeps no text with a zero byte")
    if not all(type(body) is bytes for body in octets):
        raise ValueError("bodies, digests and hashes are bytes")
    if not all(0 <= number < MOST_NUMBER for number in numbers):
        raise ValueError("versions and ids of people are whole numbers from 0 on")
