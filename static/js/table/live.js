// An open table or sheet follows the game: asks what is new while it is visible, and takes the new page's content over.

import { countFrom, totals } from "./count.js";
import { sweep } from "../lib/drafts.js";
import { news, written as lastWritten } from "./live-region.js";

const EVERY = 2000;
const PATIENCE = 30000;
const COUNTING = 240;
const ANSWERED_WITHIN = 10000; // without reception, a browser may wait for minutes
const SETTLING = 300; // what changes before a page is known is not read out

const status = /** @type {HTMLElement | null} */ (document.querySelector("[data-live-status]"));
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
const ofJournal = (tag) => tag.replace(/-rematch|-draft\.\w+/g, "");

/** Whether a rematch was started since this page of a finished game was made. @param {HTMLElement} shown @param {string} [rematch] */
const isJoinable = (shown, rematch) => Boolean(rematch) && "result" in shown.dataset && !("rematch" in shown.dataset);

/** Whether the game has moved on since this page was made. @param {HTMLElement} shown @param {AbortSignal} signal */
async function hasMovedOn(shown, signal) {
  const answer = await fetch(shown.dataset.live ?? "", { headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store", signal });
  if (answer.status === 304) return false;
  if (answer.status === 404) gone = true;
  if (!answer.ok) throw new Error(`state: ${answer.status}`);
  const { seq, draft, rematch } = await answer.json();
  const isAhead = Boolean(document.querySelector("[data-waits]")); // the page shows what the server does not have yet
  const isOld = String(seq) !== shown.dataset.seq || (draft?.version ?? "") !== (shown.dataset.draftVersion ?? draft?.version ?? "") || isJoinable(shown, rematch);
  if (isOld && !isAhead) return true;
  const before = etag;
  etag = answer.headers.get("ETag") ?? "";
  const isOther = Boolean(before) && ofJournal(before) !== ofJournal(etag);
  if (isOther && !isAhead) document.dispatchEvent(new Event("game:other-head")); // nothing more was written, and it is another history
  return isOther && isAhead;
}

/** @param {AbortSignal} [signal] */
async function takeOver(signal) {
  const answer = await fetch(document.baseURI, { cache: "no-cache", signal });
  if (!answer.ok) throw new Error(`page: ${answer.status}`);
  if (answer.redirected && new URL(answer.url).pathname !== new URL(document.baseURI).pathname) return location.replace(answer.url); // no result any more
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (isBusy()) return;
  const before = totals();
  const wasOver = isOver();
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
  countFrom(before, COUNTING);
  document.dispatchEvent(new Event("game:moved-on"));
  speak(lastWritten());
  const result = board()?.dataset.result;
  if (result && !wasOver) location.assign(result); // the page behind it shows the end, too: going back stays there
}

/** Whether the page shows a game that is over. */
const isOver = () => board()?.dataset.result !== undefined;

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
