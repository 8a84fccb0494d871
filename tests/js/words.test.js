import assert from "node:assert/strict";
import { test } from "node:test";
import { finds, folded } from "../../static/js/rules/words.js";

test("vowel signs, forms of alef, and digits of any kind make no difference", () => {
  assert.equal(folded("إنَّ أوّل ٱلكبةِ ختيـار ٧٥"), "ان اول الكبه ختيار 75");
  assert.ok(finds("اول مملكه", folded("أوّل مَمْلَكة")));
  assert.ok(finds("-75", folded("\u2066\u221275\u2069")));
});

test("every word has to be there, and nothing asked for is everywhere", () => {
  assert.ok(finds("", folded("anything")));
  assert.ok(finds("hearts king", folded("the King of Hearts")));
  assert.ok(!finds("king spades", folded("the king of hearts")));
});
