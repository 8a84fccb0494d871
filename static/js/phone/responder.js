// Answers requests on the phone when the server does not: a page for each address, an entry for each form.

import { DealRecorded, EntriesCorrected, contentOf } from "../game/events/index.js";
import { gameFile, newGameForm, buildNewGame } from "./offline-new-game.js";
import { newIdempotencyKey } from "../lib/idempotency-key.js";
import { SEATS } from "../lib/points.js";
import { loadLocalGame } from "./local-game.js";
import {
  toResolvingCorrection,
  toDiscardedEntry,
  changesForOurVersion,
  entriesHeldBy,
  dealsOverlap,
  versionsFingerprint,
} from "./conflicts.js";
import { createOfflinePages } from "./offline-pages.js";
import * as store from "./game-store.js";
import { ENTRY_ACTIONS, parseContracts, entryFromForm } from "./entries-from-forms.js";
import { localMoment } from "./views/dates.js";

/** @typedef {import("../lib/points.js").Seat} Seat */
/** @typedef {{html: string} | {redirect: string} | {file: string, name: string}} LocalResponse A page, a redirect, or a game file. */
/** @typedef {NonNullable<Awaited<ReturnType<typeof loadLocalGame>>>} LocalGame */

const JOURNAL_FORMAT = "trexscore-journal/1";
const GAME_PATH_PATTERN = /^\/g\/([\w-]+)(?:\/(.*))?$/;
/** @type {Record<string, string>} Which part of a page its address selects. */
const DETAIL_PARAMETERS = { history: "before", seal: "seal" };
const OTHER_FORM_PAGES = ["rematch", "conflicts"];

/** The local time with its UTC offset, in ISO format. */
function localTimeNow() {
  const date = new Date();
  const offset = -date.getTimezoneOffset();
  const padded = (/** @type {number} */ n) => String(Math.floor(Math.abs(n))).padStart(2, "0");
  return `${localMoment(date.toISOString())}${offset < 0 ? "-" : "+"}${padded(offset / 60)}:${padded(offset % 60)}`;
}

/** @param {unknown} value */
const parseSeat = (value) => SEATS.find((seat) => seat === value) ?? null;

/** The token and the page name in a game's address. @param {URL} address */
export function parseGamePath(address) {
  const [, token = "", page = ""] = GAME_PATH_PATTERN.exec(address.pathname) ?? [];
  return { token, page };
}

/** The local path to go back to; "/" if the address is on another site. @param {string | null} path */
function sameSitePathOrHome(path) {
  const url = URL.canParse(path ?? "", location.origin) ? new URL(path ?? "", location.origin) : null;
  return path?.startsWith("/") && url?.origin === location.origin ? url.pathname + url.search + url.hash : "/";
}

/** The game file, queued entries included. @param {LocalGame} game @returns {LocalResponse} */
function exportGame({ state, record }) {
  const file = gameFile(
    state.players,
    state.house_rules,
    record.firstKing,
    record.counted.map(({ body }) => body),
  );
  return { file: `${JSON.stringify(file, null, 1)}\n`, name: "trex-game.json" };
}

/** Whether a deal that overlaps this one is queued already, from another page of this phone. @param {LocalGame} game @param {any} deal */
function isOverlappingDealQueued({ entries, record }, deal) {
  const queuedSeqs = new Set(entries.filter((entry) => entry.isQueued).map(({ seq }) => seq));
  return record.counted.some(
    (entry) => queuedSeqs.has(entry.seq) && DealRecorded.is(entry) && dealsOverlap(entry.body, deal),
  );
}

/**
 * Whether an entry corrects the seats. Neither its undo nor its redo is queued: the points of deals that other phones
 * record in between would go to other players.
 * @param {any} entry
 */
const movesPlayers = (entry) =>
  EntriesCorrected.is(entry) && contentOf(entry).changes.some((/** @type {any} */ { seats }) => seats);

/** Whether the phone can handle this form. @param {URL} address */
export function canHandleForm(address) {
  const { token, page } = parseGamePath(address);
  return token ? [...ENTRY_ACTIONS, ...OTHER_FORM_PAGES].includes(page) : address.pathname === "/games";
}

/**
 * @param {any} siteData the site's templates and tables
 * @param {any} texts its words in the reader's language
 * @param {{digits: string, theme: string | null, author: string | null}} readerSettings
 */
export function createResponder(siteData, texts, readerSettings) {
  const pages = createOfflinePages(siteData, texts, readerSettings);

  /** @param {LocalGame} game @param {URL} address @returns {Promise<LocalResponse>} */
  async function dealPage(game, address) {
    const gameView = pages.game(game);
    const revokedBy = pages.parseRevokedBy(address.searchParams.get("renege"));
    const announced = revokedBy && game.state.announced ? game.state.announced.contracts : [];
    const contracts = parseContracts(
      address.searchParams.has("contracts") ? address.searchParams.getAll("contracts") : announced,
    );
    const remaining = gameView.king ? game.state.result.remaining[gameView.king.seat] : [];
    const isCombinable = game.state.play.contractSets.some((contractSet) => contractSet.join() === contracts.join());
    if (isCombinable && contracts.every((contract) => remaining.includes(contract)))
      return {
        html: pages.deal(game, contracts, {
          after: address.searchParams.get("saved") ?? "",
          requestedRevokedBy: revokedBy,
          captures: address.searchParams.get("captures") ?? "",
        }),
      };
    return { redirect: contracts.length ? pages.tableUrl(game.token) : pages.contractChoiceUrl(game, revokedBy) };
  }

  /**
   * The pages of forms, by address; null if the game has no such page now.
   * @type {Record<string, (game: LocalGame, king: Seat | undefined, address: URL) => LocalResponse | null | Promise<LocalResponse>>}
   */
  const formPages = {
    "deals/new": (game, king, address) => (king ? dealPage(game, address) : null),
    "voids/new": (game, king, address) =>
      king ? { html: pages.voidDeal(game, address.searchParams.get("reason") ?? "") } : null,
    "adjustments/new": (game) => ({ html: pages.adjustment(game) }),
    "first-king": (game) => (game.state.result.deals.length ? null : { html: pages.firstKing(game) }),
    "announcements/new": () => null, // an old address
  };

  /** @param {LocalGame} game @param {string} page one of `formPages` @param {URL} address @returns {Promise<LocalResponse | null>} */
  async function formPage(game, page, address) {
    const { can_write, complete, king } = pages.game(game);
    return can_write && !complete ? formPages[page](game, king?.seat, address) : null;
  }

  /** @param {LocalGame} game @param {string} page @param {URL} address @returns {Promise<LocalResponse | null>} null if only the server has the page */
  async function gamePage(game, page, address) {
    const table = { redirect: pages.tableUrl(game.token) };
    if (page === "")
      return {
        html: pages.table({ ...game, requestedRevokedBy: pages.parseRevokedBy(address.searchParams.get("renege")) }),
      };
    if (page === "game.json") return exportGame(game);
    if (Object.hasOwn(pages.gamePages, page))
      return { html: pages.gamePages[page](game, address.searchParams.get(DETAIL_PARAMETERS[page] ?? "") ?? "") };
    if (page === "result") return game.state.result.complete ? { html: pages.result(game) } : table;
    if (page === "conflicts")
      return game.conflicts.length ? { html: pages.conflicts(game, address.searchParams.get("of") ?? "") } : table;
    if (page === "journal.json" && !game.stored.key)
      return {
        file: JSON.stringify({ format: JOURNAL_FORMAT, entries: game.stored.entries }),
        name: "trex-journal.json",
      };
    const [, kind, name = ""] = /^(deals|explain|kingdoms)\/(\w+)$/.exec(page) ?? [];
    if (kind && name !== "new") {
      const html =
        kind === "deals"
          ? pages.entryExplanation(game, name)
          : kind === "explain"
            ? pages.totalExplanation(game, name)
            : pages.kingdomExplanation(game, name);
      return html ? { html } : table;
    }
    if (Object.hasOwn(formPages, page)) return (await formPage(game, page, address)) ?? table;
    const [first] = page.split("/");
    const movedPath = siteData.moved[first];
    return movedPath ? { redirect: `/g/${game.token}/${page.replace(first, movedPath)}${address.search}` } : null;
  }

  /** The games of this phone whose links still work. @returns {Promise<LocalGame[]>} */
  async function openableGames() {
    const openable = (await store.getGames()).filter(({ moved, gone }) => !moved && !gone);
    const openableGames = await Promise.all(openable.map(({ token }) => loadLocalGame(siteData, token)));
    return openableGames.filter((game) => game !== null);
  }

  /** The page at an address; null if this phone has none. @param {URL} address @returns {Promise<LocalResponse | null>} */
  async function get(address) {
    const { token, page } = parseGamePath(address);
    if (address.pathname === "/") return { html: pages.home(await openableGames()) };
    if (address.pathname === "/games") return { html: pages.gameList(await openableGames()) };
    if (address.pathname === "/games/new")
      return { html: pages.newGame(await openableGames(), newGameForm(siteData, texts)) };
    if (address.pathname === "/settings")
      return { html: pages.settings(sameSitePathOrHome(address.searchParams.get("from"))) };
    if (address.pathname === "/start") return { redirect: pages.start(await openableGames()) };
    const storedGame = token ? await store.getGame(token) : null;
    if (storedGame?.moved)
      return { redirect: pages.tableUrl(storedGame.moved) + (page ? `/${page}` : "") + address.search };
    const game = storedGame && (await loadLocalGame(siteData, token, parseSeat(address.searchParams.get("king"))));
    return game ? gamePage(game, page, address) : null;
  }

  /** @param {LocalGame} game @param {FormData} posted @param {string} page @returns {Promise<LocalResponse | null>} null if only the server can record it */
  async function submitEntry(game, posted, page) {
    const gameView = pages.game(game);
    const table = { redirect: pages.tableUrl(game.token) };
    const key = String(posted.get("key") || newIdempotencyKey());
    if (!gameView.can_write || game.entries.some((entry) => entry.key === key)) return table;
    const entry = entryFromForm(page, posted, gameView, game.entries, pages.revokeChargeNote);
    if (entry && movesPlayers(game.entries.find(({ key }) => key === entry.takes_back) ?? entry)) return null;
    const isDuplicate = entry && DealRecorded.is(entry) && isOverlappingDealQueued(game, entry.body);
    if (!entry || isDuplicate)
      return {
        html: pages.refusedForm(
          page,
          game,
          posted,
          parseContracts(posted.getAll("contracts").map(String)),
          isDuplicate,
        ),
      };
    const after = Math.min(Number(posted.get("after")) || 0, game.stored.seq);
    // A deal entered again replaces the refused one.
    const superseded = game.conflicts
      .filter(
        ({ theirs, ours }) =>
          !theirs.length && [entry, ours[0]].every(DealRecorded.is) && dealsOverlap(ours[0].body, entry.body),
      )
      .flatMap(entriesHeldBy);
    const queued = { token: game.token, key, after, author: readerSettings.author, made_at: localTimeNow(), ...entry };
    if (
      !(await store.replaceQueuedEntries(superseded, [...superseded.map((entry) => toDiscardedEntry(entry)), queued]))
    )
      await store.putQueuedEntry(queued);
    return { redirect: pages.nextUrl((await loadLocalGame(siteData, game.token)) ?? game, entry) };
  }

  /**
   * The entries that resolve a conflict: a correction to this phone's version, or discarded entries.
   * @param {LocalGame} game
   * @param {import("./conflicts.js").Conflict} conflict
   * @param {string} keep
   * @returns {store.QueuedEntry[]}
   */
  function resolutionEntries({ stored, record }, conflict, keep) {
    if (keep !== "ours")
      return entriesHeldBy(conflict).map((entry) => toDiscardedEntry(entry, conflict.theirs[0]?.seq));
    const meta = { after: stored.seq, author: readerSettings.author, made_at: localTimeNow() };
    return [toResolvingCorrection(conflict, changesForOurVersion(conflict, record.counted), pages.chosenReason, meta)];
  }

  /**
   * Resolves a conflict as chosen. Nothing happens if the versions changed after they were shown.
   * @param {LocalGame} game
   * @param {FormData} posted
   * @returns {Promise<LocalResponse>}
   */
  async function resolveConflict(game, posted) {
    const conflict = game.conflicts.find(({ key }) => key === posted.get("key"));
    const keep = String(posted.get("keep"));
    if (
      conflict &&
      pages.game(game).can_write &&
      versionsFingerprint(conflict.theirs) === posted.get("seen") &&
      (keep === "theirs" || (keep === "ours" && conflict.theirs.length))
    ) {
      const blocked = game.queuedEntries.filter((entry) => entry.behind && !entriesHeldBy(conflict).includes(entry));
      await store.replaceQueuedEntries(
        [...entriesHeldBy(conflict), ...blocked],
        [...resolutionEntries(game, conflict, keep), ...blocked.map((entry) => ({ ...entry, behind: undefined }))],
      );
    }
    return { redirect: pages.nextConflictUrl((await loadLocalGame(siteData, game.token)) ?? game) };
  }

  /**
   * @param {import("./offline-new-game.js").NewGame | string} newGame a game, or an error message
   * @param {FormData} posted
   * @returns {Promise<LocalResponse>}
   */
  async function storeNewGame(newGame, posted) {
    if (typeof newGame === "string")
      return { html: pages.newGame(await openableGames(), newGameForm(siteData, texts, posted, newGame)) };
    const existingGame = await store.getGame(newGame.token); // a rematch started earlier
    if (!existingGame) await store.putGame(newGame);
    return { redirect: pages.tableUrl(existingGame?.moved ?? newGame.token) };
  }

  /** Handles a posted form. @param {URL} address @param {FormData} posted @returns {Promise<LocalResponse | null>} */
  async function post(address, posted) {
    if (address.pathname === "/games")
      return storeNewGame(buildNewGame(siteData, texts, posted, readerSettings.digits), posted);
    const { token, page } = parseGamePath(address);
    const storedGame = await store.getGame(token);
    if (storedGame?.moved) return post(new URL(pages.tableUrl(storedGame.moved) + `/${page}`, address), posted);
    const game = await loadLocalGame(siteData, token, parseSeat(posted.get("king")));
    if (!game) return null;
    if (page === "rematch" && game.state.rematch) return { redirect: pages.tableUrl(game.state.rematch) };
    if (page === "rematch") {
      const players = pages.game(game).seats.map((seat) => seat.name);
      return storeNewGame(
        buildNewGame(siteData, texts, { state: { ...game.state, players }, token }, readerSettings.digits),
        posted,
      );
    }
    return page === "conflicts" ? resolveConflict(game, posted) : submitEntry(game, posted, page);
  }

  return { get, post, offlinePage: pages.offlinePage };
}
