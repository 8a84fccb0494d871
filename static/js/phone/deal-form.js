// The form of a deal on pages drawn by the phone, and the deal it makes.

import { capturesOfSteps, notTakenCount, missingAnswer } from "../deal/steps.js";
import { newIdempotencyKey } from "../lib/idempotency-key.js";
import { CARD_BY_CAPTURE_KEY, SEATS, captureOf, captureKeyOf, parseDigits } from "../lib/points.js";
import { choiceField, postedText, formWithHiddenFields } from "./form-fields.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {import("./form-fields.js").Posted} Posted */
/** @typedef {ReturnType<typeof dealForm>} DealForm */

const QUEENS_IN_ORDER = ["QS", "QH", "QD", "QC"];
const TREX_PLACES = [1, 2, 3, 4];
const DIAMOND_OR_TRICK_TOTAL = 13;

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
    const seatsInOrder = TREX_PLACES.map((index) => postedSeat(posted, `trex_${index}`));
    const fields = seatsInOrder.map((seat, index) => choiceField(`trex_${index + 1}`, seat ?? "", SEATS));
    steps.push({
      kind: "order",
      answer_fields: fields,
      points_by_place: table.trex,
      ...stepPartsFromAnswers({ kind: "order", places: seatsInOrder }),
    });
  }
  const firstOpen = steps.findIndex((step) => step.first_unanswered !== null);
  const king = postedText(posted, "king") || view.king?.seat || "";
  return formWithHiddenFields(
    { key: newIdempotencyKey(), after: view.seq, contracts: contracts.join("+"), king },
    {
      king: { data: king },
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

/**
 * What a revoke charges to a player because nobody had captured it: cards, and counts with their contracts.
 * @param {DealForm} dealForm
 * @returns {{card?: string, contract?: string, count: number}[]}
 */
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
