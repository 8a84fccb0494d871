// Draws the state of the deal form: the values to post, the current question and the line of points.

import { SEATS, scoreCaptures, formatNumber } from "../lib/points.js";
import { contradictionInSteps } from "./contradictions.js";
import {
  askedCountIndex as askedIndex,
  capturesOfSteps,
  countsAfterRevoke,
  areStepsComplete,
  unassignedOrExcessCount,
  missingAnswer,
  missingAnswerSentenceKey,
  maximumCount,
  takerAfterRevoke,
} from "./steps.js";
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

/** @typedef {import("./steps.js").State} State */
/** @typedef {import("../lib/points.js").PointsTable} PointsTable */
/** @typedef {import("../lib/points.js").Seat} Seat */

const PLACE_INDEXES = [0, 1, 2, 3];
const COVER_CLASSES = ["cover-open", "cover-plain", "cover-blanket"];

/** Sets a text unless it is already there; setting it again would cost a slow phone a layout. @param {Element} element @param {string} text */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Sets or clears a number. @param {Element} element @param {number | null} n @param {boolean} [isSigned] */
function showNumber(element, n, isSigned = false) {
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
function setCardCover(card, cover) {
  for (const each of COVER_CLASSES) card.classList.toggle(each, each === cover);
}

/** A queen's suit as a small icon, copied from her card. @param {Element} form @param {string} card */
function copySuitIcon(form, card) {
  const use = /** @type {SVGUseElement} */ (find(form, `[data-card="${card}"] use.card__suit`).cloneNode());
  const sign = document.createElementNS(use.namespaceURI, "svg");
  for (const attribute of ["class", "x", "y", "width", "height"]) use.removeAttribute(attribute);
  sign.setAttribute("class", `icon suit suit--${use.href.baseVal.split("#")[1]}`);
  sign.setAttribute("aria-hidden", "true");
  sign.append(use);
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
function drawCardStep(section, step, state, pointsTable) {
  for (const question of /** @type {const} */ (["taker", "holder", "leader"])) {
    selectSeatRadio(section, `[data-substep="${question}"]`, step[question]);
    for (const part of findAll(section, `[data-substep="${question}"]`))
      part.toggleAttribute("data-current", question === state.question);
    for (const part of findAll(section, `[data-question="${question}"]`)) part.hidden = question !== state.question;
    const chosen = question === "taker" ? takerAfterRevoke(step) : step[question];
    for (const side of findAll(section, `[data-substep="${question}"] [data-side]`))
      side.classList.toggle("is-chosen", side.dataset.side === chosen);
  }
  for (const button of findAll(section, ".oct__button")) button.setAttribute("aria-pressed", String(step.isDoubled));
  for (const cover of findAll(section, "[data-cover]")) {
    /** @type {HTMLInputElement} */ (cover).checked = (cover.dataset.cover === "blanket") === step.isDoubled;
  }
  for (const card of findAll(section, '[data-substep="taker"] .oct .card'))
    setCardCover(card, step.isDoubled ? "cover-blanket" : "cover-plain");
  const alike = cardStepsOf(state).filter((each) => (each.card === "KH") === (step.card === "KH"));
  const points = scoreCaptures(pointsTable, capturesOfSteps(alike));
  for (const side of findAll(section, "[data-side]")) {
    const seat = /** @type {Seat} */ (side.dataset.side);
    if (!side.closest('[data-substep="taker"]')) continue;
    const { suits, total, doubled } = ensureSeatElements(side);
    showNumber(total, points[seat] || null, true);
    if (step.card === "KH") continue;
    drawSuitIcons(
      section,
      suits,
      alike.filter((each) => takerAfterRevoke(each) === seat),
    );
    drawSuitIcons(
      section,
      doubled,
      alike.filter((each) => each.isDoubled && each.holder === seat && !takerAfterRevoke(each)),
      "held-cards",
    );
  }
}

/** @param {State} state @returns {import("./steps.js").CardStep[]} */
const cardStepsOf = ({ steps }) => steps.flatMap((step) => (step.kind === "card" ? [step] : []));

/** Shows the suits of these cards, in a sentence or alone. @param {HTMLElement} section @param {Element} element @param {import("./steps.js").CardStep[]} cards @param {string} [sentenceKey] */
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
function drawCountStep(section, step, isTypedOnePending) {
  const current = askedIndex(step);
  const open = unassignedOrExcessCount(step);
  const counts = countsAfterRevoke(step);
  SEATS.forEach((seat, index) => {
    const count = step.counts[index];
    const cell = find(section, `[data-count-seat="${seat}"]`);
    cell.toggleAttribute("data-current", index === current);
    const typed = index === current && isTypedOnePending ? 1 : index === current ? count : counts[index];
    const input = /** @type {HTMLInputElement} */ (find(cell, "[data-count]"));
    const value = count === null ? "" : String(count);
    if (input.value !== value) input.value = value;
    showNumber(find(cell, "[data-count-shown]"), typed);
    find(section, `[data-question-count="${seat}"]`).hidden = index !== current;
    drawTallySigns(section, seat, "taken", count ?? 0);
  });
  drawStepCompletion(section, current === null);
  drawTallySigns(section, "left", "left", Math.max(open, 0));
  showNumber(find(section, "[data-left]"), open);
  for (const key of findAll(section, '[data-key]:not([data-key="back"])')) {
    /** @type {HTMLButtonElement} */ (key).disabled = current === null || Number(key.dataset.key) > maximumCount(step);
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
function drawOrderStep(form, section, step, pointsTable) {
  const current = Number(missingAnswer(step) ?? 3);
  for (const index of PLACE_INDEXES) {
    selectSeatRadio(section, `[data-order-place="${index + 1}"]`, step.places[index]);
    const button = find(section, `[data-place="${index + 1}"]`);
    if (index === current) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
    setText(find(button, "[data-place-name]"), narrowColumnName(form, step.places[index]));
    find(section, `[data-question-place="${index + 1}"]`).hidden = index !== missingAnswer(step);
  }
  drawStepCompletion(section, missingAnswer(step) === null);
  find(section, ".seats").classList.toggle("has-several-placed", step.places.filter(Boolean).length > 1);
  for (const side of findAll(section, "[data-trex-seat]")) {
    const index = step.places.indexOf(/** @type {Seat} */ (side.dataset.trexSeat));
    side.classList.toggle("is-chosen", index >= 0);
    showNumber(find(side, "[data-side-points]"), index < 0 ? null : pointsTable.trex[index], true);
  }
  setText(find(section, "[data-middle-place]"), findSentence(form, `place-${current + 1}`));
  showNumber(find(section, "[data-middle-points]"), pointsTable.trex[current], true);
}

/** @param {HTMLElement} form @param {State} state */
function drawStepStrip(form, state) {
  const hasCaptures = state.steps.some((step) => step.kind === "card" && takerAfterRevoke(step));
  state.steps.forEach((step, index) => {
    const part = find(form, `[data-strip] [data-goto="${index}"]`);
    if (!part) return;
    if (index === state.active) part.setAttribute("aria-current", "step");
    else part.removeAttribute("aria-current");
    if (step.kind === "card") {
      const taker = takerAfterRevoke(step);
      setCardCover(
        find(part, ".card"),
        step.isDoubled
          ? "cover-blanket"
          : taker || index === state.active || !hasCaptures
            ? "cover-plain"
            : "cover-open",
      );
      setText(find(part, "[data-strip-taker]"), narrowColumnName(form, taker));
      setText(find(part, "[data-strip-holder]"), step.holder ? describeHolder(form, step) : "");
    } else if (step.kind === "count") {
      const counts = missingAnswer(step) === null ? countsAfterRevoke(step).map((n) => numberElement(n ?? 0)) : [];
      find(part, "[data-strip-taker]").replaceChildren(...counts.flatMap((n, index) => (index ? [" ", n] : [n])));
    }
  });
}

/** Shows a contradiction in place of the question and marks the cells that it is about. @param {HTMLElement} form @param {State} state @param {import("./contradictions.js").Contradiction | null} fault */
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
    const change = find(form, `[data-preview-seat="${seat}"]`);
    showNumber(change, isDone || points[seat] || seatsNamed.has(seat) ? points[seat] : null, true);
    change.classList.toggle("is-loss", points[seat] < 0);
    const total = find(form, `[data-preview-total="${seat}"]`);
    const after = Number(total.dataset.totalBefore) + points[seat];
    showNumber(total, after);
    total.classList.toggle("is-loss", after < 0);
  }
  find(form, "[data-points-preview]").classList.toggle("is-complete", isDone);
  form.toggleAttribute("data-incomplete", !isDone);
  const missingKey = hasContradiction ? null : missingAnswerSentenceKey(state.steps);
  const changes = hasContradiction || missingKey ? [] : SEATS.filter((seat) => points[seat]);
  const element = find(form, "[data-save-note]");
  if (changes.length) element.dataset.changes = String(changes.length);
  else delete element.dataset.changes;
  element.replaceChildren(
    ...(missingKey
      ? [missingAnswerText(form, missingKey)]
      : changes.flatMap((seat) => [pointsChangeElement(form, seat, points[seat]), " "])),
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

/** @param {HTMLElement} form @param {State} state @param {PointsTable} pointsTable @param {boolean} isTypedOnePending whether a typed 1 may still become 10 to 13 @param {State | null} [previousState] the state drawn last */
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
