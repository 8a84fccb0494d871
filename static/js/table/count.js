// Totals that count from what they were to what they are.

import { read, written } from "../lib/points.js";

/** @returns {Map<string, HTMLElement>} every total, by its seat */
const places = () => new Map([...document.querySelectorAll("[data-total-of]")].map((place) => [place.getAttribute("data-total-of") ?? "", /** @type {HTMLElement} */ (place)]));

/** @param {HTMLElement} place */
function shownIn(place) {
  const text = place.textContent?.trim() ?? "";
  return (text.startsWith("\u2212") ? -1 : 1) * (read(text.replace("\u2212", "")) ?? 0);
}

/** What is shown now, by seat. */
export const totals = () => new Map([...places()].map(([seat, place]) => [seat, shownIn(place)]));

/** @param {Map<string, number>} before @param {number} time in milliseconds */
export function countFrom(before, time) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const { digits } = document.documentElement.dataset;
  const began = performance.now();
  const changed = [...places()].flatMap(([seat, place]) => {
    const [from, to] = [before.get(seat), shownIn(place)];
    const text = place.querySelector(".num");
    return from === undefined || from === to || !text ? [] : [{ from, to, text }];
  });
  /** @param {number} now */
  const step = (now) => {
    const part = Math.min(Math.max((now - began) / time, 0), 1);
    for (const { from, to, text } of changed) text.textContent = written(Math.round(from + (to - from) * part), { digits });
    if (part < 1) requestAnimationFrame(step);
  };
  if (changed.length) requestAnimationFrame(step);
}
