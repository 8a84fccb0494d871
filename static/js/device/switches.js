// The first page: what this phone can do at the table, how it becomes an app, and why it cannot.

import { choose, isOn } from "./preferences.js";

/** @typedef {Event & {prompt: () => Promise<unknown>}} InstallEvent */

const place = /** @type {HTMLElement} */ (document.querySelector("[data-device]"));

/** @type {Record<import("./preferences.js").Habit, boolean>} */
const able = { awake: "wakeLock" in navigator, tick: "vibrate" in navigator };

/** @param {string} part */
const reveal = (part) => {
  const element = /** @type {HTMLElement} */ (place.querySelector(part));
  element.hidden = false;
  return element;
};

for (const [habit, can] of /** @type {[import("./preferences.js").Habit, boolean][]} */ (Object.entries(able))) {
  if (!can) continue;
  const radios = /** @type {NodeListOf<HTMLInputElement>} */ (reveal(`[data-habit="${habit}"]`).querySelectorAll("input"));
  for (const radio of radios) radio.checked = (radio.value === "on") === isOn(habit);
}
if (!isSecureContext) reveal('[data-withheld="http"]');
else if (!able.awake) reveal('[data-withheld="awake"]');

place.addEventListener("change", (event) => {
  const radio = /** @type {HTMLInputElement} */ (event.target);
  const habit = /** @type {import("./preferences.js").Habit} */ (radio.closest("[data-habit]")?.getAttribute("data-habit"));
  choose(habit, radio.value === "on");
  if (habit === "tick" && radio.value === "on") navigator.vibrate(10);
});

// Only the browser on an iPhone or iPad knows this word; there, people install by hand.
if (/** @type {Navigator & {standalone?: boolean}} */ (navigator).standalone === false) reveal("[data-install-by-hand]");

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault(); // no banner: whoever wants it finds it here
  const button = reveal("[data-install]");
  button.onclick = async () => {
    button.hidden = true;
    await /** @type {InstallEvent} */ (event).prompt();
  };
});
addEventListener("appinstalled", () => (/** @type {HTMLElement} */ (place.querySelector("[data-install]")).hidden = true));
