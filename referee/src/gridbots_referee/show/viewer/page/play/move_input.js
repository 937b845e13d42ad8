// Move input of a person: keys, buttons and swipes, with the clock of the seat.

import { button } from "../base/controls.js";
import { el, fill } from "../base/dom.js";
import { MoveButtons, onSwipe } from "./move_controls.js";

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
const MAX_UNANSWERED = 4; // the current move and a full queue; holding a key down would send more

export class MoveInput {
  /** @param {HTMLElement} board on which the user may swipe */
  constructor(source, key, replay, board) {
    this._source = source;
    this._key = key;
    this._replay = replay;
    const { about } = replay;
    this._seat = about.human ?? null;
    this._isLiving = true;
    this._lastRequest = Promise.resolve();
    this._unanswered = 0;
    this._message = el("p.turn", { role: "timer" });
    this._pause = button("Pause", () => this._togglePause());
    this._buttons = new MoveButtons(about.moves, (move) => this._play(move));
    this._timeout = null; // when the time of this seat runs out
    this._starts = null; // when the countdown ends
    this.element = el(
      "div.move-input",
      { hidden: this._seat === null },
      el("div.status", this._message, this._buttons.queue, this._pause),
      this._buttons.element,
    );
    if (this._seat === null) return;
    onSwipe(board, (move) => this._play(move));
    this._timer = setInterval(() => this._showMessage(), CLOCK_MS);
    this.receive(about.seat);
  }

  close() {
    clearInterval(this._timer);
    this._seat = null;
    this.element.hidden = true;
  }

  /** Show the status of this seat from the server: whether a move is due, the queue, the pace. */
  receive(status) {
    if (this._seat === null || status.key !== this._key) return;
    if (status.serial < this._status?.serial) return; // a newer status has overtaken it
    this._status = status;
    const left = status.pace?.starts_in_ms;
    this._starts = left ? performance.now() + left : null;
    this._buttons.update(this._isLiving, status.queue);
    this._pause.hidden = !status.pace;
    this._pause.textContent = status.pace?.paused ? "Resume (p)" : "Pause (p)";
    this._showMessage();
  }

  /** Handle a key; returns whether it is a key of the seat. */
  press(key) {
    if (this._seat === null) return false;
    if (key === "Escape") return this._post({ cancel: true });
    if (key === "p" && this._status.pace) return this._togglePause();
    const move = KEYS[key] ?? KEYS[key.toLowerCase()] ?? this._numberedMove(key);
    if (move && this._replay.about.moves.includes(move)) this._play(move);
    return Boolean(move);
  }

  /** Moves without a direction have the keys 1 to 9. */
  _numberedMove(key) {
    const move = this._replay.about.moves[Number(key) - 1];
    return Object.values(KEYS).includes(move) ? undefined : move;
  }

  update(frame, number) {
    if (this._seat === null) return;
    const { last } = this._replay;
    if (number === last) {
      this._isLiving = frame.living[this._seat];
      if (this._clockRound !== last) this._startClock(last);
    }
    this._buttons.update(this._isLiving, this._status.queue);
    this._showMessage();
  }

  /** Start the clock of this seat for a round. */
  _startClock(number) {
    this._clockRound = number;
    const { timebank_ms: cap, time_per_move_ms: increment } = this._replay.about.players[this._seat];
    const before = number > 0 ? this._replay.round(number - 1) : null;
    const bank = before?.bank?.[this._seat];
    const wall = before?.wall?.[this._seat];
    const isKnown = bank != null && wall != null;
    const left = isKnown ? Math.min(Math.max(bank - wall / 1000, 0) + increment, cap) : cap;
    this._timeout = performance.now() + left;
  }

  _showMessage() {
    if (this._seat === null) return;
    const text = this._isLiving ? this._messageText() : "You are out.";
    if (this._message.textContent !== text) fill(this._message, text);
  }

  _messageText() {
    const { pace, due, there, refused } = this._status;
    const away = Object.keys(there).filter((name) => !there[name]);
    if (pace?.paused) return "Paused.";
    if (pace && pace.starts_in_ms === null && away.length) return `Waiting for ${away.join(", ")}.`;
    const seconds = this._starts === null ? 0 : (this._starts - performance.now()) / 1000;
    if (seconds > 0) return `The match begins in ${Math.ceil(seconds)}.`;
    if (this._problem) return this._problem;
    if (refused) return `${refused} is not legal here.`;
    const keys = this._replay.about.moves.includes("up") ? "arrow keys, WASD, or swipe" : "buttons or number keys";
    if (pace) return `Use the ${keys}.`;
    if (!due) return away.length ? `Waiting; ${away.join(", ")} is away.` : "Waiting.";
    return `Your move: ${keys}. ${this._timeLeft()}`;
  }

  _timeLeft() {
    const seconds = Math.max(0, Math.round((this._timeout - performance.now()) / 1000));
    if (seconds >= 36_000) return "";
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} left.`;
  }

  _play(move) {
    if (this._isLiving && this._unanswered < MAX_UNANSWERED) this._post({ move });
  }

  _togglePause() {
    return this._post({ pause: !this._status.pace.paused });
  }

  /** Send a request after the previous one has been answered: requests may overtake each other. */
  _post(value) {
    this._unanswered += 1;
    this._lastRequest = this._lastRequest
      .then(() => this._source.post(`replay/${this._key}/move`, value))
      .then(
        (status) => {
          this._problem = "";
          this.receive(status);
        },
        (error) => {
          this._problem = error.message;
          this._showMessage();
        },
      )
      .finally(() => (this._unanswered -= 1));
    return true;
  }
}
