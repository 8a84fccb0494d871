import assert from "node:assert/strict";
import { test } from "node:test";
import { matchesQuery, normalizeText } from "../../../static/js/rules/match-words.js";

test("normalizeText unifies vowel signs, alef and digits", () => {
  assert.equal(normalizeText("إنَّ أوّل ٱلكبةِ ختيـار ٧٥"), "ان اول الكبه ختيار 75");
  assert.ok(matchesQuery("اول مملكه", normalizeText("أوّل مَمْلَكة")));
  assert.ok(matchesQuery("-75", normalizeText("\u2066\u221275\u2069")));
});

test("matchesQuery needs every word of the query", () => {
  assert.ok(matchesQuery("", normalizeText("anything")));
  assert.ok(matchesQuery("hearts king", normalizeText("the King of Hearts")));
  assert.ok(!matchesQuery("king spades", normalizeText("the king of hearts")));
});
