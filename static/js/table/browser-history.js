// The back button. A form that was saved leaves no history entry, and its page no duplicate of the page before it. The arrow
// in the header goes back, or up.
//
// Each history entry stores the address of its page, because pages send no referrer. A browser without the Navigation API
// keeps every page as an entry.

import { tryStorage } from "../lib/storage.js";

const FORM_REDIRECT_KEY = "arrived";
const { navigation } = /** @type {any} */ (window);
const TABLE_PATH_PATTERN = /^\/g\/[^/]+$/;
/** The key that identifies a page. The query of a table page does not distinguish it. @param {URL | Location} address */
const pageKey = ({ pathname, search }) => pathname + (TABLE_PATH_PATTERN.test(pathname) ? "" : search);
const ownPageKey = pageKey(location);
const isInFrame = window !== parent;

/** The page key one entry back; undefined if unknown. @returns {string | undefined} */
const previousPageKey = () => navigation?.entries()[navigation.currentEntry.index - 1]?.getState()?.address;

/** Whether the previous entry is the same page, as after saving a form. */
const isPreviousPageSame = () => previousPageKey() === ownPageKey;

/** @param {string} path */
const pathDepth = (path) => path.split("/").filter(Boolean).length;

/** Whether a page is above this one in the same game or club. @param {string} address */
function isPageAbove(address) {
  const [path] = address.split("?");
  const [, kind, token] = location.pathname.split("/");
  return path === "/" || (path.startsWith(`/${kind}/${token}`) && pathDepth(path) < pathDepth(location.pathname));
}

/** Opens a page as a link does. @param {URL} url @param {boolean} [isUpLink] whether it is the header's arrow */
export function openPage(url, isUpLink = false) {
  const previousKey = previousPageKey();
  if (isUpLink && previousKey !== undefined && (previousKey === pageKey(url) || isPageAbove(previousKey)))
    history.back();
  else if (isUpLink || isPreviousPageSame()) location.replace(url);
  else location.assign(url);
}

/**
 * The address that a form is sent to, which its button may name.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
export const actionOf = (form, submitter) =>
  submitter instanceof HTMLButtonElement && submitter.hasAttribute("formaction") ? submitter.formAction : form.action;

/** Lets the browser submit the form. @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
function submitByBrowser(form, submitter) {
  const { name = "", value = "" } = /** @type {Partial<HTMLButtonElement>} */ (submitter ?? {});
  const ownAction = form.getAttribute("action") ?? "";
  const chosenInput = Object.assign(document.createElement("input"), { type: "hidden", name, value });
  form.setAttribute("action", actionOf(form, submitter));
  form.append(chosenInput);
  HTMLFormElement.prototype.submit.call(form);
  // Back may show this page as it is now.
  chosenInput.remove();
  form.setAttribute("action", ownAction);
}

/**
 * Sends a form and follows its redirect without a history entry for the form's page. Forms with data-keeps-page keep their page.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
export async function postAndFollow(form, submitter) {
  const body = new URLSearchParams([...new FormData(form, submitter)].map(([name, value]) => [name, String(value)]));
  const address = actionOf(form, submitter);
  const response = await fetch(address, { method: "POST", body, headers: { "X-Redirect": "named" } }).catch(() => null);
  const targetUrl = response?.headers.get("X-Location");
  // the answer is a page, or there is none
  if (!targetUrl) return submitByBrowser(form, submitter);
  const url = new URL(targetUrl, location.href);
  const isSamePage = url.pathname + url.search === location.pathname + location.search;
  tryStorage(() => sessionStorage.setItem(FORM_REDIRECT_KEY, url.href));
  if (isSamePage && url.hash) {
    // the browser would only scroll
    history.replaceState(history.state, "", url);
    location.reload();
  } else if (pathDepth(url.pathname) > pathDepth(location.pathname) || "keepsPage" in form.dataset)
    location.assign(url);
  else location.replace(url);
}

/** Whether a form of this page is sent by script. @param {HTMLFormElement} form */
export const isSentByScript = (form) =>
  form.method === "post" &&
  form.enctype !== "multipart/form-data" &&
  /^\/g\/./.test(location.pathname) &&
  new URL(form.action).origin === location.origin;

/** Whether this page is the answer to a form; true only once. */
export function consumeFormRedirect() {
  const arrived = tryStorage(() => sessionStorage.getItem(FORM_REDIRECT_KEY));
  tryStorage(() => sessionStorage.removeItem(FORM_REDIRECT_KEY));
  return arrived === location.href;
}

/** The link that a click opens in this tab, if it leads to another page of this site. @param {MouseEvent} event */
export function clickedLink(event) {
  const link = event.target instanceof Element && event.target.closest("a[href]");
  if (
    !(link instanceof HTMLAnchorElement) ||
    event.defaultPrevented ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    link.target ||
    link.download
  )
    return null;
  const isHere = link.pathname + link.search === parent.location.pathname + parent.location.search;
  return link.origin !== parent.location.origin || (link.hash && isHere) ? null : link;
}

/** After going back to a duplicate of the page left: goes back once more. */
function skipDuplicatePage() {
  const { activation, currentEntry } = navigation ?? {};
  const { from, navigationType } = activation ?? {};
  if (
    navigationType === "traverse" &&
    from?.index === currentEntry.index + 1 &&
    from.getState()?.address === ownPageKey
  )
    history.back();
}

if (!isInFrame) {
  navigation?.updateCurrentEntry({ state: { address: ownPageKey } });
  addEventListener("pageshow", skipDuplicatePage);
}

/** Whether static/js/phone/offline-frame.js handles links and forms; without a worker, it checks first whether the server answers. */
let isNavigationDelegated = isInFrame;
export const delegateNavigation = () => (isNavigationDelegated = true);

document.addEventListener("click", (event) => {
  const link = isNavigationDelegated ? null : clickedLink(event);
  const isUpLink = Boolean(link?.classList.contains("top__back"));
  if (!link || !(isUpLink || isPreviousPageSame())) return;
  event.preventDefault();
  openPage(new URL(link.href), isUpLink);
});

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (isNavigationDelegated || event.defaultPrevented || !isSentByScript(form)) return;
  event.preventDefault();
  postAndFollow(form, event.submitter);
});
