// A match in words: what it is, and what is to be seen of a round.

import { el } from "../base/dom.js";

/** What is known of a match beside its rounds, folded up. */
export function matchCard(about) {
  const settings = Object.entries(about.settings).map(
    ([name, value]) => `${name} ${JSON.stringify(value)}`,
  );
  const seed = about.seed !== null && `seed ${about.seed}`;
  const told = [about.id, about.started, seed, ...settings].filter(Boolean).join(", ");
  return el(
    "details",
    { class: "card" },
    el("summary", {}, "About this match"),
    el("p", { class: "about" }, told),
  );
}

/**
 * What the board shows, for those who do not see it.
 *
 * @param {function(number): boolean} hides whether moves of a seat are not to be told
 */
export function roundInWords(replay, number, frame, hides) {
  const moves = replay.round(number)?.moves;
  const told = replay.about.players.map((player, seat) => {
    const move = hides(seat) ? null : moves?.[seat];
    const state = frame.living[seat] ? (move ? `goes ${move}` : "") : "is out";
    return `${player.name} ${state}, score ${frame.scores[seat]}`;
  });
  return `Round ${number} of ${replay.last}. ${told.join(". ")}.`;
}
