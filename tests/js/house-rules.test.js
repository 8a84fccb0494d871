import assert from "node:assert/strict";
import { test } from "node:test";
import { haveSameAnswers } from "../../static/js/lib/house-rules.js";

const RULES = { combining: "never", trex_points: [200, 150, 100, 50] };

test("the order of options makes no difference, an answer does", () => {
  assert.ok(haveSameAnswers(RULES, { trex_points: [200, 150, 100, 50], combining: "never" }));
  assert.ok(!haveSameAnswers(RULES, { ...RULES, trex_points: [200, 150, 50, 100] }));
});

test("an option that is left out on one side makes a difference", () => {
  assert.ok(!haveSameAnswers(RULES, { ...RULES, exposed_twos: true }));
  assert.ok(!haveSameAnswers({ ...RULES, exposed_twos: true }, RULES));
});
