import assert from "node:assert/strict";
import { test } from "node:test";
import * as answers from "../../../static/js/deal/answers.js";
import * as steps from "../../../static/js/deal/steps.js";
import { cardStep, countStep, enterCounts } from "./deal-steps.js";

const orderStep = () => ({ kind: "order", places: [null, null, null, null] });
const queenSteps = () => ["QH", "QS", "QD", "QC"].map((name) => cardStep(name));
const tapSeats = (state, seats) => [...seats].reduce(answers.tapSeat, state);

test("tapSeat sets, changes and clears the taker", () => {
  const initial = answers.initialState([cardStep("KH", { canDouble: false })]);
  assert.equal(steps.missingAnswerSentenceKey(initial.steps), "king");
  assert.equal(
    steps.missingAnswerSentenceKey(answers.initialState([cardStep("KH")]).steps),
    "double",
    "the sentence about doubling comes first",
  );
  const taken = answers.tapSeat(initial, "D");
  assert.ok(steps.areStepsComplete(taken.steps));
  assert.equal(steps.missingAnswerSentenceKey(taken.steps), null);
  assert.equal(answers.tapSeat(taken, "B").steps[0].taker, "B");
  assert.equal(answers.tapSeat(taken, "D").steps[0].taker, null);
});

test("tapStep and tapSeat do not mutate a state", () => {
  const initial = answers.initialState(queenSteps());
  const copy = structuredClone(initial);
  tapSeats(answers.tapStep(initial, 0), "ABCD");
  assert.deepEqual(initial, copy);
});

test("tapSeat moves on to the next queen", () => {
  const state = tapSeats(answers.initialState(queenSteps()), "BDB");
  assert.equal(state.active, 3);
  assert.equal(steps.missingAnswerSentenceKey(state.steps), "queen-1");
  assert.ok(steps.areStepsComplete(answers.tapSeat(state, "C").steps));
});

test("tapStep doubles a card and asks for its holder", () => {
  const doubled = answers.tapStep(answers.initialState([cardStep("KH")]), 0);
  assert.equal(doubled.question, "holder");
  const held = answers.tapSeat(doubled, "C");
  assert.equal(held.question, "taker");
  const taken = answers.tapStep(answers.tapSeat(answers.initialState([cardStep("KH")]), "D"), 0);
  assert.equal(taken.question, "holder");
  for (const state of [answers.tapSeat(held, "D"), answers.tapSeat(taken, "C")]) {
    assert.deepEqual(steps.capturesOfSteps(state.steps), { king_of_hearts: { taken_by: "D", doubled_by: "C" } });
    assert.ok(steps.areStepsComplete(state.steps));
  }
});

test("tapSeat changes only the answer in question", () => {
  const complete = tapSeats(answers.tapStep(answers.initialState([cardStep("KH")]), 0), "CD");
  const otherTaker = answers.tapSeat(complete, "A");
  assert.deepEqual([otherTaker.steps[0].taker, otherTaker.steps[0].holder], ["A", "C"]);
  const otherHolder = answers.tapSeat(answers.tapStep(complete, 0), "B");
  assert.deepEqual([otherHolder.steps[0].taker, otherHolder.steps[0].holder], ["D", "B"]);
  assert.equal(
    answers.tapSeat(answers.tapStep(complete, 0), "C").steps[0].holder,
    "C",
    "the same holder is kept, not cleared",
  );
});

test("tapSeat returns to the first queen after doubling", () => {
  const doubled = answers.tapSeat(answers.tapStep(answers.initialState(queenSteps()), 2), "B");
  assert.deepEqual([doubled.active, doubled.question], [0, "taker"]);
  assert.ok(steps.areStepsComplete(tapSeats(doubled, "AAAA").steps));
});

test("tapStep ignores a card that cannot be doubled", () => {
  const state = answers.tapStep(answers.initialState([cardStep("KH", { canDouble: false })]), 0);
  assert.equal(state.steps[0].isDoubled, false);
});

test("captures have a null holder until answered", () => {
  const state = answers.tapStep(answers.tapSeat(answers.initialState([cardStep("KH")]), "D"), 0);
  assert.deepEqual(steps.capturesOfSteps(state.steps), { king_of_hearts: { taken_by: "D", doubled_by: null } });
});

test("tapSeat asks for a leader on own captures", () => {
  const doubled = answers.tapStep(answers.initialState([cardStep("KH", { asksLeader: true })]), 0);
  assert.ok(steps.areStepsComplete(tapSeats(doubled, "CD").steps));
  const own = tapSeats(doubled, "CC");
  assert.equal(own.question, "leader");
  const led = answers.tapSeat(own, "A");
  assert.equal(led.steps[0].leader, "A");
  assert.equal(answers.tapSeat(led, "B").steps[0].leader, null, "another taker clears the leader");
});

test("captures leave out a card without its leader", () => {
  const own = tapSeats(answers.tapStep(answers.initialState([cardStep("QH", { asksLeader: true })]), 0), "CC");
  assert.deepEqual(steps.capturesOfSteps(own.steps), {});
  assert.deepEqual(steps.capturesOfSteps(answers.tapSeat(own, "A").steps), {
    queens: { hearts: { taken_by: "C", doubled_by: "C", led_by: "A" } },
  });
});

test("tapStep asks for the holder, then undoubles", () => {
  const held = tapSeats(answers.tapStep(answers.initialState([cardStep("QH")]), 0), "DA");
  const again = answers.tapStep(held, 0);
  assert.deepEqual([again.question, again.steps[0].holder, again.steps[0].taker], ["holder", "D", "A"]);
  const plain = answers.tapStep(again, 0);
  assert.equal(plain.steps[0].holder, null);
  assert.equal(plain.steps[0].isDoubled, false);
  assert.ok(steps.areStepsComplete(plain.steps), "the taker is kept");
});

test("initialState asks announced cards only for takers", () => {
  const state = answers.initialState([cardStep("KH", { holder: "A" })]);
  assert.equal(state.steps[0].isDoubled, true);
  assert.equal(state.question, "taker");
  assert.ok(steps.areStepsComplete(answers.tapSeat(state, "D").steps));
});

test("tapStep clears the taker and keeps the holder", () => {
  const state = tapSeats(answers.initialState([cardStep("QH", { holder: "A" }), ...queenSteps().slice(1)]), "DBB");
  const cleared = answers.tapStep(state, 0);
  assert.equal(cleared.active, 0);
  assert.equal(cleared.steps[0].taker, null);
  assert.equal(cleared.steps[0].holder, "A");
  assert.equal(answers.tapSeat(cleared, "C").active, 3, "the queen without a taker is next");
});

test("withAnswer answers without moving on", () => {
  const state = answers.withAnswer(answers.initialState(queenSteps()), "B");
  assert.equal(state.active, 0);
  assert.equal(state.steps[0].taker, "B");
});

test("enterCount derives the last count", () => {
  const state = enterCounts(answers.initialState([countStep()]), 2, 7, 3);
  assert.deepEqual(state.steps[0].counts, [2, 7, 3, 1]);
});

test("enterCount fills in zeros when nothing is left", () => {
  assert.deepEqual(enterCounts(answers.initialState([countStep()]), 13).steps[0].counts, [13, 0, 0, 0]);
});

test("enterCount ignores a count above the rest", () => {
  const state = enterCounts(answers.initialState([countStep()]), 9);
  assert.equal(steps.unassignedOrExcessCount(state.steps[0]), 4);
  assert.equal(answers.enterCount(state, 5), state);
});

test("removeLastCount removes a typed and derived counts", () => {
  const countsAfter = (...counts) =>
    answers.removeLastCount({ steps: [countStep(...counts)], active: 0, question: "taker" }).steps[0].counts;
  assert.deepEqual(countsAfter(2, 7, 3, 1), [2, 7, null, null]);
  assert.deepEqual(countsAfter(2, 7, null, null), [2, null, null, null]);
  assert.deepEqual(countsAfter(5, 8, 0, 0), [5, null, null, null]);
  assert.deepEqual(countsAfter(13, 0, 0, 0), [null, null, null, null]);
  assert.deepEqual(countsAfter(null, null, null, null), [null, null, null, null]);
  assert.deepEqual(countsAfter(5, 5, 5, 5), [5, 5, null, null], "counts with a wrong sum");
});

test("typeDigit holds back an ambiguous 1", () => {
  const type = (text) =>
    [...text].reduce(
      ({ state, isTypedOnePending }, digit) => answers.typeDigit(state, isTypedOnePending, Number(digit)),
      { state: answers.initialState([countStep()]), isTypedOnePending: false },
    );
  assert.deepEqual(type("273").state.steps[0].counts, [2, 7, 3, 1]);
  assert.equal(type("1").isTypedOnePending, true);
  assert.deepEqual(type("11").state.steps[0].counts, [11, null, null, null]);
  assert.deepEqual(type("15").state.steps[0].counts, [1, 5, null, null]);
  assert.deepEqual(type("51").state.steps[0].counts, [5, 1, null, null]);
});

test("missingAnswer is the last count of wrong sums", () => {
  for (const [counts, maximum] of [
    [[5, 4, 3, 3], 1],
    [[5, 4, 3, 0], 1],
    [[9, 8, 0, 0], -4],
  ]) {
    const state = answers.initialState([countStep(...counts)]);
    assert.ok(!steps.areStepsComplete(state.steps));
    assert.equal(steps.missingAnswer(state.steps[0]), 3);
    assert.equal(steps.maximumCount(state.steps[0]), maximum);
    assert.equal(answers.enterCount(state, maximum + 1), state, "one above the maximum");
  }
  assert.deepEqual(answers.enterCount(answers.initialState([countStep(5, 4, 3, 3)]), 1).steps[0].counts, [5, 4, 3, 1]);
});

test("missingAnswer finds a seat with two places", () => {
  const duplicated = answers.initialState([{ kind: "order", places: ["A", "C", "A", "D"] }]);
  assert.equal(steps.missingAnswer(duplicated.steps[0]), 2);
  assert.deepEqual(answers.tapSeatInTrex(duplicated, "B").steps[0].places, ["A", "C", "B", "D"]);
});

test("initialState opens at a contradiction or gap", () => {
  const dealSteps = [cardStep("KH", { taker: "A" }), countStep(5, 4, 3, 1), { ...countStep(), counted: "tricks" }];
  assert.equal(answers.initialState(dealSteps, 1).active, 1);
  assert.equal(answers.initialState(dealSteps).active, 2);
});

test("tapFinisher derives the last place", () => {
  const state = [..."BDC"].reduce(answers.tapSeatInTrex, answers.initialState([orderStep()]));
  assert.deepEqual(state.steps[0].places, ["B", "D", "C", "A"]);
});

test("tapFinisher clears a place and the last one", () => {
  const state = [..."BDC"].reduce(answers.tapSeatInTrex, answers.initialState([orderStep()]));
  assert.deepEqual(answers.tapSeatInTrex(state, "D").steps[0].places, ["B", null, "C", null]);
  assert.deepEqual(answers.tapSeatInTrex(state, "A").steps[0].places, ["B", "D", null, null]);
});

test("steps of a combined deal take eleven taps", () => {
  const tricks = { ...countStep(), counted: "tricks" };
  const cards = tapSeats(answers.initialState([cardStep("KH"), ...queenSteps(), countStep(), tricks]), "BABCD");
  assert.equal(steps.missingAnswerSentenceKey(cards.steps), "parts");
  const state = enterCounts(cards, 5, 5, 2, 3, 3, 3);
  assert.ok(steps.areStepsComplete(state.steps));
  assert.deepEqual(steps.capturesOfSteps(state.steps), {
    king_of_hearts: { taken_by: "B" },
    queens: {
      hearts: { taken_by: "A" },
      spades: { taken_by: "B" },
      diamonds: { taken_by: "C" },
      clubs: { taken_by: "D" },
    },
    diamonds: { A: 5, B: 5, C: 2, D: 1 },
    tricks: { A: 3, B: 3, C: 3, D: 4 },
  });
});

test("tapSeat returns to a skipped step", () => {
  const state = tapSeats({ ...answers.initialState(queenSteps()), active: 2 }, "AA");
  assert.equal(state.active, 0);
});

test("startCountEdit changes one count and derives the rest", () => {
  const countsAfterEdit = (counts, index, n) =>
    answers.enterCount(answers.startCountEdit(answers.initialState([countStep(...counts)]), index), n).steps[0].counts;
  assert.deepEqual(countsAfterEdit([5, 4, 3, 1], 0, 6), [6, 4, 3, 0]);
  assert.deepEqual(countsAfterEdit([5, 4, 3, 1], 1, 1), [5, 1, 3, 4]);
  assert.deepEqual(countsAfterEdit([13, 0, 0, 0], 0, 12), [12, null, null, null], "the other counts are asked again");
  assert.deepEqual(countsAfterEdit([5, 4, 3, 1], 3, 2), [5, 4, 3, 2], "a sum above the total is kept");
});

test("impossibleSum returns a sum that cannot be right", () => {
  assert.equal(steps.impossibleSum(countStep(5, 4, 3, 2)), 14);
  assert.equal(steps.impossibleSum(countStep(9, 8, null, null)), 17);
  assert.equal(steps.impossibleSum(countStep(5, 4, 3, 0)), 12);
  assert.equal(steps.impossibleSum(countStep(5, 4, null, null)), null);
  assert.equal(steps.impossibleSum(countStep(5, 4, 3, 1)), null);
});
