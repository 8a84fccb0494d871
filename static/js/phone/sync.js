// On every page: stores the game on this phone, sends queued entries, and starts the service worker or its replacement.

// every page has this script, so shared behaviour is loaded here
import "../table/browser-history.js";
import * as store from "./store.js";

const { dataset, lang } = document.documentElement;
const MIN_PAUSE_MILLISECONDS = 3000;
const MAX_PAUSE_MILLISECONDS = 15000;
const IDLE_DELAY_MILLISECONDS = 1000;
const address = new URL(document.baseURI);
const [, token = ""] = /^\/g\/([\w-]+)/.exec(address.pathname) ?? [];

/** Turns a failed import into the error for "offline". @template T @param {Promise<T>} module */
const orOffline = (module) =>
  module.catch(() => {
    throw new DOMException("it has not been loaded yet, and there is no reception");
  });
/** Sets a cookie with this device's time zone, in which the server shows times. */
function setZoneCookie() {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const cookie = `zone=${encodeURIComponent(timeZone ?? "")}`;
  if (window === parent && timeZone && !document.cookie.split("; ").includes(cookie)) document.cookie = `${cookie}; path=/; max-age=31536000; samesite=lax`;
}

const outbox = () => orOffline(import("./outbox.js"));

/** @returns {HTMLElement | null} */
const statusLine = () => document.querySelector("[data-unsent]");
/** Browsers allow workers only on https and localhost. */
const workerContainer = () => (window === parent ? navigator.serviceWorker : undefined);
/** @type {Promise<typeof import("./offline-frame.js")> | null} */
let frame = null;

/** Resolves when the page has loaded and is idle. @returns {Promise<void>} */
const whenIdle = () =>
  new Promise((resolve) => {
    const later = () => setTimeout(resolve, IDLE_DELAY_MILLISECONDS);
    if (document.readyState === "complete") later();
    else addEventListener("load", later, { once: true });
  });

/** Registers the service worker for the next pages; if the browser refuses it, prepares the offline frame. */
async function startWorker() {
  if (!workerContainer()) frame = orOffline(import("./offline-frame.js"));
  await whenIdle();
  try {
    if (frame) return await (await frame).cacheFiles();
    await workerContainer()?.register(dataset.worker ?? "", { type: "module", updateViaCache: "imports" });
    await workerContainer()?.ready;
    // storage of an installed app is not evicted
    if (matchMedia("(display-mode: standalone)").matches) await navigator.storage.persist();
  } catch {
    frame = orOffline(import("./offline-frame.js")); // no module workers, or no storage
    await (await frame).cacheFiles();
  }
}

/** Updates the status strip of a page that is in use, instead of replacing the page. @param {boolean} hasUnsent */
async function updateStatusLine(hasUnsent) {
  const text = statusLine()?.querySelector(".unsent__text");
  const { conflictText = "", sentText = "", conflictsUrl = "" } = statusLine()?.dataset ?? {};
  if (!text || (hasUnsent && !(await (await outbox()).hasOpenConflicts(token)))) return;
  const message = hasUnsent ? Object.assign(document.createElement("a"), { href: conflictsUrl }) : document.createElement("p");
  text.replaceWith(Object.assign(message, { className: text.className, textContent: hasUnsent ? conflictText : sentText }));
}

/** Replaces the page by its current version. */
async function refreshPage() {
  const hasUnsent = await store.hasUnsent(token);
  if (!frame && document.querySelector("[data-live][data-board]")) return document.dispatchEvent(new Event("game:changed"));
  if (document.querySelector("main form :is(input:not([type='hidden']), textarea, select)")) return updateStatusLine(hasUnsent);
  return frame && hasUnsent ? (await frame).showLocalPage() : parent.location.reload();
}

/** The last entry that this page shows. */
const shownSeq = () => Number(/** @type {HTMLElement | null} */ (document.querySelector("[data-seq]"))?.dataset.seq ?? 0);

/** Stores the game as the server has it, for offline use, and marks it as the last one opened. */
async function storeGame() {
  const stored = token ? await store.game(token) : undefined;
  if (!token || stored?.key) return;
  if (stored) await store.markUsed(token);
  if (!stored || stored.gone || stored.seq < shownSeq() || !isVerified) await (await outbox()).refreshGame(token);
  isVerified = true;
}

/** Whether the stored history was compared with the server's since the page was opened or its head changed. */
let isVerified = false;

/** Shows a warning if the server has another history than this phone. */
async function warnIfDiverged() {
  const stored = token ? await store.game(token) : undefined;
  if (stored?.differs) (await orOffline(import("./divergence.js"))).showDivergence(stored);
}

/** Caches the rule pages in this phone's language. */
const cacheRules = async () => void (token && !frame && (await (await outbox()).cacheRulePages(token, lang)));

/** Whether anything is queued, of any game. */
const hasQueue = async () => (await store.allQueued()).length > 0 || (await store.games()).some(({ key, moved: newToken, problem: error }) => key && !newToken && !error);

/** Deletes games that the server listed in a cookie, except those with unsent entries. */
async function forgetGames() {
  const [, tokens = ""] = /(?:^|; )forget=([\w.-]+)/.exec(document.cookie) ?? [];
  if (!tokens) return;
  const remaining = [];
  for (const token of tokens.split(".")) {
    if (await store.hasUnsent(token)) remaining.push(token);
    else await store.deleteGameAndPages(token);
  }
  const age = remaining.length ? 86400 : 0;
  document.cookie = `forget=${remaining.join(".")}; path=/; max-age=${age}; samesite=lax`;
}

/** Everything the status strip depends on, as text. */
async function syncSnapshot() {
  const stored = token ? await store.game(token) : undefined;
  return JSON.stringify([await store.allQueued(), stored?.seq, Boolean(stored?.gone)]);
}

/** Sends queued entries; a page drawn by the phone is replaced by the server's. */
async function sendQueued() {
  const before = await syncSnapshot();
  if (await hasQueue()) await (await outbox()).sendOutbox(lang);
  else await (token ? (await outbox()).refreshGame(token) : (await outbox()).checkServer()); // online again?
  workerContainer()?.controller?.postMessage("online");
  const newToken = token ? (await store.game(token))?.moved : undefined;
  if (newToken) return parent.location.replace(`/g/${newToken}`);
  const isChanged = (await syncSnapshot()) !== before || (statusLine() && !(await store.allQueued()).length);
  if (isChanged) await refreshPage();
  pause = isChanged ? MIN_PAUSE_MILLISECONDS : Math.min(2 * pause, MAX_PAUSE_MILLISECONDS);
}

/** Ignores errors caused by being offline or without storage: queued entries are on disk. @param {unknown} error */
function ignoreOffline(error) {
  const isOffline = error instanceof DOMException || (error instanceof Error && error.name === "Away");
  if (!isOffline) throw error;
}

async function syncOnce() {
  if (!statusLine()) {
    await whenIdle();
    await storeGame();
  }
  if (statusLine() || (await hasQueue())) await sendQueued();
  await warnIfDiverged();
}

let pause = MIN_PAUSE_MILLISECONDS;
let timer = 0;
let isSyncing = false;

async function sync() {
  clearTimeout(timer);
  if (isSyncing || document.hidden) return;
  isSyncing = true;
  try {
    await syncOnce();
  } catch (error) {
    ignoreOffline(error);
  } finally {
    isSyncing = false;
    timer = setTimeout(sync, pause);
  }
}

function syncNow() {
  pause = MIN_PAUSE_MILLISECONDS;
  sync();
}

addEventListener("online", syncNow);
document.addEventListener("visibilitychange", syncNow);
document.addEventListener("game:moved-on", syncNow);
document.addEventListener("game:other-head", () => {
  isVerified = false;
  syncNow();
});
workerContainer()?.addEventListener("message", ({ data }) => data === "sent" && refreshPage());
setZoneCookie();
await forgetGames().catch(ignoreOffline);
await Promise.all([startWorker().then(cacheRules).catch(ignoreOffline), sync()]);
dataset.offlineReady = "";
