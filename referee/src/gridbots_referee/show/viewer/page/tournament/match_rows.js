// The columns of lists of matches; their `id` is the server's name of the order.

import { el } from "../base/dom.js";
import { address } from "../base/route.js";
import { duration, isKnown, moment, percent } from "./format.js";

/** A link to a match, if it has a replay. */
export function matchLink(row, ...children) {
  if (row.hasReplay === false) return el("span", ...children);
  return el("a", { href: address(["match", row.key]) }, ...children);
}

/** The winner of a match, "draw", or nothing for a single player. */
export function winnerOf({ players = [] }) {
  const first = players.filter((player) => player.place === 1);
  if (players.length < 2 || !first.length) return "";
  return first.length === 1 ? first[0].name : "draw";
}

const NAMED = 4; // players in a row with their names and scores

/** The scores by seat, for the players that a row names. */
export function scores({ players = [] }) {
  const shown = players.slice(0, NAMED).map(({ score }) => (isKnown(score) ? String(Math.round(score * 100) / 100) : "–"));
  return [...shown, ...(players.length > NAMED ? ["…"] : [])].join(" : ");
}

/** The players by seat, the winner in bold. */
function playerNames(row) {
  if (row.error) return el("span.error", `${row.file ?? "record"}: ${row.error}`);
  const isWon = winnerOf(row) !== "draw";
  const shown = row.players.slice(0, NAMED).flatMap((player, seat) => [
    seat ? " – " : null,
    isWon && player.place === 1 ? el("b", player.name) : el("span", player.name),
  ]);
  const more = row.players.length - NAMED;
  return matchLink(row, ...shown, more > 0 ? ` and ${more} more` : null);
}

/** The termination of each seat, or with many seats the number of each termination. */
function endingsOf({ players = [] }) {
  const words = players.map((player) => player.termination);
  const kinds = [...new Set(words)];
  if (kinds.length === 1) return kinds[0];
  if (words.length <= NAMED) return words.join(", ");
  return kinds.map((kind) => `${words.filter((word) => word === kind).length} ${kind}`).join(", ");
}

const WHOLE = [
  {
    head: "match",
    id: "number",
    right: true,
    text: (row) => matchLink(row, String(row.number ?? Number(row.key) + 1)),
    value: (row) => row.number ?? Number(row.key),
  },
  { head: "game", text: (row) => row.game ?? "" },
  {
    head: "players",
    wraps: true,
    text: playerNames,
    value: (row) => row.error ?? row.players.map((player) => player.name).join(),
  },
  { head: "winner", text: winnerOf },
  { head: "scores", id: "score", text: scores, right: true },
  { head: "rounds", text: (row) => row.rounds ?? "", right: true },
  { head: "ended", text: endingsOf },
  {
    head: "time",
    id: "seconds",
    title: "Duration of the match",
    text: (row) => (isKnown(row.seconds) ? seconds(row.seconds) : ""),
    value: (row) => row.seconds,
    right: true,
  },
  {
    head: "surprise",
    title: "How unlikely the result was according to the ratings",
    text: (row) => (isKnown(row.surprise) ? percent(row.surprise, 0) : ""),
    value: (row) => row.surprise,
    right: true,
  },
  { head: "started", text: (row) => moment(row.started) },
];

const seconds = (value) => (value < 10 ? `${value.toFixed(2)} s` : duration(value));

const NEEDS = {
  game: (row) => row.game,
  time: (row) => isKnown(row.seconds),
  surprise: (row) => isKnown(row.surprise),
};

/** The columns with a value in any of these rows. */
export function matchColumns(rows) {
  return WHOLE.filter(({ head }) => !NEEDS[head] || rows.some(NEEDS[head]));
}
