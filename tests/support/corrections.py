"""Steps of the correction tests: preview changes, and save them."""

from tests.support.pages import Game, Phone, Response
from tests.support.tables import COLLECTIONS, DIAMONDS, TREX, Json

KING_OF_HEARTS: Json = {
    "king": "A",
    "contracts": ["king_of_hearts"],
    "captures": {"king_of_hearts": {"taken_by": "B", "doubled_by": "C"}},
}
QUEENS: Json = {
    "king": "A",
    "contracts": ["queens"],
    "captures": {"queens": {suit: {"taken_by": "B"} for suit in ("hearts", "spades", "diamonds", "clubs")}},
}
KINGDOM_OF_A = (DIAMONDS, TREX, COLLECTIONS, KING_OF_HEARTS, QUEENS)


def deal_of_king(king: str, deal: Json) -> Json:
    return {**deal, "king": king}


def text_of(page: Response) -> str:
    return page.root.find_one("main").text


def totals(page: Response) -> dict[str, tuple[str, str]]:
    """Each player's total before and after, as the preview shows it."""
    rows = page.root.find_one("table", class_="changed-totals").find_one("tbody").find("tr")
    return {row.find_one("th").text: tuple(cell.text for cell in row.find("td")) for row in rows}  # type: ignore[misc]


def correct(phone: Phone, game: Game, page: Response) -> Response:
    return phone.send(page, game.path("/corrections"), usual="agreed")


def href_of_link(page: Response, text: str) -> str:
    return next(node.attrs["href"] for node in page.root.find("a") if text in node.text)


def preview_seat_swap(phone: Phone, game: Game, points: str) -> Response:
    """Preview a correction that swaps the seats of B and C."""
    return phone.get(game.path(f"/corrections/seats?sat_A=A&sat_B=C&sat_C=B&sat_D=D&points={points}"))
