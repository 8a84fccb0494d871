// The site as a phone draws it by itself: the server's templates, filled with a game that lies here.

import { SEATS } from "../lib/points.js";
import { runtime } from "./runtime.js";
import { agreedViews } from "./views/agreed.js";
import { behindViews } from "./views/behind.js";
import { boardViews } from "./views/board.js";
import { differenceViews } from "./views/differences.js";
import { entryViews } from "./views/entries.js";
import { gameViews } from "./views/game.js";
import { historyViews } from "./views/history.js";
import { keptViews } from "./views/kept.js";
import { kingdomViews } from "./views/kingdom.js";
import { notedViews } from "./views/noted.js";
import { paperViews } from "./views/paper.js";
import { resultViews } from "./views/result.js";
import { standingViews } from "./views/standing.js";
import { versionViews } from "./views/versions.js";
import { whyViews } from "./views/why.js";

/** @typedef {import("./views/game.js").Opened} Opened */
/** @typedef {{say: (text: string, params?: Record<string, any>) => any, points: (n: number) => import("./runtime.js").Safe, urlFor: (name: string, params: Record<string, any>) => string, words: any, language: any, plural: (n: number) => number, plurals: (text: string, n: number, params: Record<string, any>) => any, number: (n: number) => import("./runtime.js").Safe, change: (n: number) => import("./runtime.js").Safe, behind: any, presets: any, highlights: any}} Site What the views write with. */

const MOST_NAMES = 12;
const RECENT = 3;
const NOTHING = { count: 0, deals: 0, asked: null, versions_url: "" };

/**
 * @param {any} script the site's templates and tables, as the server made them
 * @param {any} said its words in the reader's language
 * @param {{digits?: string, theme?: string | null}} [reader]
 */
export function site(script, said, { digits = said.language.digits, theme = null } = {}) {
  const { addresses, statics } = script;
  const { words } = said;
  const language = { ...said.language, digits };
  const { r, number, render, define } = runtime({ ...language, plural: script.plurals[language.code] }, said.sentences);

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
    language: { ...language, number },
    static_url: ([path]) => statics + path,
    url_for: ([name], params) => urlFor(name, params),
    contract_name: ([contract]) => words.contract[contract],
    card_name: ([card]) => words.card[card],
    get_flashed_messages: () => [],
    kept: ([draw]) => draw,
    namespace: (_none, values) => ({ ...values }),
    range: ([length]) => Array.from({ length }, (_each, place) => place),
  });

  const _ = (/** @type {string} */ text, params = {}) => r.sentence(text, params);
  const own = { say: _, points: r.points, urlFor, words, language, plural: script.plurals[language.code], plurals: r.plural, number: r.number, change: r.change, behind: script.behind, presets: script.presets, highlights: script.highlights };
  const shared = gameViews(own);
  const board = boardViews(own, shared);
  const paper = paperViews(own, shared, board);
  const behind = behindViews(own);
  const differences = differenceViews(own, shared, behind);
  const noted = notedViews(own, behind);
  const history = historyViews(own, shared, behind, differences, noted);
  const agreed = agreedViews(own, shared, differences);
  const versions = versionViews(own, shared, board, history);
  const ended = resultViews(own, board, paper, history);
  const explained = whyViews(own, shared, behind, history, agreed, noted);
  const shown = {
    ...shared,
    ...board,
    ...paper,
    ...ended,
    ...explained,
    ...entryViews(own, shared, board),
    ...versions,
    ...keptViews(own, shared, versions),
    story: history.story,
    whySeal: agreed.whySeal,
    disputes: agreed.disputes,
    ...kingdomViews(behind, explained, agreed, paper),
    ...standingViews(shared, behind, ended),
  };

  /** A page of a game, with what of it waits here. @param {string} name @param {Opened} opened @param {Record<string, any>} context */
  const page = (name, opened, context) => render(name, opened.waiting ? { ...context, waiting: shown.waiting(opened) } : context);
  /** Nothing where there is nothing to explain. @param {string} name @param {Opened} opened @param {any} context */
  const why = (name, opened, context) => context && page(name, opened, context);
  /** The table with its sheet folded in. @param {Opened} opened */
  const table = (opened) => page("games/table/table.html", opened, { ...shown.sheet(opened), ...shown.table(opened) });
  const tableOf = (/** @type {string} */ token) => urlFor("table.show", { token });

  /** A form that something is missing in. @param {string} what @param {Opened} opened @param {import("./forms.js").Posted} posted @param {string[]} contracts @param {boolean} twice whether it waits here already */
  const refused = (what, opened, posted, contracts, twice) => {
    const problems = [twice ? _("This deal is already saved on this phone. Go back to the table.") : _("Something is missing or doesn’t add up. Check what you entered.")];
    const again = (/** @type {string} */ name, /** @type {any} */ context) => page(name, opened, { ...context, form: { ...context.form, problems } });
    if (what === "adjustments") return again("games/deals/adjust.html", shown.agreement(opened, posted));
    if (what === "voids") return again("games/deals/void.html", shown.thrownIn(opened));
    if (what === "deals" && contracts.length) return again("games/deals/new.html", shown.deal(opened, contracts, posted));
    return table(opened);
  };

  /** Where a table goes on after an entry. @param {Opened} opened the game behind it @param {{kind: string, body: any}} entry */
  const next = (opened, { kind, body }) => {
    const now = shown.game(opened);
    const left = now.king ? opened.state.result.remaining[now.king.seat] : [];
    const again = kind === "void" && body.void.reason === "suit_closed_without_jacks" && left.includes("trex");
    if (again) return shown.dealUrl(now, ["trex"]);
    return kind === "deal" ? shown.afterSaving(now) : tableOf(opened.token);
  };

  return {
    tableOf,
    /** Where it is chosen what is played. @param {Opened} opened @param {string} renege */
    choiceOf: ({ token, king }, renege) => urlFor("table.show", { token, king, renege: renege || null }),
    refused,
    next,
    noteOf: shown.noteOf,
    /** Whether somebody has come to say who did not follow suit: a seat, or that it is to be asked. @param {string | null} said */
    renegeAsked: (said) => (said && (SEATS.find((seat) => seat === said) ?? "who")) || "",
    game: shown.game,
    /** @param {Opened} opened */
    table,
    /** The table laid flat. @param {Opened} opened */
    flat: (opened) => page("games/table/flat.html", opened, shown.flat(opened)),
    /** @param {Opened} opened */
    menu: (opened) => page("games/menu/menu.html", opened, { game: shown.game(opened) }),
    /** @param {Opened} opened */
    sheet: (opened) => page("games/sheet/sheet.html", opened, shown.sheet(opened)),
    /** @param {Opened} opened */
    result: (opened) => page("games/result/result.html", opened, shown.result(opened)),
    /** Why a deal's points are so. @param {Opened} opened @param {string} seq */
    whyDeal: (opened, seq) => why("games/explain/deal.html", opened, shown.whyDeal(opened, Number(seq))) ?? why("games/explain/gone.html", opened, shown.whyGone(opened, Number(seq))),
    /** How a total came about. @param {Opened} opened @param {string} seat */
    whyTotal: (opened, seat) => why("games/explain/total.html", opened, shown.whyTotal(opened, seat)),
    /** Everything that was ever entered, a page of it. @param {Opened} opened @param {string} [before] */
    story: (opened, before) => page("games/history/journal.html", opened, shown.story(opened, before)),
    /** What is disputed. @param {Opened} opened */
    disputes: (opened) => page("games/disputes/disputes.html", opened, shown.disputes(opened)),
    /** Whether a seal from paper fits. @param {Opened} opened @param {string} [typed] */
    seal: (opened, typed = "") => page("games/explain/seal.html", opened, shown.whySeal(opened, typed)),
    /** Why everybody is where they are. @param {Opened} opened */
    whyStanding: (opened) => page("games/explain/standing.html", opened, shown.whyStanding(opened)),
    /** Why a kingdom adds up. @param {Opened} opened @param {string} king */
    whyKingdom: (opened, king) => why("games/explain/kingdom.html", opened, shown.whyKingdom(opened, king)),
    /** Whether all four agree on every kingdom that is over. @param {Opened} opened */
    allFour: (opened) => page("games/sign_off/agreement.html", opened, shown.allFour(opened)),
    /** @param {Opened} opened @param {string[]} contracts @param {import("./views/entries.js").Asked} asked */
    deal: (opened, contracts, asked) => page("games/deals/new.html", opened, shown.deal(opened, contracts, null, asked)),
    /** @param {Opened} opened @param {string} [reason] */
    thrownIn: (opened, reason) => page("games/deals/void.html", opened, shown.thrownIn(opened, reason)),
    /** @param {Opened} opened */
    agreement: (opened) => page("games/deals/adjust.html", opened, shown.agreement(opened)),
    /** @param {Opened} opened */
    firstKing: (opened) => page("games/start/first_king.html", opened, shown.firstKing(opened)),
    /** What the table has to decide on: one question, the first unless another is asked for. @param {Opened} opened @param {string} key */
    versions: (opened, key) => render("offline/versions.html", shown.versions(opened, key)),
    /** Where it goes on after a choice: to the next one, or to the table. @param {Opened} opened */
    questionOf: ({ token, asked }) => (asked.length ? urlFor("phone.versions", { token }) : tableOf(token)),
    chosenBecause: versions.chosenBecause,
    /** @param {Opened[]} games @param {string} key of a game of the same four */
    home: (games, key) => {
      const listed = shown.list(games);
      const front = listed.filter(({ archived }) => !archived);
      return render("home/home.html", { games: front.slice(0, RECENT), games_count: listed.length, same_four: shown.sameFour(listed), again_form: { csrf_token: "" }, key, waiting: NOTHING });
    },
    /** @param {Opened[]} games @param {any} form */
    newGame: (games, form) => {
      const names = [...new Set(shown.list(games).flatMap(({ known }) => known))].slice(0, MOST_NAMES);
      const presets = Object.fromEntries(Object.entries(script.presets).map(([name, { filled }]) => [name, filled]));
      return render("games/start/new.html", { form, presets, known_names: names, rules_note: _("Offline: choose a preset, without changes"), waiting: NOTHING });
    },
    /** @param {Opened[]} games */
    list: (games) => {
      const listed = shown.list(games);
      return render("games/start/list.html", { games: listed.filter(({ archived }) => !archived), archived_games: listed.filter(({ archived }) => archived), waiting: NOTHING });
    },
    /** What of the settings the phone keeps itself. @param {string} back the page to go back to */
    settings: (back) => render("settings/show.html", { back_url: back, waiting: NOTHING }),
    /** Where the app starts: with the last game that is not archived. @param {Opened[]} games */
    start: (games) => {
      const last = shown.list(games).find(({ archived }) => !archived);
      return last ? tableOf(last.token) : urlFor("home.show");
    },
    away: () => render("offline/away.html", { waiting: NOTHING }),
  };
}
