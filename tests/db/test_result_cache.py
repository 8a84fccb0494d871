"""The cache of computed results."""

from flask import Flask

from trexscore.db.result_cache import ResultCache


def test_result_cache_keeps_last_used_results(app: Flask) -> None:
    cache: ResultCache[str] = ResultCache(2)
    computed_keys: list[str] = []

    def read(key: str) -> str:
        def compute() -> str:
            computed_keys.append(key)
            return f"result of {key}"

        return cache.get_or_compute(key, compute)

    with app.app_context():
        assert [read(key) for key in "abaca"] == [f"result of {key}" for key in "abaca"]
        assert computed_keys == ["a", "b", "c"]
        read("b")
    assert computed_keys == ["a", "b", "c", "b"]
