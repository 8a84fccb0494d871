// The service worker: caches the site's files and answers when the server does not.

import { createResponder, parseGamePath, canHandleForm } from "./responder.js";
import { refreshGame } from "./downloads.js";
import { sendOutbox } from "./outbox.js";
import * as store from "./game-store.js";

const FILE_CACHE_PREFIX = "trexscore-files-";
const TIMEOUT_MILLISECONDS_BY_REQUEST = { page: 3000, form: 5000, sending: 2500 };
const ASSUMED_OFFLINE_MILLISECONDS = 8000;
// pages that only the server draws are cached as last seen
const SERVER_DRAWN_PATH_PATTERN = /\/(?:links|house-rules|rules)$/;
const UNCACHED_PATH_PATTERN = /^\/(?:account|c)(?:\/|$)/; // accounts and club pages are never cached
const RELEASE_PATH_PATTERN = /^\/static\/[0-9a-f]{12}\//;

/** No request to the server before this time, after one failed. */
let assumedOfflineUntil = 0;

/** @template T @param {Promise<T>} promise @param {number} timeout @returns {Promise<T>} */
const withTimeout = (promise, timeout) =>
  Promise.race([
    promise,
    new Promise((_, reject) => setTimeout(() => reject(new Error("no answer in time")), timeout)),
  ]);

/**
 * Fetches from the server. Raises if offline or if the proxy has no server.
 * @param {Request} request
 * @param {number} timeout in milliseconds
 * @param {(status: number) => boolean} isAway
 * @param {Promise<Response | undefined>} [preload] the navigation preload
 */
async function fetchFromServer(request, timeout, isAway, preload = Promise.resolve()) {
  try {
    const response = await withTimeout(
      preload.then((response) => response ?? fetch(request)),
      timeout,
    );
    if (isAway(response.status)) throw new Error(`away: ${response.status}`);
    assumedOfflineUntil = 0;
    return response;
  } catch (error) {
    assumedOfflineUntil = Date.now() + ASSUMED_OFFLINE_MILLISECONDS;
    throw error;
  }
}

/**
 * @param {any} siteData the site's templates and tables
 * @param {any} texts its words
 * @param {{site: string, words: string, digits: string, theme: string | null, author: string | null, policy: string}} readerSettings
 */
export function handleWorkerEvents(siteData, texts, readerSettings) {
  const phone = createResponder(siteData, texts, readerSettings);
  const files = FILE_CACHE_PREFIX + siteData.statics.split("/").at(-2);
  const language = texts.language.code;

  /** @param {string} html @param {number} [status] */
  const pageResponse = (html, status = 200) =>
    new Response(html, {
      status,
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": readerSettings.policy,
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-store",
      },
    });

  /**
   * @param {import("./responder.js").LocalResponse} response
   * @param {Request} [request] a form sent by script gets its redirect as a header (static/js/table/browser-history.js)
   */
  function toResponse(response, request) {
    if ("html" in response) return pageResponse(response.html);
    if ("redirect" in response && request?.headers.has("X-Redirect"))
      return new Response(null, { status: 204, headers: { "X-Location": response.redirect } });
    if ("redirect" in response) return Response.redirect(new URL(response.redirect, location.origin), 303);
    const headers = {
      "Content-Type": "application/json",
      "Content-Disposition": `attachment; filename="${response.name}"`,
    };
    return new Response(response.file, { headers });
  }

  /** @param {Request} request */
  async function drawPage(request) {
    const response = await phone.get(new URL(request.url));
    if (response) return toResponse(response);
    return (await store.getCachedPage(request.url)) ?? pageResponse(phone.offlinePage(), 503);
  }

  const sendOutboxWithTimeout = () => withTimeout(sendOutbox(language), TIMEOUT_MILLISECONDS_BY_REQUEST.sending);

  /** @param {FetchEvent} event */
  async function answerPage({ request, preloadResponse }) {
    const preload = Promise.resolve(preloadResponse);
    preload.catch(() => null); // it may not be needed
    const address = new URL(request.url);
    const { token } = parseGamePath(address);
    const localResponse = Date.now() < assumedOfflineUntil && (await phone.get(address));
    if (localResponse) return toResponse(localResponse);
    if (await store.hasUnsentEntries(token)) {
      await sendOutboxWithTimeout().catch(() => (assumedOfflineUntil = Date.now() + ASSUMED_OFFLINE_MILLISECONDS));
      const page = (await store.hasUnsentEntries(token)) && (await phone.get(address));
      if (page) return toResponse(page);
    }
    try {
      const response = await fetchFromServer(
        request,
        TIMEOUT_MILLISECONDS_BY_REQUEST.page,
        (status) => status >= 502 && status <= 504,
        preload,
      );
      if (response.ok && SERVER_DRAWN_PATH_PATTERN.test(address.pathname)) {
        await store.cachePage(address.href, response.clone());
      }
      return response;
    } catch {
      return drawPage(request);
    }
  }

  /** Answers a page that is never cached. @param {FetchEvent} event */
  async function answerUncachedPage({ request, preloadResponse }) {
    try {
      return (await preloadResponse) ?? (await fetch(request));
    } catch {
      return pageResponse(phone.offlinePage(), 503);
    }
  }

  /**
   * Answers a form that the browser sends again because someone went back or forward. No one saves now: it is not queued,
   * and the server answers as before, because a form that it refused names an older state of the game.
   * @param {Request} request one for the browser's cache alone, which has no such page
   */
  async function answerFormSentAgain(request) {
    const { token } = parseGamePath(new URL(request.url));
    const isDrawnHere = !(await request.clone().formData()).get("csrf_token");
    if (isDrawnHere) return Response.redirect(new URL(token ? `/g/${token}` : "/games/new", location.origin), 303);
    return fetchFromServer(
      new Request(request, { cache: "no-store" }),
      TIMEOUT_MILLISECONDS_BY_REQUEST.form,
      (status) => status === 429 || status >= 500,
    ).catch(() => pageResponse(phone.offlinePage(), 503));
  }

  /** Answers a form. A form made by the server is sent there; one drawn by the phone, or without a connection, is queued. @param {FetchEvent} event */
  async function answerForm(event) {
    const { request } = event;
    const address = new URL(request.url);
    if (request.cache === "only-if-cached") return answerFormSentAgain(request); // from the browser's history
    if (!canHandleForm(address))
      return fetchFromServer(
        request,
        TIMEOUT_MILLISECONDS_BY_REQUEST.form,
        (status) => status >= 502 && status <= 504,
      ).catch(() => pageResponse(phone.offlinePage(true), 503));
    const form = await request.clone().formData();
    if (
      form.get("csrf_token") &&
      Date.now() >= assumedOfflineUntil &&
      !(await store.hasUnsentEntries(parseGamePath(address).token))
    ) {
      const response = await fetchFromServer(
        request,
        TIMEOUT_MILLISECONDS_BY_REQUEST.form,
        (status) => status === 429 || status >= 500,
      ).catch(() => null);
      if (response) {
        const { token } = parseGamePath(address);
        // store the new entry before the phone goes offline
        if (token) event.waitUntil(refreshGame(token).catch(() => null));
        return response;
      }
    }
    const fromServer = await phone.post(address, form);
    if (!fromServer) return pageResponse(phone.offlinePage(true), 503);
    if (Date.now() >= assumedOfflineUntil)
      await sendOutboxWithTimeout().catch(() => (assumedOfflineUntil = Date.now() + ASSUMED_OFFLINE_MILLISECONDS));
    event.waitUntil(registerSync());
    return toResponse(fromServer, request);
  }

  /** Asks for a background sync, where the browser supports it. */
  async function registerSync() {
    if ((await store.getAllQueuedEntries()).length)
      await /** @type {any} */ (self).registration.sync?.register("outbox").catch(() => null);
  }

  /** A static file of this release, even for a page of the previous one. @param {Request} request */
  async function answerFile(request) {
    const { pathname } = new URL(request.url);
    const cached =
      (await caches.match(request.url)) ??
      (await caches.match(pathname.replace(RELEASE_PATH_PATTERN, siteData.statics)));
    return cached ?? fetch(request);
  }

  addEventListener("install", (event) => {
    // Browsers with static routing take this release's files from the cache directly.
    const ofThisRelease = { condition: { urlPattern: `${siteData.statics}*` }, source: { cacheName: files } };
    /** @type {any} */ (event).addRoutes?.(ofThisRelease);
    const keep = async () => {
      const cache = await caches.open(files);
      const missingFiles = [];
      for (const path of [...siteData.kept, readerSettings.site, readerSettings.words])
        if (!(await cache.match(path))) missingFiles.push(path);
      await cache.addAll(missingFiles);
      await skipWaiting();
    };
    event.waitUntil(keep());
  });

  // Deletes the files of older releases; games and queued entries are stored elsewhere.
  addEventListener("activate", (event) => {
    const clear = async () => {
      for (const name of await caches.keys())
        if (name.startsWith(FILE_CACHE_PREFIX) && name !== files) await caches.delete(name);
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
    if (UNCACHED_PATH_PATTERN.test(pathname)) return void (isPage && event.respondWith(answerUncachedPage(event)));
    if (request.method === "POST" && (request.mode === "navigate" || request.headers.has("X-Redirect")))
      event.respondWith(answerForm(event));
    else if (request.method !== "GET") return;
    else if (RELEASE_PATH_PATTERN.test(pathname) || pathname.startsWith("/phone/"))
      event.respondWith(answerFile(request));
    else if (isPage || parseGamePath(new URL(request.url)).token) event.respondWith(answerPage(event));
  });

  addEventListener("sync", (event) => /** @type {any} */ (event).waitUntil(sendOutbox(language).then(notifyClients)));

  addEventListener("message", ({ data }) => {
    if (data === "online") assumedOfflineUntil = 0;
  });

  async function notifyClients() {
    for (const client of await clients.matchAll()) client.postMessage("sent");
  }
}
