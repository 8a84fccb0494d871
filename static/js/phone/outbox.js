// Sends what waits, in its order: never twice in effect, never out of turn, and nothing is dropped that the server has not acknowledged.

import { collision, isHeld, isKnown, sameDeal } from "./opened.js";
import * as store from "./store.js";
import { newKey } from "../key.js";

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
  return kept;
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

/**
 * One entry, behind all that the server has.
 * @param {Waiting} entry
 * @param {Kept} kept
 * @param {string} language
 * @returns {Promise<{kept: Kept | null, refused?: {code: string, message: string} | null}>}
 */
async function sendEntry(entry, kept, language) {
  const { key, author, made_at } = entry;
  const sent = { key, after: kept.seq, author, made_at, entry: bodyOf(entry, kept) };
  const { status, said } = await post(`/api/games/${kept.token}/entries`, sent, { "Accept-Language": language });
  const now = status === 409 && said.seq < kept.seq ? await takeWhole(kept.token) : await refresh(kept.token);
  if (now?.differs) return { kept: null };
  if (status === 409 && now) return collision(entry, now.entries) ? { kept: now } : sendEntry(entry, now, language);
  return { kept: now, refused: status === 422 && now && !isKnown(entry, now.entries) ? said.errors[0] : null };
}

/** Whether the game has gone past what is refused, so that there is nothing to decide on. @param {Waiting} entry @param {string} code */
const isPassed = ({ kind }, code) => kind === "announced" || code === "already_taken_back";

/** What was never sent and the table took back is kept as what it is: set aside. @param {Waiting} held @param {Waiting} takingBack */
async function setAside(held, takingBack) {
  await store.replace([held, takingBack], [asSetAside(held)]);
}

/** An entry that does not count, as the journal keeps it. @param {Waiting} entry @param {number} [instead] @returns {Waiting} */
export const asSetAside = (entry, instead) => ({
  ...entry,
  key: newKey(), // what was refused under the old one may yet be asked about
  kind: "set_aside",
  body: { set_aside: entry.body, ...(instead ? { instead } : {}) },
  takes_back: undefined,
  problem: undefined,
  behind: undefined,
});

/** What the server refuses, for the table to see. @param {Waiting} entry @param {string} problem */
async function refuse(entry, problem) {
  await store.wait({ ...entry, problem, behind: undefined });
  return entry;
}

/**
 * Sends what waits of one game. What the table has to decide on is held; what comes behind it is tried.
 * @param {string} token
 * @param {string} language for the server's sentences
 */
async function sendGame(token, language) {
  let kept = await refresh(token);
  const waiting = await store.waiting(token);
  /** @type {Waiting[]} */
  const held = [];
  let isMore = false;
  for (const entry of waiting) {
    if (!kept || kept.differs) return;
    const other = collision(entry, kept.entries);
    const taken = held.find(({ key }) => key === entry.takes_back);
    const isTakenBack = waiting.some(({ takes_back }) => takes_back === entry.key);
    if (taken) {
      await setAside(taken, entry);
      isMore = true;
    } else if (other && sameDeal(other.body, entry.body) && !isTakenBack) await store.forget(entry);
    else if (other || entry.problem) held.push(entry);
    else {
      const sent = await sendEntry(entry, kept, language);
      kept = sent.kept;
      if (!sent.refused) continue;
      if (isPassed(entry, sent.refused.code)) {
        await store.wait(asSetAside(entry));
        isMore = true;
      } else if (held.length) await store.wait({ ...entry, behind: true }); // it may be possible once that is decided
      else held.push(await refuse(entry, sent.refused.message));
    }
  }
  if (isMore) await sendGame(token, language);
}

/** Begins on the server a game that was begun here; its links are the server's from then on. @param {Kept} game @returns {Promise<unknown>} */
async function startGame(game) {
  const { status, said } = await post("/api/games", game.file, { "Idempotency-Key": String(game.key) });
  if (status === 422 && said.errors[0].code === "key_reused") return startGame({ ...game, key: newKey() }); // it was begun otherwise before
  if (status !== 200 && status !== 201) return store.keepGame({ ...game, problem: said.errors?.[0]?.message ?? said.message });
  const token = said.own;
  if (!(await takeWhole(token))) return;
  const waiting = await store.waiting(game.token);
  await store.replace(waiting, waiting.map((entry) => ({ ...entry, token })));
  await store.keepGame({ ...game, moved: token });
  await fetch(`/g/${token}`).catch(() => null); // the server's list of this phone's games
}

/** Whether the table has to decide on something. @param {string} token */
export async function isAnyHeld(token) {
  const kept = await store.game(token);
  return Boolean(kept) && (await store.waiting(token)).some((entry) => isHeld(entry, /** @type {Kept} */ (kept)));
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
