import assert from "node:assert/strict";
import { test } from "node:test";
import * as steps from "../../static/js/deal/steps.js";

const card = (name, told = {}) => ({ kind: "card", card: name, asksLeader: false, canDouble: true, isDoubled: false, taker: null, holder: null, leader: null, ...told });
const count = (...counts) => ({ kind: "count", counted: "diamonds", total: 13, counts: counts.length ? counts : [null, null, null, null] });
const order = () => ({ kind: "order", places: [null, null, null, null] });
const queens = () => ["QH", "QS", "QD", "QC"].map((name) => card(name));
const seats = (state, taps) => [...taps].reduce(steps.tapSeat, state);
const numbers = (state, ...taps) => taps.reduce(steps.enterCount, state);

test("one tap tells who took the king, another seat corrects it, the same seat lifts him", () => {
  const asked = steps.initialState([card("KH", { canDouble: false })]);
  assert.equal(steps.missingAnswerSentenceKey(asked.steps), "king");
  assert.equal(steps.missingAnswerSentenceKey(steps.initialState([card("KH")]).steps), "double", "how to double comes first");
  const told = steps.tapSeat(asked, "D");
  assert.ok(steps.isComplete(told.steps));
  assert.equal(steps.missingAnswerSentenceKey(told.steps), null);
  assert.equal(steps.tapSeat(told, "B").steps[0].taker, "B");
  assert.equal(steps.tapSeat(told, "D").steps[0].taker, null);
});

test("states are never altered", () => {
  const asked = steps.initialState(queens());
  const before = structuredClone(asked);
  seats(steps.tapStep(asked, 0), "ABCD");
  assert.deepEqual(asked, before);
});

test("each queen is followed by the next", () => {
  const state = seats(steps.initialState(queens()), "BDB");
  assert.equal(state.active, 3);
  assert.equal(steps.missingAnswerSentenceKey(state.steps), "queen-1");
  assert.ok(steps.isComplete(steps.tapSeat(state, "C").steps));
});

test("a card is covered by a tap, before or after it is taken, and then its holder is asked for", () => {
  const before = steps.tapStep(steps.initialState([card("KH")]), 0);
  assert.equal(before.question, "holder");
  const held = steps.tapSeat(before, "C");
  assert.equal(held.question, "taker");
  const taken = steps.tapStep(steps.tapSeat(steps.initialState([card("KH")]), "D"), 0);
  assert.equal(taken.question, "holder");
  for (const state of [steps.tapSeat(held, "D"), steps.tapSeat(taken, "C")]) {
    assert.deepEqual(steps.captures(state.steps), { king_of_hearts: { taken_by: "D", doubled_by: "C" } });
    assert.ok(steps.isComplete(state.steps));
  }
});

test("a tap on a seat changes who is asked for, and never the other", () => {
  const told = seats(steps.tapStep(steps.initialState([card("KH")]), 0), "CD");
  const taker = steps.tapSeat(told, "A");
  assert.deepEqual([taker.steps[0].taker, taker.steps[0].holder], ["A", "C"]);
  const holder = steps.tapSeat(steps.tapStep(told, 0), "B");
  assert.deepEqual([holder.steps[0].taker, holder.steps[0].holder], ["D", "B"]);
  assert.equal(steps.tapSeat(steps.tapStep(told, 0), "C").steps[0].holder, "C", "who held it is confirmed, not lifted");
});

test("the queens covered before the first trick wait for their takers in order", () => {
  const covered = steps.tapSeat(steps.tapStep(steps.initialState(queens()), 2), "B");
  assert.deepEqual([covered.active, covered.question], [0, "taker"]);
  assert.ok(steps.isComplete(seats(covered, "AAAA").steps));
});

test("a card that may not be doubled is not covered", () => {
  const state = steps.tapStep(steps.initialState([card("KH", { canDouble: false })]), 0);
  assert.equal(state.steps[0].isDoubled, false);
});

test("until the holder is told, the captures say that the card was doubled", () => {
  const state = steps.tapStep(steps.tapSeat(steps.initialState([card("KH")]), "D"), 0);
  assert.deepEqual(steps.captures(state.steps), { king_of_hearts: { taken_by: "D", doubled_by: null } });
});

test("the leader is asked for only where the rules pay one and the card is its holder's own capture", () => {
  const asked = steps.tapStep(steps.initialState([card("KH", { asksLeader: true })]), 0);
  assert.ok(steps.isComplete(seats(asked, "CD").steps));
  const own = seats(asked, "CC");
  assert.equal(own.question, "leader");
  const led = steps.tapSeat(own, "A");
  assert.equal(led.steps[0].leader, "A");
  assert.equal(steps.tapSeat(led, "B").steps[0].leader, null, "taken by another after all: no leader");
});

test("nobody is given points for a trick whose leader is not known yet", () => {
  const own = seats(steps.tapStep(steps.initialState([card("QH", { asksLeader: true })]), 0), "CC");
  assert.deepEqual(steps.captures(own.steps), {});
  assert.deepEqual(steps.captures(steps.tapSeat(own, "A").steps), { queens: { hearts: { taken_by: "C", doubled_by: "C", led_by: "A" } } });
});

test("a covered card asks for its holder again, and a second tap uncovers it", () => {
  const held = seats(steps.tapStep(steps.initialState([card("QH")]), 0), "DA");
  const again = steps.tapStep(held, 0);
  assert.deepEqual([again.question, again.steps[0].holder, again.steps[0].taker], ["holder", "D", "A"]);
  const plain = steps.tapStep(again, 0);
  assert.equal(plain.steps[0].holder, null);
  assert.equal(plain.steps[0].isDoubled, false);
  assert.ok(steps.isComplete(plain.steps), "who took it stays");
});

test("what was announced costs no tap: only the taker is asked for", () => {
  const state = steps.initialState([card("KH", { holder: "A" })]);
  assert.equal(state.steps[0].isDoubled, true);
  assert.equal(state.question, "taker");
  assert.ok(steps.isComplete(steps.tapSeat(state, "D").steps));
});

test("a card tapped in the strip is lifted, but who held it stays", () => {
  const state = seats(steps.initialState([card("QH", { holder: "A" }), ...queens().slice(1)]), "DBB");
  const lifted = steps.tapStep(state, 0);
  assert.equal(lifted.active, 0);
  assert.equal(lifted.steps[0].taker, null);
  assert.equal(lifted.steps[0].holder, "A");
  assert.equal(steps.tapSeat(lifted, "C").active, 3, "and on to the queen that is still missing");
});

test("arrow keys choose without moving on", () => {
  const state = steps.withAnswer(steps.initialState(queens()), "B");
  assert.equal(state.active, 0);
  assert.equal(state.steps[0].taker, "B");
});

test("three numbers are enough, the last seat gets the rest", () => {
  const state = numbers(steps.initialState([count()]), 2, 7, 3);
  assert.deepEqual(state.steps[0].counts, [2, 7, 3, 1]);
});

test("once nothing is left, the others have nothing", () => {
  assert.deepEqual(numbers(steps.initialState([count()]), 13).steps[0].counts, [13, 0, 0, 0]);
});

test("a number that is not left is not taken", () => {
  const state = numbers(steps.initialState([count()]), 9);
  assert.equal(steps.unassignedOrExcessCount(state.steps[0]), 4);
  assert.equal(steps.enterCount(state, 5), state);
});

test("the backspace takes back what was typed, with what filled in by itself", () => {
  const back = (...counts) => steps.removeLastCount({ steps: [count(...counts)], active: 0, question: "taker" }).steps[0].counts;
  assert.deepEqual(back(2, 7, 3, 1), [2, 7, null, null]);
  assert.deepEqual(back(2, 7, null, null), [2, null, null, null]);
  assert.deepEqual(back(5, 8, 0, 0), [5, null, null, null]);
  assert.deepEqual(back(13, 0, 0, 0), [null, null, null, null]);
  assert.deepEqual(back(null, null, null, null), [null, null, null, null]);
  assert.deepEqual(back(5, 5, 5, 5), [5, 5, null, null], "numbers that do not add up");
});

test("typed digits make numbers, and a 1 waits where it may become 10 to 13", () => {
  const type = (text) =>
    [...text].reduce(({ state, isTypedOnePending }, digit) => steps.typeDigit(state, isTypedOnePending, Number(digit)), { state: steps.initialState([count()]), isTypedOnePending: false });
  assert.deepEqual(type("273").state.steps[0].counts, [2, 7, 3, 1]);
  assert.equal(type("1").isTypedOnePending, true);
  assert.deepEqual(type("11").state.steps[0].counts, [11, null, null, null]);
  assert.deepEqual(type("15").state.steps[0].counts, [1, 5, null, null]);
  assert.deepEqual(type("51").state.steps[0].counts, [5, 1, null, null]);
});

test("four numbers that do not make thirteen are not a whole deal: the last is asked for again", () => {
  for (const [typed, most] of [[[5, 4, 3, 3], 1], [[5, 4, 3, 0], 1], [[9, 8, 0, 0], -4]]) {
    const state = steps.initialState([count(...typed)]);
    assert.ok(!steps.isComplete(state.steps));
    assert.equal(steps.missingAnswer(state.steps[0]), 3);
    assert.equal(steps.maximumCount(state.steps[0]), most);
    assert.equal(steps.enterCount(state, most + 1), state, "one more than can be");
  }
  assert.deepEqual(steps.enterCount(steps.initialState([count(5, 4, 3, 3)]), 1).steps[0].counts, [5, 4, 3, 1]);
});

test("a seat that was given two places is asked about again", () => {
  const twice = steps.initialState([{ kind: "order", places: ["A", "C", "A", "D"] }]);
  assert.equal(steps.missingAnswer(twice.steps[0]), 2);
  assert.deepEqual(steps.tapFinisher(twice, "B").steps[0].places, ["A", "C", "B", "D"]);
});

test("a deal that was refused is opened at what is wrong", () => {
  const told = [card("KH", { taker: "A" }), count(5, 4, 3, 1), { ...count(), counted: "tricks" }];
  assert.equal(steps.initialState(told, 1).active, 1);
  assert.equal(steps.initialState(told).active, 2);
});

test("the last to go out at Trex fills in by itself", () => {
  const state = [..."BDC"].reduce(steps.tapFinisher, steps.initialState([order()]));
  assert.deepEqual(state.steps[0].places, ["B", "D", "C", "A"]);
});

test("a finisher tapped again is lifted with the last, the others keep their places", () => {
  const state = [..."BDC"].reduce(steps.tapFinisher, steps.initialState([order()]));
  assert.deepEqual(steps.tapFinisher(state, "D").steps[0].places, ["B", null, "C", null]);
  assert.deepEqual(steps.tapFinisher(state, "A").steps[0].places, ["B", "D", null, null]);
});

test("all four in one take eleven taps between choosing and saving", () => {
  const tricks = { ...count(), counted: "tricks" };
  const cards = seats(steps.initialState([card("KH"), ...queens(), count(), tricks]), "BABCD");
  assert.equal(steps.missingAnswerSentenceKey(cards.steps), "parts");
  const state = numbers(cards, 5, 5, 2, 3, 3, 3);
  assert.ok(steps.isComplete(state.steps));
  assert.deepEqual(steps.captures(state.steps), {
    king_of_hearts: { taken_by: "B" },
    queens: { hearts: { taken_by: "A" }, spades: { taken_by: "B" }, diamonds: { taken_by: "C" }, clubs: { taken_by: "D" } },
    diamonds: { A: 5, B: 5, C: 2, D: 1 },
    tricks: { A: 3, B: 3, C: 3, D: 4 },
  });
});

test("a part skipped is asked for after the last", () => {
  const state = seats({ ...steps.initialState(queens()), active: 2 }, "AA");
  assert.equal(state.active, 0);
});

test("a number typed again leaves the others, and the rest follows", () => {
  const state = (counts, place, n) => steps.enterCount(steps.startCountEdit(steps.initialState([count(...counts)]), place), n).steps[0].counts;
  assert.deepEqual(state([5, 4, 3, 1], 0, 6), [6, 4, 3, 0]);
  assert.deepEqual(state([5, 4, 3, 1], 1, 1), [5, 1, 3, 4]);
  assert.deepEqual(state([13, 0, 0, 0], 0, 12), [12, null, null, null], "who has the other one is asked");
  assert.deepEqual(state([5, 4, 3, 1], 3, 2), [5, 4, 3, 2], "one too many: said in place of the question");
});

test("numbers that cannot be right are known by their sum", () => {
  assert.equal(steps.impossibleSum(count(5, 4, 3, 2)), 14);
  assert.equal(steps.impossibleSum(count(9, 8, null, null)), 17);
  assert.equal(steps.impossibleSum(count(5, 4, 3, 0)), 12);
  assert.equal(steps.impossibleSum(count(5, 4, null, null)), null);
  assert.equal(steps.impossibleSum(count(5, 4, 3, 1)), null);
});
