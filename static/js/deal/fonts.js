// Fonts are looked up when a text of a new size first appears. Done at a tap, a slow phone would feel it: so it is done before the first one.

import { number } from "./words.js";

/** Where a tap makes a text appear, and the elements around it that give the text its size. @type {[string, string[]][]} */
const PLACES = [
  ["[data-preview-seat]", []],
  ["[data-preview-total]", []],
  ["[data-save-note]", ["bar__change"]],
  ["[data-strip-taker]", []],
  ["[data-count-shown]", []],
  ["[data-place-name]", []],
  ["[data-step][data-current] .side__in", ["side__points"]],
];

/** A text that nobody sees, in the elements that give it its size. @param {string[]} around */
function unseen(around) {
  const outer = document.createElement("span");
  outer.className = "vh";
  let inner = outer;
  for (const name of around) {
    const element = document.createElement("b");
    element.className = name;
    inner.append(element);
    inner = element;
  }
  inner.append(number(-1234567890), number(1, true));
  return outer;
}

/** @param {HTMLElement} form */
export function lookUpFonts(form) {
  const texts = PLACES.flatMap(([place, around]) => {
    const here = form.querySelector(place);
    const text = here && unseen(around);
    if (text) here.append(text);
    return text ? [text] : [];
  });
  form.getBoundingClientRect(); // laid out now
  for (const text of texts) text.remove();
}
