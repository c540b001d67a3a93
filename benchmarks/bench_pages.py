"""How heavy the browser app is, how soon a slow phone can use its first page, how smooth the felt is, and how
long a round takes.

The phone is the system's browser with Chrome's usual "slow" profile: 1.6 Mbit/s, 150 ms a round trip, a
processor four times slower. The felt is watched while a round is dealt and settled with all its animations;
the baseline, in the same run, is an empty page that draws nothing.

    python benchmarks/bench_pages.py
"""

import gzip
import re
import sys
import tempfile
import time
from itertools import pairwise, product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, Page

from scripts.browser import MISSING, find
from tests.browser.driving import driven
from tests.browser.people import PHONE, Player
from tests.server.serving import Served
from uth.server.pages import FOLDER

MUST_KB, MUST_SECONDS, MUST_FRAMES = 250, 2.0, 60
MUST_PACE = {"normal": 6, "fast": 3}
ROUNDS = 5
TRIES = 5
BOTS = ("--open", "iowa-catfish-bend", "--open", "florida", "--bots", "4")
WATCH = """() => { const watched = window.ticks; window.ticks = [];
const tick = (at) => { ticks.push(at); requestAnimationFrame(tick) };
if (!watched) requestAnimationFrame(tick) }"""


def weigh() -> float:
    """Kilobytes of everything that is sent for all pages, as it is sent."""
    return sum(len(gzip.compress(path.read_bytes())) for path in FOLDER.rglob("*") if path.is_file()) / 1000


def first_page(player: Player) -> float:
    """Seconds from the address to a lobby with a table to sit down at, with nothing in the cache."""
    devtools = player.context.new_cdp_session(player.page)
    devtools.send("Network.enable")
    devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    slow = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
    devtools.send("Network.emulateNetworkConditions", slow)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    player.go("/")
    player.page.get_by_role("button", name="Sit down").first.wait_for()
    return float(player.page.evaluate("performance.now()")) / 1000


def frames(page: Page, play: bool) -> tuple[float, float]:
    """Frames a second, and the longest wait for one in a hundred, in milliseconds."""
    page.evaluate(WATCH)
    if play:
        page.get_by_role("button", name="Bet $10").click()
        for choice in ("Check", "Check", "Bet 1×"):
            page.get_by_role("group", name="Your decision").get_by_role("button", name=choice).click(
                timeout=60_000
            )
        page.locator(".result").wait_for(timeout=60_000)
    else:
        page.wait_for_timeout(3000)
    ticks = page.evaluate("ticks")
    gaps = sorted(b - a for a, b in pairwise(ticks))
    return 1000 * len(gaps) / (ticks[-1] - ticks[0]), gaps[len(gaps) * 99 // 100]


def pace(player: Player) -> tuple[float, float]:
    """Seconds from the first card to the net, without those in which one was asked.

    And how long the result then stays by itself; after five seconds one moves on.
    """
    page, asked = player.page, 0.0
    page.get_by_role("button", name=re.compile(r"^Bet \$")).first.click()
    page.locator(".own").wait_for(timeout=60_000)
    began = time.monotonic()
    turn = page.get_by_role("group", name="Your decision").get_by_role("button", name="Bet 4×")
    turn.wait_for(timeout=60_000)
    since = time.monotonic()
    turn.click()
    asked += time.monotonic() - since
    page.locator(".result .net").wait_for(timeout=60_000)
    took = time.monotonic() - began - asked
    since = time.monotonic()
    while page.locator(".result .net").count() and time.monotonic() - since < 5:
        page.wait_for_timeout(50)
    stayed = time.monotonic() - since
    if page.locator(".result").count():
        page.get_by_role("button", name="Next hand").click()
    page.get_by_role("button", name=re.compile(r"^Bet \$")).first.wait_for(timeout=60_000)
    return took, stayed


def paces(browser: Browser, served: Served) -> None:
    for where, speed in product(("Play solo", "Sit down at Catfish Bend"), MUST_PACE):
        player = Player(browser, served.url, "", speed=speed)
        player.go("/")
        player.page.get_by_role("button", name=where).first.click()
        player.page.get_by_role("button", name=re.compile(r"^Bet \$")).first.wait_for(timeout=60_000)
        took, stayed = zip(*(pace(player) for _ in range(ROUNDS)), strict=True)
        print(
            f"{where}, {speed}: a round in {sum(took) / ROUNDS:.1f} s (must: {MUST_PACE[speed]}), "
            f"result for {min(stayed):.1f} s or more"
        )
        player.context.close()


def main() -> None:
    if find() is None:
        sys.exit(MISSING)
    print(f"app: {weigh():.0f} kB compressed, all pages together (must: {MUST_KB})")
    with tempfile.TemporaryDirectory() as folder, driven() as browser:
        served = Served(f"sqlite:///{folder}/uth.sqlite", Path(folder), "--sign-ins", "1000", *BOTS)
        served.start()
        try:
            seconds = []
            for _ in range(TRIES):
                player = Player(browser, served.url, "", viewport=PHONE)
                seconds.append(first_page(player))
                player.context.close()
            tries = ", ".join(f"{one:.2f}" for one in sorted(seconds))
            print(
                f"first page on a slow phone: {min(seconds):.2f} s (must: {MUST_SECONDS}; all tries: {tries})"
            )
            paces(browser, served)
            player = Player(browser, served.url, "", speed="normal")
            player.go("/rules")
            print(
                "empty page:           {:.1f} frames/s, one in a hundred waits {:.1f} ms".format(
                    *frames(player.page, play=False)
                )
            )
            player.go("/")
            player.page.get_by_role("button", name="Sit down").last.click()
            player.page.get_by_role("button", name="Bet $10").wait_for(timeout=60_000)
            for _ in range(3):
                print(
                    "a round on the felt:  {:.1f} frames/s, one in a hundred waits {:.1f} ms".format(
                        *frames(player.page, play=True)
                    )
                )
                player.page.get_by_role("button", name="Next hand").click()
                player.page.get_by_role("button", name="Bet $10").wait_for(timeout=60_000)
            print(f"must: {MUST_FRAMES} frames/s")
        finally:
            served.stop()


if __name__ == "__main__":
    main()
