// Runtime of compiled templates: Jinja's truth, escaping, loops and macros, and numbers as the server formats them.

import { formatNumber } from "../lib/points.js";
import { widestWordWidthCentiEms, textWidthCentiEms } from "./views/name-forms.js";

/** Text that is HTML already. */
export class SafeHtml extends String {}

/** @param {unknown} text */
export const markSafe = (text) => new SafeHtml(String(text));

const ENTITY_BY_CHARACTER = /** @type {Record<string, string>} */ ({
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&#34;",
  "'": "&#39;",
});

/** @param {unknown} value @returns {string} escaped HTML; empty for null and undefined */
export function escapeHtml(value) {
  if (value instanceof SafeHtml) return String(value);
  return value === undefined || value === null
    ? ""
    : String(value).replace(/[&<>"']/g, (sign) => ENTITY_BY_CHARACTER[sign]);
}

/** Whether a value is a plain object. @param {any} value */
const isPlainObject = (value) => Boolean(value) && Object.getPrototypeOf(value) === Object.prototype;

/** Truth as in Python. @param {any} value @returns {boolean} */
function isTruthy(value) {
  if (value instanceof SafeHtml) return value.length > 0;
  if (Array.isArray(value)) return value.length > 0;
  if (isPlainObject(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** @param {any} first @param {any} second @returns {boolean} */
function areEqual(first, second) {
  if (Array.isArray(first) && Array.isArray(second))
    return first.length === second.length && first.every((each, index) => areEqual(each, second[index]));
  if (first instanceof SafeHtml || second instanceof SafeHtml) return String(first) === String(second);
  return first === second || (first ?? null) === (second ?? null);
}

/** @param {any} iterable @returns {any[]} */
const toArray = (iterable) => (iterable === undefined || iterable === null ? [] : [...iterable]);

const MAX_EXACT_HALF_EMS = 28;
const MAX_HALF_EMS = 48;
const VERY_LONG_WORD_CENTI_EMS = 750;

/** The approximate width of a text in em, rounded up. @param {string} text */
const widthInEms = (text) => Math.ceil(textWidthCentiEms(text) / 100);

/** Classes for the width of a name and of its longest word, in half em. @param {string} name */
const widthClasses = (name) => {
  const [whole, word] = [textWidthCentiEms(name), widestWordWidthCentiEms(name)];
  const veryLong = word > VERY_LONG_WORD_CENTI_EMS ? " has-very-long-word" : "";
  return ` w-${widthInHalfEms(whole)} l-${widthInHalfEms(word)}${veryLong}`;
};

/** @param {number} width */
const widthInHalfEms = (width) => {
  const exactWidth = Math.ceil(width / 50);
  return exactWidth <= MAX_EXACT_HALF_EMS ? exactWidth : Math.min(Math.ceil(exactWidth / 4) * 4, MAX_HALF_EMS);
};

/**
 * @param {{direction: string, digits: string, letters: string, plural: (n: number) => number}} language
 * @param {Record<string, string | string[]>} sentences in that language, by their English
 */
export function createTemplateRuntime(language, sentences) {
  /** @type {Record<string, any>} */
  let templates = {};
  /** Available in every template. @type {Record<string, any>} */
  const globalScope = Object.create(null);
  const digits = language.digits;
  /** @param {number} n @param {boolean} [isSigned] */
  const numberText = (n, isSigned = false) => formatNumber(n, { digits, isSigned });
  /** @param {number} n @param {boolean} [isSigned] */
  const bdi = (n, isSigned = false) => markSafe(`<bdi dir="ltr" class="num">${numberText(n, isSigned)}</bdi>`);
  /** Formats a parameter of a sentence. Names are isolated, so that they do not change its direction. @param {any} value */
  const formatParam = (value) => {
    if (value instanceof SafeHtml) return value;
    const string = typeof value === "number" ? numberText(value) : String(value);
    if (string.startsWith("\u2068")) return string; // isolated names: a list of them follows the sentence's direction
    const plainText =
      typeof value === "number"
        ? !string.startsWith("\u2212")
        : language.direction === "ltr" && /^[\x00-\x7f]*$/.test(string);
    return plainText ? string : `\u2068${string}\u2069`;
  };
  /** @param {string} sentence @param {Record<string, any>} params */
  const fillSentence = (sentence, params) => {
    if (!Object.keys(params).length) return sentence;
    const values = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, formatParam(value)]));
    const html = Object.values(values).some((value) => value instanceof SafeHtml);
    const filled = (html ? escapeHtml(sentence) : sentence).replace(/%(?:\((\w+)\)s|%)/g, (_, name) =>
      name ? (html ? escapeHtml(values[name]) : values[name]) : "%",
    );
    return html ? markSafe(filled) : filled;
  };
  const r = {
    e: escapeHtml,
    t: isTruthy,
    eq: areEqual,
    safe: markSafe,
    /** @param {any} value @param {any} name */
    get: (value, name) => (value === undefined || value === null ? undefined : value[name]),
    /** @param {any} item @param {any} iterable */
    in: (item, iterable) => {
      if (typeof iterable === "string") return iterable.includes(String(item));
      return isPlainObject(iterable)
        ? Object.hasOwn(iterable, item)
        : toArray(iterable).some((each) => areEqual(item, each));
    },
    /** @param {any} first @param {() => any} right */
    and: (first, right) => (isTruthy(first) ? right() : first),
    /** @param {any} first @param {() => any} right */
    or: (first, right) => (isTruthy(first) ? first : right()),
    /** @param {any} first @param {any} right */
    add: (first, right) => (Array.isArray(first) ? [...first, ...right] : first + right),
    /** @param {any[]} parts */
    concat: (parts) =>
      parts.some((part) => part instanceof SafeHtml)
        ? markSafe(parts.map(escapeHtml).join(""))
        : parts.map((part) => part ?? "").join(""),
    /** @param {any} value */
    is_none: (value) => value === null,
    /** @param {any} value */
    is_defined: (value) => value !== undefined,
    /** @param {number} n */
    number: (n) => bdi(n),
    /** @param {number} n */
    points: (n) => bdi(n),
    /** @param {number} n */
    change: (n) => bdi(n, true),
    /** @param {string} seat */
    seat_letter: (seat) => language.letters["ABCD".indexOf(seat)],
    /** @param {any} iterable */
    length: (iterable) => (iterable.length === undefined ? toArray(iterable).length : iterable.length),
    /** @param {any} value */
    lower: (value) => String(value).toLowerCase(),
    /** @param {any} iterable @param {any} separator */
    join: (iterable, separator = "") => {
      const parts = toArray(iterable);
      return parts.some((part) => part instanceof SafeHtml)
        ? markSafe(parts.map(escapeHtml).join(escapeHtml(separator)))
        : parts.join(String(separator));
    },
    list: toArray,
    /** @param {any} iterable @param {string} attribute */
    map: (iterable, attribute) => toArray(iterable).map((each) => each[attribute]),
    /** @param {any} value */
    tojson: (value) =>
      markSafe(
        JSON.stringify(value).replace(/[<>&']/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`),
      ),
    abs: Math.abs,
    ems: widthInEms,
    sized: widthClasses,
    /** @param {any} iterable @param {string} attribute @param {boolean} isTrue @param {any[]} value */
    picked: (iterable, attribute, isTrue, ...value) =>
      toArray(iterable).filter(
        (each) => (value.length ? areEqual(each[attribute], value[0]) : isTruthy(each[attribute])) === isTrue,
      ),
    /** @param {string} english @param {Record<string, any>} params */
    sentence: (english, params) => fillSentence(String(sentences[english]), params),
    /** @param {string} english @param {number} n @param {Record<string, any>} params */
    plural: (english, n, params) => fillSentence(sentences[english][language.plural(n)], { num: n, ...params }),
    /**
     * @param {any} scope
     * @param {any} iterable
     * @param {((c: any, x: any) => boolean) | null} picked
     * @param {(c: any, x: any) => string} draw
     * @param {((c: any) => string) | null} otherwise
     */
    each: (scope, iterable, picked, draw, otherwise) => {
      const chosenItems = picked ? toArray(iterable).filter((item) => picked(scope, item)) : toArray(iterable);
      if (!chosenItems.length && otherwise) return otherwise(Object.create(scope));
      return chosenItems
        .map((first, index0) => {
          const innerScope = Object.create(scope);
          innerScope.loop = {
            index0,
            index: index0 + 1,
            first: index0 === 0,
            last: index0 === chosenItems.length - 1,
            length: chosenItems.length,
          };
          return draw(innerScope, first);
        })
        .join("");
    },
    /** @param {any} scope @param {string} name */
    include: (scope, name) => templates[name].body(Object.create(scope)),
    /** @param {any} scope @param {string[]} names @param {Record<string, any>} defaults @param {(c: any) => string} body */
    macro:
      (scope, names, defaults, body) =>
      (/** @type {any[]} */ args, /** @type {Record<string, any>} */ named, /** @type {any} */ caller) => {
        const innerScope = Object.assign(Object.create(scope), { caller }, defaults, named);
        args.forEach((value, index) => (innerScope[names[index]] = value));
        return markSafe(body(innerScope));
      },
    /** @param {any} called @param {any[]} args @param {Record<string, any>} named @param {any} caller */
    call: (called, args, named, caller) => called(args, named, caller),
    /** @param {any} value @param {string} name @param {any[]} args */
    method: (value, name, args) => (name === "index" ? value.indexOf(args[0]) : value[name](...args)),
  };

  /** Renders a page, or a part of one if the template has no parent. @param {string} name @param {Record<string, any>} context */
  const render = (name, context) => {
    const scope = Object.assign(Object.create(globalScope), context);
    const chain = [];
    for (let next = name; next; next = templates[next].parent) chain.push(templates[next]);
    scope.block = (/** @type {string} */ block) =>
      chain.find(({ blocks }) => block in blocks)?.blocks[block](Object.create(scope));
    return chain
      .map((template, index) => (index === chain.length - 1 ? template.body(scope) : (template.body(scope), "")))
      .join("");
  };

  /**
   * Sets the templates and their globals. Macros of `macros` are available everywhere.
   * @param {Record<string, any>} compiled
   * @param {string[]} macros
   * @param {Record<string, any>} globals
   */
  const defineTemplates = (compiled, macros, globals) => {
    templates = compiled;
    Object.assign(globalScope, globals);
    for (const name of macros) templates[name].body(globalScope);
  };
  return { r, number: numberText, render, defineTemplates };
}
