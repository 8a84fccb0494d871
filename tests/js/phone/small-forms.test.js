import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAdjustment } from "../../../static/js/phone/small-forms.js";

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
