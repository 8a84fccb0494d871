import assert from "node:assert/strict";
import { test } from "node:test";
import { differingOptions } from "../../../static/js/lib/house-rules.js";

const RULES = { combining: "never", trex_points: [200, 150, 100, 50] };

test("differingOptions compares answers, not their order", () => {
  assert.deepEqual(differingOptions(RULES, { trex_points: [200, 150, 100, 50], combining: "never" }), []);
  assert.deepEqual(differingOptions(RULES, { ...RULES, trex_points: [200, 150, 50, 100] }), ["trex_points"]);
});

test("differingOptions reports an option missing on one side", () => {
  assert.deepEqual(differingOptions(RULES, { ...RULES, exposed_twos: true }), ["exposed_twos"]);
  assert.deepEqual(differingOptions({ ...RULES, exposed_twos: true }, RULES), ["exposed_twos"]);
});
