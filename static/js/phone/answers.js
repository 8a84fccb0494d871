// The site as this phone answers for it where the server does not: a page for each address, and an entry for each form.

import { FORMAT, beginning, newGame } from "./offline-new-game.js";
import { newKey } from "../lib/key.js";
import { opened } from "./local-game.js";
import { asChosen, asSetAside, changesFor, heldBy, overlaps, seen } from "./questions.js";
import { site } from "./site.js";
import * as store from "./store.js";
import { contractsIn, written } from "./entries-from-forms.js";

/** @typedef {{html: string} | {leads: string} | {file: string, name: string}} Answer a page, the address of another, or a game file */
/** @typedef {NonNullable<Awaited<ReturnType<typeof opened>>>} Opened */

const JOURNAL = "trexscore-journal/1";
const OF_A_GAME = /^\/g\/([\w-]+)(?:\/(.*))?$/;
const WRITES = ["deals", "voids", "adjustments", "first-king", "taking-back", "redo"];
const ELSEWHERE = ["again", "versions"];

/** The moment by this phone's clock, with its distance from UTC. */
function now() {
  const date = new Date();
  const offset = -date.getTimezoneOffset();
  const local = new Date(date.getTime() + offset * 60000).toISOString().slice(0, 19);
  const two = (/** @type {number} */ n) => String(Math.floor(Math.abs(n))).padStart(2, "0");
  return `${local}${offset < 0 ? "-" : "+"}${two(offset / 60)}:${two(offset % 60)}`;
}

/** The game that an address names, and which of its pages. @param {URL} address */
export function partsOf(address) {
  const [, token = "", what = ""] = OF_A_GAME.exec(address.pathname) ?? [];
  return { token, what };
}

/** A page of this site to go back to; the first one where the address names another site. @param {string | null} where */
export function pageHere(where) {
  const there = URL.canParse(where ?? "", location.origin) ? new URL(where ?? "", location.origin) : null;
  return where?.startsWith("/") && there?.origin === location.origin ? there.pathname + there.search + there.hash : "/";
}

/** The game as a file, with what waits here. @param {Opened} game */
function gameFile({ state, record }) {
  const first = record.firstKing ? { first_king: record.firstKing } : {};
  const deals = record.counted.map((/** @type {any} */ { body }) => body);
  const file = { format: FORMAT, players: state.players, house_rules: state.house_rules, ...first, deals };
  return { file: `${JSON.stringify(file, null, 1)}\n`, name: "trex-game.json" };
}

/** Whether another page of this phone has written this deal, and it waits here. @param {Opened} game @param {any} deal */
function isWrittenHere({ entries, record }, deal) {
  const waits = new Set(entries.filter((/** @type {any} */ entry) => entry.waits).map(({ seq }) => seq));
  return record.counted.some((/** @type {any} */ { seq, kind, body }) => waits.has(seq) && kind === "deal" && overlaps(body, deal));
}

/** Whether the phone can take what this form says. @param {URL} address */
export function takes(address) {
  const { token, what } = partsOf(address);
  return token ? [...WRITES, ...ELSEWHERE].includes(what) : address.pathname === "/games";
}

/**
 * @param {any} script the site's templates and tables
 * @param {any} said its words in the reader's language
 * @param {{digits: string, theme: string | null, author: string | null}} reader
 */
export function answers(script, said, reader) {
  const pages = site(script, said, reader);

  /** @param {Opened} game @param {URL} address @returns {Promise<Answer>} */
  async function dealPage(game, address) {
    const shown = pages.game(game);
    const renege = pages.renegeAsked(address.searchParams.get("renege"));
    const announced = renege && game.state.announced ? game.state.announced.contracts : [];
    const contracts = contractsIn(address.searchParams.has("contracts") ? address.searchParams.getAll("contracts") : announced);
    const left = shown.king ? game.state.result.remaining[shown.king.seat] : [];
    const possible = contracts.length && contracts.every((contract) => left.includes(contract));
    if (possible) return { html: pages.deal(game, contracts, { after: address.searchParams.get("saved") ?? "", renege, told: address.searchParams.get("told") ?? "" }) };
    return { leads: contracts.length ? pages.tableOf(game.token) : pages.choiceOf(game, renege) };
  }

  /** @param {Opened} game @param {string} what @param {URL} address @returns {Promise<Answer | null>} */
  async function writingPage(game, what, address) {
    const shown = pages.game(game);
    if (!shown.can_write || shown.complete) return null;
    if (what === "adjustments/new") return { html: pages.agreement(game) };
    if (what === "first-king" && !game.state.result.deals.length) return { html: pages.firstKing(game) };
    if (!shown.king) return null;
    if (what === "deals/new") return dealPage(game, address);
    return what === "voids/new" ? { html: pages.thrownIn(game, address.searchParams.get("reason") ?? "") } : null;
  }

  /** @param {Opened} game @param {string} what @param {URL} address @returns {Promise<Answer | null>} null where only the server has it */
  async function gamePage(game, what, address) {
    const table = { leads: pages.tableOf(game.token) };
    if (what === "") return { html: pages.table({ ...game, renege: pages.renegeAsked(address.searchParams.get("renege")) }) };
    if (what === "game.json") return gameFile(game);
    if (what === "menu") return { html: pages.menu(game) };
    if (what === "flat") return { html: pages.flat(game) };
    if (what === "sheet") return { html: pages.sheet(game) };
    if (what === "result") return game.state.result.complete ? { html: pages.result(game) } : table;
    if (what === "versions") return game.asked.length ? { html: pages.versions(game, address.searchParams.get("of") ?? "") } : table;
    if (what === "journal.json" && !game.kept.key) return { file: JSON.stringify({ format: JOURNAL, entries: game.kept.entries }), name: "trex-journal.json" };
    if (what === "journal") return { html: pages.story(game, address.searchParams.get("before") ?? "") };
    if (what === "agreement") return { html: pages.allFour(game) };
    if (what === "disputes") return { html: pages.disputes(game) };
    if (what === "seal") return { html: pages.seal(game, address.searchParams.get("seal") ?? "") };
    if (what === "why") return { html: pages.whyStanding(game) };
    const [, of, which = ""] = /^(deals|why|kingdoms)\/(\w+)$/.exec(what) ?? [];
    if (of && which !== "new") {
      const html = of === "deals" ? pages.whyDeal(game, which) : of === "why" ? pages.whyTotal(game, which) : pages.whyKingdom(game, which);
      return html ? { html } : table;
    }
    if (/^(?:deals|announcements|voids|adjustments)\/new$|^first-king$/.test(what)) return (await writingPage(game, what, address)) ?? table;
    return null;
  }

  /** The games of this phone that its links still open. @returns {Promise<Opened[]>} */
  async function gamesHere() {
    const kept = (await store.games()).filter(({ moved, gone }) => !moved && !gone);
    const all = await Promise.all(kept.map(({ token }) => opened(script, token)));
    return all.filter((game) => game !== null);
  }

  /** The page at an address; null where this phone has none. @param {URL} address @returns {Promise<Answer | null>} */
  async function get(address) {
    const { token, what } = partsOf(address);
    if (address.pathname === "/") return { html: pages.home(await gamesHere(), newKey()) };
    if (address.pathname === "/games") return { html: pages.list(await gamesHere()) };
    if (address.pathname === "/games/new") return { html: pages.newGame(await gamesHere(), beginning(script, said)) };
    if (address.pathname === "/settings") return { html: pages.settings(pageHere(address.searchParams.get("from"))) };
    if (address.pathname === "/start") return { leads: pages.start(await gamesHere()) };
    const kept = token ? await store.game(token) : null;
    if (kept?.moved) return { leads: pages.tableOf(kept.moved) + (what ? `/${what}` : "") + address.search };
    const game = kept && (await opened(script, token, address.searchParams.get("king")));
    return game ? gamePage(game, what, address) : null;
  }

  /** Says that there is nothing here for it. */
  const away = () => pages.away();

  /** @param {Opened} game @param {FormData} posted @param {string} what @returns {Promise<Answer>} */
  async function write(game, posted, what) {
    const shown = pages.game(game);
    const table = { leads: pages.tableOf(game.token) };
    const key = String(posted.get("key") || newKey());
    if (!shown.can_write || game.entries.some((entry) => entry.key === key)) return table;
    const entry = written(what, posted, shown, game.entries, pages.noteOf);
    const twice = entry?.kind === "deal" && isWrittenHere(game, entry.body);
    if (!entry || twice) return { html: pages.refused(what, game, posted, contractsIn(posted.getAll("contracts").map(String)), twice) };
    const after = Math.min(Number(posted.get("after")) || 0, game.kept.seq);
    // What was refused before is recorded again: of the two, this one counts.
    const before = game.asked.filter(({ theirs, ours }) => !theirs.length && entry.kind === "deal" && ours[0].kind === "deal" && overlaps(ours[0].body, entry.body)).flatMap(heldBy);
    const fresh = { token: game.token, key, after, author: reader.author, made_at: now(), ...entry };
    if (!(await store.replace(before, [...before.map((one) => asSetAside(one)), fresh]))) await store.wait(fresh);
    return { leads: pages.next((await opened(script, game.token)) ?? game, entry) };
  }

  /** Says that this phone's version counts, or sets it aside. @param {Opened} game @param {import("./questions.js").Question} asked @param {string} keep @returns {store.Waiting[]} */
  function chosen({ kept, record }, asked, keep) {
    if (keep !== "ours") return heldBy(asked).map((entry) => asSetAside(entry, asked.theirs[0]?.seq));
    const by = { after: kept.seq, author: reader.author, made_at: now() };
    return [asChosen(asked, changesFor(asked, record.counted), pages.chosenBecause, by)];
  }

  /** The table picks one of two versions, or leaves out what cannot be. Where the versions have changed since they were shown, it looks again. @param {Opened} game @param {FormData} posted @returns {Promise<Answer>} */
  async function pick(game, posted) {
    const asked = game.asked.find(({ key }) => key === posted.get("key"));
    const keep = String(posted.get("keep"));
    if (asked && pages.game(game).can_write && seen(asked.theirs) === posted.get("seen") && (keep === "theirs" || (keep === "ours" && asked.theirs.length))) {
      const behind = game.waiting.filter((entry) => entry.behind && !heldBy(asked).includes(entry));
      await store.replace([...heldBy(asked), ...behind], [...chosen(game, asked, keep), ...behind.map((entry) => ({ ...entry, behind: undefined }))]);
    }
    return { leads: pages.questionOf((await opened(script, game.token)) ?? game) };
  }

  /** @param {import("./offline-new-game.js").Begun | string} begun a game, or what is wrong with it @param {FormData} posted @returns {Promise<Answer>} */
  async function begin(begun, posted) {
    if (typeof begun === "string") return { html: pages.newGame(await gamesHere(), beginning(script, said, posted, begun)) };
    const known = await store.game(begun.token); // a rematch that was begun here before
    if (!known) await store.keepGame(begun);
    if (known?.moved) return { leads: pages.tableOf(known.moved) };
    return { leads: pages.tableOf(begun.token) };
  }

  /** What a form says. @param {URL} address @param {FormData} posted @returns {Promise<Answer | null>} */
  async function post(address, posted) {
    if (address.pathname === "/games") return begin(newGame(script, said, posted, reader.digits), posted);
    const { token, what } = partsOf(address);
    const kept = await store.game(token);
    if (kept?.moved) return post(new URL(pages.tableOf(kept.moved) + `/${what}`, address), posted);
    const game = await opened(script, token, String(posted.get("king") ?? "") || null);
    if (!game) return null;
    if (what === "again" && game.state.rematch) return { leads: pages.tableOf(game.state.rematch) };
    if (what === "again") {
      const players = pages.game(game).seats.map((/** @type {any} */ seat) => seat.name);
      return begin(newGame(script, said, { state: { ...game.state, players }, token }, reader.digits), posted);
    }
    return what === "versions" ? pick(game, posted) : write(game, posted, what);
  }

  return { get, post, away };
}
