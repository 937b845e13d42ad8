// What a bot was sent in a round, and what it answered and wrote: fetched only where it is open.

import { el, fill } from "../base/dom.js";

const KEPT_DIALOGUES = 4;
const LONG = 20000; // letters that are shown of what was sent
const NO_ROUND = "No round is played from here: this is the end.";

export class DialoguePanel {
  /** @param {function(): void} changed another seat is looked at */
  constructor(replay, changed) {
    this._replay = replay;
    this._parts = new Map();
    this._number = 0;
    this.seat = 0;
    const { players } = replay.about;
    this._select = el(
      "select",
      {
        "aria-label": "Bot",
        onchange: () => {
          this.seat = Number(this._select.value);
          changed();
        },
      },
      ...players.map((player, seat) => el("option", { value: seat }, `${seat}: ${player.name}`)),
    );
    this._body = el("div", { class: "said" });
    this.element = el(
      "details",
      { class: "dialogue", ontoggle: () => this.update(this._number) },
      el("summary", {}, "What the bot was sent, answered and wrote"),
      el("label", { class: "choice" }, "Bot", this._select),
      this._body,
    );
  }

  /** Choose a seat; in its view no other may be looked at. */
  look(seat, isForced = false) {
    this.seat = seat;
    this._select.value = String(seat);
    this._select.disabled = isForced;
  }

  update(number) {
    this._number = number;
    if (!this.element.open) return;
    const { about, isLive, last, cells } = this._replay;
    if (isLive || about.how === null) this._say("It is told when the match has ended.");
    else if (number >= last) this._say(NO_ROUND);
    else {
      const part = this._part(Math.floor(number / cells));
      if (part.told) this._show(part.told, number);
      else this._say(part.error ? `It cannot be shown: ${part.error.message}.` : "Loading …");
    }
  }

  _part(stretch) {
    if (!this._parts.has(stretch)) {
      const part = {};
      this._parts.set(stretch, part);
      if (this._parts.size > KEPT_DIALOGUES) this._parts.delete(this._parts.keys().next().value);
      this._replay
        .fetchDialogue(stretch)
        .then(
          (told) => (part.told = told),
          (error) => (part.error = error),
        )
        .then(() => this.update(this._number));
    }
    return this._parts.get(stretch);
  }

  _say(text) {
    this._shown = null;
    fill(this._body, el("p", { class: "faint" }, text));
  }

  _show(told, number) {
    const shown = `${number}/${this.seat}`;
    if (this._shown === shown) return;
    this._shown = shown;
    const each = told.rounds[number - told.start][this.seat];
    const settings = number === 0 ? told.settings[this.seat] : "";
    const { players } = this._replay.about;
    fill(
      this._body,
      settings && [partHeading("Sent before the first round"), textBlock(settings)],
      partHeading(`Sent in round ${number}`),
      each ? textBlock(each.sent) : el("p", {}, "Nothing: it was not asked in this round."),
      each && [partHeading("Answered"), el("p", { class: "answer" }, answerOf(each)), timesOf(each)],
      each?.wrote && [partHeading("Wrote to stdout"), textBlock(each.wrote.join("\n"))],
      each?.notes && [partHeading("Noted by the referee"), textBlock(each.notes.join("\n"))],
      partHeading("Wrote to stderr"),
      each?.overlay ? textBlock(`overlay ${JSON.stringify(each.overlay)}`) : null,
      stderrOf(players[this.seat]),
    );
  }
}

function partHeading(text) {
  return el("h3", {}, text);
}

/** Lines as they are; the middle of very long ones is left out. */
function textBlock(text) {
  const more = text.length - LONG;
  const shown = more > 0 ? `${text.slice(0, LONG)}\n… and ${more} letters more` : text;
  return el("pre", { tabIndex: 0 }, shown);
}

function answerOf({ kind, text = "", detail = "" }) {
  if (kind === "move") return text;
  const words = {
    illegal: "an illegal move",
    malformed: "a malformed answer",
    pass: "no move",
    none: "nothing",
  };
  const more = [text, detail].filter(Boolean).join(", ");
  return more ? `${words[kind]}: ${more}` : words[kind];
}

function timesOf({ wall, cpu, bank }) {
  const told = [
    wall === undefined ? null : `${(wall / 1000).toFixed(2)} ms after the request`,
    cpu === undefined ? null : `${(cpu / 1000).toFixed(2)} ms of CPU time`,
    bank === undefined ? null : `${bank} ms in its bank when it was asked`,
  ];
  return el("p", { class: "faint" }, told.filter(Boolean).join("; "));
}

/** The record keeps the end of stderr, not rounds. */
function stderrOf({ stderr, stderr_bytes: bytes }) {
  if (!bytes) return el("p", { class: "faint" }, "Nothing else in the whole match.");
  return [
    el(
      "p",
      { class: "faint" },
      `${bytes} bytes in the whole match. A record keeps their end, whatever the round; ` +
        "referee run --log keeps all of them by round.",
    ),
    el("pre", { tabIndex: 0 }, stderr ?? ""),
  ];
}
