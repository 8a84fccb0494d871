// An open table or sheet follows the game: asks what is new while it is visible, and takes the new page's content over.

import { sweep } from "./drafts.js";
import { news, written as lastWritten } from "./news.js";
import { read, written } from "./points.js";

const EVERY = 2000;
const PATIENCE = 30000;
const COUNTING = 240;
const ANSWERED_WITHIN = 10000; // without reception, a browser may wait for minutes
const SETTLING = 300; // what changes before a page is known is not read out

const status = /** @type {HTMLElement | null} */ (document.querySelector("[data-live-status]"));
const digits = document.documentElement.dataset.digits;
let etag = "";
let failures = 0;
let gone = false; // the link has been renewed: there is nothing more to ask
let asking = false;
let stale = false; // something has changed that this page does not show
let timer = 0;

const board = () => /** @type {HTMLElement | null} */ (document.querySelector("[data-live][data-seq]"));

/** Nothing is replaced under the fingers of somebody who is choosing or writing. */
function isBusy() {
  const main = document.querySelector("main");
  return Boolean(main?.querySelector(":is(a, button):active, details[open] form") || document.activeElement?.closest("main form :is(input, select, textarea)"));
}

/** What an entity tag says of the journal. @param {string} tag */
const withoutDraft = (tag) => tag.replace(/-draft\.\w+/, "");

/** Whether the game has moved on since this page was made. @param {HTMLElement} shown @param {AbortSignal} signal */
async function hasMovedOn(shown, signal) {
  const answer = await fetch(shown.dataset.live ?? "", { headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store", signal });
  if (answer.status === 304) return false;
  if (answer.status === 404) gone = true;
  if (!answer.ok) throw new Error(`state: ${answer.status}`);
  const { seq, draft } = await answer.json();
  const isAhead = Boolean(document.querySelector("[data-waits]")); // the page shows what the server does not have yet
  const isOld = String(seq) !== shown.dataset.seq || (draft?.version ?? "") !== (shown.dataset.draftVersion ?? draft?.version ?? "");
  if (isOld && !isAhead) return true;
  const before = etag;
  etag = answer.headers.get("ETag") ?? "";
  const isOther = Boolean(before) && withoutDraft(before) !== withoutDraft(etag);
  if (isOther && !isAhead) document.dispatchEvent(new Event("game:other-head")); // nothing more was written, and it is another history
  return isOther && isAhead;
}

/** @param {AbortSignal} [signal] */
async function takeOver(signal) {
  const answer = await fetch(document.baseURI, { cache: "no-cache", signal });
  if (!answer.ok) throw new Error(`page: ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (isBusy()) return;
  const before = totals();
  const focus = focusPath();
  const [x, y] = [scrollX, scrollY];
  const open = document.querySelector(":popover-open")?.id;
  for (const part of ["header", "main"]) {
    const [old, fresh] = [document.querySelector(part), page.querySelector(part)];
    if (old && fresh) old.replaceChildren(...fresh.childNodes);
  }
  stale = false;
  document.title = page.title;
  scrollTo(x, y);
  if (open) document.getElementById(open)?.showPopover();
  if (focus) refocus(focus);
  countFrom(before);
  document.dispatchEvent(new Event("game:moved-on"));
  speak(lastWritten());
}

/** Where what had the focus is gone, it stays on the page's content, not at its very beginning. @param {string} focus */
function refocus(focus) {
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  const again = /** @type {HTMLElement} */ (document.querySelector(focus) ?? main);
  if (again === main) main.tabIndex = -1;
  again.focus({ preventScroll: true });
}

/** For those who hear the page. @param {string[]} sentences */
function speak(sentences) {
  const spoken = document.querySelector("[data-spoken]");
  if (spoken) spoken.textContent = sentences.join(". ");
}

/** What finds the focused element again in the new page. */
function focusPath() {
  const focused = document.activeElement;
  if (!focused?.closest("main, header")) return "";
  if (focused.id) return `#${CSS.escape(focused.id)}`;
  const href = focused.getAttribute("href");
  if (href) return `a[href="${CSS.escape(href)}"]`;
  return focused.matches("summary") ? "main summary" : "main";
}

/** @returns {Map<string, HTMLElement>} every total, by its seat */
const places = () => new Map([...document.querySelectorAll("[data-total-of]")].map((place) => [place.getAttribute("data-total-of") ?? "", /** @type {HTMLElement} */ (place)]));

/** @param {HTMLElement} place */
function shownIn(place) {
  const text = place.textContent?.trim() ?? "";
  return (text.startsWith("\u2212") ? -1 : 1) * (read(text.replace("\u2212", "")) ?? 0);
}

const totals = () => new Map([...places()].map(([seat, place]) => [seat, shownIn(place)]));

/** Totals that have changed count from what they were. @param {Map<string, number>} before */
function countFrom(before) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const began = performance.now();
  const changed = [...places()].flatMap(([seat, place]) => {
    const [from, to] = [before.get(seat), shownIn(place)];
    const text = place.querySelector(".num");
    return from === undefined || from === to || !text ? [] : [{ from, to, text }];
  });
  /** @param {number} now */
  const step = (now) => {
    const part = Math.min(Math.max((now - began) / COUNTING, 0), 1);
    for (const { from, to, text } of changed) text.textContent = written(Math.round(from + (to - from) * part), { digits });
    if (part < 1) requestAnimationFrame(step);
  };
  if (changed.length) requestAnimationFrame(step);
}

/** @param {"away" | "gone" | ""} why */
function say(why) {
  const words = why && !document.querySelector("[data-waits]") ? (status?.dataset[why] ?? "") : "";
  if (!status || status.textContent === words) return;
  status.hidden = !words;
  status.textContent = words;
}

async function ask() {
  clearTimeout(timer);
  const shown = board();
  if (!shown || asking || gone || document.hidden) return;
  asking = true;
  const given = new AbortController();
  const late = setTimeout(() => given.abort(), ANSWERED_WITHIN);
  try {
    stale ||= await hasMovedOn(shown, given.signal);
    if (stale && !isBusy()) await takeOver(given.signal);
    failures = 0;
  } catch {
    failures += 1; // said below, and asked again
  }
  clearTimeout(late);
  asking = false;
  say(gone ? "gone" : failures > 1 ? "away" : "");
  if (gone) return;
  timer = setTimeout(ask, failures ? Math.min(EVERY * 2 ** failures, PATIENCE) : EVERY);
}

document.addEventListener("game:changed", () => {
  stale = true;
  if (!isBusy()) takeOver().catch(() => null);
});
sweep();
setTimeout(() => speak(news()), SETTLING);
document.addEventListener("visibilitychange", ask);
addEventListener("online", ask);
addEventListener("pageshow", (event) => event.persisted && ask());
timer = setTimeout(ask, EVERY);
