// What a bot has found in a match, in words: values, a table of the players, turning points.

import { el } from "../base/dom.js";
import { badge } from "../match/players.js";

const SHOWN_TURNS = 60;
const shareText = (share) => (share === null ? "–" : `${Math.round(100 * share)} %`);

/** What a bot thinks of a position, in a few characters. */
export function valueText(value, isExact) {
  if (value === null || value === undefined) return "–";
  const text = Math.abs(value) >= 1e4 ? value.toPrecision(6) : String(Math.round(100 * value) / 100);
  return isExact ? `${text} exact` : text;
}

/** How each player did. */
export function summaryOf({ seats, scale, failures, bot }) {
  const heads = ["", "same", "accuracy", "blunders", "mistakes"];
  return [
    el(
      "table",
      {},
      el("caption", {}, scale === null ? `${bot} tells no values: only its moves are known` : `By ${bot}`),
      el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, ...seats.map((seat) => summaryRow(seat, scale))),
    ),
    ...failures.map((each) =>
      el("p", { class: "notes" }, `It failed in round ${each.round}, seat ${each.seat}: ${each.why}`),
    ),
  ];
}

function summaryRow(seat, scale) {
  const counts = [seat.blunders, seat.mistakes].map((count) => (scale === null ? "–" : count));
  const cells = [shareText(seat.agreement), shareText(seat.accuracy), ...counts];
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, badge(seat.seat)),
    ...cells.map((cell) => el("td", { class: "right" }, String(cell))),
  );
}

/** The turning points as items of a list; `jump` is called with the round of one that is pressed. */
export function turnsOf({ moves, turning_points: places }, jump) {
  const turns = places.map((place) => moves[place]);
  return [
    ...turns.slice(0, SHOWN_TURNS).map((move) => el("li", {}, turnButton(move, jump))),
    turns.length ? null : el("li", { class: "faint" }, "none that this bot sees"),
    turns.length > SHOWN_TURNS
      ? el("li", { class: "faint" }, `and ${turns.length - SHOWN_TURNS} more`)
      : null,
  ];
}

function turnButton(move, jump) {
  const why = move.verdict || (move.agrees ? "nothing better found" : "a turn");
  const best = move.agrees ? "" : `, best ${move.best || "no move"}`;
  const text = `${move.played || "no move"}${best}: ${why}`;
  const change = `${shareText(move.expected)} → ${shareText(move.expected_after)}`;
  return el(
    "button",
    { type: "button", class: `event ${move.verdict}`, onclick: () => jump(move.round) },
    el("span", { class: "when" }, String(move.round)),
    badge(move.seat),
    el("span", {}, text, el("span", { class: "change" }, change)),
  );
}
