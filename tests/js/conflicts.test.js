import assert from "node:assert/strict";
import { test } from "node:test";
import { toCorrection, toDiscarded, changesForOurVersion, isChoiceOutdated, findConflicts, isSameDeal, versionsFingerprint } from "../../static/js/phone/conflicts.js";

const TAKEN = { king_of_hearts: { taken_by: "B" } };
const deal = (contracts, captures = TAKEN, king = "A") => ({ king, contracts, captures });
const journal = (...bodies) => {
  const kindOf = (body) => Object.keys(body).find((key) => ["take_back", "corrected", "started"].includes(key)) ?? "deal";
  return [{ house_rules: { preset: "standard" }, started: true }, ...bodies].map((body, place) => ({ seq: place + 1, key: `j${place + 1}`, kind: kindOf(body), body }));
};
const game = (...bodies) => ({ token: "t", entries: journal(...bodies) });
const queued = (key, body, more = {}) => ({ id: 1, token: "t", key, kind: "deal", body, after: 1, author: null, made_at: "2026-11-20T21:42:00+02:00", ...more });
const undo = (key, of, more = {}) => queued(key, {}, { kind: "take_back", takes_back: of, ...more });

test("questions: a deal that is only queued is none", () => {
  assert.deepEqual(findConflicts(game(), [queued("w", deal(["trex"]))]), []);
  assert.deepEqual(findConflicts(game(deal(["trex"], {}, "B")), [queued("w", deal(["trex"]))]), [], "another king's");
});

test("questions: two versions are one question", () => {
  const [asked, ...more] = findConflicts(game(deal(["king_of_hearts"])), [queued("w", deal(["king_of_hearts"], { king_of_hearts: { taken_by: "D" } }))]);
  assert.deepEqual([asked.key, asked.theirs.map(({ seq }) => seq), asked.problem, more.length], ["w", [2], "", 0]);
});

test("questions: what is undone here, and will be, asks nothing", () => {
  const kept = game(deal(["trex"]));
  assert.deepEqual(findConflicts(kept, [undo("u", "j2"), queued("w", deal(["trex"]))]), []);
  const [late] = findConflicts(kept, [undo("u", "j2", { problem: "no" }), queued("w", deal(["trex"]))]);
  assert.deepEqual([late.ours.map(({ key }) => key), late.lateUndos.map(({ key }) => key)], [["w"], ["u"]]);
});

test("questions: a deal of several contracts and those recorded apart are one", () => {
  const kept = game(deal(["king_of_hearts", "queens"]), deal(["trex"]));
  const [asked, ...more] = findConflicts(kept, [queued("k", deal(["king_of_hearts"])), queued("q", deal(["queens"]))]);
  assert.equal(more.length, 0);
  const changes = changesForOurVersion(asked, [{ seq: 2 }, { seq: 3 }]);
  assert.deepEqual(changes.map(({ entry: _entry, ...where }) => where), [{ seq: 2 }, { before: 3 }]);
  const [other] = findConflicts(game(deal(["king_of_hearts"]), deal(["queens"])), [queued("w", deal(["king_of_hearts", "queens"]))]);
  assert.deepEqual(changesForOurVersion(other, []).map(({ entry }) => entry?.contracts ?? null), [["king_of_hearts", "queens"], null]);
});

test("questions: why a choice was refused is forgotten once the game moves on", () => {
  const refused = queued("w", deal(["king_of_hearts"]), { declined: { problem: "signed off", at: 2 } });
  assert.equal(findConflicts(game(deal(["king_of_hearts"])), [refused])[0].problem, "signed off");
  assert.equal(findConflicts(game(deal(["king_of_hearts"]), deal(["trex"])), [refused])[0].problem, "");
});

test("questions: a refused deal is another version of the one that began another kingdom", () => {
  const refused = queued("w", deal(["king_of_hearts"], TAKEN, "C"), { after: 2, problem: "it is not Carine's kingdom" });
  const before = deal(["trex"], {});
  assert.deepEqual(findConflicts(game(before, deal(["king_of_hearts"], TAKEN, "B")), [refused])[0].theirs.map(({ seq }) => seq), [3]);
  assert.deepEqual(findConflicts(game(before, deal(["king_of_hearts"])), [refused])[0].theirs, [], "a kingdom that had begun before");
  assert.deepEqual(findConflicts(game(before, deal(["queens"], TAKEN, "B")), [refused])[0].theirs, [], "other contracts");
});

test("questions: they come in the order of entry", () => {
  const queuedEntries = [queued("r", deal(["queens"]), { problem: "no" }), queued("w", deal(["trex"]))];
  assert.deepEqual(findConflicts(game(deal(["trex"])), queuedEntries).map(({ key }) => key), ["r", "w"]);
});

test("a choice is overtaken once a deal that it was made over counts otherwise", () => {
  const before = game(deal(["king_of_hearts"]));
  const [asked] = findConflicts(before, [queued("w", deal(["king_of_hearts"], { king_of_hearts: { taken_by: "D" } }))]);
  const choice = toCorrection(asked, changesForOurVersion(asked, []), "why", { after: 2, author: null, made_at: "" });
  assert.equal(versionsFingerprint(asked.theirs), "2:2");
  assert.deepEqual(choice.chosen.from, asked.ours);
  assert.ok(!isChoiceOutdated(choice, before.entries));
  const changes = [{ seq: 2, entry: deal(["king_of_hearts"], { king_of_hearts: { taken_by: "C" } }) }];
  assert.ok(isChoiceOutdated(choice, journal(deal(["king_of_hearts"]), { corrected: { reason: "", changes } })));
  assert.ok(isChoiceOutdated(choice, journal(deal(["king_of_hearts"]), { take_back: 2 })));
});

test("the same deal differs in nothing that counts", () => {
  assert.ok(isSameDeal({ ...deal(["queens", "king_of_hearts"]), note: "x" }, deal(["king_of_hearts", "queens"])));
  assert.ok(!isSameDeal({ ...deal(["queens"]), renege: { by: "A" } }, deal(["queens"])));
});

test("what is set aside keeps what it said, and no reason why it was refused", () => {
  const aside = toDiscarded(queued("w", deal(["trex"]), { problem: "no", behind: true }), 7);
  assert.deepEqual([aside.kind, aside.body, aside.problem, aside.behind], ["set_aside", { set_aside: deal(["trex"]), instead: 7 }, undefined, undefined]);
  assert.notEqual(aside.key, "w");
});
