// The findings of an analysis: values, a table of the players, and turning points.

import { table } from "../base/controls.js";
import { el } from "../base/dom.js";
import { eventButton } from "../match/events.js";
import { badge } from "../match/players.js";

const SHOWN_TURNS = 60;
const shareText = (share) => (share === null ? "–" : `${Math.round(100 * share)} %`);

/** A bot's value of a position, in a few characters. */
export function valueText(value, isExact) {
  if (value === null || value === undefined) return "–";
  const text = Math.abs(value) >= 1e4 ? value.toPrecision(6) : String(Math.round(100 * value) / 100);
  return isExact ? `${text} exact` : text;
}

/** A table of how each player did, and the rounds in which the analysis failed. */
export function summaryOf({ seats, scale, failures, bot }) {
  const caption = scale === null ? `${bot} reports no values: only its moves are known` : `By ${bot}`;
  const count = (number) => (scale === null ? "–" : String(number));
  const rows = seats.map(({ seat, agreement, accuracy, blunders, mistakes }) => [
    badge(seat),
    shareText(agreement),
    shareText(accuracy),
    count(blunders),
    count(mistakes),
  ]);
  return [
    table(caption, ["", "same", "accuracy", "blunders", "mistakes"], rows),
    ...failures.map((each) =>
      el("p.notes", `It failed in round ${each.round}, seat ${each.seat}: ${each.why}`),
    ),
  ];
}

/** The turning points as items of a list; `jump` goes to a round. */
export function turnsOf({ moves, turning_points: places }, jump) {
  const turns = places.map((place) => moves[place]);
  return [
    ...turns.slice(0, SHOWN_TURNS).map((move) => el("li", turnButton(move, jump))),
    turns.length ? null : el("li.faint", "none found by this bot"),
    turns.length > SHOWN_TURNS
      ? el("li.faint", `and ${turns.length - SHOWN_TURNS} more`)
      : null,
  ];
}

function turnButton(move, jump) {
  const why = move.verdict || (move.agrees ? "no better move found" : "a turn");
  const best = move.agrees ? "" : `, best ${move.best || "no move"}`;
  const text = `${move.played || "no move"}${best}: ${why}`;
  const change = `${shareText(move.expected)} → ${shareText(move.expected_after)}`;
  return eventButton(move.round, move.seat, jump, move.verdict, text, el("span.change", change));
}
