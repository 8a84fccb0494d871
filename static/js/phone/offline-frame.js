// An open page where the browser allows no worker, as on plain http: while the server is away, the phone's own pages are
// shown in a frame that covers this one. The page that stays open draws them; what is tapped in the frame comes back to it.

import { answers, partsOf, takes } from "./answers.js";
import { delegate, clickedLink, post, isSentByScript, visit } from "../table/history.js";
import * as store from "./store.js";

/** @typedef {import("./answers.js").Answer} Answer */
/** @typedef {{href: string, fields?: [string, FormDataEntryValue][], again?: boolean, isUp?: boolean}} Wanted A page, or what a form of it says; `again` where its address is in the history already, `isUp` for the arrow in the header. */

const PATIENCE = 2500;
const FILES = "files of the release";
const READER = "reader";
const WANTED = "phone:wanted";
const isFrame = window !== parent;

/** The site itself has to be here before the server is away. @type {Promise<{script: any, phone: ReturnType<typeof answers>}> | null} */
let taken = null;

/** How this phone reads, and where the site is: as the server says, or as it said last. */
async function readerHere() {
  try {
    const answer = await fetch(`/phone/reader.json${new URL(document.documentElement.dataset.worker ?? "", location.href).search}`, { signal: AbortSignal.timeout(PATIENCE) });
    const said = await answer.text();
    localStorage.setItem(READER, said);
    return JSON.parse(said);
  } catch (problem) {
    const kept = localStorage.getItem(READER);
    if (!kept) throw problem;
    return JSON.parse(kept);
  }
}

async function take() {
  const reader = await readerHere();
  const [script, said] = await Promise.all([import(reader.site), import(reader.words)]);
  return { script, phone: answers(script, said, reader) };
}

function site() {
  taken ??= take();
  taken.catch(() => (taken = null));
  return taken;
}

/** Every file that a page could need is in the browser's own store, once for each release. */
export async function prepare() {
  if (isFrame) return;
  const { script } = await site();
  if (localStorage.getItem(FILES) === script.statics) return;
  for (const path of script.kept) await fetch(path);
  localStorage.setItem(FILES, script.statics);
}

async function isAway() {
  try {
    const answer = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    return !answer.ok;
  } catch {
    return true;
  }
}

/** @param {URL} address */
const isAhead = (address) => store.isAhead(partsOf(address).token);

/** @param {string} html @param {URL} address @param {boolean} [again] */
function cover(html, address, again) {
  if (!again) history.pushState({}, "", address);
  document.title = new DOMParser().parseFromString(html, "text/html").title;
  const frame = document.createElement("iframe");
  // This script comes first in it: no form of the frame may go to a server that is not there.
  const srcdoc = html.replace("<head>", `<head><script type="module" src="${import.meta.url}"></script>`);
  Object.assign(frame, { className: "phone-page", title: document.title, srcdoc });
  frame.addEventListener("load", () => frame.contentDocument?.getElementById(address.hash.slice(1))?.scrollIntoView());
  document.body.replaceChildren(frame);
}

/** @param {string} file @param {string} name */
function save(file, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([file], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** @param {Answer | null} answer @param {URL} address @param {boolean} [again] */
async function show(answer, address, again) {
  const { phone } = await site();
  if (answer && "leads" in answer) {
    const there = new URL(answer.leads, address);
    return show(await phone.get(there), there);
  }
  if (answer && "file" in answer) return save(answer.file, answer.name);
  cover(answer ? answer.html : phone.away(), address, again);
}

/** @param {Wanted} wanted */
async function go({ href, fields, again, isUp }) {
  const { phone } = await site();
  const address = new URL(href);
  if (fields) {
    const posted = new FormData();
    for (const [name, value] of fields) posted.append(name, value);
    await show(await phone.post(address, posted), address);
    return;
  }
  const away = await isAway();
  const own = away || (await isAhead(address)) ? await phone.get(address) : null;
  if (own || away) await show(own, address, again);
  else visit(address, isUp); // what only the server has, also while something waits here
}

/** @param {Wanted} wanted */
const want = (wanted) => parent.document.dispatchEvent(new CustomEvent(WANTED, { detail: wanted }));

/** What lies here of the page that is open is shown instead of it. */
export const showOwn = () => want({ href: document.baseURI, again: true });

document.addEventListener("click", (event) => {
  const link = clickedLink(event);
  if (!link) return;
  event.preventDefault();
  want({ href: link.href, isUp: link.classList.contains("top__back") });
});

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const address = new URL(form.action);
  if (event.defaultPrevented || !(takes(address) || isSentByScript(form))) return;
  event.preventDefault();
  const posted = new FormData(form, event.submitter);
  if (!takes(address) || (!isFrame && posted.get("csrf_token") && (await isForTheServer(address)))) return post(form, event.submitter);
  want({ href: form.action, fields: [...posted] });
});

/** @param {URL} address of a form that the server made */
const isForTheServer = async (address) => !(await site().then(Boolean, () => false)) || (!(await isAhead(address)) && !(await isAway()));

delegate();

if (!isFrame) {
  site().catch(() => null); // asked for at once: the server may be gone in a second
  document.addEventListener(WANTED, async (event) => {
    const { detail } = /** @type {CustomEvent<Wanted>} */ (event);
    await go(detail).catch(() => location.assign(detail.href)); // not even the site is here: the browser says what it can
  });
  addEventListener("popstate", () => document.querySelector(".phone-page") && showOwn());
}
