// The service worker: keeps the site's files, and answers with the phone's own page where the server does not.
// `KEPT` and `SHELL` stand in front of this text, as the server writes them.

/* global KEPT, SHELL, RELEASE */

const CACHE = `trexscore-${RELEASE}`;
const PATIENCE = 6000;

addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      await cache.addAll(KEPT);
      await skipWaiting();
    })(),
  );
});

// What an older release kept is cleared; games and what waits lie elsewhere and stay.
addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith("trexscore-") && name !== CACHE) await caches.delete(name);
      await clients.claim();
    })(),
  );
});

/** @param {Request} request */
async function fromTheServer(request) {
  const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
  if (answer.status >= 502 && answer.status <= 504) throw new Error("nobody behind the proxy");
  return answer;
}

/** @param {Request} request */
async function page(request) {
  try {
    return await fromTheServer(request);
  } catch (problem) {
    const shell = await caches.match(SHELL);
    if (!shell) throw problem;
    return shell;
  }
}

/** @param {Request} request */
async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}

addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (origin !== location.origin || method !== "GET") return;
  if (mode === "navigate") event.respondWith(page(event.request));
  else if (pathname.startsWith("/static/") || pathname.startsWith("/phone/")) event.respondWith(file(event.request));
});
