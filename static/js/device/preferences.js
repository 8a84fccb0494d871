// What this phone shall do at the table, as whoever holds it has chosen.

import { storage } from "../lib/storage.js";

const MILLISECONDS = 10;

/** @typedef {"awake" | "tick"} Habit */

/** Without a choice the screen stays awake, and taps are felt where things may move at all. @param {Habit} habit */
export function isOn(habit) {
  const said = storage(() => localStorage.getItem(habit));
  return said ? said === "on" : habit === "awake" || !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @param {Habit} habit @param {boolean} on */
export const choose = (habit, on) => storage(() => localStorage.setItem(habit, on ? "on" : "off"));

/** A tap that counted is felt, where the phone can. */
export function tick() {
  if ("vibrate" in navigator && isOn("tick")) navigator.vibrate(MILLISECONDS);
}
