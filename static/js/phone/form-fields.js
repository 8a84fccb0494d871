// Fields of forms drawn by the phone, as the templates expect them.

import { escapeHtml, markSafe } from "./template-runtime.js";

/** @typedef {{get: (name: string) => unknown, getAll: (name: string) => unknown[]}} Posted */
/** @typedef {{name: string, data: string | string[], errors: string[], [Symbol.iterator]: () => Iterator<any>}} Field */

/** @param {string} name @param {unknown} value */
const hiddenField = (name, value) =>
  Object.assign(markSafe(`<input name="${name}" type="hidden" value="${escapeHtml(value)}">`), { type: "HiddenField" });

/**
 * A choice field with its options.
 * @param {string} name
 * @param {string | string[]} data
 * @param {string[]} [options]
 * @param {string[]} [labels] of the options
 * @returns {any}
 */
export function choiceField(name, data, options = [], labels = []) {
  const isChosen = /** @param {string} value */ (value) =>
    Array.isArray(data) ? data.includes(value) : data === value;
  const items = options.map((value, index) => ({
    name,
    data: value,
    checked: isChosen(value),
    label: { text: labels[index] },
  }));
  return { name, data, errors: [], type: "Field", [Symbol.iterator]: () => items[Symbol.iterator]() };
}

/** The kinds of fields. */
export const fieldFactories = {
  choiceField,
  text: (/** @type {string} */ name, /** @type {string} */ data) => ({ ...choiceField(name, data), id: name }),
};

/** Text of a posted field. @param {Posted | null} posted @param {string} name */
export const postedText = (posted, name) => String(posted?.get(name) ?? "");

/**
 * A form with its hidden fields.
 * @template {object} T
 * @param {Record<string, unknown>} values
 * @param {T} more
 * @returns {{csrf_token: string, problems: string[], [Symbol.iterator]: () => Iterator<object>} & T}
 */
export function formWithHiddenFields(values, more) {
  const fields = Object.entries(values).map(([name, value]) => hiddenField(name, value));
  return { csrf_token: "", problems: [], ...more, [Symbol.iterator]: () => fields[Symbol.iterator]() };
}
