"""A new account and club, created through the pages."""

import uuid

from playwright.sync_api import Page

from tests.support.accounts import PASSWORD


def create_club_on_pages(page: Page, server: str, name: str, owner: str = "Basil") -> str:
    """Create an account and a club through the pages; return the club's address."""
    page.goto(f"{server}/account/new?next=/clubs/new")
    for field, value in (("name", owner), ("username", f"newcomer.{uuid.uuid4().hex[:12]}"), ("password", PASSWORD)):
        page.fill(f"main [name={field}]", value)
    page.press("main [name=password]", "Enter")
    page.wait_for_url("**/clubs/new")
    page.fill("main [name=name]", name)
    page.click(".bar")
    page.wait_for_url("**/c/*")
    return page.url
