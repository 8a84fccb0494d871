// On every page of a game: keeps the game on this phone, and saves what the server does not answer to until it does.

import { pageAt } from "./pages.js";
import { Away, refresh, send } from "./outbox.js";
import { opened } from "./opened.js";
import { site } from "./site.js";
import * as store from "./store.js";
import { written } from "./written.js";

const { dataset, lang } = document.documentElement;
const [, token = ""] = /^\/g\/([\w-]+)/.exec(location.pathname) ?? [];
const AGAIN = 5000;

/** The moment by this phone's clock, with its distance from UTC. */
function now() {
  const date = new Date();
  const offset = -date.getTimezoneOffset();
  const local = new Date(date.getTime() + offset * 60000).toISOString().slice(0, 19);
  const two = (/** @type {number} */ n) => String(Math.floor(Math.abs(n))).padStart(2, "0");
  return `${local}${offset < 0 ? "-" : "+"}${two(offset / 60)}:${two(offset % 60)}`;
}

/** Puts what a form says beside what waits already; false where something is missing in it. @param {HTMLFormElement} form @param {FormData} posted */
async function keepWritten(form, posted) {
  const script = await import(dataset.script ?? "");
  const game = await opened(script, token, new URL(location.href).searchParams.get("king"));
  if (!game) return false;
  const shown = site(script, { digits: dataset.digits }).game(game);
  const what = new URL(form.action).pathname.split("/").at(-1) ?? "";
  const entry = written(what, posted, shown, game.entries);
  if (!entry) return false;
  const author = document.cookie.match(/(?:^|; )phone=([^;]*)/)?.[1];
  await store.wait({ token, key: String(posted.get("key")), author: author ? decodeURIComponent(author) : null, made_at: now(), ...entry });
  return true;
}

export { AGAIN, Away, keepWritten, pageAt, refresh, send };
