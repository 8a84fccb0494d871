// On every page: keeps the game on this phone, sends what waits, and goes on without the server where no worker does it.

import { refresh, send } from "./outbox.js";
import * as store from "./store.js";

const { dataset, lang } = document.documentElement;
const AGAIN = 5000;
const address = new URL(document.baseURI);
const [, token = ""] = /^\/g\/([\w-]+)/.exec(address.pathname) ?? [];
const strip = () => /** @type {HTMLElement | null} */ (document.querySelector("[data-waits]"));
/** Browsers allow a worker on https and localhost alone. */
const worker = () => (window === parent ? navigator.serviceWorker : undefined);
/** @type {Promise<typeof import("./alone.js")> | null} */
let alone = null;

/** The worker stands behind every page from the next one on; where the browser refuses it, an open page has to do. */
async function standBy() {
  try {
    if (!worker()) throw new Error("no worker here");
    await worker()?.register(dataset.worker ?? "", { type: "module", updateViaCache: "imports" });
  } catch {
    alone = import("./alone.js");
    await (await alone).prepare();
  }
}

/** The page as it would be now takes the place of what is shown. */
async function lookAgain() {
  if (!alone) document.dispatchEvent(new Event("game:changed"));
  else if (await isAhead()) await (await alone).showOwn();
  else if (document.querySelector("[data-live]")) parent.location.reload();
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
  const before = (await store.allWaiting()).length;
  const begun = (await store.games()).some(({ key, moved }) => key && !moved);
  if (before || begun) await send(lang);
  const moved = token ? (await store.game(token))?.moved : undefined;
  if (moved) return parent.location.replace(`/g/${moved}`);
  if (strip() && !(before || begun) && token) await refresh(token); // is there reception again?
  if (strip() || before) await lookAgain();
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
