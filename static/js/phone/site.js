// The site as a phone draws it by itself: the server's templates, filled with a game that lies here.

import { runtime } from "./runtime.js";
import { views } from "./views.js";

/** @typedef {import("./views.js").Opened} Opened */

/**
 * @param {any} script the site in the reader's language, as the server made it
 * @param {{digits?: string, theme?: string | null}} [reader]
 */
export function site(script, { digits = script.language.digits, theme = null } = {}) {
  const { addresses, sentences, statics, words } = script;
  const { r, number, render, define } = runtime({ ...script.language, plural: script.plural, digits });

  /** The address of a page; what is not part of its path stands behind it. @param {string} name @param {Record<string, any>} params */
  const urlFor = (name, params = {}) => {
    const behind = new URLSearchParams();
    let path = addresses[name];
    for (const [key, value] of Object.entries(params)) {
      const place = new RegExp(`<(?:\\w+:)?${key}>`);
      if (place.test(path)) path = path.replace(place, encodeURIComponent(value));
      else if (value !== null && value !== undefined) behind.append(key, value);
    }
    return behind.size ? `${path}?${behind}` : path;
  };

  define(script.templates(r), script.macros, {
    theme,
    language: { ...script.language, digits, number },
    static_url: ([path]) => statics + path,
    url_for: ([name], params) => urlFor(name, params),
    contract_name: ([contract]) => words.contract[contract],
    card_name: ([card]) => words.card[card],
    get_flashed_messages: () => [],
    kept: ([draw]) => draw,
    namespace: (_none, values) => ({ ...values }),
    range: ([length]) => Array.from({ length }, (_each, place) => place),
  });

  const shown = views({
    say: (text, params = {}) => r.sentence(sentences[text] ?? text, params),
    points: r.points,
    urlFor,
    words,
    language: { ...script.language, digits },
  });

  return {
    /** @param {Opened} opened */
    table: (opened) => render("games/table.html", shown.table(opened)),
    /** @param {Opened} opened */
    sheet: (opened) => render("games/sheet.html", shown.sheet(opened)),
    /** @param {Opened} opened */
    result: (opened) => render("games/result.html", shown.result(opened)),
    /** @param {Opened} opened @param {string[]} contracts @param {import("./forms.js").Posted | null} [posted] */
    deal: (opened, contracts, posted) => render("deals/new.html", shown.deal(opened, contracts, posted)),
    /** @param {Opened} opened */
    announcement: (opened) => render("deals/announce.html", shown.announcement(opened)),
    /** @param {Opened} opened */
    thrownIn: (opened) => render("deals/void.html", shown.thrownIn(opened)),
    /** @param {Opened} opened @param {import("./forms.js").Posted | null} [posted] */
    agreement: (opened, posted) => render("deals/adjust.html", shown.agreement(opened, posted)),
  };
}
