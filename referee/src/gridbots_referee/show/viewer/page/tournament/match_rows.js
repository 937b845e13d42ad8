// The columns of lists of matches; `id` of each is what the server calls its order.

import { el } from "../base/dom.js";
import { address } from "../base/route.js";
import { duration, isKnown, moment, percent } from "./format.js";

/** A link to a match, where there is a replay of it. */
export function matchLink(row, ...children) {
  if (row.hasReplay === false) return el("span", {}, ...children);
  return el("a", { href: address(["match", row.key]) }, ...children);
}

/** Who has won; nobody in a draw. */
export function winners(row) {
  const first = (row.players ?? []).filter((player) => player.place === 1);
  return first.length === 1 && row.players.length > 1 ? first[0].name : first.length ? "draw" : "";
}

export const scores = (row) => (row.players ?? []).map((player) => player.score ?? "–").join(" : ");

/** The players by their seats, who has won in bold. */
function playerNames(row) {
  if (row.error) return el("span", { class: "error" }, `${row.file ?? "record"}: ${row.error}`);
  const isWon = winners(row) !== "draw";
  const shown = row.players.flatMap((player, seat) => [
    seat ? " – " : null,
    isWon && player.place === 1 ? el("b", {}, player.name) : player.name,
  ]);
  return matchLink(row, ...shown);
}

/** How it ended for each seat, told once where it is the same for all. */
function endingsOf(row) {
  const words = (row.players ?? []).map((player) => player.termination);
  return new Set(words).size === 1 ? words[0] : words.join(", ");
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
  { head: "winner", text: winners },
  { head: "scores", id: "score", text: scores, right: true },
  { head: "rounds", text: (row) => row.rounds ?? "", right: true },
  { head: "ended", text: endingsOf },
  {
    head: "time",
    id: "seconds",
    title: "How long it took",
    text: (row) => (isKnown(row.seconds) ? seconds(row.seconds) : ""),
    value: (row) => row.seconds,
    right: true,
  },
  {
    head: "surprise",
    title: "How unlikely the result was by the ratings",
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

/** The columns that say something about any of these rows. */
export function matchColumns(rows) {
  return WHOLE.filter(({ head }) => !NEEDS[head] || rows.some(NEEDS[head]));
}
