// On every page: keeps the game on this phone, sends what waits, and goes on without the server where no worker does it.

import { refresh, send } from "./outbox.js";
import * as store from "./store.js";

const { dataset, lang } = document.documentElement;
const AGAIN = 5000;
const CALM = 1000;
const address = new URL(document.baseURI);
const [, token = ""] = /^\/g\/([\w-]+)/.exec(address.pathname) ?? [];
const strip = () => /** @type {HTMLElement | null} */ (document.querySelector("[data-waits]"));
/** Browsers allow a worker on https and localhost alone. */
const worker = () => (window === parent ? navigator.serviceWorker : undefined);
/** @type {Promise<typeof import("./alone.js")> | null} */
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
  if (!worker()) alone = import("./alone.js");
  await calm();
  try {
    if (alone) return await (await alone).prepare();
    await worker()?.register(dataset.worker ?? "", { type: "module", updateViaCache: "imports" });
    await worker()?.ready;
  } catch {
    alone = import("./alone.js");
    await (await alone).prepare();
  }
}

/** Nothing is replaced under the fingers of somebody who is telling a deal: there the strip alone changes its words. */
function sayThatAllIsSent() {
  const words = strip()?.querySelector(".waits__text");
  if (words) words.textContent = strip()?.dataset.sent ?? "";
}

/** The page as it would be now takes the place of what is shown. */
async function lookAgain() {
  const ahead = await isAhead();
  if (document.querySelector("main form :is(input:not([type='hidden']), textarea, select)")) return ahead || sayThatAllIsSent();
  if (!alone && document.querySelector("[data-live]")) return document.dispatchEvent(new Event("game:changed"));
  return alone && ahead ? (await alone).showOwn() : parent.location.reload();
}

/** Whether something of this game is on this phone alone. */
const isAhead = async () => token !== "" && (Boolean((await store.game(token))?.key) || (await store.waiting(token)).length > 0);

/** The last entry that this page shows, where it shows a game. */
const shownSeq = () => Number(/** @type {HTMLElement | null} */ (document.querySelector("[data-seq]"))?.dataset.seq ?? 0);

/** The game as the server has it lies here, too, for when the server is away. */
async function keep() {
  const kept = token ? await store.game(token) : undefined;
  if (!token || kept?.key) return;
  if (!kept || kept.gone || kept.seq < shownSeq()) await refresh(token);
}

/** Sends what waits; a page drawn by the phone gives way to the server's. */
async function sendWaiting() {
  const before = await store.allWaiting();
  const begun = (await store.games()).some(({ key, moved }) => key && !moved);
  if (before.length || begun) await send(lang);
  const moved = token ? (await store.game(token))?.moved : undefined;
  if (moved) return parent.location.replace(`/g/${moved}`);
  if (strip() && !before.length && !begun && token) await refresh(token); // is there reception again?
  const after = await store.allWaiting();
  if (JSON.stringify(after) !== JSON.stringify(before) || (strip() && !after.length)) await lookAgain();
}

let trying = false;

async function tryAgain() {
  if (trying || document.hidden) return;
  trying = true;
  try {
    if (strip() || (await isAhead())) await sendWaiting();
    else await keep();
  } catch {
    // There is no reception; the strip says so, and what waits is on disk.
  } finally {
    trying = false;
  }
}

addEventListener("online", () => {
  worker()?.controller?.postMessage("online");
  tryAgain();
});
document.addEventListener("visibilitychange", tryAgain);
document.addEventListener("game:moved-on", tryAgain);
worker()?.addEventListener("message", ({ data }) => data === "sent" && lookAgain());
setInterval(tryAgain, AGAIN);
await Promise.allSettled([standBy(), tryAgain()]);
dataset.standsBy = "";
