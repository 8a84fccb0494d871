// The settings of this device: what it can do at the table, and how to install the app.

import { setPreference, isPreferenceOn } from "./preferences.js";

/** @typedef {Event & {prompt: () => Promise<unknown>}} InstallEvent */

const deviceSection = /** @type {HTMLElement} */ (document.querySelector("[data-device]"));

/** @type {Record<import("./preferences.js").DevicePreference, boolean>} */
const isCapableByPreference = { awake: "wakeLock" in navigator, tick: "vibrate" in navigator };

/** @param {string} selector */
const showElement = (selector) => {
  const element = /** @type {HTMLElement} */ (deviceSection.querySelector(selector));
  element.hidden = false;
  return element;
};

for (const [preference, isCapable] of /** @type {[import("./preferences.js").DevicePreference, boolean][]} */ (
  Object.entries(isCapableByPreference)
)) {
  if (!isCapable) continue;
  const radios = /** @type {NodeListOf<HTMLInputElement>} */ (
    showElement(`[data-preference="${preference}"]`).querySelectorAll("input")
  );
  for (const radio of radios) radio.checked = (radio.value === "on") === isPreferenceOn(preference);
}
if (!isSecureContext) showElement('[data-unavailable="http"]');
else if (!isCapableByPreference.awake) showElement('[data-unavailable="awake"]');

deviceSection.addEventListener("change", (event) => {
  const radio = /** @type {HTMLInputElement} */ (event.target);
  const preference = /** @type {import("./preferences.js").DevicePreference} */ (
    radio.closest("[data-preference]")?.getAttribute("data-preference")
  );
  setPreference(preference, radio.value === "on");
  if (preference === "tick" && radio.value === "on") navigator.vibrate(10);
});

// Only browsers on iPhone and iPad have this property; there the app is installed by hand.
if (/** @type {Navigator & {standalone?: boolean}} */ (navigator).standalone === false)
  showElement("[data-install-by-hand]");

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault(); // no banner; the button is on this page
  const button = showElement("[data-install]");
  button.onclick = async () => {
    button.hidden = true;
    await /** @type {InstallEvent} */ (event).prompt();
  };
});
addEventListener("appinstalled", () => {
  /** @type {HTMLElement} */ (deviceSection.querySelector("[data-install]")).hidden = true;
});
