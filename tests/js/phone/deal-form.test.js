import assert from "node:assert/strict";
import { test } from "node:test";
import { dealForm } from "../../../static/js/phone/deal-form.js";
import { entryFromForm } from "../../../static/js/phone/entries-from-forms.js";

const RULES = { own_capture: "none", doubling: "off", doubling_when_combined: false, renege: "none" };
const VIEW = {
  seq: 5,
  king: { seat: "A" },
  rules: RULES,
  state: { points_table: { diamond: -10, trick: -15, trex: [], cards: {} } },
};

function postedCounts(counts) {
  const data = new FormData();
  data.append("contracts", "diamonds");
  counts.forEach((count, index) => data.append(`diamonds_${"ABCD"[index]}`, count));
  return data;
}

for (const [counts, openStep] of [
  [["4", "4", "3", "2"], null],
  [["4", "4", "3", "1"], 0],
  [["4", "4", "3", "3"], 0],
  [["13", "13", "13", "13"], 0],
]) {
  test(`dealForm: diamonds ${counts.join(" ")} ${openStep === null ? "are complete" : "are asked again"}`, () => {
    assert.equal(dealForm(VIEW, ["diamonds"], null, postedCounts(counts)).first_unanswered_step_index, openStep);
    const entry = entryFromForm("deals", postedCounts(counts), VIEW, [], () => "");
    assert.equal(entry === null, openStep !== null);
  });
}

test("entryFromForm: a deal stays that of the king whose form was opened", () => {
  const posted = postedCounts(["4", "4", "3", "2"]);
  assert.equal(entryFromForm("deals", posted, VIEW, [], () => "").body.king, "A");
  posted.append("king", "D");
  assert.equal(entryFromForm("deals", posted, VIEW, [], () => "").body.king, "D");
});

test("entryFromForm: a void deal stays that of the king whose form was opened", () => {
  const posted = new FormData();
  posted.append("reason", "agreed");
  posted.append("king", "D");
  assert.equal(entryFromForm("voids", posted, VIEW, [], () => "").body.king, "D");
});
