"""Incremental replay gives the same record as a full fold, in any order of questions."""

from random import Random

import pytest

from tests.browser.offline.test_fold import random_journal
from trexscore.game.builder import fold_game
from trexscore.game.replay import Replay
from trexscore.ledger.chain import FoldEntry
from trexscore.rules.presets import PRESETS

GAMES = 12


@pytest.mark.parametrize("preset", PRESETS)
def test_replay_equals_fold_at_every_entry(preset: str) -> None:
    random = Random(preset)  # noqa: S311 - no secret
    for _ in range(GAMES):
        entries = [FoldEntry(*fields) for fields in random_journal(random, preset)]
        records = {seq: fold_game(entries[:seq]) for seq in range(1, len(entries) + 1)}
        replay = Replay(entries)
        assert all(replay.record_after(seq) == record for seq, record in records.items())
        seqs = random.sample(sorted(records), 4)
        assert [replay.record_after(seq) for seq in seqs] == [records[seq] for seq in seqs]


def test_earlier_records_are_not_changed() -> None:
    entries = [FoldEntry(*fields) for fields in random_journal(Random(3), "standard")]  # noqa: S311
    replay = Replay(entries)
    records = [replay.record_after(seq) for seq in range(1, len(entries) + 1)]
    assert records == [fold_game(entries[:seq]) for seq in range(1, len(entries) + 1)]
