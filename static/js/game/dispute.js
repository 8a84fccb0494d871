// Disputes: raised, answered, resolved, reopened.

import { SEATS } from "../lib/points.js";

const REFEREE = "referee";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {import("./journal.js").Dispute} Dispute */

/** The player who raises a dispute counts as agreeing with it. @param {number} seq @param {any} said @returns {Dispute} */
const newDispute = (seq, { seat, about = null, reason, changes = [] }) => ({ seq, seat, about, reason, changes, agree: [seat], disagree: [], end: null, by_referee: false, asked_again: false });

/** An answer replaces the same player's earlier one. @param {Dispute} dispute @param {{seat: Seat, agrees: boolean}} said */
function applyAnswer(dispute, { seat, agrees }) {
  const seatsOf = (/** @type {Seat[]} */ seats, /** @type {boolean} */ isIncluded) => SEATS.filter((each) => (each === seat ? isIncluded : seats.includes(each)));
  dispute.agree = seatsOf(dispute.agree, agrees);
  dispute.disagree = seatsOf(dispute.disagree, !agrees);
}

/** Reopens with the same proposal. A player who reopens it counts as agreeing. @param {Dispute & {end_reason?: string}} dispute @param {{seat?: Seat}} said */
function applyReopening(dispute, { seat }) {
  delete dispute.end_reason;
  Object.assign(dispute, { agree: seat ? [seat] : [], disagree: [], end: null, by_referee: false });
}

/** All disputes of a journal so far. */
export class Disputes {
  constructor() {
    /** @type {Map<number, Dispute>} */
    this.bySeq = new Map();
    /** Sequence number of the answer with which all four agreed, by dispute. @type {Map<number, number>} */
    this.concluded = new Map();
  }

  get all() {
    return [...this.bySeq.values()];
  }

  /** Applies an entry about a dispute. Returns the correction that it makes effective, if any. @param {{seq: number, body: any}} entry @returns {{changes: any[], with: string[]} | null} */
  apply({ seq, body: { disputed, answered, settled, reopened } }) {
    if (disputed) this.bySeq.set(seq, newDispute(seq, disputed));
    const dispute = this.bySeq.get((answered ?? settled ?? reopened)?.dispute);
    if (!dispute) return null; // it was undone
    if (answered) applyAnswer(dispute, answered);
    if (reopened) {
      applyReopening(dispute, reopened);
      this.concluded.delete(dispute.seq);
    }
    const allAgree = dispute.agree.length === SEATS.length;
    if (settled) Object.assign(dispute, { end: settled.as, by_referee: settled.by === REFEREE, ...(settled.reason && { end_reason: settled.reason }) });
    else if (answered && allAgree) {
      dispute.end = dispute.changes.length ? "proposed" : "as_it_stands";
      this.concluded.set(dispute.seq, seq);
    } else return null;
    return dispute.end === "proposed" ? { changes: dispute.changes, with: allAgree ? SEATS : dispute.by_referee ? [REFEREE] : [] } : null;
  }

  /** Answers to an open dispute are void once what they were about has changed. @param {any} change */
  resetAnswers(change) {
    for (const dispute of this.bySeq.values()) {
      const isTouched = "seats" in change || ("seq" in change && [dispute.about, ...dispute.changes.map(({ seq }) => seq)].includes(change.seq));
      const isAnswered = dispute.agree.length + dispute.disagree.length > 1;
      if (!dispute.end && isTouched && isAnswered) Object.assign(dispute, { agree: [dispute.seat], disagree: [], asked_again: true });
    }
  }
}
