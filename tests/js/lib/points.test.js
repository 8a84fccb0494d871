import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDigits, scoreCaptures, formatNumber } from "../../../static/js/lib/points.js";

const card = (value) => ({
  plain: [{ to: "taker", points: -value, reason: "plain" }],
  doubled: [
    { to: "taker", points: -2 * value, reason: "doubled" },
    { to: "holder", points: value, reason: "doubler" },
  ],
  partner: [
    { to: "taker", points: -2 * value, reason: "doubled" },
    { to: "right_of_taker", points: value, reason: "opponents" },
  ],
  own: [{ to: "taker", points: -value, reason: "own_capture" }],
  own_led_by_another: [
    { to: "taker", points: -2 * value, reason: "own_capture" },
    { to: "leader", points: value, reason: "leader" },
  ],
  own_led_by_holder: [{ to: "taker", points: -2 * value, reason: "own_capture" }],
});
const table = {
  cards: { KH: card(75), QH: card(25), QS: card(25), QD: card(25), QC: card(25) },
  diamond: -10,
  trick: -15,
  trex: [200, 150, 100, 50],
  partnership: false,
};
const noPoints = { A: 0, B: 0, C: 0, D: 0 };
const scoreKing = (capture, rules) => scoreCaptures({ ...table, ...rules }, { king_of_hearts: capture });

test("score gives no points without captures", () => {
  assert.deepEqual(scoreCaptures(table, {}), noPoints);
  assert.deepEqual(scoreCaptures(table, { queens: {}, diamonds: {}, trex: [] }), noPoints);
  assert.deepEqual(scoreKing({ doubled_by: "A" }), noPoints);
});

test("score charges a plain card to its taker", () => {
  assert.deepEqual(scoreKing({ taken_by: "D" }), { ...noPoints, D: -75 });
});

test("score doubles the cost and pays the holder", () => {
  assert.deepEqual(scoreKing({ taken_by: "B", doubled_by: "C" }), { ...noPoints, B: -150, C: 75 });
});

test("score doubles the cost while holder is unknown", () => {
  assert.deepEqual(scoreKing({ taken_by: "B", doubled_by: null }), { ...noPoints, B: -150 });
});

test("score between partners pays the taker's right", () => {
  assert.deepEqual(scoreKing({ taken_by: "D", doubled_by: "B" }, { partnership: true }), {
    ...noPoints,
    D: -150,
    A: 75,
  });
  assert.deepEqual(scoreKing({ taken_by: "D", doubled_by: "B" }), { ...noPoints, D: -150, B: 75 });
  assert.deepEqual(
    scoreCaptures({ ...table, partnership: true }, { king_of_hearts: { taken_by: "A", doubled_by: "C" } }),
    { ...noPoints, A: -150, B: 75 },
  );
});

test("score of an own capture depends on leader", () => {
  assert.deepEqual(scoreKing({ taken_by: "C", doubled_by: "C" }), { ...noPoints, C: -75 });
  assert.deepEqual(scoreKing({ taken_by: "C", doubled_by: "C", led_by: "D" }), { ...noPoints, C: -150, D: 75 });
  assert.deepEqual(scoreKing({ taken_by: "C", doubled_by: "C", led_by: "C" }), { ...noPoints, C: -150 });
});

test("score adds queens, diamonds, tricks and finishers", () => {
  const queens = { hearts: { taken_by: "A" }, spades: { taken_by: "A", doubled_by: "D" }, clubs: { taken_by: "C" } };
  assert.deepEqual(scoreCaptures(table, { queens }), { A: -75, B: 0, C: -25, D: 25 });
  assert.deepEqual(scoreCaptures(table, { queens, diamonds: { A: 5, B: 8 }, tricks: { D: 13 } }), {
    A: -125,
    B: -80,
    C: -25,
    D: -170,
  });
  assert.deepEqual(scoreCaptures(table, { trex: ["B", "D"] }), { ...noPoints, B: 200, D: 150 });
});

test("formatNumber uses a true minus and reader's digits", () => {
  assert.equal(formatNumber(-150), "\u2212150");
  assert.equal(formatNumber(25, { isSigned: true }), "+25");
  assert.equal(formatNumber(0, { isSigned: true }), "0");
  assert.equal(formatNumber(-2090, { digits: "arab" }), "\u2212٢٠٩٠");
});

test("parseNumber reads both digit sets and nothing else", () => {
  assert.equal(parseDigits(" 13 "), 13);
  assert.equal(parseDigits("١٣"), 13);
  assert.equal(parseDigits("\u200f\u2067١٣\u2069"), 13);
  for (const text of ["", "-1", "2.5", "x"]) assert.equal(parseDigits(text), null);
});
