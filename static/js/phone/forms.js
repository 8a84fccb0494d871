// What was typed into a page that the phone drew: the forms as the templates ask for them, and the entries that they make.

import { effectiveCounts, countNotTaken, effectiveTaker } from "../deal/steps.js";
import { CONTRACTS } from "../game/fold.js";
import { newKey } from "../lib/key.js";
import { QUEENS, SEATS, parseNumber, stripMarks } from "../lib/points.js";
import { escaped, safe } from "./runtime.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {{get: (name: string) => unknown, getAll: (name: string) => unknown[]}} Posted */
/** @typedef {{name: string, data: string | string[], errors: string[], [Symbol.iterator]: () => Iterator<any>}} Field */

const ASKED = ["QS", "QH", "QD", "QC"];
const SUIT_OF = /** @type {Record<string, string>} */ (Object.fromEntries(Object.entries(QUEENS).map(([suit, card]) => [card, suit])));
const ORDER = [1, 2, 3, 4];
const ALL = 13;

/** @param {string} name @param {unknown} value */
const hidden = (name, value) => Object.assign(safe(`<input name="${name}" type="hidden" value="${escaped(value)}">`), { type: "HiddenField" });

/**
 * A field that is a choice of its options.
 * @param {string} name
 * @param {string | string[]} data
 * @param {string[]} [options]
 * @returns {any}
 */
function choice(name, data, options = []) {
  const chosen = /** @param {string} value */ (value) => (Array.isArray(data) ? data.includes(value) : data === value);
  const drawn = options.map((value) => ({ name, data: value, checked: chosen(value) }));
  return { name, data, errors: [], type: "Field", [Symbol.iterator]: () => drawn[Symbol.iterator]() };
}

/** The kinds of fields, as the templates ask for them. */
export const field = { choice, text: (/** @type {string} */ name, /** @type {string} */ data) => ({ ...choice(name, data), id: name }) };

/** Text of a posted field. @param {Posted | null} posted @param {string} name */
const text = (posted, name) => String(posted?.get(name) ?? "");

/**
 * A form with its hidden fields in front.
 * @param {Record<string, unknown>} values
 * @param {Record<string, any>} [more]
 */
function form(values, more = {}) {
  const fields = Object.entries(values).map(([name, value]) => hidden(name, value));
  return { csrf_token: "", problems: [], ...more, [Symbol.iterator]: () => fields[Symbol.iterator]() };
}

/** Whether a leader may be paid. @param {any} step */
const asksLeader = (step) => step.asks_leader && step.cover.data === "blanket" && step.taken_by.data === step.doubled_by.data && !step.renege?.whole;

/** @param {any} step @returns {string | number | null} */
function asked(step) {
  if (step.kind === "card") {
    if (!effectiveTaker(step.taken_by.data, step.renege)) return "taker";
    if (step.cover.data === "blanket" && !step.doubled_by.data) return "holder";
    return asksLeader(step) && step.renege?.by !== step.taken_by.data && !step.led_by.data ? "leader" : null; // nobody need have led to what is booked
  }
  if (step.kind === "count") {
    if (step.renege) return Math.min(...effectiveCounts(step.counts, ALL, step.renege).map(Number)) < 0 ? SEATS.length - 1 : null;
    const open = step.counts.indexOf(null);
    return open >= 0 ? open : step.left ? SEATS.length - 1 : null;
  }
  const seats = step.places.map((/** @type {any} */ place) => place.data);
  const open = seats.findIndex((/** @type {string} */ seat, /** @type {number} */ place) => !seat || seats.indexOf(seat) < place);
  return open < 0 ? null : open;
}

/** What an address carries may have been altered. @param {string} told @returns {import("../lib/points.js").Captures | null} */
function capturesIn(told) {
  try {
    return JSON.parse(told || "null");
  } catch {
    return null;
  }
}

/** Captures that an address carries, as the form of a deal would have posted them; null where it carries none. @param {string} told @param {string} renege @returns {Posted | null} */
export function toldBefore(told, renege) {
  const captures = capturesIn(told);
  if (!captures) return null;
  const { king_of_hearts: king, queens = {}, diamonds = {}, tricks = {}, trex = [] } = captures;
  /** @type {Record<string, unknown>} */
  const said = { renege };
  for (const [card, taken] of Object.entries({ KH: king, ...Object.fromEntries(Object.entries(queens).map(([suit, of]) => [QUEENS[suit], of])) })) {
    if (!taken) continue;
    Object.assign(said, { [`${card}_taken_by`]: taken.taken_by, [`${card}_doubled_by`]: taken.doubled_by, [`${card}_led_by`]: taken.led_by, [`${card}_cover`]: taken.doubled_by ? "blanket" : "plain" });
  }
  for (const [what, counts] of Object.entries({ diamonds, tricks })) for (const [seat, count] of Object.entries(counts)) said[`${what}_${seat}`] = count;
  trex.forEach((seat, place) => (said[`trex_${place + 1}`] = seat));
  return { get: (name) => said[name] ?? "", getAll: (name) => (name in said ? [said[name]] : []) };
}

/**
 * The form of a deal, empty but for what was announced, or as it was typed.
 * @param {any} shown the game as its pages show it
 * @param {string[]} contracts
 * @param {any} announced what was announced, if it is this deal
 * @param {Posted | null} posted
 * @param {string} [renege] who was said not to have followed suit, or that it is to be asked
 */
export function dealForm(shown, contracts, announced, posted, renege = "") {
  const { rules, state } = shown;
  const table = state.points_table;
  const combined = contracts.length > 1;
  const paid = rules.own_capture === "leader_gains" || rules.own_capture === "leader_gains_unless_self_led";
  const mayDouble = /** @param {string} card */ (card) =>
    rules.doubling !== "off" && (card === "KH" || rules.doubling === "king_of_hearts_and_queens") && (!combined || rules.doubling_when_combined);
  const steps = [];
  for (const card of [...(contracts.includes("king_of_hearts") ? ["KH"] : []), ...(contracts.includes("queens") ? ASKED : [])]) {
    const name = card === "KH" ? "king_of_hearts" : SUIT_OF[card];
    const holder = mayDouble(card) ? (announced?.doubled[name] ?? "") : "";
    const cover = posted ? text(posted, `${card}_cover`) || "plain" : holder ? "blanket" : "plain";
    steps.push({
      kind: "card",
      card,
      taken_by: choice(`${card}_taken_by`, text(posted, `${card}_taken_by`), SEATS),
      cover: choice(`${card}_cover`, cover, ["plain", "blanket"]),
      doubled_by: choice(`${card}_doubled_by`, posted ? text(posted, `${card}_doubled_by`) : holder, SEATS),
      led_by: choice(`${card}_led_by`, text(posted, `${card}_led_by`), SEATS),
      can_double: mayDouble(card),
      asks_leader: paid,
    });
  }
  for (const [contract, what, each] of [["diamonds", "diamonds", table.diamond], ["collections", "tricks", table.trick]]) {
    if (!contracts.includes(contract)) continue;
    const fields = SEATS.map((seat) => choice(`${what}_${seat}`, text(posted, `${what}_${seat}`)));
    const counts = fields.map((one) => parseNumber(one.data));
    steps.push({ kind: "count", what, fields, counts, each, left: countNotTaken(counts, ALL) });
  }
  if (contracts.includes("trex")) steps.push({ kind: "order", places: ORDER.map((place) => choice(`trex_${place}`, text(posted, `trex_${place}`), SEATS)), worth: table.trex });
  const mayRenege = rules.renege !== "none" && !contracts.includes("trex");
  const by = SEATS.find((seat) => mayRenege && seat === (posted ? text(posted, "renege") : renege)) ?? null;
  for (const step of /** @type {any[]} */ (steps)) {
    step.renege = by && { by, whole: rules.renege === "whole_deal_to_offender" };
    step.asked = asked(step);
  }
  const first = steps.findIndex((/** @type {any} */ step) => step.asked !== null);
  return form(
    { key: newKey(), after: shown.seq, contracts: contracts.join("+"), king: shown.king?.seat ?? "" },
    { may_renege: mayRenege, renege_asked: mayRenege && renege !== "", renege: choice("renege", by ?? "", ["", ...SEATS]), offender: by, steps, wrong_step: null, asked_step: first < 0 ? null : first, shown_step: first < 0 ? steps.length - 1 : first, programme: { contracts } },
  );
}

/** The deal that a whole form tells, as the game file says it. @param {any} told @param {string[]} contracts @param {Seat} king */
export function dealOf(told, contracts, king) {
  /** @type {any} */
  const captures = {};
  for (const step of told.steps) {
    if (step.kind === "count") captures[step.what] = Object.fromEntries(SEATS.map((seat, place) => [seat, effectiveCounts(step.counts, ALL, step.renege)[place]]));
    else if (step.kind === "order") captures.trex = step.places.map((/** @type {any} */ place) => place.data);
    else {
      const doubled = step.cover.data === "blanket";
      const taken = {
        taken_by: effectiveTaker(step.taken_by.data, step.renege),
        ...(doubled ? { doubled_by: step.doubled_by.data } : {}),
        ...(asksLeader(step) && step.led_by.data ? { led_by: step.led_by.data } : {}),
      };
      if (step.card === "KH") captures.king_of_hearts = taken;
      else (captures.queens ??= {})[SUIT_OF[step.card]] = taken;
    }
  }
  return { king, contracts, captures, ...(told.offender ? { renege: { by: told.offender } } : {}) };
}

/** What nobody had taken, and is booked on a player: cards, and counts with their contracts. @param {any} told @returns {{card?: string, contract?: string, count: number}[]} */
export function bookedRest({ steps }) {
  return steps.flatMap((/** @type {any} */ step) => {
    if (!step.renege || step.renege.whole) return [];
    if (step.kind === "card") return step.taken_by.data ? [] : [{ card: step.card, count: 1 }];
    const count = countNotTaken(step.counts, ALL);
    return count ? [{ contract: step.what === "diamonds" ? "diamonds" : "collections", count }] : [];
  });
}

/** A field whose options bear words. @param {any} choice @param {string[]} words */
function labelled(choice, words) {
  const options = [...choice].map((option, place) => ({ ...option, label: { text: words[place] } }));
  return { ...choice, [Symbol.iterator]: () => options[Symbol.iterator]() };
}

/** The reason that was asked for stands first, then those that this table grants. @param {any} shown @param {Record<string, string>} reasons @param {string} asked the one that was asked for */
export function voidForm(shown, reasons, asked) {
  const granted = /** @type {string[]} */ (shown.rules.redeals);
  const first = Object.keys(reasons).filter((reason) => reason === asked);
  const ordered = [...new Set([...first, ...granted, ...Object.keys(reasons)])];
  const reason = labelled(choice("reason", first[0] ?? "", ordered), ordered.map((each) => reasons[each]));
  return form({ key: newKey(), after: shown.seq, king: shown.king.seat }, { reason, asked_for: first[0] ?? "", claimed_by: choice("claimed_by", "", ["", ...SEATS]) });
}

/** @param {any} shown @param {Posted | null} posted */
export function adjustmentForm(shown, posted) {
  const points = SEATS.map((seat) => field.text(`points_${seat}`, text(posted, `points_${seat}`)));
  return form({ key: newKey(), after: shown.seq }, { points, reason: field.text("reason", text(posted, "reason")) });
}

const MINUS = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/;

/** Points with a sign, before or behind, in whichever digits; null where it is none. @param {string} said */
function signed(said) {
  const [, before, digits, behind] = /** @type {RegExpExecArray} */ (/^([+-]?)(.*?)(-?)$/s.exec(stripMarks(said).replace(MINUS, "-")));
  const n = before && behind ? null : parseNumber(digits);
  return n === null ? null : before === "-" || behind ? -n : n;
}

/** The agreement, or null where something is no number, does not add up to 0, or has no reason. @param {Posted} posted */
export function adjustmentOf(posted) {
  const said = SEATS.map((seat) => /** @type {const} */ ([seat, text(posted, `points_${seat}`).trim()])).filter(([, points]) => points);
  const adjustment = Object.fromEntries(said.map(([seat, points]) => [seat, signed(points)]));
  const moved = Object.values(adjustment);
  const whole = moved.length && !moved.includes(null) && moved.reduce((sum, points) => Number(sum) + Number(points), 0) === 0 && text(posted, "reason").trim();
  return whole ? { adjustment, reason: text(posted, "reason") } : null;
}

/** Who is the first king? @param {any} shown */
export function firstKingForm(shown) {
  return form({ key: newKey(), after: shown.seq }, { king: choice("king", shown.king?.seat ?? "", SEATS) });
}
