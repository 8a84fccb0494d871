// Forms of pages drawn by the phone, as the templates expect them, and the entries they make.

import { capturesOfSteps, notTakenCount, missingAnswer } from "../deal/steps.js";
import { newIdempotencyKey } from "../lib/idempotency-key.js";
import {
  CARD_BY_CAPTURE_KEY,
  SEATS,
  captureOf,
  captureKeyOf,
  parseDigits,
  stripDirectionMarks,
} from "../lib/points.js";
import { escapeHtml, markSafe } from "./template-runtime.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {{get: (name: string) => unknown, getAll: (name: string) => unknown[]}} Posted */
/** @typedef {ReturnType<typeof dealForm>} DealForm */
/** @typedef {{name: string, data: string | string[], errors: string[], [Symbol.iterator]: () => Iterator<any>}} Field */

const QUEENS_IN_ORDER = ["QS", "QH", "QD", "QC"];
const TREX_PLACES = [1, 2, 3, 4];
const DIAMOND_OR_TRICK_TOTAL = 13;

/** @param {string} name @param {unknown} value */
const hiddenField = (name, value) =>
  Object.assign(markSafe(`<input name="${name}" type="hidden" value="${escapeHtml(value)}">`), { type: "HiddenField" });

/**
 * A choice field with its options.
 * @param {string} name
 * @param {string | string[]} data
 * @param {string[]} [options]
 * @param {string[]} [labels] of the options
 * @returns {any}
 */
function choiceField(name, data, options = [], labels = []) {
  const isChosen = /** @param {string} value */ (value) =>
    Array.isArray(data) ? data.includes(value) : data === value;
  const items = options.map((value, index) => ({
    name,
    data: value,
    checked: isChosen(value),
    label: { text: labels[index] },
  }));
  return { name, data, errors: [], type: "Field", [Symbol.iterator]: () => items[Symbol.iterator]() };
}

/** The kinds of fields. */
export const fieldFactories = {
  choiceField,
  text: (/** @type {string} */ name, /** @type {string} */ data) => ({ ...choiceField(name, data), id: name }),
};

/** Text of a posted field. @param {Posted | null} posted @param {string} name */
export const postedText = (posted, name) => String(posted?.get(name) ?? "");

/**
 * A form with its hidden fields.
 * @template {object} T
 * @param {Record<string, unknown>} values
 * @param {T} more
 * @returns {{csrf_token: string, problems: string[], [Symbol.iterator]: () => Iterator<object>} & T}
 */
function formWithHiddenFields(values, more) {
  const fields = Object.entries(values).map(([name, value]) => hiddenField(name, value));
  return { csrf_token: "", problems: [], ...more, [Symbol.iterator]: () => fields[Symbol.iterator]() };
}

/** What was posted for a seat; null if nothing was. @param {Posted | null} posted @param {string} name @returns {Seat | null} */
const postedSeat = (posted, name) => SEATS.find((seat) => seat === postedText(posted, name)) ?? null;

/** The parts of a step that follow from its answers (static/js/deal/steps.js). @param {import("../deal/steps.js").Step} answers */
const stepPartsFromAnswers = (answers) => ({
  answers,
  revoke: answers.revoke ?? null,
  first_unanswered: missingAnswer(answers),
});

/** Captures from an address, which may be malformed. @param {string} json @returns {import("../lib/points.js").Captures | null} */
function capturesFromJson(json) {
  try {
    return JSON.parse(json || "null");
  } catch {
    return null;
  }
}

/** Captures from an address as if they were posted; null if there are none. @param {string} json @param {string} requestedRevokedBy @returns {Posted | null} */
export function postedFromCaptures(json, requestedRevokedBy) {
  const captured = capturesFromJson(json);
  if (!captured) return null;
  const { diamonds = {}, tricks = {}, trex = [] } = captured;
  /** @type {Record<string, unknown>} */
  const fields = { renege: requestedRevokedBy };
  for (const card of Object.values(CARD_BY_CAPTURE_KEY)) {
    const capture = captureOf(captured, card);
    if (!capture) continue;
    Object.assign(fields, {
      [`${card}_taken_by`]: capture.taken_by,
      [`${card}_doubled_by`]: capture.doubled_by,
      [`${card}_led_by`]: capture.led_by,
      [`${card}_cover`]: capture.doubled_by ? "blanket" : "plain",
    });
  }
  for (const [kind, counts] of Object.entries({ diamonds, tricks }))
    for (const [seat, count] of Object.entries(counts)) fields[`${kind}_${seat}`] = count;
  trex.forEach((seat, index) => (fields[`trex_${index + 1}`] = seat));
  return { get: (name) => fields[name] ?? "", getAll: (name) => (name in fields ? [fields[name]] : []) };
}

/** The cards that can be doubled in a deal. @param {any} rules @param {string[]} contracts */
export function doublableCards(rules, contracts) {
  if (rules.doubling === "off" || (contracts.length > 1 && !rules.doubling_when_combined)) return [];
  return Object.values(CARD_BY_CAPTURE_KEY).filter((card) =>
    card === "KH"
      ? contracts.includes("king_of_hearts")
      : contracts.includes("queens") && rules.doubling === "king_of_hearts_and_queens",
  );
}

/**
 * The form of a deal: empty except for what was announced, or as posted.
 * @param {any} view the game as its pages show it
 * @param {string[]} contracts
 * @param {any} announced the announcement of this deal, if any
 * @param {Posted | null} posted
 * @param {string} [requestedRevokedBy] the seat that revoked, or "ask" if it is to be asked
 */
export function dealForm(view, contracts, announced, posted, requestedRevokedBy = "") {
  const { rules, state } = view;
  const table = state.points_table;
  const asksLeader = rules.own_capture === "leader_gains" || rules.own_capture === "leader_gains_unless_self_led";
  const doublable = doublableCards(rules, contracts);
  const isRevokePenalized = rules.renege !== "none" && !contracts.includes("trex");
  const revokedBy = isRevokePenalized
    ? posted
      ? postedSeat(posted, "renege")
      : (SEATS.find((seat) => seat === requestedRevokedBy) ?? null)
    : null;
  const revoke = revokedBy && { by: revokedBy, whole: rules.renege === "whole_deal_to_offender" };
  const steps = [];
  for (const card of [
    ...(contracts.includes("king_of_hearts") ? ["KH"] : []),
    ...(contracts.includes("queens") ? QUEENS_IN_ORDER : []),
  ]) {
    const canDouble = doublable.includes(card);
    const announcedHolder = canDouble ? (announced?.doubled[captureKeyOf(card)] ?? null) : null;
    const holder = posted ? postedSeat(posted, `${card}_doubled_by`) : announcedHolder;
    const isDoubled = posted ? postedText(posted, `${card}_cover`) === "blanket" : Boolean(holder);
    const taker = postedSeat(posted, `${card}_taken_by`);
    const leader = postedSeat(posted, `${card}_led_by`);
    const isOwn = asksLeader && isDoubled && taker === holder;
    steps.push({
      kind: "card",
      card,
      taken_by: choiceField(`${card}_taken_by`, taker ?? "", SEATS),
      cover: choiceField(`${card}_cover`, isDoubled ? "blanket" : "plain", ["plain", "blanket"]),
      doubled_by: choiceField(`${card}_doubled_by`, holder ?? "", SEATS),
      led_by: choiceField(`${card}_led_by`, leader ?? "", SEATS),
      is_doublable: canDouble,
      asks_leader: asksLeader,
      ...stepPartsFromAnswers({
        kind: "card",
        card,
        asksLeader: asksLeader,
        canDouble,
        isDoubled,
        taker,
        holder,
        leader: isOwn ? leader : null,
        revoke,
      }),
    });
  }
  for (const [contract, kind, reason] of /** @type {const} */ ([
    ["diamonds", "diamonds", table.diamond],
    ["collections", "tricks", table.trick],
  ])) {
    if (!contracts.includes(contract)) continue;
    const fields = SEATS.map((seat) => choiceField(`${kind}_${seat}`, postedText(posted, `${kind}_${seat}`)));
    const counts = fields.map((input) => parseDigits(String(input.data)));
    steps.push({
      kind: "count",
      count_field_name: kind,
      answer_fields: fields,
      counts,
      points_each: reason,
      unassigned_count: notTakenCount(counts, DIAMOND_OR_TRICK_TOTAL),
      ...stepPartsFromAnswers({ kind: "count", counted: kind, total: DIAMOND_OR_TRICK_TOTAL, counts, revoke }),
    });
  }
  if (contracts.includes("trex")) {
    const places = TREX_PLACES.map((index) => postedSeat(posted, `trex_${index}`));
    const fields = places.map((seat, index) => choiceField(`trex_${index + 1}`, seat ?? "", SEATS));
    steps.push({
      kind: "order",
      answer_fields: fields,
      points_by_place: table.trex,
      ...stepPartsFromAnswers({ kind: "order", places }),
    });
  }
  const firstOpen = steps.findIndex((step) => step.first_unanswered !== null);
  return formWithHiddenFields(
    { key: newIdempotencyKey(), after: view.seq, contracts: contracts.join("+"), king: view.king?.seat ?? "" },
    {
      is_revoke_penalized: isRevokePenalized,
      is_revoke_requested: isRevokePenalized && requestedRevokedBy !== "",
      renege: choiceField("renege", revokedBy ?? "", ["", ...SEATS]),
      offender: revokedBy,
      steps,
      first_wrong_step_index: null,
      first_unanswered_step_index: firstOpen < 0 ? null : firstOpen,
      shown_step_index: firstOpen < 0 ? steps.length - 1 : firstOpen,
      contract_set: { contracts },
    },
  );
}

/** The deal of a complete form, as in the game file. @param {DealForm} dealForm @param {string[]} contracts @param {Seat} king */
export function dealBodyOfForm({ steps, offender }, contracts, king) {
  return {
    king,
    contracts,
    captures: capturesOfSteps(steps.map(({ answers }) => answers)),
    ...(offender ? { renege: { by: offender } } : {}),
  };
}

/** What a revoke charges to a player because nobody had captured it: cards, and counts with their contracts. @param {DealForm} dealForm @returns {{card?: string, contract?: string, count: number}[]} */
export function revokeCharges({ steps }) {
  return steps.flatMap(
    /** @returns {{card?: string, contract?: string, count: number}[]} */ ({ answers: step }) => {
      if (!step.revoke || step.revoke.whole) return [];
      if (step.kind === "card") return step.taker ? [] : [{ card: step.card, count: 1 }];
      const count = notTakenCount(step.counts, step.total);
      return count ? [{ contract: step.counted === "diamonds" ? "diamonds" : "collections", count }] : [];
    },
  );
}

/** The requested reason comes first, then those that the house rules permit. @param {any} view @param {Record<string, string>} reasons @param {string} requested */
export function voidForm(view, reasons, requested) {
  const granted = /** @type {string[]} */ (view.rules.redeals);
  const first = Object.keys(reasons).filter((reason) => reason === requested);
  const ordered = [...new Set([...first, ...granted, ...Object.keys(reasons)])];
  const reason = choiceField(
    "reason",
    first[0] ?? "",
    ordered,
    ordered.map((reason) => reasons[reason]),
  );
  return formWithHiddenFields(
    { key: newIdempotencyKey(), after: view.seq, king: view.king.seat },
    { reason, requested_reason: first[0] ?? "", claimed_by: choiceField("claimed_by", "", ["", ...SEATS]) },
  );
}

/** @param {any} view @param {Posted | null} posted */
export function adjustmentForm(view, posted) {
  const points = SEATS.map((seat) => fieldFactories.text(`points_${seat}`, postedText(posted, `points_${seat}`)));
  return formWithHiddenFields(
    { key: newIdempotencyKey(), after: view.seq },
    { points_fields: points, reason: fieldFactories.text("reason", postedText(posted, "reason")) },
  );
}

const MINUS_PATTERN = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/;

/** Points with a leading or trailing sign, in any digits; null if not a number. @param {string} signedText */
function parseSignedNumber(signedText) {
  const [, leading, digits, trailing] = /** @type {RegExpExecArray} */ (
    /^([+\uff0b-]?)\s*(.*?)\s*(-?)$/s.exec(stripDirectionMarks(signedText).replace(MINUS_PATTERN, "-"))
  );
  const value = leading && trailing ? null : parseDigits(digits);
  return value === null ? null : leading === "-" || trailing ? -value : value;
}

/** The adjustment; null if a number is invalid, the sum is not 0, or the reason is missing. @param {Posted} posted */
export function parseAdjustment(posted) {
  const fields = SEATS.map((seat) => /** @type {const} */ ([seat, postedText(posted, `points_${seat}`).trim()])).filter(
    ([, points]) => points,
  );
  const adjustment = Object.fromEntries(fields.map(([seat, points]) => [seat, parseSignedNumber(points)]));
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
