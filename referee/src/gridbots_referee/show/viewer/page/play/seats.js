// The players of a match: a person, or a bot with its options, for each seat.

import { dropDown } from "../base/controls.js";
import { el, fill } from "../base/dom.js";
import { Field } from "./fields.js";

const GUESTS = ["guest 1", "guest 2", "guest 3", "guest 4"];
const DEFAULT_BOTS = ["wall-hugger", "greedy", "minimax", "random"];

export class SeatChoice {
  constructor(bots) {
    this._bots = bots;
    this._rows = [];
    this.element = el("div.fields");
  }

  /** People, and the bots that play a game. */
  _choices(game) {
    const people = [["human", "You"], ...GUESTS.map((name) => [name, `${name}, by a link`])];
    const bots = this._bots.filter(({ games }) => !games.length || games.includes(game));
    return [...people, ...bots.map(({ name }) => [name, name])];
  }

  /** Show the seats of a game with these players, or else with the current ones. */
  show(game, count, players = this.value) {
    const choices = this._choices(game);
    this._rows = Array.from({ length: count }, (_, seat) =>
      this._row(game, seat, players[seat] ?? defaultPlayer(seat, choices), choices),
    );
    fill(this.element, ...this._rows.map((row) => row.field.element));
  }

  _row(game, seat, player, choices) {
    const isChoice = (name) => choices.some(([value]) => value === name);
    const [name] = isChoice(player) ? [player] : player.split(":");
    const options = el("input", {
      type: "text",
      value: isChoice(name) ? player.slice(name.length + 1) : "",
      "aria-label": `Options of seat ${seat}`,
    });
    const select = dropDown(choices, {
      chosen: isChoice(name) ? name : defaultPlayer(seat, choices),
      onchange: () => {
        options.value = "";
        this._showOptions(game, select, options);
      },
    });
    this._showOptions(game, select, options);
    const field = new Field(`Seat ${seat}`, select);
    select.after(options);
    return { select, options, field };
  }

  /** Show the names of the options that the chosen bot has in this game. */
  _showOptions(game, select, options) {
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

  showProblems(problems) {
    this._rows.forEach(({ field }, seat) => field.showProblem(problems[`seats.${seat}`]));
  }
}

function defaultPlayer(seat, choices) {
  if (seat === 0) return "human";
  const names = choices.map(([name]) => name);
  return DEFAULT_BOTS.find((name) => names.includes(name)) ?? names.at(-1);
}
