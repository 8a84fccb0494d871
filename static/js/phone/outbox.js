// Sends what waits, in its order: never twice in effect, never out of turn, and nothing is dropped that the server has not acknowledged.

import * as store from "./store.js";

/** @typedef {import("./store.js").Kept} Kept */
/** @typedef {import("./store.js").Waiting} Waiting */

const PATIENCE = 8000;

/** The server is away, or has no time just now. */
export class Away extends Error {}

/** @param {string} address @param {RequestInit} [asked] */
async function ask(address, asked = {}) {
  let answer;
  try {
    answer = await fetch(address, { ...asked, cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
  } catch (problem) {
    throw new Away(String(problem));
  }
  if (answer.status === 429 || answer.status >= 500) throw new Away(String(answer.status));
  return { status: answer.status, said: await answer.json() };
}

/** Takes a game over from the server as it stands now; null where its link opens nothing any more. @param {string} token @returns {Promise<Kept | null>} */
export async function refresh(token) {
  const [state, journal] = [await ask(`/api/games/${token}/state`), await ask(`/api/games/${token}/journal`)];
  if (state.status !== 200 || journal.status !== 200) return null;
  if (journal.said.entries.at(-1).seq !== state.said.seq) return refresh(token); // somebody wrote in between
  const kept = { token, may: state.said.may, seq: state.said.seq, state: state.said, entries: journal.said.entries, seen: Date.now() };
  await store.keepGame(kept);
  const known = new Set(journal.said.entries.map((/** @type {any} */ entry) => entry.key));
  for (const entry of await store.waiting(token)) if (known.has(entry.key) && entry.id !== undefined) await store.forget(entry.id);
  return kept;
}

/** The entry as it is sent: what was taken back before it was sent has a number by now. @param {Waiting} entry @param {Kept} kept */
const bodyOf = (entry, kept) => (entry.takes_back ? { take_back: kept.entries.find(({ key }) => key === entry.takes_back)?.seq } : entry.body);

/**
 * Sends what waits of one game. What the server cannot take stays, with what it said; what comes behind it waits on.
 * @param {string} token
 * @param {string} language for the server's sentences
 * @returns {Promise<Kept | null>}
 */
async function sendGame(token, language) {
  let kept = await refresh(token);
  for (;;) {
    const [entry] = await store.waiting(token);
    if (!kept || !entry || entry.problem) return kept;
    const { key, author, made_at } = entry;
    const { status, said } = await ask(`/api/games/${token}/entries`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Accept-Language": language },
      body: JSON.stringify({ key, after: kept.seq, author, made_at, entry: bodyOf(entry, kept) }),
    });
    if (status !== 200 && status !== 201 && status !== 409) {
      await store.wait({ ...entry, problem: said.errors?.[0]?.message ?? said.message });
      return kept;
    }
    kept = await refresh(token); // after 409: somebody else's entries come first
  }
}

/**
 * Sends all that waits, in one tab at a time. Raises `Away` where there is no reception.
 * @param {string} language
 */
export async function send(language) {
  const sending = async () => {
    const tokens = new Set((await store.allWaiting()).map(({ token }) => token));
    for (const token of tokens) await sendGame(token, language);
  };
  return navigator.locks ? navigator.locks.request("outbox", sending) : sending();
}
