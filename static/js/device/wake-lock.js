// Keeps the screen on while a page of a running game is visible.

import { isPreferenceOn } from "./preferences.js";

let isLockRequested = false;

async function keepScreenOn() {
  if (isLockRequested || document.hidden || !isPreferenceOn("awake")) return;
  isLockRequested = true;
  try {
    // The browser releases the lock when the page is hidden.
    (await navigator.wakeLock.request("screen")).addEventListener("release", () => {
      isLockRequested = false;
      keepScreenOn();
    });
  } catch (error) {
    isLockRequested = false;
    // refused, for example with a low battery
    if (/** @type {Error} */ (error).name !== "NotAllowedError") throw error;
  }
}

if ("wakeLock" in navigator) {
  document.addEventListener("visibilitychange", keepScreenOn);
  addEventListener("pageshow", keepScreenOn);
  keepScreenOn();
}
