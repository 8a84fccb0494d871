// The screen stays awake while a page of a running game is looked at.

import { isOn } from "./preferences.js";

let asked = false;

async function stayAwake() {
  if (asked || document.hidden || !isOn("awake")) return;
  asked = true;
  try {
    // The browser lets go of it by itself as soon as the page is out of sight.
    (await navigator.wakeLock.request("screen")).addEventListener("release", () => {
      asked = false;
      stayAwake();
    });
  } catch (problem) {
    asked = false;
    if (/** @type {Error} */ (problem).name !== "NotAllowedError") throw problem; // a battery that is nearly empty comes first
  }
}

if ("wakeLock" in navigator) {
  document.addEventListener("visibilitychange", stayAwake);
  addEventListener("pageshow", stayAwake);
  stayAwake();
}
