// The table page: what was played, what can be chosen, what was just saved, and where to go next.

import { DealRecorded, EntriesCorrected, PointsAdjusted, eventOfBody } from "../../game/events/index.js";
import { CONTRACTS, undoubledContractPoints, sortContracts } from "../../game/fold.js";
import { countedEntryKind } from "../../game/game-builder.js";
import { redoableEntries } from "../../game/redo.js";
import { SEATS, bySeat } from "../../lib/points.js";
import { markSafe } from "../template-runtime.js";
import { PENALTY_CONTRACTS } from "./game.js";

/** @typedef {import("../../lib/points.js").Seat} Seat */
/** @typedef {import("./game.js").LocalGame} LocalGame */
/** @typedef {import("./game.js").GameView} GameView */

/** @param {import("../offline-pages.js").OfflinePageTools} tools @param {ReturnType<typeof import("./game.js").gamePresenter>} shared */
export function tablePagePresenter(
  { say: _, points, urlFor, language },
  { game, contractSetName, titleOf, shortTitleOf, maxDealsLeft, verdict },
) {
  /** For each seat, how many deals of its kingdom were played. @param {GameView} view */
  const kingdomProgressBySeat = ({ rules, state }) => {
    const deals = maxDealsLeft(CONTRACTS, rules);
    return bySeat((seat) => ({
      played_deal_count: deals - maxDealsLeft(state.result.remaining[seat], rules),
      max_deals: deals,
    }));
  };

  /** Seats whose kingdom has not started and which are not king. @param {GameView} view */
  const kingsToCome = (view) => {
    const startedKings = view.state.result.kingdoms.map(({ king }) => king);
    return view.seats.filter(({ seat, is_king }) => !startedKings.includes(seat) && !is_king);
  };

  /** The points of a contract, as text. @param {GameView} view @param {string} contract */
  const worthText = (view, contract) => {
    const table = view.state.points_table;
    const perCard = /** @type {Record<string, [number, number]>} */ ({
      queens: [4, undoubledContractPoints(["queens"], table) / 4],
      diamonds: [13, table.diamond],
      collections: [13, table.trick],
    })[contract];
    if (perCard) return _("%(count)s × %(each)s", { count: points(perCard[0]), each: points(perCard[1]) });
    if (contract === "king_of_hearts") return points(undoubledContractPoints([contract], table));
    return markSafe(table.trex.map(points).join(language.digits === "arab" ? "، " : " · "));
  };

  /** The address of the form for these contracts. @param {GameView} view @param {string[]} contracts @param {number | null} [lastSaved] */
  const newDealUrl = (view, contracts, lastSaved = null) =>
    urlFor("deals.new", {
      token: view.token,
      contracts: contracts.join("+") || null,
      king: view.chosen_king,
      renege: view.requested_revoked_by,
      saved: lastSaved,
    });

  /** The address of the form filled with a deal. @param {GameView} view @param {any} deal */
  const filledDealUrl = (view, { contracts, renege, captures }) =>
    urlFor("deals.new", {
      token: view.token,
      contracts: contracts.join("+"),
      king: view.chosen_king,
      renege: renege?.by,
      captures: JSON.stringify(captures),
    });

  /** The contract sets that the king can play. @param {GameView} view @returns {string[][]} */
  const possibleContractSets = (view) => {
    const remaining = view.king ? view.state.result.remaining[view.king.seat] : [];
    return view.state.play.contractSets.filter((contractSet) =>
      contractSet.every((contract) => remaining.includes(contract)),
    );
  };

  /** The page after a deal: the only possible form, else the table; after the last deal the result. @param {GameView} view */
  const urlAfterSaving = (view) => {
    if (view.complete) return urlFor("sheet.result", { token: view.token });
    const playableSets = view.can_write && !view.announcement ? possibleContractSets(view) : [];
    return playableSets.length === 1
      ? newDealUrl(view, playableSets[0], view.state.last.seq)
      : urlFor("table.show", { token: view.token });
  };

  /** The contracts the king has left, each by itself; only Trex where all four are combined. @param {GameView} view */
  const contractTiles = (view) => {
    if (!view.king) return [];
    const remaining = view.state.result.remaining[view.king.seat];
    const address = newDealUrl(view, []);
    const contracts = (view.rules.combining === "all_four" ? ["trex"] : CONTRACTS).filter((contract) =>
      remaining.includes(contract),
    );
    return contracts.map((contract) => ({
      contract,
      points_text: worthText(view, contract),
      trex_points_range:
        contract === "trex" ? [view.state.points_table.trex[0], view.state.points_table.trex[3]] : null,
      form_url: `${address}${address.includes("?") ? "&" : "?"}contracts=${contract}`,
      is_playable_alone: view.state.play.contractSets.some((contractSet) => contractSet.join() === contract),
    }));
  };

  /** The contracts the king has played, in standard order. @param {GameView} view */
  const playedContracts = (view) => {
    if (!view.king) return [];
    /** @type {Record<string, any>} */
    const byContract = {};
    view.state.result.deals.forEach((deal, index) => {
      if (deal.king !== view.king.seat) return;
      for (const [contract, details] of Object.entries(view.state.grid[index])) {
        const { seats, points: most } = /** @type {any} */ (details);
        byContract[contract] = {
          contract,
          main_taker_name: seats.length === 1 ? view.seats[SEATS.indexOf(seats[0])].short : "",
          main_taker_points: most,
          seq: view.state.seqs[index],
        };
      }
    });
    return CONTRACTS.flatMap((contract) => byContract[contract] ?? []);
  };

  /** Several contracts in one deal, if the rules and the remaining contracts permit it. @param {GameView} view */
  const combinedDeal = (view) => {
    if (!view.king || view.rules.combining === "none") return null;
    const combinations = possibleContractSets(view).filter((contracts) => contracts.length > 1);
    if (!combinations.length) return null;
    if (view.rules.combining === "all_four") {
      return {
        is_all_four: true,
        form_url: newDealUrl(view, PENALTY_CONTRACTS),
        points_text: points(undoubledContractPoints(PENALTY_CONTRACTS, view.state.points_table)),
        contract_tiles: [],
      };
    }
    return {
      is_all_four: false,
      form_url: newDealUrl(view, []),
      points_text: null,
      contract_tiles: contractTiles(view).filter(
        ({ is_playable_alone: isPlayableAlone, contract }) => isPlayableAlone && contract !== "trex",
      ),
    };
  };

  /** Links to choose the king, if the rules leave that open; the chosen one has none. @param {GameView} view */
  const kingChoiceUrls = (view) => {
    const isKingOpen = !view.king || (view.chosen_king !== null && !view.announcement);
    if (!isKingOpen || view.complete || !view.can_write) return {};
    return Object.fromEntries(
      view.state.candidates
        .filter((seat) => seat !== view.chosen_king)
        .map((seat) => [
          seat,
          urlFor("table.show", { token: view.token, king: seat, renege: view.requested_revoked_by }),
        ]),
    );
  };

  /** Points by player, largest first. @param {GameView} view @param {Partial<Record<Seat, number>>} bySeat */
  const pointsChanges = (view, bySeat) =>
    view.seats
      .flatMap((/** @type {any} */ { seat, name, narrow_column_name: columnName }) =>
        bySeat[/** @type {Seat} */ (seat)]
          ? [{ name, short: columnName, change: bySeat[/** @type {Seat} */ (seat)] }]
          : [],
      )
      .sort((/** @type {any} */ first, /** @type {any} */ second) => Math.abs(second.change) - Math.abs(first.change));

  /** The last entry, summarized. An unsent one is identified by its `key`. @param {GameView} view */
  const lastUndoableEntry = (view) => {
    const summary = lastUndoableSummary(view);
    const queuedEntry = view.entries?.find((entry) => entry.seq === summary?.seq && entry.isQueued);
    return summary && queuedEntry ? { ...summary, key: queuedEntry.key } : summary;
  };

  /** @param {GameView} view */
  const lastUndoableSummary = (view) => {
    const { last, result } = view.state;
    if (!last) return null;
    const { entry: body, seq } = last;
    const event = eventOfBody(body);
    if (event === EntriesCorrected) return correctionSummary(view, event.content(body), seq);
    const entry = { kind: countedEntryKind(body), body };
    const points = PointsAdjusted.is(entry)
      ? pointsChanges(view, body.adjustment)
      : DealRecorded.is(entry)
        ? pointsChanges(view, result.deals.at(-1).points)
        : []; // a tiebreaker counts in no total
    const title = (event.ofGameFile ? titleOf : shortTitleOf)(entry);
    return {
      title,
      seq,
      points_changes: points,
      explained_seq: points.length ? seq : null,
      contract_shown_as_sign:
        event === DealRecorded && body.contracts.join() === "king_of_hearts" ? "king_of_hearts" : "",
    };
  };

  /**
   * A single corrected deal is named with its current points; otherwise the reason is shown.
   * @param {GameView} view
   * @param {any} correction
   * @param {number} seq
   */
  const correctionSummary = (view, { reason, changes: changesMade }, seq) => {
    const [{ seq: corrected, entry }] = changesMade;
    const correctedIndex = view.state.seqs.indexOf(corrected);
    if (changesMade.length > 1 || !entry?.contracts || correctedIndex < 0)
      return {
        title: _("Corrected: %(reason)s", { reason }),
        seq,
        points_changes: [],
        explained_seq: null,
        contract_shown_as_sign: "",
      };
    const title = _("%(contracts)s corrected", { contracts: contractSetName(entry.contracts) });
    return {
      title,
      seq,
      points_changes: pointsChanges(view, view.state.result.deals[correctedIndex].points),
      explained_seq: corrected,
      contract_shown_as_sign: "",
    };
  };

  /** The entry that can be redone. @param {GameView} view */
  const lastRedoableEntry = (view) => {
    const lastRedoable = redoableEntries(view.entries).at(-1);
    if (!lastRedoable) return null;
    const { body, seq } = lastRedoable;
    const summary = {
      seq,
      filled_deal_url: null,
      contracts: /** @type {string[]} */ ([]),
      key: lastRedoable.isQueued ? lastRedoable.key : null,
    };
    if (!DealRecorded.is(lastRedoable)) return { ...summary, title: shortTitleOf(lastRedoable) };
    const canChange = !body.tie_break && view.king?.seat === body.king;
    return {
      ...summary,
      title: contractSetName(body.contracts),
      contracts: sortContracts(body.contracts),
      filled_deal_url: canChange ? filledDealUrl(view, body) : null,
    };
  };

  /** @param {LocalGame} localGame */
  const table = (localGame) => {
    const gameView = game(localGame);
    const { result } = localGame.state;
    return {
      game: gameView,
      kingdom_progress: kingdomProgressBySeat(gameView),
      upcoming_kings: kingsToCome(gameView),
      played_contracts_of_king: playedContracts(gameView),
      open_task_count: gameView.state.unconfirmed.length + gameView.open_disputes.length,
      contract_tiles: contractTiles(gameView),
      combined_deal: combinedDeal(gameView),
      king_choice_urls: kingChoiceUrls(gameView),
      saved: lastUndoableEntry(gameView),
      verdict: verdict(gameView),
      undone: lastRedoableEntry(gameView),
    };
  };

  /** The flat table. @param {LocalGame} localGame */
  const flatTable = (localGame) => {
    const gameView = game(localGame);
    return {
      game: gameView,
      kingdom_progress: kingdomProgressBySeat(gameView),
      contracts: CONTRACTS,
      saved: lastUndoableEntry(gameView),
    };
  };

  return {
    table,
    flat: flatTable,
    lastUndoableEntry,
    kingdomProgressBySeat,
    newDealUrl,
    filledDealUrl,
    urlAfterSaving,
  };
}
