import assert from "node:assert/strict";
import { test } from "node:test";
import {
  toResolvingCorrection,
  toDiscardedEntry,
  changesForOurVersion,
  isVersionChoiceOutdated,
  findConflicts,
  isSameDeal,
  versionsFingerprint,
} from "../../../static/js/phone/conflicts.js";

const KING_CAPTURES = { king_of_hearts: { taken_by: "B" } };
const deal = (contracts, captures = KING_CAPTURES, king = "A") => ({ king, contracts, captures });
const journal = (...bodies) => {
  const kindOf = (body) =>
    Object.keys(body).find((key) => ["take_back", "corrected", "started"].includes(key)) ?? "deal";
  return [{ house_rules: { preset: "standard" }, started: true }, ...bodies].map((body, index) => ({
    seq: index + 1,
    key: `j${index + 1}`,
    kind: kindOf(body),
    body,
  }));
};
const game = (...bodies) => ({ token: "t", entries: journal(...bodies) });
const queued = (key, body, changes = {}) => ({
  id: 1,
  token: "t",
  key,
  kind: "deal",
  body,
  after: 1,
  author: null,
  made_at: "2026-11-20T21:42:00+02:00",
  ...changes,
});
const undo = (key, undoneKey, changes = {}) =>
  queued(key, {}, { kind: "take_back", takes_back: undoneKey, ...changes });

test("findConflicts ignores a deal that is only queued", () => {
  assert.deepEqual(findConflicts(game(), [queued("w", deal(["trex"]))]), []);
  assert.deepEqual(
    findConflicts(game(deal(["trex"], {}, "B")), [queued("w", deal(["trex"]))]),
    [],
    "a deal of another king",
  );
});

test("findConflicts reports two versions as one conflict", () => {
  const [conflict, ...others] = findConflicts(game(deal(["king_of_hearts"])), [
    queued("w", deal(["king_of_hearts"], { king_of_hearts: { taken_by: "D" } })),
  ]);
  assert.deepEqual(
    [conflict.key, conflict.theirs.map(({ seq }) => seq), conflict.problem, others.length],
    ["w", [2], "", 0],
  );
});

test("findConflicts ignores a deal with a queued undo", () => {
  const stored = game(deal(["trex"]));
  assert.deepEqual(findConflicts(stored, [undo("u", "j2"), queued("w", deal(["trex"]))]), []);
  const [conflict] = findConflicts(stored, [undo("u", "j2", { problem: "no" }), queued("w", deal(["trex"]))]);
  assert.deepEqual([conflict.ours.map(({ key }) => key), conflict.lateUndos.map(({ key }) => key)], [["w"], ["u"]]);
});

test("findConflicts asks about an undo of a deal that was corrected since", () => {
  const correction = (captures) => ({
    corrected: { reason: "", changes: [{ seq: 2, entry: deal(["king_of_hearts"], captures) }] },
  });
  const corrected = game(
    deal(["king_of_hearts"]),
    deal(["trex"], {}),
    correction({ king_of_hearts: { taken_by: "C" } }),
  );
  const late = undo("u", "j2", { after: 3 });
  const [conflict, ...others] = findConflicts(corrected, [late]);
  assert.deepEqual([conflict.ours, conflict.theirs, others], [[late], [], []]);
  assert.deepEqual(findConflicts(corrected, [undo("u", "j2", { after: 4 })]), [], "the correction was known");
  assert.deepEqual(findConflicts(corrected, [undo("u", "j3", { after: 3 })]), [], "another deal was corrected");
  const undone = {
    ...corrected,
    entries: journal(...corrected.entries.slice(1).map(({ body }) => body), { take_back: 4 }),
  };
  assert.deepEqual(findConflicts(undone, [late]), [], "the correction was undone");
  const moved = game(deal(["king_of_hearts"]), {
    corrected: { reason: "", changes: [{ seats: { B: "C", C: "B" }, deals: true }] },
  });
  assert.deepEqual(findConflicts(moved, [undo("u", "j2", { after: 2 })]), [], "only the seats were corrected");
  const again = queued("w", deal(["king_of_hearts"], { king_of_hearts: { taken_by: "D" } }));
  const [versions] = findConflicts(corrected, [late, again]);
  assert.deepEqual([versions.ours, versions.theirs.map(({ seq }) => seq), versions.lateUndos], [[again], [2], [late]]);
});

test("findConflicts matches a combined deal with separate ones", () => {
  const stored = game(deal(["king_of_hearts", "queens"]), deal(["trex"]));
  const [conflict, ...others] = findConflicts(stored, [
    queued("k", deal(["king_of_hearts"])),
    queued("q", deal(["queens"])),
  ]);
  assert.equal(others.length, 0);
  const changes = changesForOurVersion(conflict, [{ seq: 2 }, { seq: 3 }]);
  assert.deepEqual(
    changes.map(({ entry: _entry, ...position }) => position),
    [{ seq: 2 }, { before: 3 }],
  );
  const [combined] = findConflicts(game(deal(["king_of_hearts"]), deal(["queens"])), [
    queued("w", deal(["king_of_hearts", "queens"])),
  ]);
  assert.deepEqual(
    changesForOurVersion(combined, []).map(({ entry }) => entry?.contracts ?? null),
    [["king_of_hearts", "queens"], null],
  );
});

test("findConflicts drops the refusal of an outdated choice", () => {
  const refused = queued("w", deal(["king_of_hearts"]), { declined: { problem: "signed off", at: 2 } });
  assert.equal(findConflicts(game(deal(["king_of_hearts"])), [refused])[0].problem, "signed off");
  assert.equal(findConflicts(game(deal(["king_of_hearts"]), deal(["trex"])), [refused])[0].problem, "");
});

test("findConflicts matches a refused deal across kingdoms", () => {
  const refused = queued("w", deal(["king_of_hearts"], KING_CAPTURES, "C"), {
    after: 2,
    problem: "it is not Carine's kingdom",
  });
  const before = deal(["trex"], {});
  assert.deepEqual(
    findConflicts(game(before, deal(["king_of_hearts"], KING_CAPTURES, "B")), [refused])[0].theirs.map(
      ({ seq }) => seq,
    ),
    [3],
  );
  assert.deepEqual(
    findConflicts(game(before, deal(["king_of_hearts"])), [refused])[0].theirs,
    [],
    "the kingdom has begun before",
  );
  assert.deepEqual(
    findConflicts(game(before, deal(["queens"], KING_CAPTURES, "B")), [refused])[0].theirs,
    [],
    "other contracts",
  );
});

test("findConflicts returns conflicts in order of entry", () => {
  const queuedEntries = [queued("r", deal(["queens"]), { problem: "no" }), queued("w", deal(["trex"]))];
  assert.deepEqual(
    findConflicts(game(deal(["trex"])), queuedEntries).map(({ key }) => key),
    ["r", "w"],
  );
});

test("isChoiceOutdated detects a corrected or undone deal", () => {
  const before = game(deal(["king_of_hearts"]));
  const [conflict] = findConflicts(before, [
    queued("w", deal(["king_of_hearts"], { king_of_hearts: { taken_by: "D" } })),
  ]);
  const choice = toResolvingCorrection(conflict, changesForOurVersion(conflict, []), "why", {
    after: 2,
    author: null,
    made_at: "",
  });
  assert.equal(versionsFingerprint(conflict.theirs), "2:2");
  assert.deepEqual(choice.chosen.from, conflict.ours);
  assert.ok(!isVersionChoiceOutdated(choice, before.entries));
  const changes = [{ seq: 2, entry: deal(["king_of_hearts"], { king_of_hearts: { taken_by: "C" } }) }];
  assert.ok(isVersionChoiceOutdated(choice, journal(deal(["king_of_hearts"]), { corrected: { reason: "", changes } })));
  assert.ok(isVersionChoiceOutdated(choice, journal(deal(["king_of_hearts"]), { take_back: 2 })));
});

test("isSameDeal ignores notes and the order of contracts", () => {
  assert.ok(isSameDeal({ ...deal(["queens", "king_of_hearts"]), note: "x" }, deal(["king_of_hearts", "queens"])));
  assert.ok(!isSameDeal({ ...deal(["queens"]), renege: { by: "A" } }, deal(["queens"])));
});

test("toDiscardedEntry keeps the deal and clears the refusal", () => {
  const discarded = toDiscardedEntry(queued("w", deal(["trex"]), { problem: "no", behind: true }), 7);
  assert.deepEqual(
    [discarded.kind, discarded.body, discarded.problem, discarded.behind],
    ["set_aside", { set_aside: deal(["trex"]), instead: 7 }, undefined, undefined],
  );
  assert.notEqual(discarded.key, "w");
});
