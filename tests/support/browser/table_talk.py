"""What players say about a random game besides its deals: sign-offs, corrections, disputes, and a removed name."""

import uuid
from datetime import datetime, timedelta, timezone
from random import Random
from typing import Any, get_args

from flask import Flask

from tests.browser.offline.test_fold import Entries, correction, sign_offs
from tests.support.pages import Game
from tests.support.tables import MADE_AT, Json
from trexscore.commands.clubs.anonymize import GamePresence, TracedPerson, anonymize_in_game
from trexscore.db.journals import GAMES, write_transaction
from trexscore.db.models import db
from trexscore.game.builder import fold
from trexscore.game.dispute import Resolution
from trexscore.game.record import Record
from trexscore.rules.seats import Seat

ENDS = get_args(Resolution)


def other_rules(random: Random, record: Record) -> list[Json]:
    """Sometimes a change of the points or of what is dealt again."""
    if random.random() < 0.7:
        return []
    said = record.house_rules
    options = {
        **said.get("options", {}),
        "diamond_points": random.choice([10, 15]),
        "redeals": random.choice([[], ["misdeal"]]),
    }
    return [{"house_rules": {**said, "options": options}}]


def add_table_talk(app: Flask, made: Game, random: Random) -> None:
    """Sign-offs, corrections and disputes, as far as the rules allow them."""

    def record_of() -> tuple[Entries, Record]:
        with app.app_context():
            told = GAMES.read_fold_entries(db.session(), made.game_id)
        return [(one.seq, one.kind, one.body or {}) for one in told], fold(told)

    def say(**body: Any) -> None:  # noqa: ANN401 - any JSON value
        with app.app_context():
            there = datetime.now(timezone(timedelta(hours=-3, minutes=-30))).isoformat(timespec="seconds")
            made_at = random.choice([None, MADE_AT, "1999-01-01T00:00:00", there, there.removesuffix("-03:30")])
            by = {"right": "own", "device": "a <phone>"}
            made.submit(body, "Dani", made_at, by)

    def agree() -> None:
        for _, _, body in sign_offs(random, record_of()[1], 0):
            say(**body)

    agree()
    deadline = random.choice([None, {"minutes": random.choice([1, 2, 30]), "after": random.choice(["entry", "game"])}])
    say(terms={"second_person": random.random() < 0.7, "deadline": deadline, "referee": True})
    for _ in range(random.randrange(4)):
        changes = [*correction(random, record_of()[0]), *other_rules(random, record_of()[1])]
        behind = random.choice([[*"ABCD"], [*"ABCD"], ["referee"], ["A"]])
        say(corrected={"reason": "counted <again>", "changes": changes, "with": behind})
    say(take_back=random.choice([6, made.seq()]))
    say(seat="B", name="Nour")
    for waiting in record_of()[1].unconfirmed[:1]:
        say(confirmed={"seq": waiting.current_seq, "seat": "C"})
    agree()
    entries, record = record_of()
    for counted in random.sample(record.counted, min(3, len(record.counted))):
        said = {"seat": "B", "about": counted.seq, "reason": "no, “never”"}
        say(disputed=said | random.choice([{}, {"changes": correction(random, entries)}]))
        number = made.seq()
        for seat in random.sample("ACD", random.randrange(4)):
            say(answered={"dispute": number, "seat": seat, "agrees": random.random() < 0.8})
        end = random.choice(ENDS)
        by = {"seat": "B"} if end == "withdrawn" else random.choice([{}, {"by": "referee"}])
        say(**random.choice([{}, {"settled": {"dispute": number, "as": end, **by}}]))
    say(disputed={"seat": "D", "reason": "of it all", "changes": correction(random, entries)})
    for seq in (*(one.seq for one in record.counted[-2:]), *(seq for seq, _ in record.corrections)):
        say(take_back=seq)


def anonymize_dani(app: Flask, made: Game) -> None:
    """Remove Dani's name permanently from seat D and from all entries."""
    dani = TracedPerson(
        frozenset(), (), frozenset({"dani"}), {made.game_id: GamePresence(frozenset({Seat.D}), took_part=True)}
    )
    with app.app_context(), write_transaction() as session:
        anonymize_in_game(session, made.game_id, dani, str(uuid.uuid4()), "2026-11-22T20:00:00.000Z")
