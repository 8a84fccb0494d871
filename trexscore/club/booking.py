"""What is wrong with an entry about a single game, as far as the club itself knows."""

from trexscore.club.calendar import evening_in
from trexscore.club.counted import ALTHOUGH
from trexscore.club.record import ClubRecord
from trexscore.club.shape import Looking
from trexscore.rules.refusals import Refusal
from trexscore.rules.seats import SEAT_NAMED


def game_refusals(record: ClubRecord, said: object) -> list[Refusal]:
    known = ("uid", "seats", "substitutes", "on", "evening", "table", "although", "seasons")
    look = Looking(said, "game", known)
    look.uuid("uid")
    look.day("on")
    if look.said.get("evening") is not None:
        evening_in(look, record)
    if look.said.get("table") is not None:
        look.number("table")
    although = look.said.get("although", [])
    if not isinstance(although, list) or any(one not in ALTHOUGH for one in although):
        look.fault("unknown_choice", "although")
    if look.said.get("seasons") is not None:
        numbers = look.numbers("seasons") or ()
        if any(record.kinds.get(number) != "season" for number in numbers):
            look.fault("unknown_choice", "seasons")
    if look.wants("seats"):
        _seats(look, record)
    return look.faults


def _seats(look: Looking, record: ClubRecord) -> None:
    """Who is booked for each seat, and who really sat there: all of them members, and nobody twice."""
    seats, substitutes = look.said["seats"], look.said.get("substitutes", {})
    for field, found in (("seats", seats), ("substitutes", substitutes)):
        if not isinstance(found, dict):
            look.fault("wrong_type", field, wanted="object")
            return
        for letter, number in found.items():
            if letter not in SEAT_NAMED:
                look.fault("unknown_seat", field, seat_named=letter)
            elif number is not None and (type(number) is not int or number not in record.members):
                look.fault("unknown_member", field)
    if look.faults:
        return
    booked = [record.who(number).number for number in seats.values() if number is not None]
    played = [
        record.who(number).number
        for letter in SEAT_NAMED
        if (number := substitutes.get(letter, seats.get(letter))) is not None
    ]
    if not booked:
        look.fault("nobody_of_the_club", "seats")
    if len(set(booked)) < len(booked) or len(set(played)) < len(played):
        look.fault("sits_twice", "seats")


def withdrawn_refusals(_record: ClubRecord, said: object) -> list[Refusal]:
    look = Looking(said, "withdrawn", ("uid", "reason"))
    look.uuid("uid")
    look.text("reason")
    if not str(look.said.get("reason", "")).strip():
        look.fault("reason_missing", "reason")
    return look.faults
