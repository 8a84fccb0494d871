// What this phone does at the table: keep the screen on, vibrate on tap.

import { tryStorage } from "../lib/storage.js";

const MILLISECONDS = 10;

/** @typedef {"awake" | "tick"} Habit */

/** Default: the screen stays on; taps vibrate unless reduced motion is preferred. @param {Habit} habit */
export function isOn(habit) {
  const stored = tryStorage(() => localStorage.getItem(habit));
  return stored ? stored === "on" : habit === "awake" || !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @param {Habit} habit @param {boolean} on */
export const setPreference = (habit, on) => tryStorage(() => localStorage.setItem(habit, on ? "on" : "off"));

/** Vibrates after a tap that had an effect, if enabled. */
export function tick() {
  if ("vibrate" in navigator && isOn("tick")) navigator.vibrate(MILLISECONDS);
}
