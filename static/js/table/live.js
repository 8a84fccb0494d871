// An open table or sheet follows the game: polls while visible and replaces its content.

import { animateTotals, readShownTotals } from "./animate-totals.js";
import { deleteObsoleteDrafts } from "../lib/drafts.js";
import { startPolling } from "../lib/poll.js";
import { messagesAfterForm, pageMessages as lastMessages } from "./live-region.js";

const POLL_INTERVAL_MILLISECONDS = 2000;
const COUNT_ANIMATION_MILLISECONDS = 240;
// attributes of the whole page
const PAGE_SETTINGS = ["lang", "data-digits", "data-theme"];
// changes before the page has been read are not spoken
const SPEECH_DELAY_MILLISECONDS = 300;

/** @type {HTMLElement | null} */
const statusElement = document.querySelector("[data-live-status]");
let etag = "";
// the link was replaced: nothing more to poll
let isLinkGone = false;
// the game has changed and the page has not
let isPageStale = false;

/** @returns {HTMLElement | null} */
const findLiveElement = () => document.querySelector("[data-live][data-seq]");

/** The page is not replaced while the user is choosing or typing. */
function isUserBusy() {
  const mainElement = document.querySelector("main");
  return Boolean(
    mainElement?.querySelector(":is(a, button):active, details[open] form") ||
    document.activeElement?.closest("main form :is(input, select, textarea)"),
  );
}

/** The part of an entity tag that identifies the journal. @param {string} tag */
const journalPartOfTag = (tag) => tag.replace(/-rematch|-draft\.\w+/g, "");

/** Whether a rematch started after this page of a finished game was made. @param {HTMLElement} element @param {string} [rematch] */
const hasNewRematch = (element, rematch) =>
  Boolean(rematch) && "result" in element.dataset && !("rematch" in element.dataset);

/** Whether the game changed after this page was made. @param {HTMLElement} element @param {AbortSignal} signal */
async function hasGameChanged(element, signal) {
  const response = await fetch(element.dataset.live ?? "", {
    headers: etag ? { "If-None-Match": etag } : {},
    cache: "no-store",
    signal,
  });
  if (response.status === 304) return false;
  if (response.status === 404) isLinkGone = true;
  if (!response.ok) throw new Error(`state: ${response.status}`);
  const { seq, draft, rematch } = await response.json();
  // the page shows entries that are not sent yet
  const isAhead = Boolean(document.querySelector("[data-unsent]"));
  const isOld =
    String(seq) !== element.dataset.seq ||
    (draft?.version ?? "") !== (element.dataset.draftVersion ?? draft?.version ?? "") ||
    hasNewRematch(element, rematch);
  if (isOld && !isAhead) return true;
  const etagBefore = etag;
  etag = response.headers.get("ETag") ?? "";
  const isOther = Boolean(etagBefore) && journalPartOfTag(etagBefore) !== journalPartOfTag(etag);
  // same number of entries, but another history
  if (isOther && !isAhead) document.dispatchEvent(new Event("game:other-head"));
  return isOther && isAhead;
}

/** @param {AbortSignal} [signal] */
async function replacePage(signal) {
  const response = await fetch(document.baseURI, { cache: "no-cache", signal });
  if (!response.ok) throw new Error(`page: ${response.status}`);
  if (response.redirected && new URL(response.url).pathname !== new URL(document.baseURI).pathname)
    return location.replace(response.url); // no longer a result
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (isUserBusy()) return;
  // settings were changed in another tab: the new content needs their direction, digits and colours
  if (
    PAGE_SETTINGS.some(
      (name) => page.documentElement.getAttribute(name) !== document.documentElement.getAttribute(name),
    )
  )
    return location.reload();
  const totalsBefore = readShownTotals();
  const wasOver = isGameOver();
  const focus = focusSelector();
  const [x, y] = [scrollX, scrollY];
  const openPopoverId = document.querySelector(":popover-open")?.id;
  for (const part of ["header", "main"]) {
    const [current, fresh] = [document.querySelector(part), page.querySelector(part)];
    if (current && fresh) current.replaceChildren(...fresh.childNodes);
  }
  isPageStale = false;
  document.title = page.title;
  scrollTo(x, y);
  if (openPopoverId) document.getElementById(openPopoverId)?.showPopover();
  if (focus) refocus(focus);
  animateTotals(totalsBefore, COUNT_ANIMATION_MILLISECONDS);
  document.dispatchEvent(new Event("game:moved-on"));
  speak(lastMessages());
  const resultText = findLiveElement()?.dataset.result;
  // the page behind it shows the end as well, so going back stays there
  if (resultText && !wasOver) location.assign(resultText);
}

/** Whether the page shows a finished game. */
const isGameOver = () => findLiveElement()?.dataset.result !== undefined;

/** If the focused element is gone, the focus stays at the content, not at the top of the page. @param {string} focus */
function refocus(focus) {
  const mainElement = /** @type {HTMLElement} */ (document.querySelector("main"));
  const focusedAgain = /** @type {HTMLElement} */ (document.querySelector(focus) ?? mainElement);
  if (focusedAgain === mainElement) mainElement.tabIndex = -1;
  focusedAgain.focus({ preventScroll: true });
}

/** Speaks to screen readers. @param {string[]} sentences */
function speak(sentences) {
  const spoken = document.querySelector("[data-spoken]");
  if (spoken) spoken.textContent = sentences.join(". ");
}

/** A selector that finds the focused element in the new page. */
function focusSelector() {
  const focused = document.activeElement;
  if (!focused?.closest("main, header")) return "";
  if (focused.id) return `#${CSS.escape(focused.id)}`;
  const href = focused.getAttribute("href");
  if (href) return `a[href="${CSS.escape(href)}"]`;
  return focused.matches("summary") ? "main summary" : "main";
}

/** @param {"offline" | "revoked" | ""} reason */
function showStatus(reason) {
  const spokenWords =
    reason && !document.querySelector("[data-unsent]") ? (statusElement?.dataset[`${reason}Text`] ?? "") : "";
  if (!statusElement || statusElement.textContent === spokenWords) return;
  statusElement.hidden = !spokenWords;
  statusElement.textContent = spokenWords;
}

/** @param {AbortSignal} signal */
async function updatePage(signal) {
  const element = findLiveElement();
  if (!element || isLinkGone) return;
  isPageStale ||= await hasGameChanged(element, signal);
  if (isPageStale && !isUserBusy()) await replacePage(signal);
}

document.addEventListener("game:changed", () => {
  isPageStale = true;
  if (!isUserBusy()) replacePage().catch(() => null);
});
deleteObsoleteDrafts();
setTimeout(() => speak(messagesAfterForm()), SPEECH_DELAY_MILLISECONDS);
const pollNow = startPolling(POLL_INTERVAL_MILLISECONDS, updatePage, (failures) => {
  showStatus(isLinkGone ? "revoked" : failures > 1 ? "offline" : "");
  return !isLinkGone;
});
addEventListener("pageshow", (event) => event.persisted && pollNow());
addEventListener("online", pollNow);
