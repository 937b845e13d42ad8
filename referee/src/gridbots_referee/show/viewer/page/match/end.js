// The end of a match: who won, by what, why, and in which round it was decided.

import { el, fill } from "../base/dom.js";
import { badge } from "./players.js";
import { leadMeasure, leadSwings, shortLead } from "./measures.js";

export class EndCard {
  /** @param {function(number): void} jump */
  constructor(replay, jump) {
    this._replay = replay;
    this._jump = jump;
    this._deciding = el("p", { class: "deciding" });
    this._body = el("div", {});
    this.actions = el("div", { class: "row end-actions" }); // what else can be done now
    this.element = el(
      "section",
      { class: "end", "aria-label": "Result", hidden: true },
      this._body,
      this._deciding,
      this.actions,
    );
  }

  /** The match has ended, or more is known of it. */
  tell(measures) {
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
    this._decide(measures);
  }

  /** The largest swing in favour of the winner, by what says best who is ahead. */
  _decide(measures) {
    const { players } = this._replay.about;
    const winners = players.flatMap((player, seat) => (player.place === 1 ? [seat] : []));
    const lead = winners.length === 1 ? leadMeasure(measures, players.length) : null;
    const [swing] = lead ? leadSwings(lead, Infinity).filter(({ seat }) => seat === winners[0]) : [];
    this._deciding.hidden = !swing;
    if (!swing) return;
    fill(
      this._deciding,
      el(
        "button",
        { type: "button", class: "plain", onclick: () => this._jump(swing.round) },
        `Deciding round: ${swing.round}`,
      ),
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
