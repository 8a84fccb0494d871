// The deal form: reads taps and keys, updates the state and has it drawn. Its inputs are what is posted.

import { vibrateOnTap } from "../device/preferences.js";
import { saveDraft, restoreDraft, deleteObsoleteDrafts } from "../lib/drafts.js";
import { SEATS, parseDigits } from "../lib/points.js";
import { drawForm } from "./draw-form.js";
import { preloadFonts } from "./preload-fonts.js";
import { contradictionInSteps } from "./contradictions.js";
import * as answers from "./answers.js";
import * as steps from "./steps.js";
import { kingSeat } from "./form-texts.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {import("./answers.js").State} State */

// after a step ends, further taps were still meant for it
const KEYPAD_PAUSE_MILLISECONDS = 500;

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-deal]"));
const saveButton = /** @type {HTMLButtonElement} */ (form.querySelector("[data-save]"));
/** @type {import("../lib/points.js").PointsTable} */
const pointsTable = JSON.parse(form.dataset.pointsTable ?? "");

/** @param {Element} section @param {string} selector @returns {Seat | null} */
const checkedSeat = (section, selector) =>
  /** @type {Seat | undefined} */ (
    /** @type {HTMLInputElement | null} */ (section.querySelector(`${selector} input:checked`))?.value
  ) || null;

/** @param {HTMLElement} section @returns {import("./steps.js").Step} */
function readStep(section) {
  if (section.dataset.kind === "count") {
    const inputs = /** @type {NodeListOf<HTMLInputElement>} */ (section.querySelectorAll("input[data-count]"));
    const kind = /** @type {"diamonds" | "tricks"} */ (section.dataset.counted);
    const counts = [...inputs].map((input) => parseDigits(input.value));
    return {
      kind: "count",
      counted: kind,
      total: Number(section.dataset.total),
      counts,
      isExplicit: "prefilled" in form.dataset && [...inputs].every((input) => input.value === input.defaultValue),
    };
  }
  if (section.dataset.kind === "order") {
    return {
      kind: "order",
      places: [1, 2, 3, 4].map((index) => checkedSeat(section, `[data-order-place="${index}"]`)),
    };
  }
  return {
    kind: "card",
    card: section.dataset.card ?? "",
    asksLeader: "asksLeader" in section.dataset,
    canDouble: section.querySelector("[data-cover]") !== null,
    isDoubled: section.querySelector('[data-cover="blanket"]:checked') !== null,
    taker: checkedSeat(section, '[data-substep="taker"]'),
    holder: checkedSeat(section, '[data-substep="holder"]'),
    leader: checkedSeat(section, '[data-substep="leader"]'),
  };
}

/** The player who revoked; null if none. @param {string | undefined} revokedBy @returns {import("./steps.js").Revoke | null} */
const makeRevoke = (revokedBy) =>
  revokedBy
    ? {
        by: /** @type {Seat} */ (revokedBy),
        whole: "wholeDeal" in /** @type {HTMLElement} */ (form.querySelector("[data-revoke]")).dataset,
      }
    : null;

function readState() {
  const sections = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-step]")]);
  const revoke = makeRevoke(
    /** @type {HTMLInputElement | null} */ (form.querySelector("[data-revoke] input:checked"))?.value,
  );
  const stepsRead = sections.map(readStep).map((step) => (step.kind === "order" ? step : { ...step, revoke }));
  return answers.initialState(
    stepsRead,
    sections.findIndex((section) => "wrong" in section.dataset),
  );
}

deleteObsoleteDrafts();
restoreDraft(form, () => render(readState()));
let state = readState();
// a typed 1 that may become 10 to 13
let isTypedOnePending = false;
// arrow keys move through a radio group without answering
let isArrowKeyPressed = false;
let draftTimer = 0;
let keypadTimer = 0;

/** @param {State} nextState @param {boolean} [isOnePending] */
function updateState(nextState, isOnePending = false) {
  form.dataset.touched = "";
  if (nextState.active !== state.active) pauseKeypad();
  render(editContradictoryCount(nextState), isOnePending, state);
  clearTimeout(draftTimer);
  draftTimer = setTimeout(saveDraftNow, 0); // after the answer is drawn
  emitDealEvent("deal:changed");
}

/** Tells static/js/deal/share-draft.js about a change, which sends it to other phones. @param {string} type */
const emitDealEvent = (type) => form.dispatchEvent(new CustomEvent(type, { detail: { steps: state.steps } }));
form.addEventListener("deal:listens", () => emitDealEvent("deal:opened"));
const LOAD_SHARING_DELAY_MILLISECONDS = 1000; // load the page first, then sharing
const loadSharing = () =>
  Promise.all(["draftLocal" in form.dataset ? null : import("./share-draft.js"), import("./watch-game.js")]).catch(
    () => null,
  );
if (document.querySelector("[data-game-changed]")) setTimeout(loadSharing, LOAD_SHARING_DELAY_MILLISECONDS);

/** @param {State} nextState @param {boolean} [isOnePending] @param {State | null} [previousState] the state previousState the tap */
function render(nextState, isOnePending = false, previousState = null) {
  const focused = document.activeElement;
  state = nextState;
  isTypedOnePending = isOnePending;
  drawForm(form, state, pointsTable, isTypedOnePending, previousState);
  if (focused && form.contains(focused) && (focused.matches(":disabled") || !focused.getClientRects().length))
    focusQuestion();
}

/** If a count of the visible step contradicts the rest, it is edited at once. @param {State} nextState */
function editContradictoryCount(nextState) {
  const fault = nextState === state ? null : contradictionInSteps(nextState.steps, kingSeat(form));
  const step = nextState.steps[nextState.active];
  return fault?.seat && step.kind === "count" && step.counted === fault.counted && steps.askedCountIndex(step) === null
    ? answers.startCountEdit(nextState, SEATS.indexOf(fault.seat))
    : nextState;
}

/** Keypad input pauses briefly when a step ends, so that an extra tap does not answer the next question. */
function pauseKeypad() {
  clearTimeout(keypadTimer);
  form.dataset.keypadPaused = "";
  keypadTimer = setTimeout(() => delete form.dataset.keypadPaused, KEYPAD_PAUSE_MILLISECONDS);
}

/** @param {{sent?: boolean}} [how] */
function saveDraftNow(how) {
  clearTimeout(draftTimer);
  draftTimer = 0;
  saveDraft(form, how);
}

function focusQuestion() {
  const section = form.querySelector("[data-step][data-current]");
  const choices = [
    "[data-substep][data-current] input:checked",
    "[data-substep][data-current] input",
    "[data-trex-seat]:not(.is-chosen)",
    "[data-key]:enabled",
  ];
  const firstChoice = choices.map((choice) => section?.querySelector(choice)).find(Boolean);
  /** @type {HTMLElement | undefined} */ (firstChoice)?.focus({ preventScroll: true });
}

/** The state after a radio was chosen by key; a key never deselects. @param {HTMLInputElement} radio @returns {State} */
function stateAfterKeyOnRadio(radio) {
  if (radio.name === "renege") return answers.chargeRevoke(state, makeRevoke(radio.value));
  return answers.answerAndAdvance(state, /** @type {Seat} */ (radio.value));
}

/** The state after a tap on this element; null if it is not a control. @param {Element} target @returns {State | null} */
function stateAfterTap(target) {
  const part = /** @type {HTMLElement | null} */ (
    target.closest("[data-goto], [data-key], [data-place], [data-trex-seat], [data-count-seat]")
  );
  if (!part) return null;
  const { goto, key, place, trexSeat, countSeat } = part.dataset;
  if (goto !== undefined) return answers.tapStep(state, Number(goto));
  if (key !== undefined && "keypadPaused" in form.dataset) return state;
  if (key === "back") return isTypedOnePending ? state : answers.removeLastCount(state);
  if (key !== undefined) return answers.enterCount(state, Number(key));
  if (trexSeat) return answers.tapSeatInTrex(state, /** @type {Seat} */ (trexSeat));
  const step = state.steps[state.active];
  const index = countSeat ? SEATS.indexOf(/** @type {Seat} */ (countSeat)) : Number(place) - 1;
  if (step.kind === "count") return answers.startCountEdit(state, index);
  return step.kind === "order" && step.places[index] ? answers.clearPlaceAndLast(state, index) : state;
}

form.addEventListener("click", (event) => {
  const stateBefore = state;
  handleTap(event);
  if (state !== stateBefore) vibrateOnTap();
});

/** @param {MouseEvent} event */
function handleTap(event) {
  const target = /** @type {Element} */ (event.target);
  const offender = /** @type {HTMLInputElement | null} */ (
    target.closest("[data-revoke] label")?.querySelector("input") ?? null
  );
  if (offender) {
    if (target !== offender) event.preventDefault(); // see below
    const isSame = state.steps[0].revoke?.by === offender.value && !isArrowKeyPressed;
    updateState(answers.chargeRevoke(state, isSame ? null : makeRevoke(offender.value)));
    /** @type {HTMLElement | null} */ (
      form.querySelector("#menu:popover-open") ?? form.querySelector("[data-revoke]:popover-open")
    )?.hidePopover();
    return;
  }
  const choice = /** @type {HTMLInputElement | null} */ (
    target.closest("label")?.querySelector("input[data-seat]") ?? null
  );
  if (choice) {
    // the label would forward the tap as a second click
    if (target !== choice) event.preventDefault();
    const { seat } = choice.dataset;
    updateState(
      isArrowKeyPressed
        ? answers.withAnswer(state, /** @type {Seat} */ (seat))
        : answers.tapSeat(state, /** @type {Seat} */ (seat)),
    );
    return;
  }
  const nextState = stateAfterTap(target);
  if (nextState) updateState(nextState);
  if (nextState && target.closest("label")) event.preventDefault();
}

/** The state after a key; null if the key has no meaning here. @param {KeyboardEvent} event @returns {[State, boolean?] | null} */
function stateAfterKey(event) {
  const step = state.steps[state.active];
  const target = /** @type {HTMLElement} */ (event.target);
  const radio = target instanceof HTMLInputElement && target.type === "radio" && form.contains(target);
  if (radio && (event.key === "Enter" || event.key === " ")) return [stateAfterKeyOnRadio(target)];
  if (target.closest("[data-revoke]")) return null;
  const isDeleteKey = event.key === "Backspace" || event.key === "Delete";
  if (step.kind === "card") return isDeleteKey ? [answers.withAnswer(state, null)] : null;
  if (step.kind === "order") {
    const openPlaceIndex = step.places.indexOf(null);
    const lastPlaceIndex = openPlaceIndex < 0 ? 3 : openPlaceIndex - 1;
    return isDeleteKey && openPlaceIndex ? [answers.clearPlaceAndLast(state, lastPlaceIndex)] : null;
  }
  if (isDeleteKey) return [isTypedOnePending ? state : answers.removeLastCount(state)];
  if (event.key === "Enter" && isTypedOnePending) return [answers.enterCount(state, 1)];
  if (event.key === "Enter" && target instanceof HTMLInputElement) return [state];
  const digit = event.key.length === 1 ? parseDigits(event.key) : null;
  if (digit === null) return null;
  const typedState = answers.typeDigit(state, isTypedOnePending, digit);
  return [typedState.state, typedState.isTypedOnePending];
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  isArrowKeyPressed = event.key.startsWith("Arrow");
  const nextState = stateAfterKey(event);
  if (!nextState) return;
  event.preventDefault();
  updateState(...nextState);
});

document.addEventListener("keyup", (event) => {
  isArrowKeyPressed = false;
  if (event.key === " " && event.target instanceof HTMLInputElement && event.target.type === "radio")
    event.preventDefault();
});

// Counts entered in another way than with keys, such as by voice.
form.addEventListener("input", (event) => {
  if (event.target instanceof HTMLInputElement && event.target.matches("[data-count]"))
    updateState({ ...state, steps: readState().steps });
});

form.addEventListener("submit", (event) => {
  if (!steps.areStepsComplete(state.steps) || contradictionInSteps(state.steps, kingSeat(form))) {
    event.preventDefault();
    updateState(answers.moveToNextIncompleteStep(state));
    focusQuestion();
  } else if (saveButton.hasAttribute("aria-disabled")) {
    event.preventDefault(); // it was sent
  } else {
    saveDraftNow({ sent: true });
    saveButton.setAttribute("aria-disabled", "true");
  }
});

addEventListener("pagehide", () => draftTimer && saveDraftNow());

// Back from the next page: the form is as it was left and can be sent again.
addEventListener("pageshow", (event) => {
  saveButton.removeAttribute("aria-disabled");
  if (event.persisted || !("touched" in form.dataset)) render(readState());
});

// no on-screen keyboard over the keypad
for (const input of form.querySelectorAll("input[data-count]"))
  /** @type {HTMLInputElement} */ (input).inputMode = "none";
for (const preview of form.querySelectorAll('[name="preview"]'))
  /** @type {HTMLButtonElement} */ (preview).disabled = true; // Enter saves
drawForm(form, state, pointsTable, isTypedOnePending);
form.dataset.scriptReady = "";
(window.requestIdleCallback ?? setTimeout)(() => preloadFonts(form));
