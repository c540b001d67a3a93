"""A jackpot in review: its winner loses nothing by loading the page again."""

from playwright.sync_api import expect

from tests.browser.people import Room
from tests.browser.staff import Game, employ
from tests.browser.test_floor import jackpot


def test_a_reload_in_review_keeps_the_result_of_the_winner(room: Room) -> None:
    game = Game(room, "iowa-catfish-bend")
    ann = room.player("Ann of the jackpot", speed="normal")
    ann.context.add_cookies([{"name": "uth_session", "value": game.tokens[1], "url": room.served.url}])
    ann.go(f"/table/{game.table}")
    ann.page.get_by_role("region", name="Your place").wait_for()
    jackpot(game)
    ann.page.locator(".jackpot").wait_for()
    ann.page.reload()
    ann.page.locator(".jackpot").wait_for()
    for office in ("supervisor", "shift manager", "security"):
        token = room.served.sign_in(employ(room, "Sal", "supervisor"))
        act = {"do": "approve", "seat": 1, "office": office, "reason": "seen"}
        answer = room.served.do(token, game.table, act, **{"as": "supervisor"})
        assert answer.status_code == 200, answer.text
    pay = {"do": "pay_jackpot", "seat": 1}
    assert room.served.do(token, game.table, pay, **{"as": "supervisor"}).status_code == 200
    game.deal(do="end_round")
    result = ann.page.locator(".result")
    expect(result).to_contain_text("Royal flush beats the dealer's pair of nines")
    rows = result.get_by_role("row").all_inner_texts()
    assert [row.split()[0] for row in rows] == ["Ante", "Play", "Blind", "Progressive"], rows
    expect(ann.page.get_by_text("As the", exact=False)).to_have_count(0)
