// The texts of the deal form, visible and spoken, with names and numbers filled in.

import { messagesAfterForm } from "../table/live-region.js";
import { SEATS, scoreCaptures, formatNumber } from "../lib/points.js";
import { capturesOfSteps, areStepsComplete, notTakenCount, missingAnswer } from "./steps.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {import("./answers.js").State} State */
/** @typedef {import("../lib/points.js").PointsTable} PointsTable */

// changes before the page has been read are not spoken
const SPEECH_DELAY_MILLISECONDS = 300;
const PLACE_INDEXES = [0, 1, 2, 3];
export const readerDigits = document.documentElement.dataset.digits;

/** A number element in the reader's digits, its sign on the left in every script. @param {number} n @param {boolean} [isSigned] */
export function numberElement(n, isSigned = false) {
  const bdi = document.createElement("bdi");
  bdi.dir = "ltr";
  bdi.className = "num";
  bdi.textContent = formatNumber(n, { digits: readerDigits, isSigned });
  return bdi;
}

/** @param {Element} within @param {string} selector @returns {HTMLElement[]} */
export const findAll = (within, selector) =>
  [...within.querySelectorAll(selector)].map((element) => /** @type {HTMLElement} */ (element));
/** @param {Element} within @param {string} selector */
export const find = (within, selector) => /** @type {HTMLElement} */ (within.querySelector(selector));
/** @param {Element} form @param {string} sentenceKey @returns {string} */
export const findSentence = (form, sentenceKey) => find(form, `[data-note="${sentenceKey}"]`).textContent ?? "";
/** @param {Element} form @param {Seat | null} seat */
export const playerName = (form, seat) =>
  seat ? (find(form, `[data-preview-seat="${seat}"]`).dataset.name ?? "") : "";
/** The name for a narrow column. @param {Element} form @param {Seat | null} seat */
export const narrowColumnName = (form, seat) =>
  (seat && find(form, `[data-preview-seat="${seat}"]`).dataset.column) || playerName(form, seat);

/**
 * Fills in a sentence. Names and numbers are isolated, so that they do not change its direction.
 * @param {Element} form
 * @param {string} sentenceKey
 * @param {Record<string, string>} params
 */
export const fillSentence = (form, sentenceKey, params) =>
  findSentence(form, sentenceKey).replaceAll(/%\((\w+)\)s/g, (_placeholder, name) => `\u2068${params[name]}\u2069`);

/** The sentence about who held a doubled card. @param {HTMLElement} form @param {import("./steps.js").CardStep} step */
export const describeHolder = (form, { card, holder }) =>
  fillSentence(form, card === "KH" ? "king-held-by" : "queen-held-by", { name: playerName(form, holder) });

/** @param {HTMLElement} form @param {string} card */
export const cardName = (form, card) =>
  find(form, `[data-card="${card}"] .question__title`).firstElementChild?.textContent ?? "";

/** The sentence about what a revoke charges to a player; empty without one. @param {HTMLElement} form @param {State} state */
export function describeRevoke(form, { steps: [first, ...more] }) {
  const revoke = first.revoke;
  if (!revoke) return "";
  const spokenWords = [first, ...more].flatMap((step) => {
    if (step.kind === "card") return step.taker ? [] : [cardName(form, step.card)];
    const count = step.kind === "count" ? notTakenCount(step.counts, step.total) : 0;
    return step.kind === "count" && count
      ? [
          fillSentence(form, "counted", {
            name: find(form, `[data-counted="${step.counted}"]`).dataset.name ?? "",
            count: formatNumber(count, { digits: readerDigits }),
          }),
        ]
      : [];
  });
  // the list is isolated as a whole
  const restOfSentence = spokenWords.join(findSentence(form, "comma")).replaceAll(/[\u2068\u2069]/g, "");
  return fillSentence(form, revoke.whole || restOfSentence ? "charged" : "nothing-charged", {
    name: playerName(form, revoke.by),
    rest: restOfSentence,
  });
}

/** The seat of the deal's king. @param {HTMLElement} form */
export const kingSeat = (form) => /** @type {HTMLInputElement} */ (find(form, '[name="king"]')).value;

/** The sentence about a contradiction. @param {HTMLElement} form @param {import("./contradictions.js").Contradiction} fault */
export function describeContradiction(form, { code, counted: partName, seat, count }) {
  const step = find(form, `[data-counted="${partName}"]`);
  const name = code === "sum" ? (step.dataset.name ?? "") : playerName(form, seat);
  return fillSentence(form, code, {
    name,
    count: formatNumber(count, { digits: readerDigits }),
    total: formatNumber(Number(step.dataset.total), { digits: readerDigits }),
  });
}

/** The answers that changed between two states, as sentences. @param {HTMLElement} form @param {any} old @param {import("./steps.js").Step} step */
function describeStepChanges(form, old, step) {
  if (step.kind === "count") {
    const changedSeats = SEATS.filter(
      (_seat, index) => step.counts[index] !== null && step.counts[index] !== old.counts[index],
    );
    return changedSeats.map((seat) =>
      fillSentence(form, "counted", {
        name: playerName(form, seat),
        count: formatNumber(step.counts[SEATS.indexOf(seat)] ?? 0, { digits: readerDigits }),
      }),
    );
  }
  if (step.kind === "order") {
    const changedPlaces = PLACE_INDEXES.filter(
      (index) => step.places[index] && step.places[index] !== old.places[index],
    );
    return changedPlaces.map((index) =>
      fillSentence(form, "finished", {
        place: findSentence(form, `place-${index + 1}`),
        name: playerName(form, step.places[index]),
      }),
    );
  }
  const sentences = [];
  if (step.taker && step.taker !== old.taker)
    sentences.push(
      fillSentence(form, "taken-by", { card: cardName(form, step.card), name: playerName(form, step.taker) }),
    );
  if (step.holder && step.holder !== old.holder) sentences.push(describeHolder(form, step));
  if (step.leader && step.leader !== old.leader)
    sentences.push(fillSentence(form, "led", { name: playerName(form, step.leader) }));
  return sentences;
}

/** The points so far, as a sentence. @param {HTMLElement} form @param {State} state @param {PointsTable} pointsTable */
function pointsSoFarSentences(form, state, pointsTable) {
  const points = scoreCaptures(pointsTable, capturesOfSteps(state.steps));
  const signedNumber = (/** @type {number} */ n) => formatNumber(n, { digits: readerDigits, isSigned: true });
  const changeTexts = SEATS.filter((seat) => points[seat]).map(
    (seat) => `\u2068${playerName(form, seat)}\u2069 \u2066${signedNumber(points[seat])}\u2069`,
  );
  if (!changeTexts.length) return [];
  return [fillSentence(form, "points", { points: changeTexts.join(findSentence(form, "comma")) })];
}

/**
 * Speaks what was answered, the points so far, and the next question to screen readers.
 * @param {HTMLElement} form
 * @param {State} state
 * @param {PointsTable} pointsTable
 * @param {State | null} previousState
 */
export function speakChanges(form, state, pointsTable, previousState) {
  const chargeSentences =
    previousState && previousState.steps[0].revoke !== state.steps[0].revoke
      ? [describeRevoke(form, state)].filter(Boolean)
      : [];
  const answers = previousState
    ? [
        ...chargeSentences,
        ...state.steps.flatMap((step, index) => describeStepChanges(form, previousState.steps[index], step)),
      ]
    : [];
  const points = answers.length ? pointsSoFarSentences(form, state, pointsTable) : [];
  const nextQuestionText = areStepsComplete(state.steps)
    ? findSentence(form, "complete")
    : questionText(find(form, `[data-step="${state.active}"]`), state);
  const region = find(form, "[data-spoken]");
  const words = [...(previousState ? [] : messagesAfterForm()), ...answers, ...points, nextQuestionText].join(". ");
  if (previousState) region.textContent = words;
  else setTimeout(() => region.textContent || (region.textContent = words), SPEECH_DELAY_MILLISECONDS);
}

/** The text of the current question. @param {HTMLElement} section @param {State} state */
function questionText(section, state) {
  const step = state.steps[state.active];
  if (step.kind === "card")
    return find(section, `[data-substep="${state.question}"] [role="radiogroup"]`).getAttribute("aria-label") ?? "";
  const openAnswer = missingAnswer(step);
  const index = typeof openAnswer === "number" ? openAnswer : 3;
  return (
    find(
      section,
      step.kind === "count" ? `[data-question-count="${SEATS[index]}"]` : `[data-question-place="${index + 1}"]`,
    ).textContent ?? ""
  );
}
