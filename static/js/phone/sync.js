// On every page: keeps the game on this phone, sends what waits, and goes on without the server where no worker does it.

import "../table/history.js"; // every page has this one script: what all need comes with it
import * as store from "./store.js";

const { dataset, lang } = document.documentElement;
const AGAIN = 3000;
const LATER = 15000;
const CALM = 1000;
const address = new URL(document.baseURI);
const [, token = ""] = /^\/g\/([\w-]+)/.exec(address.pathname) ?? [];

/** What is loaded once the page itself is there. @template T @param {Promise<T>} module */
const loaded = (module) =>
  module.catch(() => {
    throw new DOMException("it has not been loaded yet, and there is no reception");
  });
/** The server shows times by this device's clocks: a cookie tells it where they hang. */
function sayZone() {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const said = `zone=${encodeURIComponent(timeZone ?? "")}`;
  if (window === parent && timeZone && !document.cookie.split("; ").includes(said)) document.cookie = `${said}; path=/; max-age=31536000; samesite=lax`;
}

const outbox = () => loaded(import("./outbox.js"));

const strip = () => /** @type {HTMLElement | null} */ (document.querySelector("[data-waits]"));
/** Browsers allow a worker on https and localhost alone. */
const worker = () => (window === parent ? navigator.serviceWorker : undefined);
/** @type {Promise<typeof import("./offline-frame.js")> | null} */
let alone = null;

/** Nothing here takes time from the page itself. @returns {Promise<void>} */
const calm = () =>
  new Promise((resolve) => {
    const soon = () => setTimeout(resolve, CALM);
    if (document.readyState === "complete") soon();
    else addEventListener("load", soon, { once: true });
  });

/** The worker stands behind every page from the next one on; where the browser refuses it, an open page has to do. */
async function standBy() {
  if (!worker()) alone = loaded(import("./offline-frame.js"));
  await calm();
  try {
    if (alone) return await (await alone).prepare();
    await worker()?.register(dataset.worker ?? "", { type: "module", updateViaCache: "imports" });
    await worker()?.ready;
    if (matchMedia("(display-mode: standalone)").matches) await navigator.storage.persist(); // an app that was put there is to stay
  } catch {
    alone = loaded(import("./offline-frame.js")); // a browser that knows no workers of modules, or keeps nothing
    await (await alone).prepare();
  }
}

/** Nothing is replaced under the fingers of somebody who is telling a deal: there the strip alone changes its words. @param {boolean} ahead */
async function sayWhatBecame(ahead) {
  const words = strip()?.querySelector(".waits__text");
  const { held = "", sent = "", versions = "" } = strip()?.dataset ?? {};
  if (!words || (ahead && !(await (await outbox()).isAnyHeld(token)))) return;
  const said = ahead ? Object.assign(document.createElement("a"), { href: versions }) : document.createElement("p");
  words.replaceWith(Object.assign(said, { className: words.className, textContent: ahead ? held : sent }));
}

/** The page as it would be now takes the place of what is shown. */
async function lookAgain() {
  const ahead = await store.isAhead(token);
  if (!alone && document.querySelector("[data-live][data-board]")) return document.dispatchEvent(new Event("game:changed"));
  if (document.querySelector("main form :is(input:not([type='hidden']), textarea, select)")) return sayWhatBecame(ahead);
  return alone && ahead ? (await alone).showOwn() : parent.location.reload();
}

/** The last entry that this page shows, where it shows a game. */
const shownSeq = () => Number(/** @type {HTMLElement | null} */ (document.querySelector("[data-seq]"))?.dataset.seq ?? 0);

/** The game as the server has it lies here, too, for when the server is away; which one was open last is the one that the app starts with. */
async function keep() {
  const kept = token ? await store.game(token) : undefined;
  if (!token || kept?.key) return;
  if (kept) await store.touch(token);
  if (!kept || kept.gone || kept.seq < shownSeq() || !isCompared) await (await outbox()).refresh(token);
  isCompared = true;
}

/** Whether the history that lies here has been held against the server's since the page was opened, or its head is another one. */
let isCompared = false;

/** Where the server tells another history than this phone has seen, every page of the game says so. */
async function tellDifference() {
  const kept = token ? await store.game(token) : undefined;
  if (kept?.differs) (await loaded(import("./conflicts.js"))).show(kept);
}

/** The table's rules lie here, too, in the language that this phone reads: an argument does not wait for a connection. */
const keepRules = async () => void (token && !alone && (await (await outbox()).keepRules(token, lang)));

/** Whether anything at all waits, of this game or another. */
const anyWaits = async () => (await store.allWaiting()).length > 0 || (await store.games()).some(({ key, moved, problem }) => key && !moved && !problem);

/** Games that the server told this device to forget go, but for those of which something waits to be sent. */
async function forgetGames() {
  const [, said = ""] = /(?:^|; )forget=([\w.-]+)/.exec(document.cookie) ?? [];
  if (!said) return;
  const later = [];
  for (const token of said.split(".")) {
    if (await store.isAhead(token)) later.push(token);
    else await store.dropAll(token);
  }
  const age = later.length ? 86400 : 0;
  document.cookie = `forget=${later.join(".")}; path=/; max-age=${age}; samesite=lax`;
}

/** What the strip speaks of: what waits, how far the others are, and whether the game's link still opens it. */
async function whatWaits() {
  const kept = token ? await store.game(token) : undefined;
  return JSON.stringify([await store.allWaiting(), kept?.seq, Boolean(kept?.gone)]);
}

/** Sends what waits; a page drawn by the phone gives way to the server's. */
async function sendWaiting() {
  const before = await whatWaits();
  if (await anyWaits()) await (await outbox()).send(lang);
  else await (token ? (await outbox()).refresh(token) : (await outbox()).reach()); // is there reception again?
  worker()?.controller?.postMessage("online");
  const moved = token ? (await store.game(token))?.moved : undefined;
  if (moved) return parent.location.replace(`/g/${moved}`);
  const changed = (await whatWaits()) !== before || (strip() && !(await store.allWaiting()).length);
  if (changed) await lookAgain();
  pause = changed ? AGAIN : Math.min(2 * pause, LATER);
}

/** No reception, or a browser that keeps nothing: the strip says what waits, and what waits is on disk. @param {unknown} problem */
function forgive(problem) {
  const known = problem instanceof DOMException || (problem instanceof Error && problem.name === "Away");
  if (!known) throw problem;
}

async function work() {
  if (!strip()) {
    await calm();
    await keep();
  }
  if (strip() || (await anyWaits())) await sendWaiting();
  await tellDifference();
}

let pause = AGAIN;
let timer = 0;
let working = false;

async function tryAgain() {
  clearTimeout(timer);
  if (working || document.hidden) return;
  working = true;
  try {
    await work();
  } catch (problem) {
    forgive(problem);
  } finally {
    working = false;
    timer = setTimeout(tryAgain, pause);
  }
}

function tryAtOnce() {
  pause = AGAIN;
  tryAgain();
}

addEventListener("online", tryAtOnce);
document.addEventListener("visibilitychange", tryAtOnce);
document.addEventListener("game:moved-on", tryAtOnce);
document.addEventListener("game:other-head", () => {
  isCompared = false;
  tryAtOnce();
});
worker()?.addEventListener("message", ({ data }) => data === "sent" && lookAgain());
sayZone();
await forgetGames().catch(forgive);
await Promise.all([standBy().then(keepRules).catch(forgive), tryAgain()]);
dataset.standsBy = "";
