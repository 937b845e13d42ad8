// The form for the next moves of a variation, which the user chooses or a bot answers.

import { button, dropDown, labelled } from "../base/controls.js";
import { el, fill } from "../base/dom.js";
import { badge } from "../match/players.js";
import { valueText } from "./findings.js";

const ANSWER_MS = 500;

export class AnswerForm {
  /** @param {function(Array<?number>): void} play called with a move for each seat */
  constructor(source, place, about, play) {
    this._source = source;
    this._place = place;
    this._about = about;
    this._play = play;
    // By default each seat plays the move of the match.
    this._chosen = about.choices.map((moves, seat) => {
      const played = about.played?.[seat];
      return moves.includes(played) ? played : (moves[0] ?? null);
    });
    this._answers = el("div.here", { role: "status" });
    this._bots = dropDown(about.examiners, { "aria-label": "Bot to ask", chosen: "minimax" });
    this._ask = button("Ask it for all seats", () => this._askBot());
    this._groups = el("div.choices");
    const isOver = this._chosen.every((move) => move === null);
    this.element = isOver
      ? el("p.faint", "The match is over in this position.")
      : el(
          "form",
          { onsubmit: (event) => this._submit(event) },
          this._groups,
          el("div.steps", el("button.plain", "Play these moves")),
          el("div.steps", { hidden: !about.examiners.length }, this._bots, this._ask),
          this._answers,
        );
    this._show();
  }

  _show() {
    const { choices, players } = this._about;
    const group = (moves, seat) =>
      el(
        "fieldset",
        el("legend", badge(seat), players[seat].name),
        el("div.words", ...moves.map((move) => this._choice(move, seat))),
      );
    fill(this._groups, ...choices.map((moves, seat) => moves.length > 0 && group(moves, seat)));
  }

  _choice(move, seat) {
    const onchange = () => (this._chosen[seat] = move);
    const checked = this._chosen[seat] === move;
    return labelled(el("input", { type: "radio", name: `seat-${seat}`, checked, onchange }), move);
  }

  _submit(event) {
    event.preventDefault();
    const { moves } = this._about;
    this._play(this._chosen.map((move) => (move === null ? null : moves.indexOf(move))));
  }

  async _askBot() {
    const { key, start, moves } = this._place;
    this._ask.disabled = true;
    fill(this._answers, `${this._bots.value} is thinking …`);
    try {
      const request = { start, moves, bot: this._bots.value, time_ms: ANSWER_MS };
      const { answers } = await this._source.post(`replay/${key}/answers`, request);
      for (const answer of answers) if (answer.move) this._chosen[answer.seat] = answer.move;
      this._show();
      fill(this._answers, ...answers.map(answerLine));
    } catch (error) {
      fill(this._answers, el("p.error", error.message));
    }
    this._ask.disabled = false;
  }
}

function answerLine({ seat, move, value, exact, pv, why }) {
  return el(
    "div.finding",
    badge(seat),
    el("span", why || move || "no move"),
    why ? null : el("span.pill", valueText(value, exact)),
    pv?.length > 1 ? el("p.pv", pv.join(" ")) : null,
  );
}
