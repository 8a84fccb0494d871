import assert from "node:assert/strict";
import { test } from "node:test";
import { adjustmentForm, parseAdjustment } from "../../../static/js/phone/small-forms.js";

for (const [loss, points] of [
  ["-30", -30],
  ["\u221230", -30],
  ["٣٠-", -30],
  ["-\u200e30", -30],
  ["- 30", -30],
  ["٣٠ -", -30],
  ["-30-", null],
  ["many", null],
]) {
  test(`parseAdjustment: ${JSON.stringify(loss)}`, () => {
    const posted = new FormData();
    for (const [name, value] of Object.entries({ points_B: loss, points_D: "\uff0b٣٠", reason: "agreed" }))
      posted.append(name, value);
    assert.deepEqual(parseAdjustment(posted), points && { adjustment: { B: points, D: 30 }, reason: "agreed" });
  });
}

for (const [points, isAllowed] of [
  [1_000_000, true],
  [1_000_001, false],
]) {
  test(`parseAdjustment and adjustmentForm: ${points} points are ${isAllowed ? "allowed" : "refused"}`, () => {
    const posted = new FormData();
    const fields = { points_B: -points, points_D: points, reason: "agreed" };
    for (const [name, value] of Object.entries(fields)) posted.append(name, value);
    const adjustment = { B: -points, D: points };
    assert.deepEqual(parseAdjustment(posted), isAllowed ? { adjustment, reason: "agreed" } : null);
    const view = { seq: 5, seats: [..."ABCD"].map((seat) => ({ seat })) };
    const errors = adjustmentForm(view, posted, ({ seat }) => seat).points_fields.map((field) => field.errors);
    assert.deepEqual(errors, isAllowed ? [[], [], [], []] : [[], ["B"], [], ["D"]]);
  });
}
