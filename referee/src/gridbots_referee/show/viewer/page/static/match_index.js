// Filters, sorts and paginates matches without a server. Rows are in shards, which are loaded when
// they are needed: the order by number needs one shard, every other order needs all of them.

import { compare, parseSort } from "../tournament/table.js";

const PER_PAGE = 100;

export class MatchIndex {
  /** @param {function(string): Promise<Array>} load loads a shard by its name */
  constructor({ bots, shards, count, replays }, load) {
    this._bots = bots;
    this._shards = shards; // their names, and the number of rows in each of them but the last
    this._count = count;
    this._replays = new Set(replays);
    this._load = load;
  }

  /** A page of matches, as from a server. */
  async select(query) {
    const limit = Number(query.limit) || PER_PAGE;
    const [order, isDown] = parseSort(query.sort || "-number");
    const isFiltered = ["bot", "against", "seat", "ending", "termination", "how"].some((name) => query[name]);
    if (order === "number" && !isFiltered) return this._slice(query, limit, isDown);
    const rows = (await this._rows(0, this._shards.names.length)).filter((row) => this._fits(row, query));
    const value = VALUES[order] ?? VALUES.number;
    const keyed = rows.map((row) => [value(this, row, query), row]);
    keyed.sort(([one, a], [other, b]) => compare(one, other, isDown) || b[NUMBER] - a[NUMBER]);
    const { page, pages, start } = pageOf(query, keyed.length, limit);
    const shown = keyed.slice(start, start + limit).map(([, row]) => this._describe(row));
    return { matches: shown, total: keyed.length, page, pages };
  }

  async _slice(query, limit, isDown) {
    const { page, pages, start } = pageOf(query, this._count, limit);
    const end = Math.min(start + limit, this._count);
    const [from, to] = isDown ? [this._count - end, this._count - start] : [start, end];
    const { rows: size } = this._shards;
    const first = Math.floor(from / size);
    const rows = await this._rows(first, Math.ceil(to / size));
    const shown = rows.slice(from - first * size, to - first * size).map((row) => this._describe(row));
    return { matches: isDown ? shown.reverse() : shown, total: this._count, page, pages };
  }

  async _rows(first, end) {
    const shards = await Promise.all(this._shards.names.slice(first, end).map((name) => this._load(name)));
    return shards.flat();
  }

  _fits(row, query) {
    const players = row[PLAYERS];
    if (query.how && row[HOW] !== query.how) return false;
    const against = players.find((player) => this._bots[player[0]] === query.against);
    if (query.against && !against) return false;
    if (!query.bot) return !query.termination || players.some((player) => player[3] === query.termination);
    return players.some((player, seat) => {
      if (this._bots[player[0]] !== query.bot || player === against) return false;
      if (query.seat && seat + 1 !== Number(query.seat)) return false;
      if (query.termination && player[3] !== query.termination) return false;
      return !query.ending || endingOf(player, players, against) === query.ending;
    });
  }

  _describe(row) {
    const [number, rounds, seconds, how, started, surprise, players] = row;
    return {
      key: String(number),
      number,
      rounds,
      seconds,
      how,
      started,
      surprise,
      hasReplay: this._replays.has(number),
      players: players.map(([bot, place, score, termination]) => ({
        name: this._bots[bot],
        place,
        score,
        termination,
      })),
    };
  }
}

const [NUMBER, ROUNDS, SECONDS, HOW, STARTED, SURPRISE, PLAYERS] = [0, 1, 2, 3, 4, 5, 6];

/** The result of a player against another one, or else in the match. */
function endingOf(player, players, against) {
  if (against) return player[1] < against[1] ? "won" : player[1] > against[1] ? "lost" : "drawn";
  if (player[1] > 1) return "lost";
  return players.filter((each) => each[1] === 1).length > 1 ? "drawn" : "won";
}

const VALUES = {
  number: (_, row) => row[NUMBER],
  rounds: (_, row) => row[ROUNDS],
  seconds: (_, row) => row[SECONDS],
  how: (_, row) => row[HOW],
  started: (_, row) => row[STARTED],
  surprise: (_, row) => row[SURPRISE],
  players: (index, row) => row[PLAYERS].map((player) => index._bots[player[0]]).join(),
  winner: (index, row) => {
    const first = row[PLAYERS].filter((player) => player[1] === 1);
    return first.length === 1 ? index._bots[first[0][0]] : "";
  },
  ended: (_, row) => row[PLAYERS].map((player) => player[3]).join(),
  score: (index, row, query) => {
    const mine = row[PLAYERS].filter((player) => index._bots[player[0]] === query.bot);
    return Math.max(...(mine.length ? mine : row[PLAYERS]).map((player) => player[2]));
  },
};

/** The requested page, or the last one. */
function pageOf(query, total, limit) {
  const pages = Math.max(1, Math.ceil(total / limit));
  const page = Math.max(1, Math.min(pages, Math.floor(Number(query.page)) || 1));
  return { page, pages, start: (page - 1) * limit };
}
