// What the table has to decide on, question by question: two versions of a deal side by side, or what the server refuses.

import { CONTRACTS } from "../../game/fold.js";
import { QUEENS, SEATS, score } from "../../lib/points.js";
import { changesFor, seen } from "../questions.js";

/** @typedef {import("../../lib/points.js").Seat} Seat */
/** @typedef {import("../../game/journal.js").CountedEntry} Counted */
/** @typedef {import("../questions.js").Question} Question */
/** @typedef {import("../store.js").Waiting} Waiting */
/** @typedef {import("./game.js").Opened} Opened */
/** @typedef {{keep: string, heading: string, when: string, title: string, king_name: string, cells: {points: number, details: any}[], use_url: string | null}} Column */

const CARDS = [["KH", "king_of_hearts"], ...Object.entries(QUEENS).map(([suit, card]) => [card, suit])];

/** @param {any[]} bodies */
const contractsOf = (bodies) => CONTRACTS.filter((one) => bodies.some(({ contracts }) => contracts.includes(one)));

/** @param {import("../site.js").Site} site @param {ReturnType<typeof import("./game.js").gameViews>} shared @param {ReturnType<typeof import("./board.js").boardViews>} board @param {ReturnType<typeof import("./history.js").historyViews>} history */
export function versionViews({ say: _, urlFor, words, language }, { game, programmeName, titleOf }, { dealUrl }, { time, day }) {
  /** The deal that was to be undone and counts all the same. @param {Opened} opened @param {Question} asked @returns {Counted | undefined} */
  const stillCounts = ({ record }, { ours: [entry] }) => record.counted.find((/** @type {Counted} */ { key, kind }) => kind === "deal" && key === entry.takes_back);

  /** What a question is about. @param {Opened} opened @param {Question} asked */
  const named = (opened, asked) => {
    const { ours, theirs, key } = asked;
    const url = urlFor("phone.versions", { token: opened.token, of: key });
    const undone = stillCounts(opened, asked);
    const bodies = theirs.length ? [...theirs, ...ours].map(({ body }) => body) : undone ? [undone.body] : ours[0].kind === "deal" ? [ours[0].body] : [];
    const contracts = contractsOf(bodies);
    const what = theirs.length ? "versions" : ours[0].takes_back ? "undo" : "refused";
    return { what, url, contracts, title: bodies.length ? programmeName(contracts) : called(ours[0]), king: bodies[0]?.king ?? null, undone };
  };

  /** An entry that is no deal. @param {Waiting} entry @returns {string} */
  const called = ({ kind, body }) => {
    if (kind === "void" || kind === "adjustment") return titleOf({ kind, body });
    return kind === "first_king" ? _("First king") : kind === "corrected" ? _("Correction") : _("Undo");
  };

  /** Cards that somebody has taken, held or led to. @param {any} captures @param {(taken: any) => boolean} picked */
  const cards = (captures, picked) =>
    CARDS.flatMap(([card, name]) => {
      const taken = card === "KH" ? captures.king_of_hearts : captures.queens?.[name];
      return taken && picked(taken) ? [{ card, name: words.card[card], doubled: Boolean(taken.doubled_by) }] : [];
    });

  /** What the points of somebody come from, null where a part was not played. @param {any} captures @param {any[]} bodies @param {Seat} seat */
  const detailsOf = (captures, bodies, seat) => ({
    taken: cards(captures, ({ taken_by }) => taken_by === seat),
    held: cards(captures, ({ taken_by, doubled_by }) => doubled_by === seat && taken_by !== seat),
    led: cards(captures, ({ taken_by, led_by }) => led_by === seat && taken_by !== seat),
    diamonds: captures.diamonds ? captures.diamonds[seat] ?? 0 : null,
    tricks: captures.tricks ? captures.tricks[seat] ?? 0 : null,
    place: captures.trex ? words.places[captures.trex.indexOf(seat)] : "",
    revoked: bodies.some(({ renege }) => renege?.by === seat),
  });

  /** @param {Opened} opened @param {any[]} bodies */
  const cellsOf = ({ state }, bodies) => {
    const captures = Object.assign({}, ...bodies.map((body) => body.captures));
    const points = score(state.points_table, captures);
    return SEATS.map((seat) => ({ points: points[seat], details: detailsOf(captures, bodies, seat) }));
  };

  /** What a version says. @param {Opened} opened @param {any[]} bodies */
  const madeOf = (opened, bodies) => ({
    title: programmeName(contractsOf(bodies)),
    king_name: game(opened).seats[SEATS.indexOf(bodies[0].king)].short,
    cells: cellsOf(opened, bodies),
    use_url: /** @type {string | null} */ (null),
  });

  /** A moment by the clock; with the day where the other version is of another one. @param {string} at @param {string[]} all */
  const moment = (at, all) => (all.every((one) => one.slice(0, 10) === at.slice(0, 10)) ? time(at) : `${day(at)}${language.comma} ${time(at)}`);

  /** The version in the game, with who said it last. @param {Opened} opened @param {Counted[]} theirs @param {string[]} moments @returns {Column} */
  const theirColumn = (opened, theirs, moments) => {
    const said = opened.entries.find(({ seq }) => seq === theirs[0].versions.at(-1)?.seq);
    const heading = said.author ? _("%(name)s’s phone", { name: said.author }) : said.device || _("Another phone");
    const at = moment(moments[0], moments);
    const when = theirs[0].corrected ? _("%(time)s · corrected", { time: at }) : _("%(time)s · in the game", { time: at });
    const bodies = theirs.map(({ body }) => body);
    return { keep: "theirs", heading, when, ...madeOf(opened, bodies) };
  };

  /** @param {Opened} opened @param {Waiting[]} ours @param {string[]} moments @returns {Column} */
  const ourColumn = (opened, ours, moments) => {
    const bodies = ours.map(({ body }) => body);
    return { keep: "ours", heading: _("This phone"), when: _("%(time)s · was offline", { time: moment(ours[0].made_at, moments) }), ...madeOf(opened, bodies) };
  };

  /** When each version was said, the one in the game first. @param {Opened} opened @param {Counted[]} theirs @param {Waiting[]} ours */
  const momentsOf = ({ entries }, theirs, ours) => {
    const said = theirs.length ? [entries.find(({ seq }) => seq === theirs[0].versions.at(-1)?.seq)] : [];
    return [...said, ...ours.slice(0, 1)].map(({ made_at: made, received_at: received }) => made ?? received);
  };

  /** @param {Opened} opened @param {Question} asked @param {Counted | undefined} undone @returns {Column[]} */
  const columnsOf = (opened, { ours, theirs }, undone) => {
    const inTheGame = theirs.length ? theirs : undone ? [undone] : [];
    const here = ours[0].kind === "deal" ? ours : [];
    const moments = momentsOf(opened, inTheGame, here);
    return [...(inTheGame.length ? [theirColumn(opened, inTheGame, moments)] : []), ...(here.length ? [ourColumn(opened, here, moments)] : [])];
  };

  /** Why this phone's version needs more than a tap: who has to decide. @param {any} shown @param {Question} asked @param {string | null} king */
  const decidedBy = (shown, { problem, theirs }, king) => {
    if (!shown.can_write) return _("Only a phone with the scorer link can choose.");
    if (problem || !theirs.length) return problem;
    const sealed = shown.state.agreements.some((/** @type {any} */ one) => one.king === king && one.seal);
    const name = shown.seats[SEATS.indexOf(/** @type {Seat} */ (king))]?.name;
    return sealed ? _("All four signed off %(king)s’s kingdom. To change it, all four or the referee must approve.", { king: name }) : "";
  };

  /** Where an entry that is refused is recorded again: in its form, while that is open; else as a correction, which says what else would change. @param {Opened} opened @param {any} shown @param {Question} asked */
  const changeOf = ({ record }, shown, asked) => {
    const { kind, body } = asked.ours[0];
    const correction = urlFor("corrections.new", { token: shown.token, changes: JSON.stringify(changesFor(asked, record.counted)), reason: asked.theirs.length ? chosenBecause : null });
    if (kind !== "deal") return null;
    const left = shown.king?.seat === body.king ? shown.state.result.remaining[body.king] : [];
    const isOpen = !asked.theirs.length && body.contracts.every((/** @type {string} */ one) => left.includes(one));
    if (!isOpen) return { url: correction, is_form: false };
    return { url: urlFor("deals.new", { token: shown.token, contracts: body.contracts.join("+"), king: shown.king_named, renege: body.renege?.by, told: JSON.stringify(body.captures) }), is_form: true };
  };
  const chosenBecause = _("Two phones recorded this deal; this version was chosen.");

  /** One question; the first where the one that is asked for has been decided. @param {Opened} opened @param {string} [key] */
  const versions = (opened, key = "") => {
    const shown = game(opened);
    const place = Math.max(0, opened.asked.findIndex((one) => one.key === key));
    const asked = opened.asked[place];
    const about = named(opened, asked);
    const [first, other] = columnsOf(opened, asked, about.undone);
    const columns = [first, other].filter(Boolean);
    const decided = decidedBy(shown, asked, about.king);
    const change = changeOf(opened, shown, asked);
    if (other && shown.can_write && decided) other.use_url = change?.url ?? null;
    const next = opened.asked[place + 1];
    return {
      game: shown,
      ...about,
      key: asked.key,
      seen: seen(asked.theirs),
      problem: decided,
      number: asked.theirs.length || about.undone ? opened.record.counted.filter((/** @type {any} */ { kind }) => kind === "deal").findIndex(({ seq }) => seq === (asked.theirs[0] ?? about.undone).seq) + 1 : null,
      king_name: about.king ? shown.seats[SEATS.indexOf(about.king)].short : "",
      columns,
      titles_differ: Boolean(other) && (first.title !== other.title || first.king_name !== other.king_name),
      rows: shown.seats.map((/** @type {any} */ { column }, /** @type {number} */ at) => ({ name: column, differs: Boolean(other) && JSON.stringify(first.cells[at]) !== JSON.stringify(other.cells[at]) })),
      change: about.what === "refused" ? change : null,
      correct_url: about.undone ? urlFor("told_anew.correct", { token: opened.token, seq: about.undone.seq }) : null,
      place: place + 1,
      count: opened.asked.length,
      later_url: next ? urlFor("phone.versions", { token: opened.token, of: next.key }) : urlFor("table.show", { token: opened.token }),
    };
  };

  return { versions, named, chosenBecause };
}
