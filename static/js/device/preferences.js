// What this phone does at the table: keep the screen on, vibrate on tap.

import { tryStorage } from "../lib/storage.js";

const VIBRATION_MILLISECONDS = 10;

/** @typedef {"awake" | "tick"} DevicePreference */

/** Default: the screen stays on; taps vibrate unless reduced motion is preferred. @param {DevicePreference} preference */
export function isPreferenceOn(preference) {
  const storedValue = tryStorage(() => localStorage.getItem(preference));
  if (storedValue) return storedValue === "on";
  return preference === "awake" || !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @param {DevicePreference} preference @param {boolean} on */
export const setPreference = (preference, on) => tryStorage(() => localStorage.setItem(preference, on ? "on" : "off"));

/** Vibrates after a tap that had an effect, if enabled. */
export function vibrateOnTap() {
  if ("vibrate" in navigator && isPreferenceOn("tick")) navigator.vibrate(VIBRATION_MILLISECONDS);
}
