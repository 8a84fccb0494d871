"""Words in the rule book are found however they are typed."""

import json
import shutil
import subprocess

import pytest

from tests.support.tree import ROOT
from trexscore.language import LANGUAGES
from trexscore.language.rule_book import rule_book
from trexscore.language.rule_book.search import finds, folded
from trexscore.language.rule_book.sentences import spoken
from trexscore.rules.house_rules import HouseRules

TYPED = (
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
)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("الكبه", "ختيار الكبة"),
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
        ("", "anything"),
    ],
)
def test_found(query: str, text: str) -> None:
    assert finds(query, folded(text))


@pytest.mark.parametrize(
    ("query", "text"), [("queen spades", "the queen of hearts"), ("بنت", "ختيار الكبة"), ("+75", "−75")]
)
def test_not_found(query: str, text: str) -> None:
    assert not finds(query, folded(text))


def test_every_sentence_is_found_by_itself() -> None:
    for language in LANGUAGES.values():
        for section in rule_book(HouseRules()):
            said = [spoken(language, sentence) for sentence in section.sentences]
            assert all(finds(sentence, folded(sentence)) for sentence in said)


def test_the_script_compares_words_as_the_server_does() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("No Node was found on this machine: the two ways of comparing words are not compared.")
    rules = HouseRules()
    book = [
        spoken(language, sentence)
        for language in LANGUAGES.values()
        for section in rule_book(rules)
        for sentence in (*section.sentences, *(claim.says for one in section.differences for claim in one.claims))
    ]
    texts = [*TYPED, *book]
    module = (ROOT / "static" / "js" / "rules" / "words.js").as_uri()
    code = (
        f'import {{ folded }} from "{module}"; import fs from "node:fs";'
        'console.log(JSON.stringify(JSON.parse(fs.readFileSync(0, "utf8")).map(folded)));'
    )
    ran = subprocess.run(
        [node, "--input-type=module", "-e", code], input=json.dumps(texts), capture_output=True, text=True, check=True
    )
    assert json.loads(ran.stdout) == [folded(text) for text in texts]
