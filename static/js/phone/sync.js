// On every page: stores the game on this phone, sends queued entries, and starts the service worker or its replacement.

// every page has this script, so shared behaviour is loaded here
import "../table/browser-history.js";
import * as store from "./game-store.js";

const { dataset, lang } = document.documentElement;
const MIN_SYNC_PAUSE_MILLISECONDS = 3000;
const MAX_SYNC_PAUSE_MILLISECONDS = 15000;
const IDLE_DELAY_MILLISECONDS = 1000;
const pageUrl = new URL(document.baseURI);
const [, token = ""] = /^\/g\/([\w-]+)/.exec(pageUrl.pathname) ?? [];

/** Turns a failed import into the error for "offline". @template T @param {Promise<T>} module */
const rethrowAsOfflineError = (module) =>
  module.catch(() => {
    throw new DOMException("it has not been loaded yet, and there is no reception");
  });
/** Sets a cookie with this device's time zone, in which the server shows times. */
function setZoneCookie() {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const cookie = `zone=${encodeURIComponent(timeZone ?? "")}`;
  if (window === parent && timeZone && !document.cookie.split("; ").includes(cookie))
    document.cookie = `${cookie}; path=/; max-age=31536000; samesite=lax`;
}

const loadDownloads = () => rethrowAsOfflineError(import("./downloads.js"));
const loadOutbox = () => rethrowAsOfflineError(import("./outbox.js"));

/** @returns {HTMLElement | null} */
const findUnsentStatus = () => document.querySelector("[data-unsent]");
/** Browsers allow workers only on https and localhost. */
const workerContainer = () => (window === parent ? navigator.serviceWorker : undefined);
/** @type {Promise<typeof import("./offline-frame.js")> | null} */
let offlineFrameModule = null;

/** Resolves when the page has loaded and is idle. @returns {Promise<void>} */
const whenIdle = () =>
  new Promise((resolve) => {
    const later = () => setTimeout(resolve, IDLE_DELAY_MILLISECONDS);
    if (document.readyState === "complete") later();
    else addEventListener("load", later, { once: true });
  });

/** Registers the service worker for the next pages; if the browser refuses it, prepares the offline frame. */
async function startWorker() {
  if (!workerContainer()) offlineFrameModule = rethrowAsOfflineError(import("./offline-frame.js"));
  await whenIdle();
  try {
    if (offlineFrameModule) return await (await offlineFrameModule).cacheReleaseFiles();
    await workerContainer()?.register(dataset.worker ?? "", { type: "module", updateViaCache: "imports" });
    await workerContainer()?.ready;
    // storage of an installed app is not evicted
    if (matchMedia("(display-mode: standalone)").matches) await navigator.storage.persist();
  } catch {
    offlineFrameModule = rethrowAsOfflineError(import("./offline-frame.js")); // no module workers, or no storage
    await (await offlineFrameModule).cacheReleaseFiles();
  }
}

/** Updates the status strip of a page that is in use, instead of replacing the page. @param {boolean} hasUnsent */
async function updateStatusLine(hasUnsent) {
  const text = findUnsentStatus()?.querySelector(".unsent__text");
  const { conflictText = "", sentText = "", conflictsUrl = "" } = findUnsentStatus()?.dataset ?? {};
  if (!text || (hasUnsent && !(await (await loadOutbox()).hasOpenConflicts(token)))) return;
  const message = hasUnsent
    ? Object.assign(document.createElement("a"), { href: conflictsUrl })
    : document.createElement("p");
  text.replaceWith(
    Object.assign(message, { className: text.className, textContent: hasUnsent ? conflictText : sentText }),
  );
}

/** Replaces the page by its current version. */
async function refreshPage() {
  const hasUnsent = await store.hasUnsentEntries(token);
  if (!offlineFrameModule && document.querySelector("[data-live][data-board]"))
    return document.dispatchEvent(new Event("game:changed"));
  if (document.querySelector("main form :is(input:not([type='hidden']), textarea, select)"))
    return updateStatusLine(hasUnsent);
  return offlineFrameModule && hasUnsent ? (await offlineFrameModule).showLocalPage() : parent.location.reload();
}

/** The last entry that this page shows. */
const shownSeq = () =>
  Number(/** @type {HTMLElement | null} */ (document.querySelector("[data-seq]"))?.dataset.seq ?? 0);

/** Stores the game as the server has it, for offline use, and marks it as the last one opened. */
async function storeOpenGame() {
  const storedGame = token ? await store.getGame(token) : undefined;
  if (!token || storedGame?.key) return;
  if (storedGame) await store.markGameUsed(token);
  if (!storedGame || storedGame.gone || storedGame.seq < shownSeq() || !isHistoryVerified)
    await (await loadDownloads()).refreshGame(token);
  isHistoryVerified = true;
}

/** Whether the stored history was compared with the server's since the page was opened or its head changed. */
let isHistoryVerified = false;

/** Shows a warning if the server has another history than this phone. */
async function warnIfDiverged() {
  const storedGame = token ? await store.getGame(token) : undefined;
  if (storedGame?.differs) (await rethrowAsOfflineError(import("./divergence.js"))).showDivergence(storedGame);
}

/** Caches the rule pages in this phone's language. */
const cacheRulePages = async () =>
  void (token && !offlineFrameModule && (await (await loadDownloads()).cacheRulePages(token, lang)));

/** Whether anything is queued, of any game. */
const isAnythingQueued = async () =>
  (await store.getAllQueuedEntries()).length > 0 ||
  (await store.getGames()).some(({ key, moved: newToken, problem: error }) => key && !newToken && !error);

/** Deletes games that the server listed in a cookie, except those with unsent entries. */
async function deleteForgottenGames() {
  const [, tokens = ""] = /(?:^|; )forget=([\w.-]+)/.exec(document.cookie) ?? [];
  if (!tokens) return;
  const remaining = [];
  for (const token of tokens.split(".")) {
    if (await store.hasUnsentEntries(token)) remaining.push(token);
    else await store.deleteGameAndPages(token);
  }
  const age = remaining.length ? 86400 : 0;
  document.cookie = `forget=${remaining.join(".")}; path=/; max-age=${age}; samesite=lax`;
}

/** Everything the status strip depends on, as text. */
async function statusLineSnapshot() {
  const storedGame = token ? await store.getGame(token) : undefined;
  return JSON.stringify([await store.getAllQueuedEntries(), storedGame?.seq, Boolean(storedGame?.gone)]);
}

/** Sends queued entries; a page drawn by the phone is replaced by the server's. */
async function sendQueued() {
  const oldStatus = await statusLineSnapshot();
  if (await isAnythingQueued()) await (await loadOutbox()).sendOutbox(lang);
  else if (token) await (await loadDownloads()).refreshGame(token);
  else await (await rethrowAsOfflineError(import("./server-requests.js"))).checkServer(); // online again?
  workerContainer()?.controller?.postMessage("online");
  const newToken = token ? (await store.getGame(token))?.moved : undefined;
  if (newToken) return parent.location.replace(`/g/${newToken}`);
  const isChanged =
    (await statusLineSnapshot()) !== oldStatus || (findUnsentStatus() && !(await store.getAllQueuedEntries()).length);
  if (isChanged || document.querySelector("[data-needs-server]")) await refreshPage();
  syncPause = isChanged ? MIN_SYNC_PAUSE_MILLISECONDS : Math.min(2 * syncPause, MAX_SYNC_PAUSE_MILLISECONDS);
}

/** Ignores errors caused by being offline or without storage: queued entries are on disk. @param {unknown} error */
function ignoreOfflineError(error) {
  const isOffline = error instanceof DOMException || (error instanceof Error && error.name === "ServerUnreachable");
  if (!isOffline) throw error;
}

async function syncOnce() {
  if (!findUnsentStatus()) {
    await whenIdle();
    await storeOpenGame();
  }
  if (findUnsentStatus() || (await isAnythingQueued())) await sendQueued();
  await warnIfDiverged();
}

let syncPause = MIN_SYNC_PAUSE_MILLISECONDS;
let syncTimer = 0;
let isSyncing = false;

async function sync() {
  clearTimeout(syncTimer);
  if (isSyncing || document.hidden) return;
  isSyncing = true;
  try {
    await syncOnce();
  } catch (error) {
    ignoreOfflineError(error);
  } finally {
    isSyncing = false;
    syncTimer = setTimeout(sync, syncPause);
  }
}

function syncNow() {
  syncPause = MIN_SYNC_PAUSE_MILLISECONDS;
  sync();
}

addEventListener("online", syncNow);
document.addEventListener("visibilitychange", syncNow);
document.addEventListener("game:moved-on", syncNow);
document.addEventListener("game:other-head", () => {
  isHistoryVerified = false;
  syncNow();
});
workerContainer()?.addEventListener("message", ({ data }) => data === "sent" && refreshPage());
setZoneCookie();
await deleteForgottenGames().catch(ignoreOfflineError);
await Promise.all([startWorker().then(cacheRulePages).catch(ignoreOfflineError), sync()]);
dataset.offlineReady = "";
