// The lobby: a match is chosen in a form, and the referee plays it.

import { el, fill } from "../base/dom.js";
import { choice, Field, settingField } from "./fields.js";
import { LinkList } from "./links.js";
import { SeatChoice } from "./seats.js";

const DAY_MS = 86_400_000;
const PERSON_CLOCKS = {
  "10 minutes, and 10 s a move": [600_000, 10_000],
  "1 minute, and 1 s a move": [60_000, 1000],
  "20 s, and 1 s a move": [20_000, 1000],
  "no limit": [DAY_MS, DAY_MS],
};
const PACES = [
  ["", "wait for each move"],
  ["2", "2 a second"],
  ["4", "4 a second"],
  ["6", "6 a second"],
  ["10", "10 a second"],
  ["15", "15 a second"],
];
const POLL_MS = 250;

let lastOrder = null; // what was chosen last, for the next time

export class LobbyView {
  static async opened(source) {
    const [catalogue, about] = await Promise.all([source.get("catalogue"), source.about()]);
    return new LobbyView(source, catalogue, about);
  }

  constructor(source, catalogue, about) {
    this._source = source;
    this._games = catalogue.games;
    const order = lastOrder ?? {};
    this._game = new Field(
      "Game",
      choice(
        this._games.map(({ name, title }) => [name, title]),
        order.game ?? "light-riders",
        () => this._showGame({}),
      ),
    );
    this._summary = el("p", { class: "faint" });
    this._settings = el("div", { class: "fields" });
    this._seats = new SeatChoice(catalogue.bots);
    this._pace = new Field("Rounds", choice(PACES, order.pace ? String(order.pace) : ""));
    this._clock = new Field(
      "People have",
      choice(
        Object.keys(PERSON_CLOCKS).map((name) => [name, name]),
        clockOf(order),
      ),
    );
    this._bank = numberField("Bots have, ms", order.timebank_ms ?? 10_000);
    this._perMove = numberField("and a move, ms", order.time_per_move_ms ?? 200);
    this._seed = new Field("Seed", el("input", { type: "number", min: 0, step: 1 }), "drawn if empty");
    this._start = el("button", { type: "submit", class: "plain main" }, "Start the match");
    this._problem = el("p", { class: "error", role: "alert" });
    this._running = el("p", { class: "running" });
    this._links = new LinkList();
    this.element = this._page();
    this._showGame(order);
    this._tell(about);
  }

  _page() {
    const group = (name, ...parts) =>
      el("fieldset", { class: "card" }, el("legend", {}, name), ...parts);
    return el(
      "section",
      { class: "page lobby" },
      el("h1", {}, "Play"),
      this._running,
      el(
        "form",
        { novalidate: true, onsubmit: (event) => this._submit(event) },
        group("Game", this._game.element, this._summary, this._settings),
        group("Players", this._seats.element, this._links.element),
        group(
          "Time and chance",
          el(
            "div",
            { class: "fields" },
            ...[this._pace, this._clock, this._bank, this._perMove, this._seed].map(
              (field) => field.element,
            ),
          ),
        ),
        this._problem,
        this._start,
      ),
    );
  }

  start() {}

  recolour() {}

  close() {
    this._isClosed = true;
  }

  async changed() {
    this._tell(await this._source.about());
  }

  /** What the lobby does now: a match in play, why the last one failed, who is there. */
  _tell(about) {
    this._links.show(about);
    if (about.problem) fill(this._problem, about.problem);
    this._running.hidden = about.replay === null;
    fill(
      this._running,
      el("a", { href: `#/match/${about.replay}` }, "A match is being played."),
      " A new one ends it. ",
      el("button", { type: "button", class: "plain", onclick: () => this._end() }, "End it now"),
    );
    if (about.preparing) this._await();
  }

  async _end() {
    await this._source.post("end", {});
  }

  _showGame(order) {
    const game = this._games.find(({ name }) => name === this._game.value);
    fill(this._summary, game.summary);
    this._fields = game.fields.map((field) =>
      settingField(field, order.settings?.[field.name], () => this._showSeats()),
    );
    this._names = game.fields.map(({ name }) => name);
    fill(this._settings, ...this._fields.map((field) => field.element));
    this._showSeats(order.seats);
  }

  /** As many seats as the settings say. */
  async _showSeats(told) {
    const order = this._order();
    const { seats, problems } = await this._source.post("seats", {
      game: order.game,
      settings: order.settings,
    });
    this._refuse(problems ?? {});
    if (seats) this._seats.show(order.game, seats, told);
  }

  /** The settings that differ from what is usual. */
  _chosen() {
    const game = this._games.find(({ name }) => name === this._game.value);
    const words = this._fields.map((field, index) => [this._names[index], field.value]);
    return Object.fromEntries(
      words.filter(([, word], index) => word !== "" && word !== game.fields[index].default),
    );
  }

  _order() {
    const [personBank, personMove] = PERSON_CLOCKS[this._clock.value];
    return {
      game: this._game.value,
      settings: this._chosen(),
      seats: this._seats.value,
      pace: this._pace.value ? Number(this._pace.value) : null,
      timebank_ms: Number(this._bank.value),
      time_per_move_ms: Number(this._perMove.value),
      person_bank_ms: personBank,
      person_move_ms: personMove,
      seed: this._seed.value ? Number(this._seed.value) : null,
    };
  }

  async _submit(event) {
    event.preventDefault();
    const order = (lastOrder = this._order());
    let told;
    try {
      told = await this._source.post("order", order);
    } catch (error) {
      told = { problems: { order: error.message } };
    }
    this._refuse(told.problems ?? {});
    if (!told.problems) this._await();
  }

  /** Go to the match once it has begun. */
  async _await() {
    if (this._isWaiting) return;
    this._isWaiting = true;
    this._start.disabled = true;
    fill(this._start, "Getting ready …");
    const about = await begun(this._source, () => this._isClosed);
    this._isWaiting = this._start.disabled = false;
    fill(this._start, "Start the match");
    if (about?.replay) location.hash = `#/match/${about.replay}`;
    else if (about) this._tell(about);
  }

  /** Say at each field what is wrong with it. */
  _refuse(problems) {
    this._fields.forEach((field, index) =>
      field.refuse(problems[`settings.${this._names[index]}`]),
    );
    this._seats.refuse(problems);
    const fields = {
      game: this._game,
      pace: this._pace,
      timebank_ms: this._bank,
      time_per_move_ms: this._perMove,
      seed: this._seed,
    };
    for (const [name, field] of Object.entries(fields)) field.refuse(problems[name]);
    fill(this._problem, ["order", "settings", "seats"].map((name) => problems[name]).find(Boolean));
    this.element.querySelector("[aria-invalid=true]")?.focus();
  }
}

/** What the lobby tells once the match that was ordered has begun, or could not be played. */
export async function begun(source, isOver) {
  while (!isOver()) {
    const about = await source.about();
    if (!about.preparing) return about;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return null;
}

function numberField(label, value) {
  return new Field(label, el("input", { type: "number", min: 0, step: 1, value }));
}

function clockOf(order) {
  const found = Object.entries(PERSON_CLOCKS).find(([, [bank]]) => bank === order.person_bank_ms);
  return found?.[0] ?? Object.keys(PERSON_CLOCKS)[0];
}
