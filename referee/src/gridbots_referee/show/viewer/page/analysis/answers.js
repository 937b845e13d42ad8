// The next moves of a variation: chosen by hand, or by a bot that is asked.

import { el, fill } from "../base/dom.js";
import { badge } from "../match/players.js";
import { valueText } from "./findings.js";

export class AnswerForm {
  /** @param {function(Array<?number>): void} play called with a move for each seat */
  constructor(source, place, about, play) {
    this._source = source;
    this._place = place;
    this._about = about;
    this._play = play;
    // Others do as they did in the match, unless they are told otherwise.
    this._chosen = about.choices.map((words, seat) => {
      const played = about.played?.[seat];
      return words.includes(played) ? played : (words[0] ?? null);
    });
    this._told = el("div", { class: "here", role: "status" });
    this._bots = el(
      "select",
      { "aria-label": "Bot to ask" },
      ...about.examiners.map((bot) => el("option", { selected: bot === "minimax" }, bot)),
    );
    this._ask = el(
      "button",
      { type: "button", class: "plain", onclick: () => this._askBot() },
      "Ask it for all seats",
    );
    this._groups = el("div", { class: "choices" });
    const isOver = this._chosen.every((word) => word === null);
    this.element = isOver
      ? el("p", { class: "faint" }, "The match is over in this position.")
      : el(
          "form",
          { onsubmit: (event) => this._submit(event) },
          this._groups,
          el("div", { class: "steps" }, el("button", { class: "plain" }, "Play these moves")),
          el("div", { class: "steps", hidden: !about.examiners.length }, this._bots, this._ask),
          this._told,
        );
    this._show();
  }

  _show() {
    const { players } = this._about;
    fill(
      this._groups,
      ...this._about.choices.map((words, seat) =>
        words.length
          ? el(
              "fieldset",
              {},
              el("legend", {}, badge(seat), players[seat].name),
              el("div", { class: "words" }, ...words.map((word) => this._choice(word, seat))),
            )
          : null,
      ),
    );
  }

  _choice(word, seat) {
    const choose = () => (this._chosen[seat] = word);
    return el(
      "label",
      { class: "choice" },
      el("input", {
        type: "radio",
        name: `seat-${seat}`,
        checked: this._chosen[seat] === word,
        onchange: choose,
      }),
      word,
    );
  }

  _submit(event) {
    event.preventDefault();
    const { moves } = this._about;
    this._play(this._chosen.map((word) => (word === null ? null : moves.indexOf(word))));
  }

  async _askBot() {
    const { key, start, moves } = this._place;
    this._ask.disabled = true;
    fill(this._told, `${this._bots.value} is thinking …`);
    try {
      const body = { start, moves, bot: this._bots.value, time_ms: 500 };
      const { answers } = await this._source.post(`replay/${key}/answers`, body);
      for (const answer of answers) if (answer.move) this._chosen[answer.seat] = answer.move;
      this._show();
      fill(this._told, ...answers.map((answer) => this._said(answer)));
    } catch (error) {
      fill(this._told, el("p", { class: "error" }, error.message));
    }
    this._ask.disabled = false;
  }

  _said({ seat, move, value, exact, pv, why }) {
    return el(
      "div",
      { class: "said" },
      badge(seat),
      el("span", {}, why || move || "no move"),
      why ? null : el("span", { class: "pill" }, valueText(value, exact)),
      pv?.length > 1 ? el("p", { class: "pv" }, pv.join(" ")) : null,
    );
  }
}
