// The result of a match: places, causes, scores, and the deciding round.

import { button } from "../base/controls.js";
import { el, fill } from "../base/dom.js";
import { badge } from "./players.js";

export class ResultCard {
  /** @param {function(number): void} jump goes to a round */
  constructor(replay, jump) {
    this._replay = replay;
    this._jump = jump;
    this._deciding = el("p.deciding");
    this._body = el("div");
    this.element = el(
      "section.result",
      { "aria-label": "Result", hidden: true },
      this._body,
      this._deciding,
    );
  }

  /** Fill in the result when the match has ended, and when the lead is known. */
  update(lead) {
    const { about } = this._replay;
    if (about.how === null) return;
    const order = about.players
      .map((player, seat) => ({ player, seat }))
      .sort((one, other) => (one.player.place ?? 99) - (other.player.place ?? 99));
    fill(
      this._body,
      el("h2", "Result"),
      el("p.winner", about.verdict),
      el("ol.places", ...order.map(placeRow)),
    );
    this._showDecidingRound(lead);
  }

  /** The round with the largest swing in favour of the winner. */
  _showDecidingRound(lead) {
    const { players } = this._replay.about;
    const winners = players.flatMap((player, seat) => (player.place === 1 ? [seat] : []));
    const swing = winners.length === 1 ? lead?.largest[winners[0]] : null;
    this._deciding.hidden = !swing;
    if (!swing) return;
    fill(
      this._deciding,
      button(`Deciding round: ${swing.round}`, () => this._jump(swing.round)),
      ` the largest swing of ${lead.name}: ${players[winners[0]].name} gained ` +
        `${shortScore(swing.size)}${lead.name === "territory" ? " cells" : ""} on the others.`,
    );
  }

  show(isAtEnd) {
    this.element.hidden = !isAtEnd || this._replay.about.how === null;
  }
}

const shortScore = (value) => String(Number(value.toPrecision(4)));

function placeRow({ player, seat }) {
  const score = player.score === null || player.score === undefined ? "–" : shortScore(player.score);
  return el(
    "li",
    el("span.place", player.place ? `${player.place}.` : "–"),
    badge(seat),
    el("span.name", player.name),
    el("span.faint.ended", player.ended ?? ""),
    el("span.score", score),
  );
}
