"""Limits and exclusion on the account page, as somebody sets them."""

from playwright.sync_api import expect

from tests.browser.people import Room
from tests.browser.test_axe import violations


def test_limits_are_set_and_somebody_excludes_themselves(room: Room) -> None:
    ann = room.player("Ann")
    table = room.table("iowa-catfish-bend")
    ann.come_in(table, 1)
    ann.go("/account")
    page = ann.page
    loss = page.get_by_label("Loss in 24 hours (dollars)")
    loss.fill("50")
    ann.click("Save limits")
    expect(page.get_by_text("Saved.")).to_be_visible()
    loss.fill("80")
    ann.click("Save limits")
    expect(page.get_by_text(": $80.")).to_be_visible()
    expect(loss).to_have_value("50")  # it is raised tomorrow
    assert violations(ann) == []
    page.reload()
    expect(page.get_by_label("Loss in 24 hours (dollars)")).to_have_value("50")

    leave = page.get_by_role("button", name="Exclude myself")
    expect(leave).to_be_disabled()
    page.get_by_label("I know that nobody can undo this").check()
    leave.click()
    expect(page.get_by_text("Sign in to set limits")).to_be_visible()
