// Draws the site on the phone: the server's templates, filled with a stored game.

import { DealRecorded, DealVoided } from "../game/events/index.js";
import { SEATS } from "../lib/points.js";
import { runtime } from "./runtime.js";
import { signOffPresenter } from "./views/sign-offs.js";
import { rulePresenter } from "./views/rules.js";
import { boardPresenter } from "./views/board.js";
import { differencePresenter } from "./views/differences.js";
import { entryPresenter } from "./views/entries.js";
import { gamePresenter } from "./views/game.js";
import { historyPresenter } from "./views/history.js";
import { listPresenter } from "./views/lists.js";
import { kingdomPresenter } from "./views/kingdom.js";
import { notePresenter } from "./views/notes.js";
import { sheetPresenter } from "./views/sheet.js";
import { resultPresenter } from "./views/result.js";
import { standingPresenter } from "./views/ranks.js";
import { conflictPresenter } from "./views/conflicts.js";
import { explanationPresenter } from "./views/why.js";

/** @typedef {import("./views/game.js").OpenedGame} OpenedGame */
/** @typedef {{say: (text: string, params?: Record<string, any>) => any, points: (n: number) => import("./runtime.js").Safe, urlFor: (name: string, params: Record<string, any>) => string, words: any, language: any, plural: (n: number) => number, plurals: (text: string, n: number, params: Record<string, any>) => any, number: (n: number) => import("./runtime.js").Safe, change: (n: number) => import("./runtime.js").Safe, behind: any, presets: any, highlights: any}} Site What the views write with. */

const MOST_NAMES = 12;
const RECENT = 3;
const NOTHING = { count: 0, deals: 0, asked: null, versions_url: "" };

/**
 * @param {any} script the site's templates and tables, as the server made them
 * @param {any} texts its words in the reader's language
 * @param {{digits?: string, theme?: string | null}} [reader]
 */
export function site(script, texts, { digits = texts.language.digits, theme = null } = {}) {
  const { addresses, statics } = script;
  const { words } = texts;
  const language = { ...texts.language, digits };
  const { r, number, render, define } = runtime({ ...language, plural: script.plurals[language.code] }, texts.sentences);

  /** The address of a page. Parameters that are not part of its path become the query. @param {string} name @param {Record<string, any>} params */
  const urlFor = (name, params = {}) => {
    const query = new URLSearchParams();
    let path = addresses[name];
    for (const [key, value] of Object.entries(params)) {
      const index = new RegExp(`<(?:\\w+:)?${key}>`);
      if (index.test(path)) path = path.replace(index, encodeURIComponent(value));
      else if (value !== null && value !== undefined) query.append(key, value);
    }
    return query.size ? `${path}?${query}` : path;
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
    range: ([length]) => Array.from({ length }, (_each, index) => index),
  });

  const _ = (/** @type {string} */ text, params = {}) => r.sentence(text, params);
  const siteTools = { say: _, points: r.points, urlFor, words, language, plural: script.plurals[language.code], plurals: r.plural, number: r.number, change: r.change, behind: script.behind, presets: script.presets, highlights: script.highlights };
  const shared = gamePresenter(siteTools);
  const board = boardPresenter(siteTools, shared);
  const paper = sheetPresenter(siteTools, shared, board);
  const rules = rulePresenter(siteTools);
  const differences = differencePresenter(siteTools, shared, rules);
  const noted = notePresenter(siteTools, rules);
  const history = historyPresenter(siteTools, shared, rules, differences, noted);
  const agreed = signOffPresenter(siteTools, shared, differences);
  const versions = conflictPresenter(siteTools, shared, board, history);
  const ended = resultPresenter(siteTools, shared, board, paper, history);
  const explained = explanationPresenter(siteTools, shared, rules, history, agreed, noted);
  const views = {
    ...shared,
    ...board,
    ...paper,
    ...ended,
    ...explained,
    ...entryPresenter(siteTools, shared, board),
    ...versions,
    ...listPresenter(siteTools, shared, versions),
    story: history.historyPage,
    whySeal: agreed.whySeal,
    disputes: agreed.disputes,
    ...kingdomPresenter(rules, explained, agreed, paper),
    ...standingPresenter(shared, rules, ended),
  };

  /** Renders a page of a game, with its queued entries. @param {string} name @param {OpenedGame} localGame @param {Record<string, any>} context */
  const page = (name, localGame, context) => render(name, localGame.waiting ? { ...context, waiting: views.waiting(localGame) } : context);
  /**
   * A page by its template and what fills it in, which `detail` selects: an entry, a seat, a kingdom, a seal code, a page of the
   * history. Null if there is nothing to show.
   * @param {string} template
   * @param {(localGame: OpenedGame, detail: any) => any} view
   * @returns {(localGame: OpenedGame, detail?: string) => any}
   */
  const pageOf = (template, view) => (localGame, detail = "") => {
    const context = view(localGame, detail);
    return context && page(template, localGame, context);
  };
  const dealPage = pageOf("games/explain/deal.html", (localGame, seq) => views.whyDeal(localGame, Number(seq)));
  const removedPage = pageOf("games/explain/gone.html", (localGame, seq) => views.whyRemoved(localGame, Number(seq)));
  /** The table page with its sheet. @param {OpenedGame} localGame */
  const table = (localGame) => page("games/table/table.html", localGame, { ...views.sheet(localGame), ...views.table(localGame) });
  const tableOf = (/** @type {string} */ token) => urlFor("table.show", { token });

  /** A form with an error message. @param {string} form @param {OpenedGame} localGame @param {import("./forms.js").Posted} posted @param {string[]} contracts @param {boolean} twice whether the deal is queued already */
  const refused = (form, localGame, posted, contracts, twice) => {
    const problems = [twice ? _("This deal is already saved on this phone. Go back to the table.") : _("Something is missing or doesn’t add up. Check what you entered.")];
    const again = (/** @type {string} */ name, /** @type {any} */ context) => page(name, localGame, { ...context, form: { ...context.form, problems } });
    if (form === "adjustments") return again("games/deals/adjust.html", views.adjustment(localGame, posted));
    if (form === "voids") return again("games/deals/void.html", views.voidDeal(localGame));
    if (form === "deals" && contracts.length) return again("games/deals/new.html", views.deal(localGame, contracts, posted));
    return table(localGame);
  };

  /** The next page after an entry. @param {OpenedGame} localGame the game with the entry @param {{kind: string, body: any}} entry */
  const next = (localGame, entry) => {
    const view = views.game(localGame);
    const remaining = view.king ? localGame.state.result.remaining[view.king.seat] : [];
    const again = DealVoided.is(entry) && entry.body.void.reason === "suit_closed_without_jacks" && remaining.includes("trex");
    if (again) return views.dealUrl(view, ["trex"]);
    return DealRecorded.is(entry) ? views.afterSaving(view) : tableOf(localGame.token);
  };

  return {
    tableOf,
    /** The page to choose contracts. @param {OpenedGame} opened @param {string} renege */
    choiceOf: ({ token, king }, renege) => urlFor("table.show", { token, king, renege: renege || null }),
    refused,
    next,
    noteOf: views.noteOf,
    /** The seat that revoked, "who" if it is to be asked, or "". @param {string | null} texts */
    renegeAsked: (texts) => (texts && (SEATS.find((seat) => seat === texts) ?? "who")) || "",
    game: views.game,
    /** @param {OpenedGame} opened */
    table,
    flat: pageOf("games/table/flat.html", views.flat),
    menu: pageOf("games/menu/menu.html", (localGame) => ({ game: views.game(localGame) })),
    sheet: pageOf("games/sheet/sheet.html", views.sheet),
    result: pageOf("games/result/result.html", views.result),
    /** The explanation of a deal's points. @param {OpenedGame} localGame @param {string} seq */
    whyDeal: (localGame, seq) => dealPage(localGame, seq) ?? removedPage(localGame, seq),
    whyTotal: pageOf("games/explain/total.html", views.whyTotal),
    story: pageOf("games/history/journal.html", views.story),
    disputes: pageOf("games/disputes/disputes.html", views.disputes),
    seal: pageOf("games/explain/seal.html", views.whySeal),
    whyStanding: pageOf("games/explain/standing.html", views.whyStanding),
    whyKingdom: pageOf("games/explain/kingdom.html", views.whyKingdom),
    allFour: pageOf("games/sign_off/agreement.html", views.allFour),
    /** @param {OpenedGame} localGame @param {string[]} contracts @param {import("./views/entries.js").DealRequest} request */
    deal: (localGame, contracts, request) => page("games/deals/new.html", localGame, views.deal(localGame, contracts, null, request)),
    thrownIn: pageOf("games/deals/void.html", views.voidDeal),
    agreement: pageOf("games/deals/adjust.html", (localGame) => views.adjustment(localGame)),
    firstKing: pageOf("games/start/first_king.html", views.firstKing),
    /** A conflict: the one with this key, or the first. @param {OpenedGame} localGame @param {string} key */
    versions: (localGame, key) => render("offline/versions.html", views.versions(localGame, key)),
    /** The next conflict, or the table if there is none. @param {OpenedGame} opened */
    questionOf: ({ token, asked: conflicts }) => (conflicts.length ? urlFor("phone.versions", { token }) : tableOf(token)),
    chosenBecause: versions.chosenBecause,
    /** @param {OpenedGame[]} games @param {string} key of a rematch */
    home: (games, key) => {
      const listed = views.list(games);
      const front = listed.filter(({ archived }) => !archived);
      return render("home/home.html", { games: front.slice(0, RECENT), games_count: listed.length, same_four: views.sameFour(listed), again_form: { csrf_token: "" }, key, waiting: NOTHING });
    },
    /** @param {OpenedGame[]} games @param {any} form */
    newGame: (games, form) => {
      const names = [...new Set(views.list(games).flatMap(({ known }) => known))].slice(0, MOST_NAMES);
      const presets = Object.fromEntries(Object.entries(script.presets).map(([name, { filled }]) => [name, filled]));
      return render("games/start/new.html", { form, presets, known_names: names, rules_note: _("Offline: choose a preset, without changes"), waiting: NOTHING });
    },
    /** @param {OpenedGame[]} games */
    list: (games) => {
      const listed = views.list(games);
      return render("games/start/list.html", { games: listed.filter(({ archived }) => !archived), archived_games: listed.filter(({ archived }) => archived), waiting: NOTHING });
    },
    /** The settings stored on the phone. @param {string} back the page to go back to */
    settings: (back) => render("settings/show.html", { back_url: back, waiting: NOTHING }),
    /** The start of the app: the last game that is not archived. @param {OpenedGame[]} games */
    start: (games) => {
      const last = views.list(games).find(({ archived }) => !archived);
      return last ? tableOf(last.token) : urlFor("home.show");
    },
    away: () => render("offline/away.html", { waiting: NOTHING }),
  };
}
