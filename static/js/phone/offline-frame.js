// Offline pages without a service worker, as on plain HTTP: while the server is unreachable, the phone's own pages are shown
// in a frame over this page. This page draws them and handles the links and forms of the frame.

import { createResponder, parseGamePath, canHandleForm } from "./responder.js";
import {
  actionOf,
  delegateNavigation,
  clickedLink,
  postAndFollow,
  isSentByScript,
  openPage,
} from "../table/browser-history.js";
import { saveFile } from "../lib/save-file.js";
import { checkServer } from "./server-requests.js";
import * as store from "./game-store.js";

/** @typedef {import("./responder.js").LocalResponse} LocalResponse */
/** @typedef {{href: string, fields?: [string, FormDataEntryValue][], isInHistory?: boolean, isUpLink?: boolean}} Navigation A page to open, or a form to send. `isInHistory`: its address is in the history already; `isUpLink`: the arrow in the header. */

const TIMEOUT_MILLISECONDS = 2500;
const CACHED_RELEASE_KEY = "files of the release";
const READER_SETTINGS_KEY = "reader";
const NAVIGATE_EVENT = "phone:wanted";
const isInFrame = window !== parent;

/** The site has to be loaded while the server is reachable. @type {Promise<{script: any, phone: ReturnType<typeof createResponder>}> | null} */
let siteLoading = null;

/** The reader's settings and the site's address, from the server or as stored. */
async function loadReaderSettings() {
  try {
    const response = await fetch(
      `/phone/reader.json${new URL(document.documentElement.dataset.worker ?? "", location.href).search}`,
      { signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) },
    );
    localStorage.setItem(READER_SETTINGS_KEY, await response.text());
  } catch (error) {
    if (!localStorage.getItem(READER_SETTINGS_KEY)) throw error;
  }
  return JSON.parse(localStorage.getItem(READER_SETTINGS_KEY) ?? "");
}

async function loadSite() {
  const readerSettings = await loadReaderSettings();
  const [script, text] = await Promise.all([import(readerSettings.site), import(readerSettings.words)]);
  return { script, phone: createResponder(script, text, readerSettings) };
}

function ensureSiteLoaded() {
  siteLoading ??= loadSite();
  siteLoading.catch(() => (siteLoading = null));
  return siteLoading;
}

/** Loads every file that a page may need into the browser's cache, once per release. */
export async function cacheReleaseFiles() {
  if (isInFrame) return;
  const { script } = await ensureSiteLoaded();
  if (localStorage.getItem(CACHED_RELEASE_KEY) === script.statics) return;
  for (const path of script.kept) await fetch(path);
  localStorage.setItem(CACHED_RELEASE_KEY, script.statics);
}

const isServerUnreachable = () =>
  checkServer(TIMEOUT_MILLISECONDS).then(
    () => false,
    () => true,
  );

/** @param {URL} address */
const hasUnsentEntries = (address) => store.hasUnsentEntries(parseGamePath(address).token);

/** @param {string} html @param {URL} address @param {boolean} [isInHistory] */
function showPage(html, address, isInHistory) {
  if (!isInHistory) history.pushState({}, "", address);
  document.title = new DOMParser().parseFromString(html, "text/html").title;
  const frame = document.createElement("iframe");
  // This script comes first, so that no form of the frame is sent to the unreachable server.
  const srcdoc = html.replace("<head>", `<head><script type="module" src="${import.meta.url}"></script>`);
  Object.assign(frame, { className: "phone-page", title: document.title, srcdoc });
  frame.addEventListener("load", () => frame.contentDocument?.getElementById(address.hash.slice(1))?.scrollIntoView());
  document.body.replaceChildren(frame);
}

/** @param {LocalResponse | null} response @param {URL} address @param {boolean} [isInHistory] */
async function showLocalResponse(response, address, isInHistory) {
  const { phone } = await ensureSiteLoaded();
  if (response && "redirect" in response) {
    const url = new URL(response.redirect, address);
    return showLocalResponse(await phone.get(url), url);
  }
  if (response && "file" in response)
    return saveFile(new Blob([response.file], { type: "application/json" }), response.name);
  showPage(response ? response.html : phone.offlinePage(), address, isInHistory);
}

/** @param {Navigation} navigation */
async function navigate({ href, fields, isInHistory, isUpLink }) {
  const { phone } = await ensureSiteLoaded();
  const address = new URL(href);
  if (fields) {
    const postedData = new FormData();
    for (const [name, value] of fields) postedData.append(name, value);
    await showLocalResponse(await phone.post(address, postedData), address);
    return;
  }
  const isOffline = await isServerUnreachable();
  const localResponse = isOffline || (await hasUnsentEntries(address)) ? await phone.get(address) : null;
  if (localResponse || isOffline) await showLocalResponse(localResponse, address, isInHistory);
  else openPage(address, isUpLink); // only the server has the page, even if entries are queued
}

/** @param {Navigation} navigation */
const requestNavigation = (navigation) =>
  parent.document.dispatchEvent(new CustomEvent(NAVIGATE_EVENT, { detail: navigation }));

/** Shows the phone's version of the open page. */
export const showLocalPage = () => requestNavigation({ href: document.baseURI, isInHistory: true });

document.addEventListener("click", (event) => {
  const link = clickedLink(event);
  if (!link) return;
  event.preventDefault();
  requestNavigation({ href: link.href, isUpLink: link.classList.contains("top__back") });
});

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const address = new URL(actionOf(form, event.submitter));
  if (event.defaultPrevented || !(canHandleForm(address) || isSentByScript(form))) return;
  event.preventDefault();
  const postedData = new FormData(form, event.submitter);
  if (!canHandleForm(address) || (!isInFrame && postedData.get("csrf_token") && (await isFormForServer(address))))
    return postAndFollow(form, event.submitter);
  requestNavigation({ href: address.href, fields: [...postedData] });
});

/** @param {URL} address of a form made by the server */
const isFormForServer = async (address) =>
  !(await ensureSiteLoaded().then(Boolean, () => false)) ||
  (!(await hasUnsentEntries(address)) && !(await isServerUnreachable()));

delegateNavigation();

if (!isInFrame) {
  ensureSiteLoaded().catch(() => null); // loaded early, because the server may soon be unreachable
  document.addEventListener(NAVIGATE_EVENT, async (event) => {
    const { detail } = /** @type {CustomEvent<Navigation>} */ (event);
    // the site is not cached: let the browser show its error
    await navigate(detail).catch(() => location.assign(detail.href));
  });
  addEventListener("popstate", () => document.querySelector(".phone-page") && showLocalPage());
}
