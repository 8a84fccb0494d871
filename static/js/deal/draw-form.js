// Draws the state of the deal form: its steps, the strip above them, contradictions, and the line of points.

import { SEATS, scoreCaptures, formatNumber } from "../lib/points.js";
import { contradictionInSteps } from "./contradictions.js";
import { drawCardStep, drawCountStep, drawOrderStep, setCardCover, setText, showNumber } from "./draw-steps.js";
import {
  findAll,
  describeRevoke,
  narrowColumnName,
  readerDigits,
  fillSentence,
  describeHolder,
  kingSeat,
  playerName,
  numberElement,
  find,
  findSentence,
  speakChanges,
  describeContradiction,
} from "./form-texts.js";
import {
  capturesOfSteps,
  countsAfterRevoke,
  areStepsComplete,
  missingAnswer,
  missingAnswerSentenceKey,
  takerAfterRevoke,
} from "./steps.js";

/** @typedef {import("./answers.js").State} State */
/** @typedef {import("../lib/points.js").PointsTable} PointsTable */
/** @typedef {import("../lib/points.js").Seat} Seat */

/** @param {HTMLElement} form @param {State} state */
function drawStepStrip(form, state) {
  const hasCaptures = state.steps.some((step) => step.kind === "card" && takerAfterRevoke(step));
  state.steps.forEach((step, index) => {
    const stripPart = find(form, `[data-strip] [data-goto="${index}"]`);
    if (!stripPart) return;
    if (index === state.active) stripPart.setAttribute("aria-current", "step");
    else stripPart.removeAttribute("aria-current");
    if (step.kind === "card") {
      const taker = takerAfterRevoke(step);
      setCardCover(
        find(stripPart, ".card"),
        step.isDoubled
          ? "cover-blanket"
          : taker || index === state.active || !hasCaptures
            ? "cover-plain"
            : "cover-open",
      );
      setText(find(stripPart, "[data-strip-taker]"), narrowColumnName(form, taker));
      setText(find(stripPart, "[data-strip-holder]"), step.holder ? describeHolder(form, step) : "");
    } else if (step.kind === "count") {
      const counts = missingAnswer(step) === null ? countsAfterRevoke(step).map((n) => numberElement(n ?? 0)) : [];
      find(stripPart, "[data-strip-taker]").replaceChildren(...counts.flatMap((n, index) => (index ? [" ", n] : [n])));
    }
  });
}

/**
 * Shows a contradiction in place of the question and marks the cells that it is about.
 * @param {HTMLElement} form
 * @param {State} state
 * @param {import("./contradictions.js").Contradiction | null} fault
 */
function drawContradiction(form, state, fault) {
  for (const element of findAll(form, "[data-contradiction]")) {
    const isShown =
      Boolean(fault) && element.closest("[data-step]")?.getAttribute("data-step") === String(state.active);
    element.hidden = !isShown;
    setText(find(element, "[data-contradiction-text]"), fault && isShown ? describeContradiction(form, fault) : "");
  }
  for (const cell of findAll(form, "[data-count-seat]")) {
    const partName = /** @type {HTMLElement} */ (cell.closest("[data-counted]")).dataset.counted;
    cell.classList.toggle(
      "is-contradictory",
      Boolean(fault) && partName === fault?.counted && (fault?.seat === null || fault?.seat === cell.dataset.countSeat),
    );
  }
}

/** @param {HTMLElement} form @param {State} state @param {PointsTable} pointsTable @param {boolean} hasContradiction whether the input contradicts itself */
function drawPointsPreview(form, state, pointsTable, hasContradiction) {
  const captured = capturesOfSteps(state.steps);
  const points = scoreCaptures(pointsTable, captured);
  const isDone = areStepsComplete(state.steps) && !hasContradiction;
  const takers = [captured.king_of_hearts, ...Object.values(captured.queens ?? {})].map((card) => card?.taken_by);
  const seatsNamed = new Set([
    ...takers,
    ...Object.keys({ ...captured.diamonds, ...captured.tricks }),
    ...(captured.trex ?? []),
  ]);
  for (const seat of SEATS) {
    const changeElement = find(form, `[data-preview-seat="${seat}"]`);
    showNumber(changeElement, isDone || points[seat] || seatsNamed.has(seat) ? points[seat] : null, true);
    changeElement.classList.toggle("is-loss", points[seat] < 0);
    const totalElement = find(form, `[data-preview-total="${seat}"]`);
    const totalAfter = Number(totalElement.dataset.totalBefore) + points[seat];
    showNumber(totalElement, totalAfter);
    totalElement.classList.toggle("is-loss", totalAfter < 0);
  }
  find(form, "[data-points-preview]").classList.toggle("is-complete", isDone);
  form.toggleAttribute("data-incomplete", !isDone);
  const missingKey = hasContradiction ? null : missingAnswerSentenceKey(state.steps);
  const seatsWithPoints = hasContradiction || missingKey ? [] : SEATS.filter((seat) => points[seat]);
  const element = find(form, "[data-save-note]");
  if (seatsWithPoints.length) element.dataset.changes = String(seatsWithPoints.length);
  else delete element.dataset.changes;
  element.replaceChildren(
    ...(missingKey
      ? [missingAnswerText(form, missingKey)]
      : seatsWithPoints.flatMap((seat) => [pointsChangeElement(form, seat, points[seat]), " "])),
  );
}

/** The text of what is missing. @param {HTMLElement} form @param {string} sentenceKey */
function missingAnswerText(form, sentenceKey) {
  const [, queens] = /^queen-(\d)$/.exec(sentenceKey) ?? [];
  return queens
    ? fillSentence(form, "queens", { count: formatNumber(Number(queens), { digits: readerDigits }) })
    : findSentence(form, sentenceKey);
}

/** @param {HTMLElement} form @param {Seat} seat @param {number} n */
function pointsChangeElement(form, seat, n) {
  const change = document.createElement("span");
  change.className = "bar__change";
  const points = document.createElement("b");
  points.append(numberElement(n, true));
  const name = document.createElement("bdi");
  name.textContent = playerName(form, seat);
  change.append(name, " ", points);
  return change;
}

/** @param {HTMLElement} form @param {State} state */
function drawRevoke(form, state) {
  const control = /** @type {HTMLElement | null} */ (form.querySelector("[data-revoke]"));
  if (!control) return;
  const revokedBy = state.steps[0].revoke?.by ?? "";
  control.classList.toggle("is-charged", Boolean(revokedBy));
  for (const radio of findAll(control, "input"))
    /** @type {HTMLInputElement} */ (radio).checked = /** @type {HTMLInputElement} */ (radio).value === revokedBy;
  setText(find(form, "[data-charged]"), describeRevoke(form, state));
}

/**
 * @param {HTMLElement} form
 * @param {State} state
 * @param {PointsTable} pointsTable
 * @param {boolean} isTypedOnePending whether a typed 1 may still become 10 to 13
 * @param {State | null} [previousState] the state drawn last
 */
export function drawForm(form, state, pointsTable, isTypedOnePending, previousState = null) {
  const contradictionFound = contradictionInSteps(state.steps, kingSeat(form));
  state.steps.forEach((step, index) => {
    const isUnchanged =
      index !== state.active && index !== previousState?.active && step === previousState?.steps[index];
    if (isUnchanged) return; // unchanged since it was drawn
    const section = find(form, `[data-step="${index}"]`);
    section.toggleAttribute("data-current", index === state.active);
    if (step.kind === "card") drawCardStep(section, step, state, pointsTable);
    else if (step.kind === "count") drawCountStep(section, step, isTypedOnePending && index === state.active);
    else drawOrderStep(form, section, step, pointsTable);
  });
  for (const holderText of findAll(form, "[data-holder-sentence]")) {
    const [king] = state.steps;
    setText(holderText, king.kind === "card" && king.holder ? describeHolder(form, king) : "");
  }
  drawContradiction(form, state, contradictionFound);
  drawStepStrip(form, state);
  drawRevoke(form, state);
  drawPointsPreview(form, state, pointsTable, Boolean(contradictionFound));
  speakChanges(form, state, pointsTable, previousState);
}
