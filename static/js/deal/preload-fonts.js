// Makes the browser load fonts for each text size before the first tap, where a slow phone would feel it.

import { numberElement } from "./form-texts.js";

/** Where a tap makes text appear, and the classes of the elements around it that set its size. @type {[string, string[]][]} */
const TEXT_CLASSES_BY_SELECTOR = [
  ["[data-preview-seat]", []],
  ["[data-preview-total]", []],
  ["[data-save-note]", ["bar__change"]],
  ["[data-strip-taker]", []],
  ["[data-count-shown]", []],
  ["[data-place-name]", []],
  ["[data-step][data-current] .side__content", ["side__points"]],
];

/** An invisible text inside elements with these classes. @param {string[]} classes */
function hiddenTextElement(classes) {
  const outerSpan = document.createElement("span");
  outerSpan.className = "vh";
  let inner = outerSpan;
  for (const name of classes) {
    const element = document.createElement("b");
    element.className = name;
    inner.append(element);
    inner = element;
  }
  inner.append(numberElement(-1234567890), numberElement(1, true));
  return outerSpan;
}

/** @param {HTMLElement} form */
export function preloadFonts(form) {
  const texts = TEXT_CLASSES_BY_SELECTOR.flatMap(([selector, classes]) => {
    const element = form.querySelector(selector);
    const text = element && hiddenTextElement(classes);
    if (text) element.append(text);
    return text ? [text] : [];
  });
  form.getBoundingClientRect(); // forces layout
  for (const text of texts) text.remove();
}
