"""Take the README's pictures of a club anew, out of what the demo tells: `make screenshots`."""

import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from playwright.sync_api import sync_playwright

from tests.support.browser import PHONE, executable, launch
from tests.support.command import trexscore
from tests.support.server import LiveServer
from tests.support.tree import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FOLDER = ROOT / "docs" / "screenshots"


class Picture(NamedTuple):
    """A page of the club as a reader has it: the first to which the club's first page links with a name like `way`."""

    name: str
    way: str
    locale: str
    theme: str


PICTURES = (
    Picture("standings-en", "/seasons", "en-GB", "light"),
    Picture("evening-ar", "/evenings", "ar-JO", "dark"),
)


def main() -> int:
    """Take all pictures; without Chromium, say so."""
    if executable() is None:
        sys.stderr.write("The pictures are taken by Chromium, and none was found.\n")
        return 1
    with TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        told = trexscore("demo", "--data", data).stdout
        found = re.search(r"/c/[\w-]+", told)
        if found is None:
            raise LookupError(told)
        server = LiveServer(data)
        server.start()
        try:
            with sync_playwright() as playwright:
                browser = launch(playwright)
                for picture in PICTURES:
                    _take(browser, server.url, found[0], picture)
                browser.close()
        finally:
            server.stop()
    return 0


def _take(browser: "Browser", site: str, club: str, picture: Picture) -> None:
    context = browser.new_context(**{**PHONE, "device_scale_factor": 2, "locale": picture.locale})
    context.add_cookies([{"name": "theme", "value": picture.theme, "url": site}])
    page = context.new_page()
    page.goto(site + club)
    links = page.locator("a").evaluate_all("links => links.map((link) => link.pathname)")
    page.goto(site + next(link for link in links if re.fullmatch(rf".*{picture.way}/\d+", link)))
    content = page.screenshot()
    (FOLDER / f"{picture.name}.png").write_bytes(content)
    sys.stdout.write(f"{picture.name}.png: {len(content):,} bytes\n")
    context.close()


if __name__ == "__main__":
    sys.exit(main())
