// The service worker: keeps the site's files, and answers for the server where that does not.

import { answers, partsOf, takes } from "./answers.js";
import { refresh, send } from "./outbox.js";
import * as store from "./store.js";

const FILES = "trexscore-files-";
const PATIENCE = { page: 3000, form: 5000, sending: 2500 };
const LEFT_ALONE = 8000;
const FROM_THE_SERVER = /\/(?:links|house-rules|rules)$/; // what only the server draws is kept as it was last seen
const OF_AN_ACCOUNT = /^\/(?:account|c)(?:\/|$)/; // who is signed in, and what a club shows whom, only the server knows
const RELEASE = /^\/static\/[0-9a-f]{12}\//;

/** Nobody is asked again for this long after nobody has answered. */
let leftAloneUntil = 0;

/** @template T @param {Promise<T>} asked @param {number} patience @returns {Promise<T>} */
const within = (asked, patience) => Promise.race([asked, new Promise((_, reject) => setTimeout(() => reject(new Error("no answer in time")), patience))]);

/**
 * What the server answers. Raises where there is no reception, or nobody behind a proxy.
 * @param {Request} request
 * @param {number} patience
 * @param {(status: number) => boolean} isAway
 * @param {Promise<Response | undefined>} [begun] what the browser has asked for already, while the worker was waking up
 */
async function fromTheServer(request, patience, isAway, begun = Promise.resolve()) {
  try {
    const answer = await within(begun.then((answer) => answer ?? fetch(request)), patience);
    if (isAway(answer.status)) throw new Error(`away: ${answer.status}`);
    leftAloneUntil = 0;
    return answer;
  } catch (problem) {
    leftAloneUntil = Date.now() + LEFT_ALONE;
    throw problem;
  }
}

/**
 * @param {any} script the site's templates and tables
 * @param {any} said its words
 * @param {{site: string, words: string, digits: string, theme: string | null, author: string | null, policy: string}} reader
 */
export function serve(script, said, reader) {
  const phone = answers(script, said, reader);
  const files = FILES + script.statics.split("/").at(-2);
  const language = said.language.code;

  /** @param {string} html @param {number} [status] */
  const page = (html, status = 200) =>
    new Response(html, { status, headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": reader.policy, "Referrer-Policy": "no-referrer", "Cache-Control": "no-store" } });

  /** @param {import("./answers.js").Answer} answer @param {Request} [request] a form that a script sent is told where to go (static/js/table/history.js) */
  function asResponse(answer, request) {
    if ("html" in answer) return page(answer.html);
    if ("leads" in answer && request?.headers.has("X-Redirect")) return new Response(null, { status: 204, headers: { "X-Location": answer.leads } });
    if ("leads" in answer) return Response.redirect(new URL(answer.leads, location.origin), 303);
    const headers = { "Content-Type": "application/json", "Content-Disposition": `attachment; filename="${answer.name}"` };
    return new Response(answer.file, { headers });
  }

  /** @param {Request} request */
  async function drawn(request) {
    const answer = await phone.get(new URL(request.url));
    if (answer) return asResponse(answer);
    return (await store.page(request.url)) ?? page(phone.away(), 503);
  }

  const sent = () => within(send(language), PATIENCE.sending);

  /** @param {FetchEvent} event */
  async function shown({ request, preloadResponse }) {
    const begun = Promise.resolve(preloadResponse);
    begun.catch(() => null); // it may not be needed
    const address = new URL(request.url);
    const { token } = partsOf(address);
    const own = Date.now() < leftAloneUntil && (await phone.get(address));
    if (own) return asResponse(own);
    if (await store.isAhead(token)) {
      await sent().catch(() => (leftAloneUntil = Date.now() + LEFT_ALONE));
      const ahead = (await store.isAhead(token)) && (await phone.get(address));
      if (ahead) return asResponse(ahead);
    }
    try {
      const answer = await fromTheServer(request, PATIENCE.page, (status) => status >= 502 && status <= 504, begun);
      if (answer.ok && FROM_THE_SERVER.test(address.pathname)) {
        await store.keepPage(address.href, answer.clone());
      }
      return answer;
    } catch {
      return drawn(request);
    }
  }

  /** A page that is never kept: the server's, or a word that there is no reception. @param {FetchEvent} event */
  async function neverKept({ request, preloadResponse }) {
    try {
      return (await preloadResponse) ?? (await fetch(request));
    } catch {
      return page(phone.away(), 503);
    }
  }

  /** A form that the server made goes there first; one that the phone drew, or that finds nobody, stays here until it can be sent. @param {FetchEvent} event */
  async function taken(event) {
    const { request } = event;
    const address = new URL(request.url);
    if (!takes(address)) return fromTheServer(request, PATIENCE.form, (status) => status >= 502 && status <= 504).catch(() => page(phone.away(), 503));
    const posted = await request.clone().formData();
    if (posted.get("csrf_token") && Date.now() >= leftAloneUntil && !(await store.isAhead(partsOf(address).token))) {
      const answer = await fromTheServer(request, PATIENCE.form, (status) => status === 429 || status >= 500).catch(() => null);
      if (answer) {
        const { token } = partsOf(address);
        if (token) event.waitUntil(refresh(token).catch(() => null)); // what was written is here, too, before reception goes
        return answer;
      }
    }
    const answer = await phone.post(address, posted);
    if (!answer) return page(phone.away(), 503);
    if (Date.now() >= leftAloneUntil) await sent().catch(() => (leftAloneUntil = Date.now() + LEFT_ALONE));
    event.waitUntil(sendLater());
    return asResponse(answer, request);
  }

  /** Where the browser can, it calls when there is reception again. */
  async function sendLater() {
    if ((await store.allWaiting()).length) await /** @type {any} */ (self).registration.sync?.register("outbox").catch(() => null);
  }

  /** A file of this release, also for a page of the one before. @param {Request} request */
  async function file(request) {
    const { pathname } = new URL(request.url);
    const kept = (await caches.match(request.url)) ?? (await caches.match(pathname.replace(RELEASE, script.statics)));
    return kept ?? fetch(request);
  }

  addEventListener("install", (event) => {
    // Browsers that can are told to take this release's files from where they are kept, without asking here.
    const ofThisRelease = { condition: { urlPattern: `${script.statics}*` }, source: { cacheName: files } };
    /** @type {any} */ (event).addRoutes?.(ofThisRelease);
    const keep = async () => {
      const cache = await caches.open(files);
      const missing = [];
      for (const path of [...script.kept, reader.site, reader.words]) if (!(await cache.match(path))) missing.push(path);
      await cache.addAll(missing);
      await skipWaiting();
    };
    event.waitUntil(keep());
  });

  // What an older release kept is cleared; games and what waits lie elsewhere and stay.
  addEventListener("activate", (event) => {
    const clear = async () => {
      for (const name of await caches.keys()) if (name.startsWith(FILES) && name !== files) await caches.delete(name);
      await registration.navigationPreload?.enable();
      await clients.claim();
    };
    event.waitUntil(clear());
  });

  addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (origin !== location.origin || pathname.startsWith("/api/") || pathname === "/sw.js") return;
    const isPage = request.method === "GET" && request.mode === "navigate";
    if (OF_AN_ACCOUNT.test(pathname)) return void (isPage && event.respondWith(neverKept(event)));
    if (request.method === "POST" && (request.mode === "navigate" || request.headers.has("X-Redirect"))) event.respondWith(taken(event));
    else if (request.method !== "GET") return;
    else if (RELEASE.test(pathname) || pathname.startsWith("/phone/")) event.respondWith(file(request));
    else if (isPage || partsOf(new URL(request.url)).token) event.respondWith(shown(event));
  });

  addEventListener("sync", (event) => /** @type {any} */ (event).waitUntil(send(language).then(tell)));

  addEventListener("message", ({ data }) => {
    if (data === "online") leftAloneUntil = 0;
  });

  async function tell() {
    for (const client of await clients.matchAll()) client.postMessage("sent");
  }
}
