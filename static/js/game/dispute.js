// A dispute as it is raised and answered.

import { SEATS } from "../points.js";

/** @typedef {import("../points.js").Seat} Seat */
/** @typedef {import("./journal.js").Dispute} Dispute */

/** Whoever raises it agrees with themselves. @param {number} seq @param {any} said @returns {Dispute} */
export const disputeIn = (seq, { seat, about = null, reason, changes = [] }) => ({ seq, seat, about, reason, changes, agree: [seat], disagree: [], end: null, by_referee: false, asked_again: false });

/** An answer replaces an earlier one. @param {Dispute} dispute @param {{seat: Seat, agrees: boolean}} said */
export function answer(dispute, { seat, agrees }) {
  const those = (/** @type {Seat[]} */ seats, /** @type {boolean} */ isIn) => SEATS.filter((one) => (one === seat ? isIn : seats.includes(one)));
  dispute.agree = those(dispute.agree, agrees);
  dispute.disagree = those(dispute.disagree, !agrees);
}

/** Open again, with the same proposal; whoever asks for it agrees with it. @param {Dispute & {end_reason?: string}} dispute @param {{seat?: Seat}} said */
export function reopen(dispute, { seat }) {
  delete dispute.end_reason;
  Object.assign(dispute, { agree: seat ? [seat] : [], disagree: [], end: null, by_referee: false, asked_again: true });
}
