import assert from "node:assert/strict";
import { test } from "node:test";
import { parseNumber, score, formatNumber } from "../../static/js/lib/points.js";

const card = (value) => ({
  plain: [{ to: "taker", points: -value, reason: "plain" }],
  doubled: [{ to: "taker", points: -2 * value, reason: "doubled" }, { to: "holder", points: value, reason: "doubler" }],
  partner: [{ to: "taker", points: -2 * value, reason: "doubled" }, { to: "right_of_taker", points: value, reason: "opponents" }],
  own: [{ to: "taker", points: -value, reason: "own_capture" }],
  own_led_by_another: [{ to: "taker", points: -2 * value, reason: "own_capture" }, { to: "leader", points: value, reason: "leader" }],
  own_led_by_holder: [{ to: "taker", points: -2 * value, reason: "own_capture" }],
});
const table = {
  cards: { KH: card(75), QH: card(25), QS: card(25), QD: card(25), QC: card(25) },
  diamond: -10,
  trick: -15,
  trex: [200, 150, 100, 50],
  partnership: false,
};
const nothing = { A: 0, B: 0, C: 0, D: 0 };
const king = (taken, rules) => score(table, { king_of_hearts: taken }, rules);

test("nothing captured scores nothing", () => {
  assert.deepEqual(score(table, {}), nothing);
  assert.deepEqual(score(table, { queens: {}, diamonds: {}, trex: [] }), nothing);
  assert.deepEqual(king({ doubled_by: "A" }), nothing);
});

test("a plain card costs its taker", () => {
  assert.deepEqual(king({ taken_by: "D" }), { ...nothing, D: -75 });
});

test("a doubled card costs its taker twice and pays its holder", () => {
  assert.deepEqual(king({ taken_by: "B", doubled_by: "C" }), { ...nothing, B: -150, C: 75 });
});

test("a doubled card whose holder is not known yet costs its taker already", () => {
  assert.deepEqual(king({ taken_by: "B", doubled_by: null }), { ...nothing, B: -150 });
});

test("partners have an event of their own, and right of D sits A", () => {
  assert.deepEqual(king({ taken_by: "D", doubled_by: "B" }, { partnership: true }), { ...nothing, D: -150, A: 75 });
  assert.deepEqual(king({ taken_by: "D", doubled_by: "B" }), { ...nothing, D: -150, B: 75 });
  assert.deepEqual(score({ ...table, partnership: true }, { king_of_hearts: { taken_by: "A", doubled_by: "C" } }), { ...nothing, A: -150, B: 75 });
});

test("an own capture depends on who led", () => {
  assert.deepEqual(king({ taken_by: "C", doubled_by: "C" }), { ...nothing, C: -75 });
  assert.deepEqual(king({ taken_by: "C", doubled_by: "C", led_by: "D" }), { ...nothing, C: -150, D: 75 });
  assert.deepEqual(king({ taken_by: "C", doubled_by: "C", led_by: "C" }), { ...nothing, C: -150 });
});

test("queens, diamonds, tricks and finishers add up, seat by seat", () => {
  const queens = { hearts: { taken_by: "A" }, spades: { taken_by: "A", doubled_by: "D" }, clubs: { taken_by: "C" } };
  assert.deepEqual(score(table, { queens }), { A: -75, B: 0, C: -25, D: 25 });
  assert.deepEqual(score(table, { queens, diamonds: { A: 5, B: 8 }, tricks: { D: 13 } }), { A: -125, B: -80, C: -25, D: -170 });
  assert.deepEqual(score(table, { trex: ["B", "D"] }), { ...nothing, B: 200, D: 150 });
});

test("numbers are written with a true minus, in the reader's digits", () => {
  assert.equal(formatNumber(-150), "\u2212150");
  assert.equal(formatNumber(25, { isSigned: true }), "+25");
  assert.equal(formatNumber(0, { isSigned: true }), "0");
  assert.equal(formatNumber(-2090, { digits: "arab" }), "\u2212٢٠٩٠");
});

test("numbers are read in either digits, and nothing else is a number", () => {
  assert.equal(parseNumber(" 13 "), 13);
  assert.equal(parseNumber("١٣"), 13);
  assert.equal(parseNumber("\u200f\u2067١٣\u2069"), 13);
  for (const text of ["", "-1", "2.5", "x"]) assert.equal(parseNumber(text), null);
});
