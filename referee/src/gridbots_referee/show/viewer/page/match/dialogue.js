// The dialogue with a bot in a round: what it was sent, what it answered, and what else it wrote.

import { disclosure, dropDown, labelled } from "../base/controls.js";
import { el, fill } from "../base/dom.js";

const CACHED_DIALOGUES = 4;
const SHOWN_LETTERS = 20000;
const ANSWERS = {
  illegal: "an illegal move",
  malformed: "a malformed answer",
  pass: "no move",
  none: "nothing",
};

export class DialoguePanel {
  /** @param {function(): void} onchange called when the user selects another bot */
  constructor(replay, onchange) {
    this._replay = replay;
    this._parts = new Map();
    this._number = 0;
    this.seat = 0;
    const bots = replay.about.players.map((player, seat) => [seat, `${seat}: ${player.name}`]);
    const select = () => {
      this.seat = Number(this._select.value);
      onchange();
    };
    this._select = dropDown(bots, { "aria-label": "Bot", onchange: select });
    this._body = el("div.messages");
    this.element = disclosure(
      "Messages of the bot",
      { class: "dialogue", ontoggle: () => this.update(this._number) },
      labelled("Bot", this._select),
      this._body,
    );
  }

  /** Select a seat; the user cannot select another one while its view is shown. */
  select(seat, isForced = false) {
    this.seat = seat;
    this._select.value = String(seat);
    this._select.disabled = isForced;
  }

  /** Show a round; its dialogue is fetched only while the panel is open. */
  update(number) {
    this._number = number;
    if (!this.element.open) return;
    const { about, isLive, last, stretchLength } = this._replay;
    if (isLive || about.how === null) this._showNote("The dialogue is shown when the match has ended.");
    else if (number >= last) this._showNote("The match ends here: no round follows.");
    else {
      const part = this._part(Math.floor(number / stretchLength));
      if (part.dialogue) this._show(part.dialogue, number);
      else this._showNote(part.error ? `It cannot be shown: ${part.error.message}.` : "Loading …");
    }
  }

  _part(stretch) {
    if (!this._parts.has(stretch)) {
      const part = {};
      this._parts.set(stretch, part);
      if (this._parts.size > CACHED_DIALOGUES) this._parts.delete(this._parts.keys().next().value);
      this._replay
        .fetchDialogue(stretch)
        .then((dialogue) => (part.dialogue = dialogue), (error) => (part.error = error))
        .then(() => this.update(this._number));
    }
    return this._parts.get(stretch);
  }

  _showNote(text) {
    this._shown = null;
    fill(this._body, el("p.faint", text));
  }

  _show(dialogue, number) {
    const shown = `${number}/${this.seat}`;
    if (this._shown === shown) return;
    this._shown = shown;
    const request = dialogue.rounds[number - dialogue.start][this.seat];
    const settings = number === 0 ? dialogue.settings[this.seat] : "";
    fill(
      this._body,
      settings && [partHeading("Sent before the first round"), textBlock(settings)],
      partHeading(`Sent in round ${number}`),
      request ? textBlock(request.sent) : el("p", "Nothing: the bot had no move in this round."),
      request && [partHeading("Answered"), el("p.answer", answerText(request)), timesOf(request)],
      request?.wrote && [partHeading("Wrote to stdout"), textBlock(request.wrote.join("\n"))],
      request?.notes && [partHeading("Notes of the referee"), textBlock(request.notes.join("\n"))],
      partHeading("Wrote to stderr"),
      request?.overlay ? textBlock(`overlay ${JSON.stringify(request.overlay)}`) : null,
      stderrOf(this._replay.about.players[this.seat]),
    );
  }
}

function partHeading(text) {
  return el("h3", text);
}

/** Text as it was sent; the end of very long text is left out. */
function textBlock(text) {
  const more = text.length - SHOWN_LETTERS;
  const shown = more > 0 ? `${text.slice(0, SHOWN_LETTERS)}\n… and ${more} more characters` : text;
  return el("pre", { tabIndex: 0 }, shown);
}

function answerText({ kind, text = "", detail = "" }) {
  if (kind === "move") return text;
  const more = [text, detail].filter(Boolean).join(", ");
  return more ? `${ANSWERS[kind]}: ${more}` : ANSWERS[kind];
}

function timesOf({ wall, cpu, bank }) {
  const times = [
    wall !== undefined && `${(wall / 1000).toFixed(2)} ms after the request`,
    cpu !== undefined && `${(cpu / 1000).toFixed(2)} ms of CPU time`,
    bank !== undefined && `${bank} ms in its time bank at the request`,
  ];
  return el("p.faint", times.filter(Boolean).join("; "));
}

/** The end of stderr, which the record keeps for the whole match. */
function stderrOf({ stderr, stderr_bytes: bytes }) {
  if (!bytes) return el("p.faint", "Nothing else in the whole match.");
  return [
    el(
      "p.faint",
      `${bytes} bytes in the whole match. A record keeps the end of them; ` +
        "referee run --log keeps all of them by round.",
    ),
    el("pre", { tabIndex: 0 }, stderr ?? ""),
  ];
}
