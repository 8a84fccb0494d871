// Short forms on pages drawn by the phone: void deals, adjustments, the first king.

import { newIdempotencyKey } from "../lib/idempotency-key.js";
import { SEATS, parseDigits, stripDirectionMarks } from "../lib/points.js";
import { choiceField, fieldFactories, postedText, formWithHiddenFields } from "./form-fields.js";

/** @typedef {import("./form-fields.js").Posted} Posted */

/**
 * The requested reason comes first, then those that the house rules permit.
 * @param {any} view
 * @param {Record<string, string>} reasons
 * @param {string} requested
 */
export function voidForm(view, reasons, requested) {
  const granted = /** @type {string[]} */ (view.rules.redeals);
  const requestedFirst = Object.keys(reasons).filter((reason) => reason === requested);
  const orderedReasons = [...new Set([...requestedFirst, ...granted, ...Object.keys(reasons)])];
  const reason = choiceField(
    "reason",
    requestedFirst[0] ?? "",
    orderedReasons,
    orderedReasons.map((reason) => reasons[reason]),
  );
  const claimedBy = choiceField("claimed_by", "", ["", ...SEATS]);
  const king = view.king.seat;
  return formWithHiddenFields(
    { key: newIdempotencyKey(), after: view.seq, king },
    { king: { data: king }, reason, requested_reason: requestedFirst[0] ?? "", claimed_by: claimedBy },
  );
}

/**
 * @param {any} view
 * @param {Posted | null} posted
 * @param {(seat: any) => string} invalidPointsText the error at the points of a seat
 */
export function adjustmentForm(view, posted, invalidPointsText) {
  const points = view.seats.map((/** @type {any} */ seat) => {
    const text = postedText(posted, `points_${seat.seat}`);
    const errors = text.trim() && parsePoints(text) === null ? [invalidPointsText(seat)] : [];
    return { ...fieldFactories.text(`points_${seat.seat}`, text), errors };
  });
  return formWithHiddenFields(
    { key: newIdempotencyKey(), after: view.seq },
    { points_fields: points, reason: fieldFactories.text("reason", postedText(posted, "reason")) },
  );
}

const MINUS_PATTERN = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/;

/** Points that an entry can give or take; the same as `MAX_POINTS` on the server. */
export const MAX_POINTS = 1_000_000;

/**
 * Points with a leading or trailing sign, in any digits; null if not a number or beyond `MAX_POINTS`.
 * @param {string} signedText
 */
function parsePoints(signedText) {
  const [, leading, digits, trailing] = /** @type {RegExpExecArray} */ (
    /^([+\uff0b-]?)\s*(.*?)\s*(-?)$/s.exec(stripDirectionMarks(signedText).replace(MINUS_PATTERN, "-"))
  );
  const parsedNumber = leading && trailing ? null : parseDigits(digits);
  if (parsedNumber === null || parsedNumber > MAX_POINTS) return null;
  return leading === "-" || trailing ? -parsedNumber : parsedNumber;
}

/** The adjustment; null if a number is invalid, the sum is not 0, or the reason is missing. @param {Posted} posted */
export function parseAdjustment(posted) {
  const fields = SEATS.map((seat) => /** @type {const} */ ([seat, postedText(posted, `points_${seat}`).trim()])).filter(
    ([, points]) => points,
  );
  const adjustment = Object.fromEntries(fields.map(([seat, points]) => [seat, parsePoints(points)]));
  const values = Object.values(adjustment);
  const isValid =
    values.length &&
    !values.includes(null) &&
    values.reduce((sum, points) => Number(sum) + Number(points), 0) === 0 &&
    postedText(posted, "reason").trim();
  return isValid ? { adjustment, reason: postedText(posted, "reason") } : null;
}

/** The form that asks for the first king. @param {any} view */
export function firstKingForm(view) {
  return formWithHiddenFields(
    { key: newIdempotencyKey(), after: view.seq },
    { king: choiceField("king", view.king?.seat ?? "", SEATS) },
  );
}
