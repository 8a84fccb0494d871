// A game's state → what the templates show of it, as `trexscore/web/views` does on the server.

import { CONTRACTS, faceValue } from "../game/fold.js";
import { SEATS, score } from "../points.js";
import { adjustmentForm, announcementForm, dealForm, dealOf, firstKingForm, newKey, voidForm } from "./forms.js";
import { collision } from "./opened.js";
import { Safe, safe } from "./runtime.js";

/** @typedef {import("../points.js").Seat} Seat */
/** @typedef {import("./store.js").Kept} Kept */
/** @typedef {import("./store.js").Waiting} Waiting */
/** @typedef {{token: string, may: string, state: any, record: any, king: Seat | null, entries: any[], kept: Kept, waiting: Waiting[], held: Waiting[]}} Opened
 * A game as it lies on this phone, and who was said to be king. */

const TEAMS = ["AC", "BD"];
const LETTER = /\p{L}/u;
const A_WEEK = 7 * 24 * 60 * 60 * 1000;
const PENALTIES = CONTRACTS.slice(0, 4);
const CARD_NAMED = /** @type {Record<string, string>} */ ({ king_of_hearts: "KH", hearts: "QH", spades: "QS", diamonds: "QD", clubs: "QC" });
const CARDS = ["KH", "QH", "QS", "QD", "QC"];

/**
 * @param {{say: (text: string, params?: Record<string, any>) => any, points: (n: number) => Safe, urlFor: (name: string, params: Record<string, any>) => string, words: any, language: any}} site
 */
export function views({ say: _, points, urlFor, words, language }) {
  /** @param {any} rules */
  const sign = (rules) => (rules.signs === "reversed" ? -1 : 1);

  /** +1 where more points are better, −1 where fewer are. @param {any} rules */
  const standingOrder = (rules) => (rules.winner === "worst_player_loses" ? sign(rules) : rules.winner === "lowest_total" ? -1 : 1);

  /** @param {number[]} totals @param {number} better */
  const ranks = (totals, better) =>
    totals.map((one) => ({
      rank: 1 + totals.filter((other) => better * other > better * one).length,
      tied: totals.filter((other) => other === one).length > 1,
    }));

  /** @param {string[]} contracts */
  const programmeName = (contracts) =>
    contracts.join() === PENALTIES.join() ? _("All four in one") : contracts.map((contract) => words.contract[contract]).join(" + ");

  /** @param {any} rules @param {string[]} contracts */
  const cardsToDouble = (rules, contracts) => {
    if (rules.doubling === "off" || (contracts.length > 1 && !rules.doubling_when_combined)) return [];
    return CARDS.filter((card) => (card === "KH" ? contracts.includes("king_of_hearts") : contracts.includes("queens") && rules.doubling === "king_of_hearts_and_queens"));
  };

  /** @param {string} token @param {any} state @param {Record<Seat, string>} names */
  const announced = (token, state, names) => {
    const said = state.announced;
    if (!said) return null;
    const king = state.result.next_king === null ? said.king : null;
    return {
      king_name: names[/** @type {Seat} */ (said.king)],
      contracts: said.contracts,
      title: programmeName(said.contracts),
      can_double: cardsToDouble(state.rules, said.contracts).length > 0,
      record_url: urlFor("deals.new", { token, contracts: said.contracts.join("+"), king }),
      doubled: Object.entries(said.doubled).map(([card, holder]) => ({
        card: CARD_NAMED[card],
        card_name: words.card[CARD_NAMED[card]],
        holder_name: names[/** @type {Seat} */ (holder)],
      })),
    };
  };

  /** @param {string[]} left @param {any} rules */
  const dealsLeft = (left, rules) =>
    rules.combining === "all_four" ? Number(left.includes("trex")) + Number(left.some((contract) => contract !== "trex")) : left.length;

  /** Whether anybody may deal: where the 7 of hearts finds the king, in the kingdom's first deal. @param {any} state @param {Seat} king */
  const foundByTheSeven = ({ rules, result }, king) =>
    result.remaining[king].length === CONTRACTS.length && (result.deals.length ? rules.next_king : rules.first_king) === "seven_of_hearts";

  /** What every page of a game shows of it. @param {Opened} opened */
  const game = ({ token, may, state, king, entries }) => {
    const { rules, result } = state;
    const now = result.next_king ?? (king && state.candidates.includes(king) ? king : null);
    /** @type {Record<Seat, string>} */
    const names = /** @type {any} */ (Object.fromEntries(SEATS.map((seat, place) => [seat, state.players[place] || _("Seat %(letter)s", { letter: language.letters[place] })])));
    const standings = ranks(SEATS.map((seat) => result.totals[seat]), standingOrder(rules));
    const seats = SEATS.map((seat, place) => ({ seat, name: names[seat], total: result.totals[seat], ...standings[place], is_king: seat === now, team: TEAMS[place % 2] }));
    const sums = result.teams ? TEAMS.map((team) => result.teams[team]) : [];
    const ofTeams = ranks(sums, standingOrder(rules));
    const teams = sums.map((total, place) => ({ name: _("%(one)s and %(other)s", { one: seats[place].name, other: seats[place + 2].name }), total, ...ofTeams[place] }));
    const played = result.deals.length;
    const kingSeat = seats.find((seat) => seat.is_king) ?? null;
    const winners = rules.partnership
      ? teams.filter((_team, place) => result.winners.includes(TEAMS[place]))
      : seats.filter(({ seat }) => result.winners.includes(seat));
    return {
      token,
      may,
      state,
      entries,
      rules,
      seats,
      teams,
      seq: state.seq,
      king: kingSeat,
      complete: result.complete,
      can_write: may !== "read",
      partnership: rules.partnership,
      deal_number: result.complete ? played : played + 1,
      deals_in_game: played + SEATS.reduce((sum, seat) => sum + dealsLeft(result.remaining[seat], rules), 0),
      announcement: announced(token, state, names),
      kingdom_title: result.complete ? _("The game is over") : kingSeat ? _("%(king)s’s kingdom", { king: kingSeat.name }) : _("Who is king?"),
      king_deals: Boolean(kingSeat) && !(kingSeat && foundByTheSeven(state, kingSeat.seat)),
      king_named: kingSeat && result.next_king === null ? kingSeat.seat : null,
      winners,
      people_who_won: winners.length * (rules.partnership ? 2 : 1),
    };
  };

  /** A name's first letters, as many as no other name begins with. @param {string} name @param {string[]} names */
  const shortest = (name, names) => {
    const letters = [...name];
    const starts = letters.slice(1).map((_letter, place) => letters.slice(0, place + 1));
    return starts.find((start) => !names.some((other) => other !== name && other.startsWith(start.join("")))) ?? letters;
  };

  /** Letters before all else: a digit beside the points would read as one of them. @param {string} name */
  const lettersFirst = (name) => {
    const all = [...name.replaceAll(" ", "")];
    return [...all.filter((one) => LETTER.test(one)), ...all.filter((one) => !LETTER.test(one))].join("") || name;
  };

  /** What tells the players apart in the least room. @param {string[]} names */
  const shortNames = (names) => {
    const lettered = names.map(lettersFirst);
    const prefixes = lettered.map((name) => shortest(name, lettered));
    const short = prefixes.map((prefix) => (prefix.length > 1 ? prefix[0] + prefix[prefix.length - 1] : prefix.join("")));
    return new Set(short).size === new Set(names).size ? short : prefixes.map((prefix) => prefix.join(""));
  };

  /** @param {any} shown */
  const grid = (shown) => {
    const { result } = shown.state;
    const short = shortNames(shown.seats.map((/** @type {any} */ seat) => seat.name));
    /** @type {Record<string, any>} */
    const cells = {};
    result.deals.forEach((/** @type {any} */ deal, /** @type {number} */ place) => {
      for (const [contract, cell] of Object.entries(shown.state.grid[place])) {
        const { seats, points: most } = /** @type {any} */ (cell);
        const takers = seats.map((/** @type {Seat} */ seat) => short[SEATS.indexOf(seat)]);
        cells[deal.king + contract] = { contract, state: "played", takers, points: most };
      }
    });
    const begun = result.kingdoms.map((/** @type {any} */ kingdom) => kingdom.king);
    return [...begun, ...SEATS.filter((seat) => !begun.includes(seat))].map((seat) => {
      const kingdom = result.kingdoms.find((/** @type {any} */ one) => one.king === seat);
      const running = shown.king?.seat === seat;
      return {
        seat,
        name: shown.seats[SEATS.indexOf(seat)].name,
        running,
        cells: CONTRACTS.map((contract) => cells[seat + contract] ?? { contract, state: "left", takers: [], points: 0 }),
        sum: kingdom?.sum ?? 0,
        proved: Boolean(kingdom?.complete),
        left: running && kingdom ? shown.state.left : null,
      };
    });
  };

  /** What a contract gives or costs, as players say it. @param {any} shown @param {string} contract */
  const worth = (shown, contract) => {
    const table = shown.state.points_table;
    const counted = /** @type {Record<string, [number, number]>} */ ({ queens: [4, faceValue(["queens"], table) / 4], diamonds: [13, table.diamond], collections: [13, table.trick] })[contract];
    if (counted) return _("%(count)s × %(each)s", { count: points(counted[0]), each: points(counted[1]) });
    if (contract === "king_of_hearts") return points(faceValue([contract], table));
    return safe(table.trex.map(points).join(language.digits === "arab" ? "، " : " · "));
  };

  /** Where a deal of these contracts is recorded. @param {any} shown @param {string[]} contracts @param {number | null} [saved] */
  const dealUrl = (shown, contracts, saved = null) => urlFor("deals.new", { token: shown.token, contracts: contracts.join("+") || null, king: shown.king_named, saved });

  /** What the king may play. @param {any} shown @returns {string[][]} */
  const possible = (shown) => {
    const left = shown.king ? shown.state.result.remaining[shown.king.seat] : [];
    return shown.state.play.programmes.filter((/** @type {string[]} */ one) => one.every((contract) => left.includes(contract)));
  };

  /** Where the table goes on after a deal: the only contract's form, else the table. @param {any} shown */
  const afterSaving = (shown) => {
    const choices = shown.can_write && !shown.announcement ? possible(shown) : [];
    return choices.length === 1 ? dealUrl(shown, choices[0], shown.state.last.seq) : urlFor("table.show", { token: shown.token });
  };

  /** What the king may play, each contract by itself. @param {any} shown */
  const choices = (shown) => {
    if (!shown.king) return [];
    const left = shown.state.result.remaining[shown.king.seat];
    const address = dealUrl(shown, []);
    return (shown.rules.combining === "all_four" ? ["trex"] : CONTRACTS).map((contract) => {
      const allowed = shown.state.play.programmes.some((/** @type {string[]} */ programme) => programme.join() === contract);
      return {
        contract,
        name: words.contract[contract],
        worth: worth(shown, contract),
        state: !left.includes(contract) ? "played" : allowed ? "open" : "not_now",
        url: `${address}${address.includes("?") ? "&" : "?"}contracts=${contract}`,
        checked: false,
      };
    });
  };

  /** Several contracts in one deal, where the rules and what is left allow it. @param {any} shown */
  const combine = (shown) => {
    if (!shown.king || shown.rules.combining === "none") return null;
    const several = possible(shown).filter((one) => one.length > 1);
    if (!several.length) return null;
    if (shown.rules.combining === "all_four") {
      return { all_four: true, url: dealUrl(shown, PENALTIES), worth: points(faceValue(PENALTIES, shown.state.points_table)), contracts: [] };
    }
    return { all_four: false, url: dealUrl(shown, []), worth: null, contracts: choices(shown).filter(({ state, contract }) => state === "open" && contract !== "trex") };
  };

  /** @param {any} shown */
  const whoIsKing = (shown) =>
    shown.king || shown.complete
      ? []
      : shown.state.candidates.map((/** @type {Seat} */ seat) => ({
          seat,
          name: shown.seats[SEATS.indexOf(seat)].name,
          url: urlFor("table.show", { token: shown.token, king: seat }),
        }));

  /** @param {any} shown @param {Partial<Record<Seat, number>>} bySeat */
  const changes = (shown, bySeat) => shown.seats.flatMap((/** @type {any} */ seat) => (bySeat[/** @type {Seat} */ (seat.seat)] ? [{ name: seat.name, change: bySeat[/** @type {Seat} */ (seat.seat)] }] : []));

  /** The last thing written, said in a line. What waits has no number yet: its `key` tells which it is. @param {any} shown */
  const saved = (shown) => {
    const told = lastSaid(shown);
    const waits = shown.entries?.find((/** @type {any} */ entry) => entry.seq === told?.seq && entry.waits);
    return told && waits ? { ...told, key: waits.key } : told;
  };

  /** @param {any} shown */
  const lastSaid = (shown) => {
    const { last, result } = shown.state;
    if (!last) return null;
    const { entry, seq } = last;
    if (entry.announced) return { title: _("%(contracts)s announced", { contracts: programmeName(entry.announced.contracts) }), seq, points: [] };
    if (entry.void) return { title: _("Deal thrown in: %(reason)s", { reason: words.void_reason[entry.void.reason] }), seq, points: [] };
    if (entry.adjustment) return { title: _("Points by agreement: %(reason)s", { reason: entry.reason }), seq, points: changes(shown, entry.adjustment) };
    const [contract, ...more] = entry.contracts;
    const title = more.length ? _("%(contracts)s written", { contracts: programmeName(CONTRACTS.filter((one) => entry.contracts.includes(one))) }) : words.written[contract];
    return { title, seq, points: changes(shown, result.deals.at(-1).points) };
  };

  /** @param {Opened} opened */
  const table = (opened) => {
    const shown = game(opened);
    const { result } = opened.state;
    return {
      game: shown,
      grid: grid(shown),
      choices: choices(shown),
      combine: combine(shown),
      who_is_king: whoIsKing(shown),
      saved: saved(shown),
      first_king_form: !result.deals.length && result.next_king !== null,
      key: newKey(),
    };
  };

  /** The sheet: the whole game as the paper that people know. @param {Opened} opened */
  const sheet = (opened) => {
    const shown = game({ ...opened, king: null });
    const { result, candidates, points_table: pointsTable } = opened.state;
    /** @type {Map<Seat, any[]>} */
    const rows = new Map();
    let deals = 0;
    for (const { seq, kind, body } of opened.record.counted) {
      const row = kind === "deal"
        ? { seq, contracts: result.deals[deals].contracts, points: SEATS.map((seat) => result.deals[deals].points[seat]), void: false, note: "" }
        : { seq, contracts: [], points: [], void: true, note: kind === "void" ? _("Thrown in: %(reason)s", { reason: words.void_reason[body.void.reason] }) : "" };
      if (kind === "deal") deals += 1;
      if (kind !== "adjustment" && body.king) rows.set(body.king, [...(rows.get(body.king) ?? []), row]);
    }
    const begun = result.kingdoms.map((/** @type {any} */ kingdom) => kingdom.king);
    const thrownIn = [...rows.keys()].filter((seat) => !begun.includes(seat));
    const next = candidates.length === 1 && !begun.includes(candidates[0]) ? candidates : [];
    const kingdoms = [...begun, ...(thrownIn.length ? thrownIn : next)].map((seat) => {
      const scored = result.kingdoms.find((/** @type {any} */ one) => one.king === seat);
      const proved = Boolean(scored?.complete);
      const left = result.remaining[seat];
      return {
        king_name: shown.seats[SEATS.indexOf(seat)].name,
        running: !proved,
        deals: rows.get(seat) ?? [],
        open_contracts: left,
        sums: SEATS.map((each) => scored?.points[each] ?? 0),
        sum: scored?.sum ?? 0,
        proved,
        left: proved ? null : faceValue(left, pointsTable),
      };
    });
    const agreed = opened.record.counted.filter((/** @type {any} */ { kind }) => kind === "adjustment");
    return {
      game: shown,
      kingdoms,
      last: saved(shown),
      totals: shown.seats,
      adjustments: agreed.map((/** @type {any} */ { body }) => ({ points: SEATS.map((seat) => body.adjustment[seat] ?? 0), reason: body.reason ?? "" })),
    };
  };

  /** As few payments as settle all. @param {any} shown */
  const payments = (shown) => {
    const better = standingOrder(shown.rules);
    /** @type {[string, number][]} */
    const shares = (shown.partnership ? shown.teams : shown.seats).map((/** @type {any} */ one) => [one.name, better * one.total]);
    if (shares.reduce((sum, [, share]) => sum + share, 0)) return [];
    const gains = new Map(shares.filter(([, share]) => share > 0));
    const paid = [];
    for (const [payer, share] of [...shares].sort((one, other) => one[1] - other[1])) {
      let owes = -share;
      for (const gainer of [...gains.keys()].sort((one, other) => (gains.get(other) ?? 0) - (gains.get(one) ?? 0))) {
        const part = Math.min(owes, gains.get(gainer) ?? 0);
        if (part <= 0) continue;
        paid.push({ from: payer, to: gainer, points: part });
        gains.set(gainer, (gains.get(gainer) ?? 0) - part);
        owes -= part;
      }
    }
    return paid;
  };

  /** @param {any} shown */
  const tieNote = (shown) => {
    if (shown.state.result.tie_broken_by) return _("Equal on points: more first places in Trex decided.");
    if (shown.winners.length < 2 || shown.rules.winner === "worst_player_loses") return "";
    return _("Equal on points: the win is shared. The table may play one more deal, which is not part of the game.");
  };

  /** The result: who won, by how much, and who pays whom; with the sheet, for a picture. @param {Opened} opened */
  const result = (opened) => {
    const { game: shown, ...paper } = sheet(opened);
    const places = shown.partnership ? shown.teams : shown.seats;
    const best = places.find(({ rank }) => rank === 1)?.total ?? 0;
    const standings = places.map(({ rank, tied, name, total }) => ({ rank, tied, name, total, margin: Math.abs(best - total) }));
    return {
      ...paper,
      game: shown,
      standings: standings.sort((one, other) => one.rank - other.rank),
      payments: payments(shown),
      payments_note: shown.partnership ? _("team by team, a point for a point") : _("a point for a point"),
      tie_note: tieNote(shown),
      again_form: shown.can_write ? { csrf_token: "" } : null,
    };
  };

  /** The points of what has been told so far; nothing before anything has been. @param {any} shown @param {any} told @param {string[]} contracts */
  const pencil = (shown, told, contracts) => {
    const whole = told.asked_step === null;
    if (!whole) return null;
    const points = score(shown.state.points_table, dealOf(told, contracts, shown.king.seat).captures);
    return { rows: shown.seats.map((/** @type {any} */ seat) => ({ name: seat.name, change: points[/** @type {Seat} */ (seat.seat)], total_after: seat.total + points[/** @type {Seat} */ (seat.seat)] })) };
  };

  /** A deal to be recorded. @param {Opened} opened @param {string[]} contracts @param {import("./forms.js").Posted | null} posted @param {string} [after] what had just been saved when this form came by itself */
  const deal = (opened, contracts, posted = null, after = "") => {
    const shown = game(opened);
    const last_written = saved(shown);
    const said = opened.state.announced;
    const form = dealForm(shown, contracts, said && said.contracts.join() === contracts.join() ? said : null, posted);
    const last = opened.state.result.deals.at(-1);
    const previous = last && shown.king && last.king === shown.king.seat ? { contracts: last.contracts, points: SEATS.map((seat) => last.points[seat]) } : null;
    return {
      game: shown,
      form,
      contracts,
      title: programmeName(contracts),
      points_table: opened.state.points_table,
      previous,
      preview: pencil(shown, form, contracts),
      saved: last_written && String(last_written.seq) === after ? last_written : null,
      key: newKey(),
    };
  };

  /** What can be announced; one by one where the king may combine as he likes. @param {any} shown */
  const announceable = (shown) => {
    const offered = possible(shown).filter((one) => shown.rules.combining !== "any" || one.length === 1);
    return offered.map((/** @type {string[]} */ one) => ({ value: one.join("+"), text: programmeName(one) }));
  };

  /** @param {Opened} opened */
  const announcement = (opened) => {
    const shown = game(opened);
    const left = shown.king ? opened.state.result.remaining[shown.king.seat] : [];
    const cards = CARDS.filter((card) => left.some((/** @type {string} */ contract) => cardsToDouble(shown.rules, [contract]).includes(card)));
    return { game: shown, form: announcementForm(shown, announceable(shown), cards, opened.state.announced) };
  };

  /** @param {Opened} opened */
  const thrownIn = (opened) => {
    const shown = game(opened);
    return { game: shown, form: voidForm(shown, words.void_reason) };
  };

  /** @param {Opened} opened @param {import("./forms.js").Posted | null} posted */
  const agreement = (opened, posted = null) => {
    const shown = game({ ...opened, king: null });
    return { game: shown, form: adjustmentForm(shown, posted) };
  };

  /** @param {Opened} opened */
  const firstKing = (opened) => {
    const shown = game({ ...opened, king: null });
    const questions = { seven_of_hearts: _("Who holds the 7 of hearts?"), highest_card: _("Who drew the highest card?"), agreed: _("Who is the first king?") };
    return { game: shown, form: firstKingForm(shown), question: questions[/** @type {keyof typeof questions} */ (shown.rules.first_king)] };
  };

  /** What of a game has not reached the server. @param {Opened} opened */
  const waiting = ({ token, waiting: entries, held }) => ({
    count: entries.length,
    deals: entries.every(({ kind }) => kind === "deal") ? entries.length : 0,
    held: held.length,
    versions_url: urlFor("phone.versions", { token }),
  });

  /** The points of a deal, seat by seat. @param {any} shown @param {any} deal */
  const told = (shown, deal) => {
    const won = score(shown.state.points_table, deal.captures);
    return { title: programmeName(CONTRACTS.filter((one) => deal.contracts.includes(one))), rows: shown.seats.map((/** @type {any} */ seat) => ({ name: seat.name, change: won[/** @type {Seat} */ (seat.seat)] })) };
  };

  /** What the table has to decide on: two versions of a deal, or one that cannot be. @param {Opened} opened */
  const versions = (opened) => {
    const shown = game(opened);
    const [entry] = opened.held;
    const theirs = collision(entry, opened.kept.entries);
    return {
      game: shown,
      key: entry.key,
      problem: entry.problem ?? "",
      ours: entry.kind === "deal" ? told(shown, entry.body) : null,
      theirs: theirs ? { ...told(shown, theirs.body), author: theirs.author } : null,
    };
  };

  /** A day of this week by its name, an older one by its date. @param {Date} begun */
  const dayOf = (begun) => {
    const recent = Date.now() - begun.getTime() < A_WEEK;
    return new Intl.DateTimeFormat(`${language.locale}-u-nu-${language.digits}`, recent ? { weekday: "long" } : { dateStyle: "long" }).format(begun);
  };

  /** The games of this phone, the latest first. @param {Kept[]} games */
  const list = (games) => {
    const open = games.filter(({ moved, gone }) => !moved && !gone).sort((one, other) => (other.used ?? other.seen) - (one.used ?? one.seen));
    return open.map(({ token, entries, state }) => {
      const names = entries.filter(({ kind, body }) => kind === "named" && body).map(({ body }) => body.name);
      return { token, title: _("The game of %(day)s", { day: dayOf(new Date(entries[0].received_at)) }), note: names.join(_(", ")), complete: Boolean(state.result?.complete), names };
    });
  };

  return { game, table, sheet, result, deal, announcement, thrownIn, agreement, firstKing, waiting, versions, list, dealUrl, afterSaving };
}
