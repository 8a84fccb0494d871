// What this phone does at the table: keep the screen on, vibrate on tap.

import { tryStorage } from "../lib/storage.js";

const VIBRATION_MILLISECONDS = 10;

/** @typedef {"awake" | "tick"} DevicePreference */

/** Default: the screen stays on; taps vibrate unless reduced motion is preferred. @param {DevicePreference} habit */
export function isPreferenceOn(habit) {
  const stored = tryStorage(() => localStorage.getItem(habit));
  return stored ? stored === "on" : habit === "awake" || !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @param {DevicePreference} habit @param {boolean} on */
export const setPreference = (habit, on) => tryStorage(() => localStorage.setItem(habit, on ? "on" : "off"));

/** Vibrates after a tap that had an effect, if enabled. */
export function vibrateOnTap() {
  if ("vibrate" in navigator && isPreferenceOn("tick")) navigator.vibrate(VIBRATION_MILLISECONDS);
}
