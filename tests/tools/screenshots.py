"""Takes the README's screenshots of a running app: `make screenshots`."""

import re
import sys
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.support.browser.browser import PHONE, executable, launch
from tests.support.browser.finger import Finger
from tests.support.server.command import run_trexscore
from tests.support.server.running import ARABIC_NAMES, start_game
from tests.support.server.server import LiveServer
from tests.support.tables import KING, KINGDOM, NAMES, Json
from tests.support.tree import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

FOLDER = ROOT / "docs" / "screenshots"


class Picture(NamedTuple):
    """A screenshot of a club page: the first page that the list at `list_path` links to."""

    name: str
    list_path: str
    locale: str
    theme: str


PICTURES = (
    Picture("standings-en", "/seasons", "en-GB", "light"),
    Picture("game-night-ar", "/game-nights", "ar-JO", "dark"),
)

DEAL: Json = {
    "king": "B",
    "contracts": ["queens"],
    "captures": {
        "queens": {
            "hearts": {"taken_by": "C", "doubled_by": "A"},
            "spades": {"taken_by": "D"},
            "diamonds": {"taken_by": "B"},
            "clubs": {"taken_by": "D"},
        }
    },
}
"""The deal of the animation."""
EARLIER_DEALS = [*KINGDOM, {**KING, "king": "B", "captures": {"king_of_hearts": {"taken_by": "A"}}}]
VIEWPORT = {"width": 390, "height": 664}
GAP_PIXELS, FRAME_MILLISECONDS, LAST_FRAME_MILLISECONDS = 20, 800, 3000
"""Pixels between the two phones; duration of a frame, and of the last one."""


@dataclass
class FilmingFinger(Finger):
    """Takes a picture after every tap."""

    frames: list[bytes] = field(default_factory=list)

    def tap(self, target: "str | Locator") -> None:
        super().tap(target)
        self.film()

    def film(self) -> None:
        self.page.locator("html[data-accepts-taps]").wait_for()
        self.frames.append(self.page.screenshot())


def main() -> int:
    """Take all pictures; without Chromium, print a message."""
    if executable() is None:
        sys.stderr.write("The pictures are taken by Chromium, and none was found.\n")
        return 1
    with TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        output = run_trexscore("demo", "--data", data).stdout
        match = re.search(r"/c/[\w-]+", output)
        if match is None:
            raise LookupError(output)
        server = LiveServer(data)
        server.start()
        try:
            with sync_playwright() as playwright:
                browser = launch(playwright)
                for picture in PICTURES:
                    _take_picture(browser, server.url, match[0], picture)
                _film_a_deal(browser, server.url)
                browser.close()
        finally:
            server.stop()
    return 0


def _film_a_deal(browser: "Browser", site: str) -> None:
    """The same deal, entered on a phone in English and on one in Arabic, side by side."""
    films = [_film_on_phone(browser, site, *phone) for phone in (("en-GB", NAMES), ("ar-JO", ARABIC_NAMES))]
    frames = [_side_by_side(*pair) for pair in zip(*films, strict=True)]
    durations = [FRAME_MILLISECONDS] * (len(frames) - 1) + [LAST_FRAME_MILLISECONDS]
    path = FOLDER / "deal.gif"
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=durations, loop=0, optimize=True)
    sys.stdout.write(f"{path.name}: {path.stat().st_size:,} bytes, {len(frames)} frames\n")


def _film_on_phone(browser: "Browser", site: str, locale: str, names: list[str]) -> list[bytes]:
    game = start_game(site, players=names, deals=EARLIER_DEALS)
    context = browser.new_context(**{**PHONE, "viewport": VIEWPORT, "locale": locale})
    finger = FilmingFinger(context.new_page())
    finger.page.goto(game.page())
    finger.film()
    finger.record(DEAL)
    finger.frames.pop()  # taken while the form was closing
    finger.film()
    context.close()
    return finger.frames


def _side_by_side(*pictures: bytes) -> Image.Image:
    phones = [Image.open(BytesIO(picture)).convert("RGB") for picture in pictures]
    width, height = sum(phone.width for phone in phones) + GAP_PIXELS * (len(phones) - 1), phones[0].height
    joined = Image.new("RGB", (width, height), "white")
    for index, phone in enumerate(phones):
        joined.paste(phone, (index * (phone.width + GAP_PIXELS), 0))
    return joined.quantize(64, dither=Image.Dither.NONE)


def _take_picture(browser: "Browser", site: str, club: str, picture: Picture) -> None:
    context = browser.new_context(**{**PHONE, "device_scale_factor": 2, "locale": picture.locale})
    context.add_cookies([{"name": "theme", "value": picture.theme, "url": site}])
    page = context.new_page()
    page.goto(site + club + picture.list_path)
    links = page.locator("a").evaluate_all("links => links.map((link) => link.pathname)")
    page.goto(site + next(link for link in links if re.fullmatch(rf".*{picture.list_path}/\d+", link)))
    content = page.screenshot()
    (FOLDER / f"{picture.name}.png").write_bytes(content)
    sys.stdout.write(f"{picture.name}.png: {len(content):,} bytes\n")
    context.close()


if __name__ == "__main__":
    sys.exit(main())
