// What somebody disputes, what the others say to it, and how it ended.

import { SEATS } from "../lib/points.js";

const REFEREE = "referee";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {import("./journal.js").Dispute} Dispute */

/** Whoever raises it agrees with themselves. @param {number} seq @param {any} said @returns {Dispute} */
const disputeIn = (seq, { seat, about = null, reason, changes = [] }) => ({ seq, seat, about, reason, changes, agree: [seat], disagree: [], end: null, by_referee: false, asked_again: false });

/** An answer replaces an earlier one. @param {Dispute} dispute @param {{seat: Seat, agrees: boolean}} said */
function answer(dispute, { seat, agrees }) {
  const those = (/** @type {Seat[]} */ seats, /** @type {boolean} */ isIn) => SEATS.filter((one) => (one === seat ? isIn : seats.includes(one)));
  dispute.agree = those(dispute.agree, agrees);
  dispute.disagree = those(dispute.disagree, !agrees);
}

/** Open again, with the same proposal; whoever asks for it agrees with it. @param {Dispute & {end_reason?: string}} dispute @param {{seat?: Seat}} said */
function reopen(dispute, { seat }) {
  delete dispute.end_reason;
  Object.assign(dispute, { agree: seat ? [seat] : [], disagree: [], end: null, by_referee: false });
}

/** All disputes of a journal, so far. */
export class Disputes {
  constructor() {
    /** @type {Map<number, Dispute>} */
    this.bySeq = new Map();
    /** The answers with which all four agreed, by the dispute that they ended. @type {Map<number, number>} */
    this.concluded = new Map();
  }

  get all() {
    return [...this.bySeq.values()];
  }

  /** Follow an entry about a dispute; what holds from then on, if it puts something right. @param {{seq: number, body: any}} entry @returns {{changes: any[], with: string[]} | null} */
  say({ seq, body: { disputed, answered, settled, reopened } }) {
    if (disputed) this.bySeq.set(seq, disputeIn(seq, disputed));
    const dispute = this.bySeq.get((answered ?? settled ?? reopened)?.dispute);
    if (!dispute) return null; // it was taken back
    if (answered) answer(dispute, answered);
    if (reopened) {
      reopen(dispute, reopened);
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

  /** Whoever has answered to an open dispute has not answered to what has changed since. @param {any} change */
  askAgain(change) {
    for (const dispute of this.bySeq.values()) {
      const touched = "seats" in change || ("seq" in change && [dispute.about, ...dispute.changes.map(({ seq }) => seq)].includes(change.seq));
      const answered = dispute.agree.length + dispute.disagree.length > 1;
      if (!dispute.end && touched && answered) Object.assign(dispute, { agree: [dispute.seat], disagree: [], asked_again: true });
    }
  }
}
