"""Random entries of a game other than deals: sign-offs, corrections, disputes, announcements, and a removed name."""

import uuid
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from random import Random
from typing import Any, get_args

from flask import Flask

from tests.browser.offline.test_fold import Entries, correction, sign_offs
from tests.support.pages import Game
from tests.support.tables import MADE_AT, Json
from trexscore.commands.clubs.anonymize import GamePresence, TracedPerson, anonymize_in_game
from trexscore.db.journals import GAMES
from trexscore.db.models import db
from trexscore.db.transactions import write_transaction
from trexscore.game.builder import fold_game
from trexscore.game.dispute import Resolution
from trexscore.game.record import Record
from trexscore.rules.seats import Seat

RESOLUTIONS = get_args(Resolution)


def random_rule_changes(random: Random, record: Record) -> list[Json]:
    """Either no change, or one of the points of diamonds and of the redeals."""
    if random.random() < 0.7:
        return []
    house_rules = record.house_rules_json
    options = {
        **house_rules.get("options", {}),
        "diamond_points": random.choice([10, 15]),
        "redeals": random.choice([[], ["misdeal"]]),
    }
    return [{"house_rules": {**house_rules, "options": options}}]


def add_other_entries(app: Flask, game: Game, random: Random) -> None:
    """Submit random sign-offs, corrections, disputes and announcements. The rules refuse some of them."""

    def record_of() -> tuple[Entries, Record]:
        with app.app_context():
            fold_entries = GAMES.read_fold_entries(db.session(), game.game_id)
        return [(entry.seq, entry.kind, entry.body or {}) for entry in fold_entries], fold_game(fold_entries)

    def submit(**body: Any) -> None:  # noqa: ANN401 - any JSON value
        with app.app_context():
            local_time = datetime.now(timezone(timedelta(hours=-3, minutes=-30))).isoformat(timespec="seconds")
            made_at = random.choice(
                [None, MADE_AT, "1999-01-01T00:00:00", local_time, local_time.removesuffix("-03:30")]
            )
            link = {"right": "own", "device": "a <phone>"}
            game.submit(body, "Dani", made_at, link)

    def sign_off() -> None:
        for _, _, body in sign_offs(random, record_of()[1], 0):
            submit(**body)

    sign_off()
    deadline = random.choice([None, {"minutes": random.choice([1, 2, 30]), "after": random.choice(["entry", "game"])}])
    submit(terms={"second_person": random.random() < 0.7, "deadline": deadline, "referee": True})
    for _ in range(random.randrange(4)):
        changes = [*correction(random, record_of()[0]), *random_rule_changes(random, record_of()[1])]
        approvals = random.choice([[*"ABCD"], [*"ABCD"], ["referee"], ["A"]])
        submit(corrected={"reason": "counted <again>", "changes": changes, "with": approvals})
    submit(take_back=random.choice([6, game.seq()]))
    submit(seat="B", name="Nour")
    for unconfirmed in record_of()[1].unconfirmed_entries[:1]:
        submit(confirmed={"seq": unconfirmed.current_seq, "seat": "C"})
    sign_off()
    entries, record = record_of()
    for deal in random.sample(record.counted_entries, min(3, len(record.counted_entries))):
        dispute = {"seat": "B", "about": deal.seq, "reason": "no, “never”"}
        submit(disputed=dispute | random.choice([{}, {"changes": correction(random, entries)}]))
        for body in _answers_to_dispute(random, game.seq()):
            submit(**body)
    submit(disputed={"seat": "D", "reason": "of it all", "changes": correction(random, entries)})
    for body in _undos_and_announcements(record):
        submit(**body)


def _answers_to_dispute(random: Random, number: int) -> Iterator[Json]:
    for seat in random.sample("ACD", random.randrange(4)):
        yield {"answered": {"dispute": number, "seat": seat, "agrees": random.random() < 0.8}}
    resolution = random.choice(RESOLUTIONS)
    resolver = {"seat": "B"} if resolution == "withdrawn" else random.choice([{}, {"by": "referee"}])
    yield random.choice([{}, {"settled": {"dispute": number, "as": resolution, **resolver}}])
    if resolution == "as_it_stands":
        yield {"reopened": {"dispute": number, "reason": "once more", **({"seat": "C"} if number % 2 else resolver)}}


def _undos_and_announcements(record: Record) -> list[Json]:
    undone = (*(entry.seq for entry in record.counted_entries[-2:]), *(seq for seq, _ in record.corrections))
    announcement = {"contracts": ["queens"], "doubled": {"spades": "B", "hearts": "C"}}
    return [{"take_back": seq} for seq in undone] + [{"announced": announcement | {"king": king}} for king in "ABCD"]


def anonymize_dani(app: Flask, game: Game) -> None:
    """Permanently remove Dani's name from seat D and from all entries."""
    dani = TracedPerson(
        frozenset(), (), frozenset({"dani"}), {game.game_id: GamePresence(frozenset({Seat.D}), has_taken_part=True)}
    )
    with app.app_context(), write_transaction() as session:
        anonymize_in_game(session, game.game_id, dani, str(uuid.uuid4()), "2026-11-22T20:00:00.000Z")
