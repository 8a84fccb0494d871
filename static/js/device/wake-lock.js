// Keeps the screen on while a page of a running game is visible.

import { isPreferenceOn } from "./preferences.js";

let isRequested = false;

async function stayAwake() {
  if (isRequested || document.hidden || !isPreferenceOn("awake")) return;
  isRequested = true;
  try {
    // The browser releases the lock when the page is hidden.
    (await navigator.wakeLock.request("screen")).addEventListener("release", () => {
      isRequested = false;
      stayAwake();
    });
  } catch (error) {
    isRequested = false;
    // refused, for example with a low battery
    if (/** @type {Error} */ (error).name !== "NotAllowedError") throw error;
  }
}

if ("wakeLock" in navigator) {
  document.addEventListener("visibilitychange", stayAwake);
  addEventListener("pageshow", stayAwake);
  stayAwake();
}
