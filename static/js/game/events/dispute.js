// Disputes: raised, answered, resolved, reopened.

import { SEATS } from "../../lib/points.js";
import { REFEREE, defineEvent } from "./event.js";

/** @typedef {import("../../lib/points.js").Seat} Seat */
/** @typedef {import("../game-builder.js").Dispute} Dispute */
/** @typedef {import("../game-builder.js").GameBuilder} GameBuilder */

/** @param {{dispute: number}} content */
const disputeNumber = ({ dispute }) => dispute;

/** @param {Dispute} dispute */
const haveAllAgreed = ({ agree }) => agree.length === SEATS.length;

/**
 * Ends a dispute, and makes the changes it proposed if it ends so.
 * @param {GameBuilder} game
 * @param {import("./event.js").Entry} entry
 * @param {Dispute} dispute
 * @param {string} end
 */
function resolveDispute(game, entry, dispute, end) {
  dispute.end = end;
  if (end === "proposed")
    game.applyCorrection(entry, {
      changes: dispute.changes,
      with: haveAllAgreed(dispute) ? SEATS : dispute.by_referee ? [REFEREE] : [],
    });
}

/** A player disputes an entry (`about`) or the game, and may propose changes. Who raises it counts as agreeing. */
export const DisputeRaised = defineEvent("disputed", {
  refersTo: ({ about }) => about,
  apply: (game, { seat, about = null, reason, changes = [] }, { seq }) => {
    game.disputes.set(seq, {
      seq,
      seat,
      about,
      reason,
      changes,
      agree: [seat],
      disagree: [],
      end: null,
      by_referee: false,
      asked_again: false,
    });
  },
});

/** A player agrees or disagrees. A later answer replaces an earlier one; the one with which all four agree ends the dispute. */
export const DisputeAnswered = defineEvent("answered", {
  corrects: true,
  refersTo: disputeNumber,
  apply: (game, { dispute: number, seat, agrees }, entry) => {
    const dispute = game.disputes.get(number);
    if (!dispute) return; // it was undone
    const withSeatIncluded = (/** @type {Seat[]} */ seats, /** @type {boolean} */ isIncluded) =>
      SEATS.filter((each) => (each === seat ? isIncluded : seats.includes(each)));
    dispute.agree = withSeatIncluded(dispute.agree, agrees);
    dispute.disagree = withSeatIncluded(dispute.disagree, !agrees);
    if (!haveAllAgreed(dispute)) return;
    game.concluded.set(number, entry.seq);
    resolveDispute(game, entry, dispute, dispute.changes.length ? "proposed" : "as_it_stands");
  },
});

/** A dispute ends: its changes are made, the game stays as it is, or who raised it withdraws it. */
export const DisputeResolved = defineEvent("settled", {
  corrects: true,
  refersTo: disputeNumber,
  answersForPlayers: ({ as }) => as === "withdrawn",
  apply: (game, { dispute: number, as, by, reason }, entry) => {
    const dispute = game.disputes.get(number);
    if (!dispute) return;
    Object.assign(dispute, { by_referee: by === REFEREE, ...(reason && { end_reason: reason }) });
    resolveDispute(game, entry, dispute, as);
  },
});

/** A resolved dispute that changed nothing is open again. A player who reopens it counts as agreeing. */
export const DisputeReopened = defineEvent("reopened", {
  refersTo: disputeNumber,
  apply: (game, { dispute: number, seat = null, reason }) => {
    const dispute = game.disputes.get(number);
    if (!dispute) return;
    delete dispute.end_reason;
    Object.assign(dispute, { agree: seat ? [seat] : [], disagree: [], end: null, by_referee: false });
    game.reopenings.set(number, { seat, reason });
    game.concluded.delete(number);
  },
});

/** Answers to an open dispute are void once what they were about has changed. @param {GameBuilder} game @param {any} change */
export function resetDisputeAnswers(game, change) {
  for (const dispute of game.disputes.values()) {
    const isTouched =
      "seats" in change ||
      ("seq" in change && [dispute.about, ...dispute.changes.map(({ seq }) => seq)].includes(change.seq));
    const isUnanswered = dispute.agree.join() === dispute.seat && !dispute.disagree.length;
    if (!dispute.end && isTouched && !isUnanswered)
      Object.assign(dispute, { agree: [dispute.seat], disagree: [], asked_again: true });
  }
}
