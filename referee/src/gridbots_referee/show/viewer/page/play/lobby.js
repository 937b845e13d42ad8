// The lobby: the user chooses a match in a form, and the referee plays it.

import { button, copyText, disclosure, dropDown } from "../base/controls.js";
import { announce, el, fill } from "../base/dom.js";
import { Field, settingField } from "./fields.js";
import { matchStarted } from "./rematch.js";
import { SeatChoice } from "./seats.js";

const DAY_MS = 86_400_000;
const PERSON_CLOCKS = {
  "10 minutes, and 10 s a move": [600_000, 10_000],
  "1 minute, and 1 s a move": [60_000, 1000],
  "20 s, and 1 s a move": [20_000, 1000],
  "no limit": [DAY_MS, DAY_MS],
};
const PACES = [["", "wait for each move"], ...[2, 4, 6, 10, 15].map((pace) => [pace, `${pace} a second`])];

let lastRequest = {}; // preset the next time

export async function openLobby(source) {
  const [catalogue, about] = await Promise.all([source.get("catalogue"), source.about()]);
  return new LobbyView(source, catalogue, about);
}

class LobbyView {
  constructor(source, catalogue, about) {
    this._source = source;
    this._games = catalogue.games;
    const request = lastRequest;
    const games = this._games.map(({ name, title }) => [name, title]);
    const clocks = Object.entries(PERSON_CLOCKS);
    const clock = clocks.find(([, [bank]]) => bank === request.person_bank_ms)?.[0];
    this._fields = {
      game: new Field(
        "Game",
        dropDown(games, { chosen: request.game ?? "light-riders", onchange: () => this._showGame({}) }),
      ),
      pace: new Field("Rounds", dropDown(PACES, { chosen: request.pace })),
      clock: new Field("Time for people", dropDown(Object.keys(PERSON_CLOCKS), { chosen: clock })),
      timebank_ms: numberField("Time for bots, ms", request.timebank_ms ?? 10_000),
      time_per_move_ms: numberField("and per move, ms", request.time_per_move_ms ?? 200),
      seed: numberField("Seed", "", "random if empty"),
    };
    this._summary = el("p.faint");
    this._settings = el("div.fields");
    this._seats = new SeatChoice(catalogue.bots);
    this._start = el("button", { type: "submit", class: "plain main" }, "Start the match");
    this._problem = el("p.error", { role: "alert" });
    this._running = el("p.running");
    this._links = el("ul.links");
    this.element = this._page();
    this._showGame(request);
    this._showState(about);
  }

  _page() {
    const group = (name, ...parts) => el("fieldset.card", el("legend", name), ...parts);
    const { game, ...times } = this._fields;
    return el(
      "section.page.lobby",
      el("h1", "Play"),
      this._running,
      el(
        "form",
        { noValidate: true, onsubmit: (event) => this._submit(event) },
        group("Game", game.element, this._summary, this._settings),
        group(
          "Players",
          this._seats.element,
          disclosure(
            "Links for guests and spectators",
            {},
            el("p.faint", "Anyone with a link can play the seats of its name: send it only to that person."),
            this._links,
          ),
        ),
        group(
          "Time and seed",
          el("div.fields", ...Object.values(times).map((field) => field.element)),
        ),
        this._problem,
        this._start,
      ),
    );
  }

  close() {
    this._isClosed = true;
  }

  async changed() {
    this._showState(await this._source.about());
  }

  /** Show the current match, why the last one failed, and which guests are present. */
  _showState(about) {
    const { links, there } = about;
    fill(this._links, ...Object.entries(links).map(([name, link]) => linkRow(name, link, there.includes(name))));
    if (about.problem) fill(this._problem, about.problem);
    this._running.hidden = about.replay === null;
    fill(
      this._running,
      el("a", { href: `#/match/${about.replay}` }, "A match is being played."),
      " A new one ends it. ",
      button("End it now", () => this._source.post("end", {})),
    );
    if (about.preparing) this._openMatch();
  }

  _showGame(request) {
    const game = this._games.find(({ name }) => name === this._fields.game.value);
    fill(this._summary, game.summary);
    this._settingFields = game.fields.map((setting) => ({
      ...setting,
      field: settingField(setting, request.settings?.[setting.name], () => this._showSeats()),
    }));
    fill(this._settings, ...this._settingFields.map(({ field }) => field.element));
    this._showSeats(request.seats);
  }

  /** Show as many seats as the settings require. */
  async _showSeats(players) {
    const { game, settings } = this._order();
    const { seats, problems } = await this._source.post("seats", { game, settings });
    this._showProblems(problems ?? {});
    if (seats) this._seats.show(game, seats, players);
  }

  _order() {
    const { game, pace, clock, timebank_ms: bank, time_per_move_ms: perMove, seed } = this._fields;
    const [personBank, personMove] = PERSON_CLOCKS[clock.value];
    const changed = this._settingFields
      .map(({ name, default: usual, field }) => [name, field.value, usual])
      .filter(([, value, usual]) => value !== "" && value !== usual);
    return {
      game: game.value,
      settings: Object.fromEntries(changed),
      seats: this._seats.value,
      pace: numberOrNull(pace.value),
      timebank_ms: Number(bank.value),
      time_per_move_ms: Number(perMove.value),
      person_bank_ms: personBank,
      person_move_ms: personMove,
      seed: numberOrNull(seed.value),
    };
  }

  async _submit(event) {
    event.preventDefault();
    lastRequest = this._order();
    let problems;
    try {
      ({ problems } = await this._source.post("request", lastRequest));
    } catch (error) {
      problems = { request: error.message };
    }
    this._showProblems(problems ?? {});
    if (!problems) this._openMatch();
  }

  /** Go to the match when it has started. */
  async _openMatch() {
    if (this._isWaiting) return;
    this._isWaiting = this._start.disabled = true;
    fill(this._start, "Getting ready …");
    const about = await matchStarted(this._source, () => this._isClosed);
    this._isWaiting = this._start.disabled = false;
    fill(this._start, "Start the match");
    if (about?.replay) location.hash = `#/match/${about.replay}`;
    else if (about) this._showState(about);
  }

  /** Show at each field what is wrong with it. */
  _showProblems(problems) {
    for (const { name, field } of this._settingFields) field.showProblem(problems[`settings.${name}`]);
    for (const [name, field] of Object.entries(this._fields)) field.showProblem(problems[name]);
    this._seats.showProblems(problems);
    fill(this._problem, ["request", "settings", "seats"].map((name) => problems[name]).find(Boolean));
    this.element.querySelector("[aria-invalid=true]")?.focus();
  }
}

function numberField(label, value, hint = "") {
  return new Field(label, el("input", { type: "number", min: 0, step: 1, value }), hint);
}

function numberOrNull(text) {
  return text ? Number(text) : null;
}

/** A link that the user can send to a guest. */
function linkRow(name, link, isPresent) {
  const copy = async () => {
    const isCopied = await copyText(link);
    announce(isCopied ? "The link was copied." : "The browser does not allow copying: select the link.");
  };
  return el(
    "li",
    el("span", name),
    el("input", { type: "text", readOnly: true, value: link, "aria-label": `Link for ${name}` }),
    button("Copy", copy),
    el("span.faint", isPresent ? "is here" : ""),
  );
}
