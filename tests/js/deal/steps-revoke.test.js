import assert from "node:assert/strict";
import { test } from "node:test";
import * as answers from "../../../static/js/deal/answers.js";
import * as steps from "../../../static/js/deal/steps.js";
import { cardStep, countStep, enterCounts } from "./deal-steps.js";

const chargeRest = (by) => ({ by, whole: false });
const diamondCounts = (state) => steps.capturesOfSteps(state.steps).diamonds;

test("chargeRevoke charges everything left and completes the deal", () => {
  const entered = answers.tapSeat(
    answers.initialState([cardStep("QS"), cardStep("QH"), cardStep("QD"), cardStep("QC"), countStep()]),
    "A",
  );
  const charged = answers.chargeRevoke(entered, chargeRest("B"));
  assert.ok(steps.areStepsComplete(charged.steps));
  const { queens, diamonds } = steps.capturesOfSteps(charged.steps);
  assert.deepEqual(
    Object.values(queens).map((queen) => queen.taken_by),
    ["A", "B", "B", "B"],
  );
  assert.deepEqual(diamonds, { A: 0, B: 13, C: 0, D: 0 });
});

test("chargeRevoke restores entered counts when removed", () => {
  for (const counts of [[], [2], [2, 4, 1], [13], [5, 8]]) {
    const entered = enterCounts(answers.initialState([countStep()]), ...counts);
    assert.deepEqual(
      answers.chargeRevoke(answers.chargeRevoke(entered, chargeRest("B")), null).steps[0].counts,
      entered.steps[0].counts,
    );
  }
});

test("chargeRevoke charges the derived count too", () => {
  const entered = enterCounts(answers.initialState([countStep()]), 2, 4, 1);
  assert.deepEqual(diamondCounts(entered), { A: 2, B: 4, C: 1, D: 6 });
  assert.deepEqual(diamondCounts(answers.chargeRevoke(entered, chargeRest("B"))), { A: 2, B: 10, C: 1, D: 0 });
  assert.deepEqual(diamondCounts(answers.chargeRevoke(entered, chargeRest("D"))), { A: 2, B: 4, C: 1, D: 6 });
});

test("chargeRevoke keeps explicit counts", () => {
  const entered = answers.initialState([{ ...countStep(5, 4, 3, 1), isExplicit: true }]);
  assert.deepEqual(diamondCounts(answers.chargeRevoke(entered, chargeRest("A"))), { A: 5, B: 4, C: 3, D: 1 });
});

test("enterCount accepts other players' counts after a charge", () => {
  const charged = answers.chargeRevoke(answers.initialState([countStep()]), chargeRest("A"));
  assert.equal(steps.askedCountIndex(charged.steps[0]), 1, "the offender is not asked");
  const entered = enterCounts(charged, 3, 2);
  assert.deepEqual(diamondCounts(entered), { A: 8, B: 3, C: 2, D: 0 });
  assert.equal(steps.askedCountIndex(entered.steps[0]), 3);
  assert.deepEqual(diamondCounts(answers.enterCount(answers.startCountEdit(entered, 1), 0)), {
    A: 11,
    B: 0,
    C: 2,
    D: 0,
  });
  assert.deepEqual(diamondCounts(answers.removeLastCount(entered)), { A: 10, B: 3, C: 0, D: 0 });
  assert.deepEqual(
    diamondCounts(answers.enterCount(entered, 9)),
    { A: 8, B: 3, C: 2, D: 0 },
    "a count above the rest is ignored",
  );
});

test("chargeRevoke moves the charge to another player", () => {
  const entered = enterCounts(answers.initialState([countStep()]), 2, 4, 1);
  assert.deepEqual(
    diamondCounts(answers.chargeRevoke(answers.chargeRevoke(entered, chargeRest("B")), chargeRest("C"))),
    {
      A: 2,
      B: 4,
      C: 7,
      D: 0,
    },
  );
});

test("chargeRevoke keeps the holder without asking a leader", () => {
  const held = answers.initialState([cardStep("KH", { asksLeader: true, holder: "B" })]);
  const own = answers.chargeRevoke(held, chargeRest("B"));
  assert.ok(steps.areStepsComplete(own.steps));
  assert.deepEqual(steps.capturesOfSteps(own.steps), { king_of_hearts: { taken_by: "B", doubled_by: "B" } });
  assert.equal(
    answers.chargeRevoke(answers.tapSeat(held, "B"), chargeRest("C")).question,
    "leader",
    "a card that was already taken needs its leader",
  );
});

test("initialState needs no leader for a charged card", () => {
  const state = answers.initialState([
    cardStep("KH", { asksLeader: true, taker: "B", holder: "B", revoke: chargeRest("B") }),
  ]);
  assert.ok(steps.areStepsComplete(state.steps));
});

test("tapStep charges a cleared card again", () => {
  const charged = answers.chargeRevoke(
    answers.tapSeat(answers.initialState([cardStep("QS"), cardStep("QH")]), "A"),
    chargeRest("D"),
  );
  assert.equal(steps.capturesOfSteps(answers.tapStep(charged, 0).steps).queens.spades.taken_by, "D");
});

test("chargeRevoke of the whole deal ignores entered captures", () => {
  const entered = enterCounts(
    answers.tapSeat(answers.initialState([cardStep("KH", { asksLeader: true, holder: "B" }), countStep()]), "A"),
    9,
    4,
  );
  const charged = answers.chargeRevoke(entered, { by: "B", whole: true });
  assert.deepEqual(steps.capturesOfSteps(charged.steps), {
    king_of_hearts: { taken_by: "B", doubled_by: "B" },
    diamonds: { A: 0, B: 13, C: 0, D: 0 },
  });
  assert.equal(steps.askedCountIndex(charged.steps[1]), null);
});
