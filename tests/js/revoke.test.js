import assert from "node:assert/strict";
import { test } from "node:test";
import * as steps from "../../static/js/deal/steps.js";

const card = (name, told = {}) => ({ kind: "card", card: name, asksLeader: false, canDouble: true, isDoubled: false, taker: null, holder: null, leader: null, ...told });
const count = (...counts) => ({ kind: "count", counted: "diamonds", total: 13, counts: counts.length ? counts : [null, null, null, null] });
const numbers = (state, ...taps) => taps.reduce(steps.enterCount, state);
const rest = (by) => ({ by, whole: false });
const diamonds = (state) => steps.captures(state.steps).diamonds;

test("one tap books all that nobody had taken, and the deal can be saved", () => {
  const told = steps.tapSeat(steps.initialState([card("QS"), card("QH"), card("QD"), card("QC"), count()]), "A");
  const booked = steps.chargeRevoke(told, rest("B"));
  assert.ok(steps.isComplete(booked.steps));
  const { queens, diamonds: counts } = steps.captures(booked.steps);
  assert.deepEqual(Object.values(queens).map((taken) => taken.taken_by), ["A", "B", "B", "B"]);
  assert.deepEqual(counts, { A: 0, B: 13, C: 0, D: 0 });
});

test("taken back, everything stands as it was told", () => {
  for (const taps of [[], [2], [2, 4, 1], [13], [5, 8]]) {
    const told = numbers(steps.initialState([count()]), ...taps);
    assert.deepEqual(steps.chargeRevoke(steps.chargeRevoke(told, rest("B")), null).steps[0].counts, told.steps[0].counts);
  }
});

test("what was only worked out for the last seat is booked as well", () => {
  const told = numbers(steps.initialState([count()]), 2, 4, 1);
  assert.deepEqual(diamonds(told), { A: 2, B: 4, C: 1, D: 6 });
  assert.deepEqual(diamonds(steps.chargeRevoke(told, rest("B"))), { A: 2, B: 10, C: 1, D: 0 });
  assert.deepEqual(diamonds(steps.chargeRevoke(told, rest("D"))), { A: 2, B: 4, C: 1, D: 6 });
});

test("of a deal that was told before, every number stays", () => {
  const told = steps.initialState([{ ...count(5, 4, 3, 1), isExplicit: true }]);
  assert.deepEqual(diamonds(steps.chargeRevoke(told, rest("A"))), { A: 5, B: 4, C: 3, D: 1 });
});

test("beside the booking the others can still be told what they had by then, each by itself", () => {
  const booked = steps.chargeRevoke(steps.initialState([count()]), rest("A"));
  assert.equal(steps.askedCountIndex(booked.steps[0]), 1, "never asked of the one who gets the rest");
  const told = numbers(booked, 3, 2);
  assert.deepEqual(diamonds(told), { A: 8, B: 3, C: 2, D: 0 });
  assert.equal(steps.askedCountIndex(told.steps[0]), 3);
  assert.deepEqual(diamonds(steps.enterCount(steps.startCountEdit(told, 1), 0)), { A: 11, B: 0, C: 2, D: 0 });
  assert.deepEqual(diamonds(steps.removeLastCount(told)), { A: 10, B: 3, C: 0, D: 0 });
  assert.deepEqual(diamonds(steps.enterCount(told, 9)), { A: 8, B: 3, C: 2, D: 0 }, "more than there are is not taken");
});

test("the booking goes from one player to another", () => {
  const told = numbers(steps.initialState([count()]), 2, 4, 1);
  assert.deepEqual(diamonds(steps.chargeRevoke(steps.chargeRevoke(told, rest("B")), rest("C"))), { A: 2, B: 4, C: 7, D: 0 });
});

test("a doubled card keeps its holder, and nobody led to one that is only booked", () => {
  const held = steps.initialState([card("KH", { asksLeader: true, holder: "B" })]);
  const own = steps.chargeRevoke(held, rest("B"));
  assert.ok(steps.isComplete(own.steps));
  assert.deepEqual(steps.captures(own.steps), { king_of_hearts: { taken_by: "B", doubled_by: "B" } });
  assert.equal(steps.chargeRevoke(steps.tapSeat(held, "B"), rest("C")).question, "leader", "one that was taken before asks for its leader as ever");
});

test("where it was booked on its holder before, a correction asks for no leader", () => {
  const told = steps.initialState([card("KH", { asksLeader: true, taker: "B", holder: "B", revoke: rest("B") })]);
  assert.ok(steps.isComplete(told.steps));
});

test("a card that is lifted beside the booking is booked again", () => {
  const told = steps.chargeRevoke(steps.tapSeat(steps.initialState([card("QS"), card("QH")]), "A"), rest("D"));
  assert.equal(steps.captures(steps.tapStep(told, 0).steps).queens.spades.taken_by, "D");
});

test("where the whole deal is booked, nothing that was told counts", () => {
  const told = numbers(steps.tapSeat(steps.initialState([card("KH", { asksLeader: true, holder: "B" }), count()]), "A"), 9, 4);
  const booked = steps.chargeRevoke(told, { by: "B", whole: true });
  assert.deepEqual(steps.captures(booked.steps), { king_of_hearts: { taken_by: "B", doubled_by: "B" }, diamonds: { A: 0, B: 13, C: 0, D: 0 } });
  assert.equal(steps.askedCountIndex(booked.steps[1]), null);
});
