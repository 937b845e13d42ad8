// Who plays: for each seat a person or a bot with its options.

import { el, fill } from "../base/dom.js";
import { choice, Field } from "./fields.js";

const GUESTS = ["guest 1", "guest 2", "guest 3", "guest 4"];
const USUAL_BOTS = ["wall-hugger", "greedy", "minimax", "random"];

export class SeatChoice {
  constructor(bots) {
    this._bots = bots;
    this._rows = [];
    this.element = el("div", { class: "fields" });
  }

  /** Bots that play this game, the others left out. */
  _choices(game) {
    const people = [["human", "You"], ...GUESTS.map((name) => [name, `${name}, by a link`])];
    const bots = this._bots.filter(({ games }) => !games.length || games.includes(game));
    return [...people, ...bots.map(({ name }) => [name, name])];
  }

  /** Show so many seats for a game; `told` has who sat there before. */
  show(game, count, told = this.value) {
    const choices = this._choices(game);
    this._rows = Array.from({ length: count }, (_, seat) =>
      this._row(game, seat, told[seat] ?? usual(seat, choices), choices),
    );
    fill(this.element, ...this._rows.map((row) => row.field.element));
  }

  _row(game, seat, told, choices) {
    const [name] = choices.some(([word]) => word === told) ? [told] : told.split(":");
    const known = choices.some(([word]) => word === name) ? name : usual(seat, choices);
    const options = el("input", {
      type: "text",
      value: known === name ? told.slice(name.length + 1) : "",
      "aria-label": `Options of seat ${seat}`,
    });
    const select = choice(choices, known, () => {
      options.value = "";
      this._hint(game, select, options);
    });
    this._hint(game, select, options);
    const field = new Field(`Seat ${seat}`, select);
    field.input.after(options);
    return { select, options, field };
  }

  /** The names of options that the chosen bot has in this game. */
  _hint(game, select, options) {
    const known = this._bots.find(({ name }) => name === select.value)?.options ?? {};
    const names = known[game] ?? known[""] ?? [];
    options.hidden = names.length === 0;
    options.placeholder = names.map((name) => `${name}=…`).join(",");
    options.title = `Options: ${names.join(", ")}`;
  }

  get value() {
    return this._rows.map(({ select, options }) =>
      options.value.trim() ? `${select.value}:${options.value.trim()}` : select.value,
    );
  }

  refuse(problems) {
    this._rows.forEach(({ field }, seat) => field.refuse(problems[`seats.${seat}`]));
  }
}

function usual(seat, choices) {
  if (seat === 0) return "human";
  const words = choices.map(([word]) => word);
  return USUAL_BOTS.find((name) => words.includes(name)) ?? words.at(-1);
}
