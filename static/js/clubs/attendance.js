// Attendance: each tap shows at once and is reverted if the server refuses it. Taps are sent one after the other; leaving
// the page sends those that have not been sent.

import { newIdempotencyKey } from "../lib/idempotency-key.js";
import { formatNumber } from "../lib/points.js";
import { matchesQuery, normalizeText } from "../rules/match-words.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-attendance]"));
const presentCountElement = /** @type {HTMLElement} */ (document.querySelector("[data-attendance-count]"));
const errorNotice = /** @type {HTMLElement} */ (document.querySelector("[data-attendance-problem]"));
const endGameLink = /** @type {HTMLElement} */ (document.querySelector("[data-attendance-link]"));
const searchField = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-find]"));
const noMatchesNotice = /** @type {HTMLElement} */ (document.querySelector("[data-no-matches]"));
const readerDigits = form.dataset.digits;

const memberButtons = /** @type {HTMLButtonElement[]} */ ([...form.querySelectorAll("button.tick")]);
const memberGroupElements = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-group]")]);
const memberElements = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-name]")]);
/** @type {Map<string, number>} number of taps not answered yet, by member */
const pendingTapCounts = new Map();
/** @type {Set<() => Promise<void>>} taps not sent yet */
const unsentTapSenders = new Set();
/** @type {Promise<void>} */
let lastTapSending = Promise.resolve();

/** @param {HTMLButtonElement} button @param {boolean} isPresent */
function setPresent(button, isPresent) {
  button.setAttribute("aria-pressed", String(isPresent));
  button.name = isPresent ? "went" : "arrived";
}

function showPresentCount() {
  const stayed = form.querySelectorAll("[data-is-checked-in]").length;
  presentCountElement.querySelector(".num")?.replaceChildren(
    formatNumber(stayed + memberButtons.filter((tick) => tick.ariaPressed === "true").length, {
      digits: readerDigits,
    }),
  );
}

/** Applies the server's state, except for members tapped since. @param {number[]} presentIds */
function applyServerState(presentIds) {
  const knownIds = new Set(presentIds.map(String));
  for (const tick of memberButtons) if (!pendingTapCounts.get(tick.value)) setPresent(tick, knownIds.has(tick.value));
  for (const stayed of /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-fixed-member]")]))
    stayed.toggleAttribute("data-is-checked-in", knownIds.has(stayed.dataset.fixedMember ?? ""));
  showPresentCount();
}

/** @param {{ url: string, title: string } | null} target the running game that the member has to finish first */
function showEndGameLink(target) {
  const link = endGameLink.querySelector("a");
  endGameLink.hidden = !target;
  if (!target || !link) return;
  link.href = target.url;
  link.textContent = target.title;
}

/** @param {string} message */
function showError(message) {
  errorNotice.hidden = !message;
  errorNotice.textContent = message;
}

/** @param {FormData} body @param {HTMLButtonElement} button @param {boolean} isPresent */
async function postAttendance(body, button, isPresent) {
  const response = await fetch(form.action, {
    method: "POST",
    body,
    headers: { Accept: "application/json" },
    keepalive: true,
  }).catch(() => null);
  const result = response?.headers.get("Content-Type")?.startsWith("application/json") ? await response.json() : null;
  pendingTapCounts.set(button.value, (pendingTapCounts.get(button.value) ?? 1) - 1);
  if (result) applyServerState(result.here);
  else if (!pendingTapCounts.get(button.value)) setPresent(button, !isPresent);
  showEndGameLink(result?.way ?? null);
  showError(response?.ok ? "" : (result?.problem ?? errorNotice.dataset.offlineText ?? ""));
  showPresentCount();
}

form.addEventListener("submit", (event) => {
  const tick = event.submitter;
  if (!(tick instanceof HTMLButtonElement) || !memberButtons.includes(tick)) return;
  event.preventDefault();
  const body = new FormData(form);
  body.set("key", newIdempotencyKey());
  body.set(tick.name, tick.value);
  const isArrival = tick.name === "arrived";
  pendingTapCounts.set(tick.value, (pendingTapCounts.get(tick.value) ?? 0) + 1);
  setPresent(tick, isArrival);
  showPresentCount();
  const sendTap = () => (unsentTapSenders.delete(sendTap) ? postAttendance(body, tick, isArrival) : Promise.resolve());
  unsentTapSenders.add(sendTap);
  lastTapSending = lastTapSending.then(sendTap).finally(updateAriaBusy);
  updateAriaBusy();
  if (searchField?.value) {
    searchField.value = "";
    filterMembers();
  }
});

// The form for several members is sent after all earlier taps.
document.querySelector("[data-attendance-bulk]")?.addEventListener("submit", (event) => {
  if (!hasPendingTaps() || !(event instanceof SubmitEvent)) return;
  event.preventDefault();
  const bulkForm = /** @type {HTMLFormElement} */ (event.target);
  lastTapSending.then(() => bulkForm.requestSubmit(event.submitter));
});

function hasPendingTaps() {
  return [...pendingTapCounts.values()].some(Boolean);
}

function updateAriaBusy() {
  form.setAttribute("aria-busy", String(hasPendingTaps()));
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.hash || !hasPendingTaps() || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  lastTapSending.then(() => location.assign(link.href));
});
for (const eventName of ["beforeunload", "pagehide"])
  addEventListener(eventName, () => [...unsentTapSenders].forEach((sendTap) => sendTap()));

function filterMembers() {
  const query = searchField?.value.trim() ?? "";
  for (const person of memberElements)
    person.hidden = Boolean(query) && !matchesQuery(query, normalizeText(person.dataset.name ?? ""));
  for (const group of memberGroupElements) group.hidden = !group.querySelector("[data-name]:not([hidden])");
  noMatchesNotice.hidden = memberElements.some((person) => !person.hidden);
}

searchField?.addEventListener("input", filterMembers);
searchField?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const matches = memberElements.filter((person) => !person.hidden);
  if (!searchField.value.trim() || matches.length !== 1) return;
  matches[0].querySelector("button")?.click();
});
filterMembers();
