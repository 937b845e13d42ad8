// Filters, sorts and paginates matches without a server. Rows are in shards, which are loaded when
// they are needed: the order by number needs one shard, every other order needs all of them.

import { compare, parseSort } from "../tournament/table.js";

const PER_PAGE = 100;
const FILTERS = ["bot", "against", "seat", "ending", "termination", "how"];

export class MatchIndex {
  /** @param {function(string): Promise<Array>} load loads a shard by its name */
  constructor({ bots, shards, count, replays }, load) {
    this._bots = bots;
    this._names = shards.names;
    this._size = shards.rows; // of each shard but the last
    this._count = count;
    this._replays = new Set(replays);
    this._load = load;
    this._shards = new Map();
  }

  /** A page of matches, as from a server. */
  async select(query) {
    const limit = Number(query.limit) || PER_PAGE;
    const [order, isDown] = parseSort(query.sort || "-number");
    const isFiltered = FILTERS.some((name) => query[name]);
    if (order === "number" && !isFiltered) return this._slice(query, limit, isDown);
    const rows = (await this._rows(0, this._names.length)).filter((row) => fits(row, query));
    const value = VALUES[order] ?? ((row) => row[order]);
    const keyed = rows.map((row) => [value(row, query), row]);
    keyed.sort(([one, a], [other, b]) => compare(one, other, isDown) || b.number - a.number);
    const { page, pages, start } = pageOf(query, keyed.length, limit);
    const matches = keyed.slice(start, start + limit).map(([, row]) => row);
    return { matches, total: keyed.length, page, pages };
  }

  async _slice(query, limit, isDown) {
    const { page, pages, start } = pageOf(query, this._count, limit);
    const end = Math.min(start + limit, this._count);
    const [from, to] = isDown ? [this._count - end, this._count - start] : [start, end];
    const first = Math.floor(from / this._size);
    const rows = await this._rows(first, Math.ceil(to / this._size));
    const matches = rows.slice(from - first * this._size, to - first * this._size);
    return { matches: isDown ? matches.reverse() : matches, total: this._count, page, pages };
  }

  async _rows(first, end) {
    const shards = await Promise.all(this._names.slice(first, end).map((name) => this._shard(name)));
    return shards.flat();
  }

  async _shard(name) {
    if (!this._shards.has(name)) {
      this._shards.set(name, (await this._load(name)).map((row) => this._decode(row)));
    }
    return this._shards.get(name);
  }

  _decode([number, rounds, seconds, how, started, surprise, players]) {
    return {
      key: String(number),
      number,
      rounds,
      seconds,
      how,
      started,
      surprise,
      hasReplay: this._replays.has(number),
      players: players.map(([bot, place, score, termination]) => {
        return { name: this._bots[bot], place, score, termination };
      }),
    };
  }
}

function fits({ how, players }, query) {
  if (query.how && how !== query.how) return false;
  const against = players.find((player) => player.name === query.against);
  if (query.against && !against) return false;
  const endedSo = ({ termination }) => !query.termination || termination === query.termination;
  if (!query.bot) return players.some(endedSo);
  return players.some((player, seat) => {
    if (player.name !== query.bot || player === against || !endedSo(player)) return false;
    if (query.seat && seat + 1 !== Number(query.seat)) return false;
    return !query.ending || endingOf(player, players, against) === query.ending;
  });
}

/** The result of a player against another one, or else in the match. */
function endingOf({ place }, players, against) {
  if (against) return place < against.place ? "won" : place > against.place ? "lost" : "drawn";
  if (place > 1) return "lost";
  return players.filter((player) => player.place === 1).length > 1 ? "drawn" : "won";
}

/** Values to sort by that are no fields of a row. */
const VALUES = {
  players: ({ players }) => players.map((player) => player.name).join(),
  winner: ({ players }) => {
    const first = players.filter((player) => player.place === 1);
    return first.length === 1 ? first[0].name : "";
  },
  ended: ({ players }) => players.map((player) => player.termination).join(),
  score: ({ players }, query) => {
    const own = players.filter((player) => player.name === query.bot);
    return Math.max(...(own.length ? own : players).map((player) => player.score));
  },
};

/** The requested page, or the last one. */
function pageOf(query, total, limit) {
  const pages = Math.max(1, Math.ceil(total / limit));
  const page = Math.max(1, Math.min(pages, Math.floor(Number(query.page)) || 1));
  return { page, pages, start: (page - 1) * limit };
}
