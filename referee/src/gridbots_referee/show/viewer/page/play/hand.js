// A person's hand in a match: the moves of the seat that is played in this page.

import { el, fill } from "../base/dom.js";
import { Pad } from "./pad.js";
import { onSwipe } from "./swipe.js";

const KEYS = {
  ArrowUp: "up",
  ArrowRight: "right",
  ArrowDown: "down",
  ArrowLeft: "left",
  w: "up",
  d: "right",
  s: "down",
  a: "left",
};
const CLOCK_MS = 200;
const MOST_UNANSWERED = 4; // the move that is due, and a full queue: a key held down makes more

export class Hand {
  constructor(source, key, replay) {
    this._source = source;
    this._key = key;
    this._replay = replay;
    const { about } = replay;
    this._seat = about.human ?? null;
    this._living = true;
    this._sent = Promise.resolve(); // what was sent last has been answered
    this._unanswered = 0;
    this._told = el("p", { class: "turn", role: "timer" });
    this._pause = el("button", { type: "button", class: "plain", onclick: () => this._toggle() }, "Pause");
    this._pad = new Pad(about.moves, (word) => this._give(word));
    this._end = null; // when the time of this seat is up
    this._starts = null; // when the countdown is over
    this.element = el(
      "div",
      { class: "hand", hidden: this._seat === null },
      el("div", { class: "told" }, this._told, this._pad.queue, this._pause),
      this._pad.element,
    );
    if (this._seat === null) return;
    this._timer = setInterval(() => this._say(), CLOCK_MS);
    this.hear(about.seat);
  }

  /** The board takes swipes. */
  attach(board) {
    if (this._seat !== null) onSwipe(board, (word) => this._give(word));
  }

  close() {
    clearInterval(this._timer);
    this._seat = null;
    this.element.hidden = true;
  }

  /** What the server tells of this seat: whether a move is due, what is queued, the pace. */
  hear(status) {
    if (this._seat === null || status.key !== this._key) return;
    if (status.serial < this._status?.serial) return; // newer news have overtaken it
    this._status = status;
    const left = status.pace?.starts_in_ms;
    this._starts = left ? performance.now() + left : null;
    this._pad.update(this._living, status.queue);
    this._pause.hidden = !status.pace;
    this._pause.textContent = status.pace?.paused ? "Go on (p)" : "Pause (p)";
    this._say();
  }

  /** Whether this key is one of the seat, which then has been pressed. */
  press(key) {
    if (this._seat === null) return false;
    if (key === "Escape") return this._post({ cancel: true });
    if (key === "p" && this._status.pace) return this._toggle();
    const word = KEYS[key] ?? KEYS[key.toLowerCase()] ?? this._numbered(key);
    if (word && this._replay.about.moves.includes(word)) this._give(word);
    return Boolean(word);
  }

  /** Words without a direction have the keys 1 to 9. */
  _numbered(key) {
    const word = this._replay.about.moves[Number(key) - 1];
    return Object.values(KEYS).includes(word) ? undefined : word;
  }

  update(frame, number) {
    if (this._seat === null) return;
    const { last } = this._replay;
    if (number === last) {
      this._living = frame.living[this._seat];
      if (this._wound !== last) this._wind(last);
    }
    this._pad.update(this._living, this._status.queue);
    this._say();
  }

  /** The clock of this seat runs from this round on. */
  _wind(number) {
    this._wound = number;
    const { timebank_ms: most, time_per_move_ms: more } = this._replay.about.players[this._seat];
    const before = number > 0 ? this._replay.round(number - 1) : null;
    const bank = before?.bank?.[this._seat];
    const wall = before?.wall?.[this._seat];
    const isKnown = bank != null && wall != null;
    const left = isKnown ? Math.min(Math.max(bank - wall / 1000, 0) + more, most) : most;
    this._end = performance.now() + left;
  }

  _say() {
    if (this._seat === null) return;
    const text = this._living ? this._text() : "You are out.";
    if (this._told.textContent !== text) fill(this._told, text);
  }

  _text() {
    const { pace, due, there, refused } = this._status;
    const away = Object.keys(there).filter((name) => !there[name]);
    if (pace?.paused) return "Paused.";
    if (pace && pace.starts_in_ms === null && away.length) {
      return `Waiting for ${away.join(", ")}.`;
    }
    const seconds = this._starts === null ? 0 : (this._starts - performance.now()) / 1000;
    if (seconds > 0) return `It begins in ${Math.ceil(seconds)}.`;
    if (this._problem) return this._problem;
    if (refused) return `${refused} is not legal here.`;
    if (pace) return "Arrow keys, WASD or swipes.";
    if (!due) return away.length ? `Waiting; ${away.join(", ")} is away.` : "Waiting.";
    return `Your move: arrow keys, WASD or swipes. ${this._timeLeft()}`;
  }

  _timeLeft() {
    const seconds = Math.max(0, Math.round((this._end - performance.now()) / 1000));
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60)];
    if (hours > 9) return "";
    return `${minutes}:${String(seconds % 60).padStart(2, "0")} left.`;
  }

  _give(word) {
    if (this._living && this._unanswered < MOST_UNANSWERED) this._post({ move: word });
  }

  _toggle() {
    return this._post({ pause: !this._status.pace.paused });
  }

  /** Send what a key says, after what those before it have said: requests may overtake others. */
  _post(value) {
    this._unanswered += 1;
    this._sent = this._sent
      .then(() => this._source.post(`replay/${this._key}/move`, value))
      .then(
        (status) => {
          this._problem = "";
          this.hear(status);
        },
        (error) => {
          this._problem = error.message;
          this._say();
        },
      )
      .finally(() => {
        this._unanswered -= 1;
      });
    return true;
  }
}
