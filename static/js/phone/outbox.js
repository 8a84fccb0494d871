// Sends what waits, in its order: never twice in effect, never out of turn, and nothing is dropped that the server has not acknowledged.

import { asSetAside, heldBy, isKnown, isOvertaken, questions, sameDeal } from "./questions.js";
import * as store from "./store.js";
import { newKey } from "../lib/key.js";

/** @typedef {import("./store.js").Kept} Kept */
/** @typedef {import("./store.js").Waiting} Waiting */

const PATIENCE = 8000;
const MOST = 60;
const A_DAY = 24 * 60 * 60 * 1000;

/** The server is away, or has no time just now. */
export class Away extends Error {
  name = "Away";
}

/** @param {string} address @param {RequestInit} [asked] */
async function ask(address, asked = {}) {
  let answer;
  try {
    answer = await fetch(address, { ...asked, cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status !== 429 && answer.status < 500) return { status: answer.status, said: await answer.json() };
  } catch (problem) {
    throw new Away(String(problem));
  }
  throw new Away(String(answer.status));
}

/** Raises `Away` where there is no reception. */
export async function reach() {
  const answer = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) }).catch((problem) => {
    throw new Away(String(problem));
  });
  if (!answer.ok) throw new Away(String(answer.status));
}

/** @param {string} address @param {unknown} body @param {Record<string, string>} [headers] */
const post = (address, body, headers = {}) =>
  ask(address, { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) });

/** What waits here of entries that have arrived waits no more. @param {Kept} kept */
async function settle(kept) {
  for (const entry of await store.waiting(kept.token)) if (isKnown(entry, kept.entries)) await store.forget(entry);
}

/** Where the link of a game was renewed, what waited under the old one goes on under the new one. */
async function handOver() {
  const games = await store.games();
  for (const old of games.filter(({ gone }) => gone)) {
    const now = games.find(({ gone, may, entries }) => !gone && ["own", "write"].includes(may) && entries[0].key === old.entries[0].key);
    const waiting = await store.waiting(old.token);
    if (now) await store.replace(waiting, waiting.map((entry) => ({ ...entry, token: now.token })));
  }
}

/** Where the server tells another history than the one that a phone has seen: nothing of it ever changes but by entries behind it. @param {any[]} seen @param {any[]} told */
function difference(seen, told) {
  const place = seen.findIndex(({ digest }, at) => digest !== told[at]?.digest);
  return place < 0 ? undefined : { seq: place + 1, ours: seen[place].digest, theirs: told[place]?.digest ?? "" };
}

/** What this phone has seen of a game under another link, which was renewed, say. @param {string} key of its first entry */
const seenElsewhere = async (key) => (await store.games()).find((one) => !one.key && one.entries[0]?.key === key);

/** All of a game. What this phone has seen is not given up for another history, unless somebody says so. @param {string} token @param {boolean} [accepted] @returns {Promise<Kept | null>} */
async function takeWhole(token, accepted = false) {
  const [state, journal] = [await ask(`/api/games/${token}/state`), await ask(`/api/games/${token}/journal`)];
  if (state.status !== 200 || journal.status !== 200) return null;
  const { entries } = journal.said;
  const before = accepted ? undefined : (await store.game(token)) ?? (await seenElsewhere(entries[0].key));
  const differs = before && !before.key && difference(before.entries, entries);
  if (before && differs) {
    const held = { ...before, token, may: state.said.may, gone: false, differs };
    await store.keepGame(held);
    return held;
  }
  const kept = { token, may: state.said.may, seq: entries.length, state: state.said, entries, seen: Date.now() };
  await store.keepGame(kept);
  await clearAway();
  if (before) keepRules(token).catch(() => null); // they may have been changed
  return kept;
}

/**
 * What arguments are settled with is read offline, too: only the server draws it.
 * @param {string} token
 * @param {string} [lang] in which language, where the pages that lie here need not be renewed
 */
export async function keepRules(token, lang) {
  if (!globalThis.caches) return;
  for (const what of ["house-rules", "rules"]) {
    const address = new URL(`/g/${token}/${what}`, location.origin).href;
    if (lang && (await store.page(address))?.headers.get("Content-Language") === lang) continue;
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok) await store.keepPage(address, answer);
  }
}

/** A phone keeps as many games as its list on the server has; the oldest go, but none that anything waits of. */
async function clearAway() {
  const needed = new Set((await store.allWaiting()).map(({ token }) => token));
  const games = (await store.games()).filter(({ token, key, moved, differs }) => !needed.has(token) && !differs && (!key || moved));
  games.sort((one, other) => (other.used ?? other.seen) - (one.used ?? one.seen));
  for (const { token } of games.slice(MOST)) await store.dropGame(token);
}

/** What puts house rules right, or takes that back, changes the tables that points are counted with; what erases names, the entries that lie here. @param {any} entry */
const changesWhatIsKept = ({ kind }) => ["corrected", "answered", "settled", "take_back", "erased"].includes(kind);

/** What came behind the entries that lie here; the last of them is asked for, too: its digest holds all before it. @param {Kept} kept @returns {Promise<Kept | null>} */
async function takeMore(kept) {
  const { status, said } = await ask(`/api/games/${kept.token}/journal?after=${kept.seq - 1}`);
  if (status !== 200) return null;
  const [last, ...more] = said.entries;
  if (last?.digest !== kept.entries.at(-1).digest) return takeWhole(kept.token);
  if (!more.length) return kept;
  if (more[0].seq !== kept.seq + 1 || more.some(changesWhatIsKept)) return takeWhole(kept.token);
  const entries = [...kept.entries, ...more];
  const now = { ...kept, entries, seq: entries.length };
  await store.keepGame(now);
  return now;
}

/** Takes a game over as the server has it now; null where its link opens nothing any more. @param {string} token @returns {Promise<Kept | null>} */
export async function refresh(token) {
  const before = await store.game(token);
  if (before?.key) return before; // begun here, and not yet on the server
  const fresh = before && !before.gone && !before.differs && Date.now() - before.seen < A_DAY;
  const kept = fresh ? await takeMore(before) : await takeWhole(token);
  if (kept) await settle(kept);
  else if (before) await store.keepGame({ ...before, gone: true });
  return kept;
}

/** Goes on with the history that the server tells. @param {string} token */
export const accept = (token) => takeWhole(token, true);

/** The entry as it is sent: what was taken back before it was sent has a number by now. @param {Waiting} entry @param {Kept} kept */
const bodyOf = (entry, kept) => (entry.takes_back ? { take_back: kept.entries.find(({ key }) => key === entry.takes_back)?.seq } : entry.body);

/** What became of an entry: the server has it, or refuses it, or others have written meanwhile. @typedef {{kept: Kept | null, moved?: boolean, refused?: {code: string, message: string} | null}} Sent */

/**
 * One entry, behind all that the server has.
 * @param {Waiting} entry
 * @param {Kept} kept
 * @param {string} language
 * @returns {Promise<Sent>}
 */
async function sendEntry(entry, kept, language) {
  const { key, author, made_at } = entry;
  const sent = { key, after: kept.seq, author, made_at, entry: bodyOf(entry, kept) };
  const { status, said } = await post(`/api/games/${kept.token}/entries`, sent, { "Accept-Language": language });
  const now = status === 409 && said.seq < kept.seq ? await takeWhole(kept.token) : await refresh(kept.token);
  if (now?.differs) return { kept: null };
  return { kept: now, moved: status === 409, refused: status === 422 && now && !isKnown(entry, now.entries) ? said.errors[0] : null };
}

/** Whether the game has gone past what is refused, so that there is nothing to decide on. @param {Waiting} entry @param {string} code */
const isPassed = ({ kind }, code) => kind === "announced" || code === "already_taken_back";

/** What waited before a version was chosen is asked about again; undoing the choice is thereby done. @param {Waiting} choice @param {Waiting[]} waiting @param {Waiting["declined"]} [declined] why the server refuses it */
async function askAgain(choice, waiting, declined) {
  const from = (choice.chosen?.from ?? []).map((entry) => (entry.kind === "deal" ? { ...entry, declined } : entry));
  await store.replace([choice, ...waiting.filter(({ takes_back }) => takes_back === choice.key)], from);
}

/**
 * What the server refuses, for the table to see.
 * @param {Waiting} entry
 * @param {{code: string, message: string}} refused
 * @param {number} at behind which entry
 * @param {Waiting[]} waiting
 * @param {boolean} isAnyHeld whether it may be possible once something else is decided
 * @returns {Promise<boolean>} whether something else waits in its place
 */
async function refuse(entry, { code, message }, at, waiting, isAnyHeld) {
  const problem = { problem: message, problem_at: at, behind: undefined };
  const isSaid = entry.chosen && code === "nothing_to_correct"; // by somebody else meanwhile
  if (isSaid) await store.forget(entry);
  else if (entry.chosen) await askAgain(entry, waiting, { problem: message, at });
  else if (isPassed(entry, code)) await store.replace([entry], [asSetAside(entry)]);
  else await store.replace([entry], [{ ...entry, ...(isAnyHeld && !entry.problem ? { behind: true } : problem) }]);
  return Boolean(entry.chosen) || isPassed(entry, code);
}

/**
 * What an entry that is held becomes by itself: nothing where both phones say the same, set aside where it was undone here.
 * @param {import("./questions.js").Question} asked
 * @param {Waiting} entry
 * @param {Waiting[]} waiting
 */
async function settleQuestion({ ours, theirs, undoing }, entry, waiting) {
  const undo = waiting.find(({ takes_back }) => takes_back === entry.key);
  if (undo) return store.replace([entry, undo], [asSetAside(entry)]);
  const isSame = ours.length === 1 && theirs.length === 1 && sameDeal(ours[0].body, theirs[0].body);
  return isSame && store.replace([ours[0], ...undoing], undoing.map((one) => asSetAside(one)));
}

/**
 * Sends what waits of one game. What the table has to decide on is held; what comes behind it is tried. What was refused is
 * tried again once the game has moved on.
 * @param {string} token
 * @param {string} language for the server's sentences
 * @returns {Promise<void>}
 */
async function sendGame(token, language) {
  let kept = await refresh(token);
  const waiting = await store.waiting(token);
  let isAnyHeld = false;
  let isMore = false;
  for (const entry of waiting) {
    if (!kept || kept.differs) return;
    if (entry.chosen && isOvertaken(entry, kept.entries)) {
      await askAgain(entry, waiting);
      return sendGame(token, language);
    }
    const asked = questions(kept, waiting).find((one) => heldBy(one).includes(entry));
    if (asked && (await settleQuestion(asked, entry, waiting))) return sendGame(token, language);
    if (asked && (asked.theirs.length || entry.problem_at === kept.seq)) {
      isAnyHeld = true;
      continue;
    }
    const sent = await sendEntry(entry, kept, language);
    if (sent.moved) return sendGame(token, language);
    kept = sent.kept;
    if (!sent.refused || !kept) continue;
    const isOther = await refuse(entry, sent.refused, kept.seq, waiting, isAnyHeld);
    isMore ||= isOther;
    isAnyHeld ||= !isOther;
  }
  if (isMore) await sendGame(token, language);
}

/** Where the server has the game that a rematch follows; empty where it does not have it yet. @param {string} token */
async function serverToken(token) {
  const kept = await store.game(token);
  return kept?.moved ?? (kept?.key ? "" : token);
}

/** Begins on the server the rematch of a game, or finds the one that another phone has begun. @param {Kept} game */
async function startRematch(game) {
  const before = await serverToken(String(game.rematch_of));
  if (!before) return null;
  const { status, said } = await post(`/api/games/${before}/rematch`, {});
  const isGone = status === 403 || status === 404; // the link of the game before was renewed: it begins by itself
  return isGone ? startByItself(game) : { status, said, token: said.token };
}

/** @param {Kept} game */
async function startByItself(game) {
  const { status, said } = await post("/api/games", game.file, { "Idempotency-Key": String(game.key) });
  return { status, said, token: said.own };
}

/** Begins on the server a game that was begun here; its links are the server's from then on. @param {Kept} game @returns {Promise<unknown>} */
async function startGame(game) {
  const started = await (game.rematch_of ? startRematch(game) : startByItself(game));
  if (!started) return;
  const { status, said, token } = started;
  if (status === 422 && said.errors[0].code === "key_reused") return startGame({ ...game, key: newKey() }); // it was begun otherwise before
  if (status !== 200 && status !== 201) return store.keepGame({ ...game, problem: said.errors?.[0]?.message ?? said.message });
  if (!(await takeWhole(token))) return;
  const waiting = await store.waiting(game.token);
  await store.replace(waiting, waiting.map((entry) => ({ ...entry, token })));
  await store.keepGame({ ...game, moved: token });
  await fetch(`/g/${token}`).catch(() => null); // the server's list of this phone's games
}

/** Whether the table has to decide on something. @param {string} token */
export async function isAnyHeld(token) {
  const kept = await store.game(token);
  return Boolean(kept) && questions(/** @type {Kept} */ (kept), await store.waiting(token)).length > 0;
}

/** @param {string} language */
async function sendAll(language) {
  for (const game of await store.games()) if (game.key && !game.moved && !game.problem) await startGame(game);
  const tokens = new Set((await store.allWaiting()).map(({ token }) => token));
  for (const token of tokens) await sendGame(token, language);
  await handOver();
  const more = new Set((await store.allWaiting()).map(({ token }) => token));
  for (const token of more) if (!tokens.has(token)) await sendGame(token, language);
}

/**
 * Sends all that waits, in one tab at a time. Raises `Away` where there is no reception.
 * @param {string} language
 */
export const send = (language) => (navigator.locks ? navigator.locks.request("outbox", () => sendAll(language)) : sendAll(language));
