// What the back button finds. A form that was saved leaves no entry behind, nor does the page that it was opened from a
// second one; the arrow in the header goes back to where one came from, or up.
//
// Each entry of the tab's history is given the address of its page: browsers tell no other page's address here, since
// pages send no referrer. Where a browser has no Navigation API, every page stays an entry.

import { storage } from "../lib/storage.js";

const ARRIVED = "arrived";
const { navigation } = /** @type {any} */ (window);
const TABLE = /^\/g\/[^/]+$/;
/** What stands behind the address of a table, as who was said to be king, makes no other page of it. @param {URL | Location} there */
const pageOf = ({ pathname, search }) => pathname + (TABLE.test(pathname) ? "" : search);
const own = pageOf(location);
const isFrame = window !== parent;

/** The address of the page one entry back; undefined where nobody knows it. @returns {string | undefined} */
const before = () => navigation?.entries()[navigation.currentEntry.index - 1]?.getState()?.address;

/** Whether the entry before shows the same page, as it does after a form was saved. */
const isDouble = () => before() === own;

/** @param {string} path */
const depth = (path) => path.split("/").filter(Boolean).length;

/** Whether a page is nearer to the first page of the same game or club. @param {string} address */
function isAbove(address) {
  const [path] = address.split("?");
  const [, kind, token] = location.pathname.split("/");
  return path === "/" || (path.startsWith(`/${kind}/${token}`) && depth(path) < depth(location.pathname));
}

/** Opens a page as a link does. @param {URL} there @param {boolean} [isUp] whether it is the header's arrow */
export function visit(there, isUp = false) {
  const came = before();
  if (isUp && came !== undefined && (came === pageOf(there) || isAbove(came))) history.back();
  else if (isUp || isDouble()) location.replace(there);
  else location.assign(there);
}

/** The browser sends the form, and shows what there is. @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
function submit(form, submitter) {
  const { name = "", value = "" } = /** @type {Partial<HTMLButtonElement>} */ (submitter ?? {});
  if (name) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  HTMLFormElement.prototype.submit.call(form);
}

/** Sends a form, and goes where it leads without an entry for the form's page; one with data-onward is no more than a part of its page, which stays. @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
export async function post(form, submitter) {
  const body = new URLSearchParams([...new FormData(form, submitter)].map(([name, value]) => [name, String(value)]));
  const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Redirect": "named" } }).catch(() => null);
  const leads = answer?.headers.get("X-Location");
  if (!leads) return submit(form, submitter); // the answer is a page, or nobody answers
  const there = new URL(leads, location.href);
  storage(() => sessionStorage.setItem(ARRIVED, there.href));
  if (depth(there.pathname) > depth(location.pathname) || "onward" in form.dataset) location.assign(there);
  else location.replace(there);
}

/** Whether a form of this page is sent so. @param {HTMLFormElement} form */
export const sends = (form) =>
  form.method === "post" && form.enctype !== "multipart/form-data" && /^\/g\/./.test(location.pathname) && new URL(form.action).origin === location.origin;

/** Whether the page is the answer to a form that was sent. It is said once. */
export function isArrival() {
  const arrived = storage(() => sessionStorage.getItem(ARRIVED));
  storage(() => sessionStorage.removeItem(ARRIVED));
  return arrived === location.href;
}

/** The link that a click opens in this tab, where that is another page of this site. @param {MouseEvent} event */
export function opened(event) {
  const link = /** @type {Element} */ (event.target).closest("a[href]");
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || link.target || link.download) return null;
  const isHere = link.pathname + link.search === parent.location.pathname + parent.location.search;
  return link.origin !== parent.location.origin || (link.hash && isHere) ? null : link;
}

/** Back from a page onto the same one, as it was before a form was saved: one more back. */
function skipDouble() {
  const { activation, currentEntry } = navigation ?? {};
  const { from, navigationType } = activation ?? {};
  if (navigationType === "traverse" && from?.index === currentEntry.index + 1 && from.getState()?.address === own) history.back();
}

if (!isFrame) {
  navigation?.updateCurrentEntry({ state: { address: own } });
  addEventListener("pageshow", skipDouble);
}

/** Whether static/js/phone/offline-frame.js hears links and forms: without a worker, it asks first whether the server answers. */
let isHandedOver = isFrame;
export const handOver = () => (isHandedOver = true);

document.addEventListener("click", (event) => {
  const link = isHandedOver ? null : opened(event);
  const isUp = Boolean(link?.classList.contains("top__back"));
  if (!link || !(isUp || isDouble())) return;
  event.preventDefault();
  visit(new URL(link.href), isUp);
});

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (isHandedOver || event.defaultPrevented || !sends(form)) return;
  event.preventDefault();
  post(form, event.submitter);
});
