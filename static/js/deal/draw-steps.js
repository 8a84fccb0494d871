// Draws the steps of the deal form: the values to post, and the current question.

import { SEATS, scoreCaptures, formatNumber } from "../lib/points.js";
import { findAll, narrowColumnName, readerDigits, numberElement, find, findSentence } from "./form-texts.js";
import {
  askedCountIndex as askedIndex,
  capturesOfSteps,
  countsAfterRevoke,
  unassignedOrExcessCount,
  missingAnswer,
  maximumCount,
  takerAfterRevoke,
} from "./steps.js";

/** @typedef {import("./answers.js").State} State */
/** @typedef {import("../lib/points.js").PointsTable} PointsTable */
/** @typedef {import("../lib/points.js").Seat} Seat */

const PLACE_INDEXES = [0, 1, 2, 3];
const COVER_CLASSES = ["cover-open", "cover-plain", "cover-blanket"];

/** Sets a text unless it is already there; setting it again would cost a slow phone a layout. @param {Element} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Sets or clears a number. @param {Element} element @param {number | null} n @param {boolean} [isSigned] */
export function showNumber(element, n, isSigned = false) {
  if (element.textContent !== (n === null ? "" : formatNumber(n, { digits: readerDigits, isSigned })))
    element.replaceChildren(...(n === null ? [] : [numberElement(n, isSigned)]));
}

/** @param {Element} section @param {string} selector @param {Seat | null} seat */
function selectSeatRadio(section, selector, seat) {
  for (const radio of findAll(section, `${selector} input[type="radio"]`)) {
    /** @type {HTMLInputElement} */ (radio).checked = /** @type {HTMLInputElement} */ (radio).value === seat;
  }
}

/** Shows a card open, not doubled or doubled. @param {HTMLElement} card @param {string} cover */
export function setCardCover(card, cover) {
  for (const each of COVER_CLASSES) card.classList.toggle(each, each === cover);
}

/** A queen's suit as a small icon, copied from her card. @param {Element} form @param {string} card */
function copySuitIcon(form, card) {
  const suitUse = /** @type {SVGUseElement} */ (find(form, `[data-card="${card}"] use.card__suit`).cloneNode());
  const sign = document.createElementNS(suitUse.namespaceURI, "svg");
  for (const attribute of ["class", "x", "y", "width", "height"]) suitUse.removeAttribute(attribute);
  sign.setAttribute("class", `icon suit suit--${suitUse.href.baseVal.split("#")[1]}`);
  sign.setAttribute("aria-hidden", "true");
  sign.append(suitUse);
  return sign;
}

/** The extra parts of a seat at the drawn table. Created here, so that the page itself is lighter. @param {HTMLElement} side */
function ensureSeatElements(side) {
  if (!side.querySelector(".side__captures")) {
    const [captured, suits, total, doubled] = ["span", "span", "b", "span"].map((name) => document.createElement(name));
    [captured.className, suits.className, total.className, doubled.className] = [
      "side__captures",
      "side__suits",
      "side__points",
      "side__doubled",
    ];
    captured.append(suits, total);
    find(side, ".side__content").append(captured, doubled);
  }
  return {
    suits: find(side, ".side__suits"),
    total: find(side, ".side__points"),
    doubled: find(side, ".side__doubled"),
  };
}

/** @param {HTMLElement} section @param {import("./steps.js").CardStep} step @param {State} state @param {PointsTable} pointsTable */
export function drawCardStep(section, step, state, pointsTable) {
  for (const question of /** @type {const} */ (["taker", "holder", "leader"])) {
    selectSeatRadio(section, `[data-substep="${question}"]`, step[question]);
    for (const part of findAll(section, `[data-substep="${question}"]`))
      part.toggleAttribute("data-current", question === state.question);
    for (const part of findAll(section, `[data-question="${question}"]`)) part.hidden = question !== state.question;
    const chosenAnswer = question === "taker" ? takerAfterRevoke(step) : step[question];
    for (const side of findAll(section, `[data-substep="${question}"] [data-side]`))
      side.classList.toggle("is-chosen", side.dataset.side === chosenAnswer);
  }
  for (const button of findAll(section, ".oct__button")) button.setAttribute("aria-pressed", String(step.isDoubled));
  for (const cover of findAll(section, "[data-cover]")) {
    /** @type {HTMLInputElement} */ (cover).checked = (cover.dataset.cover === "blanket") === step.isDoubled;
  }
  for (const card of findAll(section, '[data-substep="taker"] .oct .card'))
    setCardCover(card, step.isDoubled ? "cover-blanket" : "cover-plain");
  const stepsOfSameCard = cardStepsOf(state).filter((each) => (each.card === "KH") === (step.card === "KH"));
  const points = scoreCaptures(pointsTable, capturesOfSteps(stepsOfSameCard));
  for (const side of findAll(section, "[data-side]")) {
    const seat = /** @type {Seat} */ (side.dataset.side);
    if (!side.closest('[data-substep="taker"]')) continue;
    const { suits, total, doubled } = ensureSeatElements(side);
    showNumber(total, points[seat] || null, true);
    if (step.card === "KH") continue;
    drawSuitIcons(
      section,
      suits,
      stepsOfSameCard.filter((each) => takerAfterRevoke(each) === seat),
    );
    drawSuitIcons(
      section,
      doubled,
      stepsOfSameCard.filter((each) => each.isDoubled && each.holder === seat && !takerAfterRevoke(each)),
      "held-cards",
    );
  }
}

/** @param {State} state @returns {import("./steps.js").CardStep[]} */
const cardStepsOf = ({ steps }) => steps.flatMap((step) => (step.kind === "card" ? [step] : []));

/**
 * Shows the suits of these cards, in a sentence or alone.
 * @param {HTMLElement} section
 * @param {Element} element
 * @param {import("./steps.js").CardStep[]} cards
 * @param {string} [sentenceKey]
 */
function drawSuitIcons(section, element, cards, sentenceKey) {
  if (!element.childNodes.length && !cards.length) return;
  const form = /** @type {HTMLElement} */ (section.closest("form"));
  const [before, after] = sentenceKey ? findSentence(form, sentenceKey).split("%(cards)s") : ["", ""];
  element.replaceChildren(
    ...(cards.length
      ? [before, ...cards.map(({ card }) => copySuitIcon(form, card)), after].filter((part) => part !== "")
      : []),
  );
}

/** @param {HTMLElement} section @param {import("./steps.js").CountStep} step @param {boolean} isTypedOnePending */
export function drawCountStep(section, step, isTypedOnePending) {
  const currentCountIndex = askedIndex(step);
  const openCountIndex = unassignedOrExcessCount(step);
  const counts = countsAfterRevoke(step);
  SEATS.forEach((seat, index) => {
    const count = step.counts[index];
    const cell = find(section, `[data-count-seat="${seat}"]`);
    cell.toggleAttribute("data-current", index === currentCountIndex);
    const currentCount = isTypedOnePending ? 1 : count;
    const shownCount = index === currentCountIndex ? currentCount : counts[index];
    const input = /** @type {HTMLInputElement} */ (find(cell, "[data-count]"));
    const countText = count === null ? "" : String(count);
    if (input.value !== countText) input.value = countText;
    showNumber(find(cell, "[data-count-shown]"), shownCount);
    find(section, `[data-question-count="${seat}"]`).hidden = index !== currentCountIndex;
    drawTallySigns(section, seat, "taken", count ?? 0);
  });
  drawStepCompletion(section, currentCountIndex === null);
  drawTallySigns(section, "left", "left", Math.max(openCountIndex, 0));
  showNumber(find(section, "[data-left]"), openCountIndex);
  for (const key of findAll(section, '[data-key]:not([data-key="back"])')) {
    /** @type {HTMLButtonElement} */ (key).disabled = currentCountIndex === null || Number(key.dataset.key) > maximumCount(step);
  }
}

/** Shows the finished text instead of the question. @param {HTMLElement} section @param {boolean} isStepComplete */
function drawStepCompletion(section, isStepComplete) {
  section.toggleAttribute("data-step-complete", isStepComplete);
  find(section, "[data-question-complete]").hidden = !isStepComplete;
}

/** @param {HTMLElement} section @param {string} group @param {string} sign @param {number} count */
function drawTallySigns(section, group, sign, count) {
  const element = find(section, `[data-tally-group="${group}"]`);
  const template = /** @type {HTMLTemplateElement} */ (section.querySelector(`[data-tally-sign="${sign}"]`));
  element.hidden = !count;
  const icons = find(element, "[data-tally-signs]");
  while (icons.childElementCount > count) icons.lastElementChild?.remove();
  while (icons.childElementCount < count) icons.append(template.content.cloneNode(true));
}

/** @param {HTMLElement} form @param {HTMLElement} section @param {import("./steps.js").OrderStep} step @param {PointsTable} pointsTable */
export function drawOrderStep(form, section, step, pointsTable) {
  const askedPlace = Number(missingAnswer(step) ?? 3);
  for (const index of PLACE_INDEXES) {
    selectSeatRadio(section, `[data-order-place="${index + 1}"]`, step.places[index]);
    const button = find(section, `[data-place="${index + 1}"]`);
    if (index === askedPlace) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
    setText(find(button, "[data-place-name]"), narrowColumnName(form, step.places[index]));
    find(section, `[data-question-place="${index + 1}"]`).hidden = index !== missingAnswer(step);
  }
  drawStepCompletion(section, missingAnswer(step) === null);
  find(section, ".seats").classList.toggle("has-several-placed", step.places.filter(Boolean).length > 1);
  for (const side of findAll(section, "[data-trex-seat]")) {
    const placeIndex = step.places.indexOf(/** @type {Seat} */ (side.dataset.trexSeat));
    side.classList.toggle("is-chosen", placeIndex >= 0);
    showNumber(find(side, "[data-side-points]"), placeIndex < 0 ? null : pointsTable.trex[placeIndex], true);
  }
  setText(find(section, "[data-middle-place]"), findSentence(form, `place-${askedPlace + 1}`));
  showNumber(find(section, "[data-middle-points]"), pointsTable.trex[askedPlace], true);
}
