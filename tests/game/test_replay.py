"""Incremental replay gives the same record as a full fold, in any order of questions."""

from random import Random

import pytest

from tests.browser.offline.test_fold import journal
from trexscore.game.builder import fold
from trexscore.game.replay import Replay
from trexscore.ledger.chain import FoldEntry
from trexscore.rules.presets import PRESETS

GAMES = 12


@pytest.mark.parametrize("preset", PRESETS)
def test_replay_equals_fold_at_every_entry(preset: str) -> None:
    random = Random(preset)  # noqa: S311 - no secret
    for _ in range(GAMES):
        entries = [FoldEntry(*one) for one in journal(random, preset)]
        whole = {seq: fold(entries[:seq]) for seq in range(1, len(entries) + 1)}
        replay = Replay(entries)
        assert all(replay.record_at(seq) == record for seq, record in whole.items())
        some = random.sample(sorted(whole), 4)
        assert [replay.record_at(seq) for seq in some] == [whole[seq] for seq in some]


def test_earlier_records_are_not_changed() -> None:
    entries = [FoldEntry(*one) for one in journal(Random(3), "standard")]  # noqa: S311
    replay = Replay(entries)
    kept = [replay.record_at(seq) for seq in range(1, len(entries) + 1)]
    assert kept == [fold(entries[:seq]) for seq in range(1, len(entries) + 1)]
