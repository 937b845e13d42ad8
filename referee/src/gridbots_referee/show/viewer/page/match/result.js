// The result of a match: places, causes, scores, and the deciding round.

import { button } from "../base/controls.js";
import { el, fill } from "../base/dom.js";
import { badge } from "./players.js";
import { leadMeasure, leadSwings, shortLead } from "./measures.js";

export class ResultCard {
  /** @param {function(number): void} jump goes to a round */
  constructor(replay, jump) {
    this._replay = replay;
    this._jump = jump;
    this._deciding = el("p", { class: "deciding" });
    this._body = el("div", {});
    this.element = el(
      "section",
      { class: "result", "aria-label": "Result", hidden: true },
      this._body,
      this._deciding,
    );
  }

  /** Fill in the result when the match has ended, or when more measures are known. */
  update(measures) {
    const { about } = this._replay;
    if (about.how === null) return;
    const order = about.players
      .map((player, seat) => ({ player, seat }))
      .sort((one, other) => (one.player.place ?? 99) - (other.player.place ?? 99));
    fill(
      this._body,
      el("h2", {}, "Result"),
      el("p", { class: "winner" }, about.verdict),
      el("ol", { class: "places" }, ...order.map(placeRow)),
    );
    this._showDecidingRound(measures);
  }

  /** The round with the largest swing in favour of the winner. */
  _showDecidingRound(measures) {
    const { players } = this._replay.about;
    const winners = players.flatMap((player, seat) => (player.place === 1 ? [seat] : []));
    const lead = winners.length === 1 ? leadMeasure(measures, players.length) : null;
    const [swing] = lead ? leadSwings(lead, Infinity).filter(({ seat }) => seat === winners[0]) : [];
    this._deciding.hidden = !swing;
    if (!swing) return;
    fill(
      this._deciding,
      button(`Deciding round: ${swing.round}`, () => this._jump(swing.round)),
      ` the largest swing of ${lead.name}: ${players[winners[0]].name} gained ` +
        `${shortLead(swing.size)}${lead.unit} on the others.`,
    );
  }

  show(isAtEnd) {
    this.element.hidden = !isAtEnd || this._replay.about.how === null;
  }
}

function placeRow({ player, seat }) {
  const score = player.score === null || player.score === undefined ? "–" : shortLead(player.score);
  return el(
    "li",
    {},
    el("span", { class: "place" }, player.place ? `${player.place}.` : "–"),
    badge(seat),
    el("span", { class: "name" }, player.name),
    el("span", { class: "faint ended" }, player.ended ?? ""),
    el("span", { class: "score" }, score),
  );
}
