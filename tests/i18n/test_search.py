"""Rule book search finds words in any spelling."""

import json
import shutil
import subprocess

import pytest

from tests.support.tree import ROOT
from trexscore.i18n import LANGUAGES
from trexscore.i18n.rule_book import rule_book
from trexscore.i18n.rule_book.search import fold_text, matches_query
from trexscore.i18n.rule_book.sentences import render_sentence
from trexscore.rules.house_rules import HouseRules

TYPED_TEXTS = (
    "",
    "  Queens,  −75!  ",
    "كومبلكس",
    "التدبيل مَمْلَكة",
    "إن أوّل آس ٱلكبة",
    "ختيـــار",
    "\u0667\u0665\u2212 \u06f7\u06f5",
    "Straße ÉTÉ ½ cœur",
    "\u2066\u2212\u0667\u0665\u2069",
    "a_b-c+d",
    "7-5 counter-clockwise +\u0667\u0665 -",
    "لعب لطوش، وبالبنات للملك",
)
QUERIES = ("ملك", "المملكة", "والكبه", "clock", "75", "-75", "+75", "c+d", "r", "ولل", "+", "طوش", "بنات", "ولعب")


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("الكبه", "شيخ الكبة"),
        ("اول", "أوّل مملكة"),
        ("أول", "اول مملكة"),
        ("الاس", "ٱلآس"),
        ("مملكة", "مَمْلَكَةٌ"),
        ("ختيـار", "ختيار"),
        ("علي", "على"),
        ("75", "يخسر \u2066\u2212\u0667\u0665\u2069"),
        ("-75", "\u2066\u221275\u2069"),
        ("QUEEN hearts", "the queen of hearts"),
        ("couleur fermee", "Une couleur fermée"),
        ("clockwise", "counter-clockwise"),
        ("Counter-clock", "counter clockwise"),
        ("بنات", "لعب بالبنات"),
        ("بنات", "لطوش وبنات"),
        ("ملك", "للملك أن يختار"),
        ("البنات", "بنات"),
        ("والتدبيل", "تدبيل"),
        ("وبنات", "بنات"),
        ("", "anything"),
    ],
)
def test_query_matches_text(query: str, text: str) -> None:
    assert matches_query(query, fold_text(text))


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("queen spades", "the queen of hearts"),
        ("بنت", "شيخ الكبة"),
        ("+75", "−75"),
        ("tie", "penalties"),
        ("75", "175"),
        ("-75", "+75"),
        ("ناري", "ديناري"),
        ("لطوش", "طوش"),
    ],
)
def test_query_does_not_match_text(query: str, text: str) -> None:
    assert not matches_query(query, fold_text(text))


def test_every_sentence_matches_itself() -> None:
    for language in LANGUAGES.values():
        for section in rule_book(HouseRules()):
            sentences = [render_sentence(language, sentence) for sentence in section.sentences]
            assert all(matches_query(sentence, fold_text(sentence)) for sentence in sentences)


def test_script_matches_like_server() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node was not found on this machine: the script's search was not tested.")
    rules = HouseRules()
    book = [
        render_sentence(language, sentence)
        for language in LANGUAGES.values()
        for section in rule_book(rules)
        for sentence in (
            *section.sentences,
            *(claim.sentence for difference in section.source_differences for claim in difference.claims),
        )
    ]
    texts = [*TYPED_TEXTS, *book]
    module = (ROOT / "static" / "js" / "rules" / "match-words.js").as_uri()
    query_pairs = [(word, text) for text in (*TYPED_TEXTS, *book[::7]) for word in (*QUERIES, *text.split()[:2])]
    script = (
        f'import {{ matchesQuery, normalizeText }} from "{module}"; import fs from "node:fs";'
        'const { texts, query_pairs } = JSON.parse(fs.readFileSync(0, "utf8"));'
        "const matches = ([word, text]) => matchesQuery(word, normalizeText(text));"
        "console.log(JSON.stringify([texts.map(normalizeText), query_pairs.map(matches)]));"
    )
    result = subprocess.run(
        [node, "--input-type=module", "-e", script],
        input=json.dumps({"texts": texts, "query_pairs": query_pairs}),
        capture_output=True,
        text=True,
        check=True,
    )
    matches = [matches_query(word, fold_text(text)) for word, text in query_pairs]
    assert True in matches
    assert False in matches
    assert json.loads(result.stdout) == [[fold_text(text) for text in texts], matches]
