// Draws pages on a phone without connection: the server’s templates, filled with a stored game.

import { DealRecorded, DealVoided } from "../game/events/index.js";
import { newIdempotencyKey } from "../lib/idempotency-key.js";
import { SEATS } from "../lib/points.js";
import { createTemplateRuntime } from "./template-runtime.js";
import { signOffPresenter } from "./views/sign-offs.js";
import { ruleReferencePresenter } from "./views/rule-references.js";
import { tablePagePresenter } from "./views/table-page.js";
import { differencePresenter } from "./views/differences.js";
import { entryFormPresenter } from "./views/entry-forms.js";
import { gamePresenter } from "./views/game.js";
import { historyPresenter } from "./views/history.js";
import { gameListPresenter } from "./views/game-lists.js";
import { kingdomPresenter } from "./views/kingdom.js";
import { isolateName } from "./views/name-forms.js";
import { dealNotePresenter } from "./views/deal-notes.js";
import { sheetPresenter } from "./views/sheet.js";
import { resultPresenter } from "./views/result.js";
import { resultExplanationPresenter } from "./views/result-explanation.js";
import { conflictPresenter } from "./views/conflicts.js";
import { explanationPresenter } from "./views/explanations.js";

/** @typedef {import("./views/game.js").LocalGame} LocalGame */
/** @typedef {{say: (text: string, params?: Record<string, any>) => any, joinNames: (names: string[]) => string, points: (n: number) => import("./template-runtime.js").SafeHtml, urlFor: (name: string, params: Record<string, any>) => string, words: any, language: any, plural: (n: number) => number, plurals: (text: string, n: number, params: Record<string, any>) => any, number: (n: number) => import("./template-runtime.js").SafeHtml, change: (n: number) => import("./template-runtime.js").SafeHtml, behind: any, presets: any, highlights: any}} OfflinePageTools What the views write with. */

const MAX_SUGGESTED_NAMES = 12;
const MAX_RECENT_GAMES = 3;
const NO_WAITING_ENTRIES = { count: 0, deals: 0, asked: null, conflicts_url: "" };

/**
 * @param {any} siteData the site's templates and tables, as the server made them
 * @param {any} texts its words in the reader's language
 * @param {{digits?: string, theme?: string | null}} [reader]
 */
export function createOfflinePages(siteData, texts, { digits = texts.language.digits, theme = null } = {}) {
  const { addresses, statics } = siteData;
  const { words } = texts;
  const plural = siteData.plurals[texts.language.code];
  const { r, number, render, defineTemplates } = createTemplateRuntime(
    { ...texts.language, digits, plural },
    texts.sentences,
  );
  const language = { ...texts.language, digits, number };

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

  defineTemplates(siteData.templates(r), siteData.macros, {
    theme,
    language,
    static_url: ([path]) => statics + path,
    url_for: ([name], params) => urlFor(name, params),
    contract_name: ([contract]) => words.contract[contract],
    card_name: ([card]) => words.card[card],
    get_flashed_messages: () => [],
    csrf_field: () => "", // a form without a CSRF token is one that the phone made
    csrf_token: () => "",
    cached_macro: ([draw]) => draw,
    namespace: (_none, values) => ({ ...values }),
    range: ([length]) => Array.from({ length }, (_each, index) => index),
  });

  const _ = (/** @type {string} */ text, params = {}) => r.sentence(text, params);
  /** “A, B and C”. In a list each name is isolated, so that the list follows the direction of the sentence. @param {string[]} names @returns {string} */
  const joinNames = (names) => {
    if (names.length < 2) return names.join("");
    const isolated = names.map(isolateName);
    const lastIsolated = isolated.pop();
    return _("%(one)s and %(other)s", { one: isolated.join(_(", ")), other: lastIsolated });
  };
  const siteTools = {
    say: _,
    joinNames,
    points: r.points,
    urlFor,
    words,
    language,
    plural,
    plurals: r.plural,
    number: r.number,
    change: r.change,
    behind: siteData.behind,
    presets: siteData.presets,
    highlights: siteData.highlights,
  };
  const shared = gamePresenter(siteTools);
  const tablePage = tablePagePresenter(siteTools, shared);
  const paper = sheetPresenter(siteTools, shared, tablePage);
  const rules = ruleReferencePresenter(siteTools);
  const differences = differencePresenter(siteTools, shared, rules);
  const notes = dealNotePresenter(siteTools, rules);
  const history = historyPresenter(siteTools, shared, rules, differences, notes);
  const signOffs = signOffPresenter(siteTools, shared, differences);
  const conflictViews = conflictPresenter(siteTools, shared, tablePage, history);
  const results = resultPresenter(siteTools, shared, tablePage, paper);
  const explanations = explanationPresenter(siteTools, shared, rules, history, signOffs, notes);
  const views = {
    ...shared,
    ...tablePage,
    ...paper,
    ...results,
    ...explanations,
    ...entryFormPresenter(siteTools, shared, tablePage),
    ...conflictViews,
    ...gameListPresenter(siteTools, shared, conflictViews),
    history: history.historyPage,
    sealCheck: signOffs.sealCheck,
    disputes: signOffs.disputes,
    ...kingdomPresenter(rules, explanations, signOffs, paper),
    ...resultExplanationPresenter(shared, rules, results),
  };

  /** Renders a page of a game, with its queued entries. @param {string} name @param {LocalGame} localGame @param {Record<string, any>} context */
  const renderGamePage = (name, localGame, context) =>
    render(name, {
      page_key: newIdempotencyKey(),
      ...context,
      ...(localGame.queuedEntries && { waiting: views.queueSummary(localGame) }),
    });
  /**
   * A page by its template and what fills it in, which `detail` selects: an entry, a seat, a kingdom, a seal code, a page of the
   * history. Null if there is nothing to show.
   * @param {string} template
   * @param {(localGame: LocalGame, detail: any) => any} buildContext
   * @returns {(localGame: LocalGame, detail?: string) => any}
   */
  const pageRenderer =
    (template, buildContext) =>
    (localGame, detail = "") => {
      const context = buildContext(localGame, detail);
      return context && renderGamePage(template, localGame, context);
    };
  const entryPage = pageRenderer("games/explain/entry.html", (localGame, seq) =>
    views.entryExplanation(localGame, Number(seq)),
  );
  const uncountedEntryPage = pageRenderer("games/explain/uncounted_entry.html", (localGame, seq) =>
    views.uncountedEntry(localGame, Number(seq)),
  );
  /** The table page with its sheet. @param {LocalGame} localGame */
  const table = (localGame) =>
    renderGamePage("games/table/table.html", localGame, { ...views.sheet(localGame), ...views.table(localGame) });
  const tableUrl = (/** @type {string} */ token) => urlFor("table.show", { token });

  /**
   * A form with an error message.
   * @param {string} form
   * @param {LocalGame} localGame
   * @param {import("./form-fields.js").Posted} posted
   * @param {string[]} contracts
   * @param {boolean} isDuplicate whether the deal is queued already
   */
  const refusedForm = (form, localGame, posted, contracts, isDuplicate) => {
    const problems = [
      isDuplicate
        ? _("This deal is already saved on this phone. Go back to the table.")
        : _("Something is missing or doesn’t add up. Check what you entered."),
    ];
    const again = (/** @type {string} */ name, /** @type {any} */ context) =>
      renderGamePage(name, localGame, { ...context, form: { ...context.form, problems } });
    if (form === "adjustments") return again("games/deals/adjust.html", views.adjustment(localGame, posted));
    if (form === "voids") return again("games/deals/void.html", views.voidDeal(localGame));
    if (form === "deals" && contracts.length)
      return again("games/deals/new.html", views.deal(localGame, contracts, posted));
    return table(localGame);
  };

  /** The next page after an entry. @param {LocalGame} localGame the game with the entry @param {{kind: string, body: any}} entry */
  const nextUrl = (localGame, entry) => {
    const gameView = views.game(localGame);
    const remaining = gameView.king ? localGame.state.result.remaining[gameView.king.seat] : [];
    const again =
      DealVoided.is(entry) && entry.body.void.reason === "suit_closed_without_jacks" && remaining.includes("trex");
    if (again) return views.newDealUrl(gameView, ["trex"]);
    return DealRecorded.is(entry) ? views.urlAfterSaving(gameView) : tableUrl(localGame.token);
  };

  return {
    tableUrl,
    /** The page to choose contracts. @param {LocalGame} opened @param {string} requestedRevokedBy */
    contractChoiceUrl: ({ token, king }, requestedRevokedBy) =>
      urlFor("table.show", { token, king, renege: requestedRevokedBy || null }),
    refusedForm,
    nextUrl,
    revokeChargeNote: views.revokeChargeNote,
    /** The seat that revoked, "ask" if it is to be asked, or "". @param {string | null} value */
    parseRevokedBy: (value) => (value && (SEATS.find((seat) => seat === value) ?? "ask")) || "",
    game: views.game,
    /** @param {LocalGame} opened */
    table,
    /** The pages that every game has, by their address in the game. @type {Record<string, ReturnType<typeof pageRenderer>>} */
    gamePages: {
      disputes: pageRenderer("games/disputes/disputes.html", views.disputes),
      explain: pageRenderer("games/explain/result.html", views.resultExplanation),
      flat: pageRenderer("games/table/flat_phone.html", views.flat),
      history: pageRenderer("games/history/history.html", views.history),
      menu: pageRenderer("games/menu/menu.html", (localGame) => ({ game: views.game(localGame) })),
      seal: pageRenderer("games/explain/seal.html", views.sealCheck),
      sheet: pageRenderer("games/sheet/sheet.html", views.sheet),
      "sign-off": pageRenderer("games/sign_off/sign_off.html", views.signOffOverview),
    },
    result: pageRenderer("games/result/result.html", views.result),
    /** The explanation of a deal's points. @param {LocalGame} localGame @param {string} seq */
    entryExplanation: (localGame, seq) => entryPage(localGame, seq) ?? uncountedEntryPage(localGame, seq),
    totalExplanation: pageRenderer("games/explain/total.html", views.totalExplanation),
    kingdomExplanation: pageRenderer("games/explain/kingdom.html", views.kingdomExplanation),
    /** @param {LocalGame} localGame @param {string[]} contracts @param {import("./views/entry-forms.js").DealRequest} request */
    deal: (localGame, contracts, request) =>
      renderGamePage("games/deals/new.html", localGame, views.deal(localGame, contracts, null, request)),
    voidDeal: pageRenderer("games/deals/void.html", views.voidDeal),
    adjustment: pageRenderer("games/deals/adjust.html", (localGame) => views.adjustment(localGame)),
    firstKing: pageRenderer("games/start/first_king.html", views.firstKing),
    /** A conflict: the one with this key, or the first. @param {LocalGame} localGame @param {string} key */
    conflicts: (localGame, key) => render("offline/conflicts.html", views.conflictPage(localGame, key)),
    /** The next conflict, or the table if there is none. @param {LocalGame} opened */
    nextConflictUrl: ({ token, conflicts }) =>
      conflicts.length ? urlFor("phone.conflicts", { token }) : tableUrl(token),
    chosenReason: conflictViews.chosenReason,
    /** @param {LocalGame[]} games */
    home: (games) => {
      const listedGames = views.gameList(games);
      const front = listedGames.filter(({ is_archived: isArchived }) => !isArchived);
      return render("home/home.html", {
        games: front.slice(0, MAX_RECENT_GAMES),
        games_count: listedGames.length,
        same_four: views.rematchCandidate(listedGames),
        page_key: newIdempotencyKey(),
        waiting: NO_WAITING_ENTRIES,
      });
    },
    /** @param {LocalGame[]} games @param {any} form */
    newGame: (games, form) => {
      const names = [...new Set(views.gameList(games).flatMap(({ player_names: players }) => players))].slice(
        0,
        MAX_SUGGESTED_NAMES,
      );
      const presets = Object.fromEntries(Object.entries(siteData.presets).map(([name, { filled }]) => [name, filled]));
      return render("games/start/new.html", {
        form,
        presets,
        suggested_names: names,
        rules_note: _("Offline: choose a preset, without changes"),
        waiting: NO_WAITING_ENTRIES,
      });
    },
    /** @param {LocalGame[]} games */
    gameList: (games) => {
      const listedGames = views.gameList(games);
      return render("games/start/list.html", {
        games: listedGames.filter(({ is_archived: isArchived }) => !isArchived),
        archived_games: listedGames.filter(({ is_archived: isArchived }) => isArchived),
        waiting: NO_WAITING_ENTRIES,
      });
    },
    /** The settings stored on the phone. @param {string} back the page to go back to */
    settings: (back) => render("settings/show.html", { back_url: back, waiting: NO_WAITING_ENTRIES }),
    /** The start of the app: the last game that is not archived. @param {LocalGame[]} games */
    start: (games) => {
      const lastGame = views.gameList(games).find(({ is_archived: isArchived }) => !isArchived);
      return lastGame ? tableUrl(lastGame.token) : urlFor("home.show");
    },
    /** The page for an address, or for a form, that needs the server. */
    offlinePage: (isForm = false) =>
      render("offline/not_available.html", { waiting: NO_WAITING_ENTRIES, is_form: isForm }),
  };
}
