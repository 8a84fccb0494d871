// Which page an address asks for, drawn from what lies on this phone.

import { opened } from "./opened.js";
import { site } from "./site.js";
import { contractsIn } from "./written.js";

/** @typedef {{html: string} | {leads: string}} Answer a page, or the address of another */

const OF_A_GAME = /^\/g\/([\w-]+)(?:\/(.*))?$/;

/**
 * @param {any} script the site in the reader's language
 * @param {URL} address
 * @param {{digits?: string, theme?: string | null}} reader
 * @returns {Promise<Answer>}
 */
export async function pageAt(script, address, reader) {
  const pages = site(script, reader);
  const [, token, what = ""] = OF_A_GAME.exec(address.pathname) ?? [];
  const game = token ? await opened(script, token, address.searchParams.get("king")) : null;
  if (!game) return { html: pages.away() };
  const table = { leads: pages.addressOf(game.token) };
  const shown = pages.game(game);
  const mayWrite = shown.can_write && shown.king && !shown.complete;
  switch (what) {
    case "":
      return { html: pages.table(game) };
    case "sheet":
      return { html: pages.sheet(game) };
    case "result":
      return shown.complete ? { html: pages.result(game) } : table;
    case "deals/new": {
      const contracts = contractsIn(address.searchParams.getAll("contracts"));
      const left = shown.king ? game.state.result.remaining[shown.king.seat] : [];
      const possible = contracts.length && contracts.every((contract) => left.includes(contract));
      return mayWrite && possible ? { html: pages.deal(game, contracts) } : table;
    }
    case "announcements/new":
      return mayWrite ? { html: pages.announcement(game) } : table;
    case "voids/new":
      return mayWrite ? { html: pages.thrownIn(game) } : table;
    case "adjustments/new":
      return shown.can_write && !shown.complete ? { html: pages.agreement(game) } : table;
    default:
      return { html: pages.away() };
  }
}
