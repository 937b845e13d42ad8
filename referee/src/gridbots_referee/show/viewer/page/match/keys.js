// The keyboard: the same keys as in `referee replay`.

import { el } from "../base/dom.js";
import { MOMENT_KEYS } from "./moments.js";

const HELP = [
  ["space", "play, or pause"],
  ["right, left", "one round on, or back"],
  ["PgDn, PgUp", "ten rounds on, or back"],
  ["Home, End", "to the opening, or the end"],
  ["e, E", "to the next event, or the one before"],
  ["+, −", "faster, or slower"],
  ["v", "the next view, where seats see different things"],
  ...Object.entries(MOMENT_KEYS).map(([key, name]) => [`${key}, ${key.toUpperCase()}`, `to the next ${name}, or the one before`]),
  ["c", "copy a link to this round"],
  ["?", "this help"],
];

/** What a focused control does with a key by itself. */
function isTaken(event) {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  if (["SELECT", "TEXTAREA"].includes(target.tagName)) return true;
  if (target.tagName === "INPUT" && target.type !== "range" && target.type !== "checkbox")
    return true;
  if (target.tagName === "INPUT" && target.type === "checkbox") return event.key === " ";
  return ["BUTTON", "A", "SUMMARY"].includes(target.tagName) && [" ", "Enter"].includes(event.key);
}

export class Keyboard {
  constructor(position, transport, hand, place, moments) {
    this._hand = hand;
    this._actions = {
      " ": () => position.toggle(),
      ArrowRight: () => position.step(1),
      ArrowLeft: () => position.step(-1),
      l: () => position.step(1),
      h: () => position.step(-1),
      PageDown: () => position.jump(1),
      PageUp: () => position.jump(-1),
      Home: () => position.to(0),
      End: () => position.to(position.last),
      e: () => position.toEvent(1),
      E: () => position.toEvent(-1),
      "+": () => position.setPace(position.pace + 1),
      "=": () => position.setPace(position.pace + 1),
      "-": () => position.setPace(position.pace - 1),
      v: () => transport.nextView(),
      c: () => place.copy(),
      "?": () => this.help(),
    };
    for (const [key, name] of Object.entries(MOMENT_KEYS)) {
      this._actions[key] = () => moments.go(name, 1);
      this._actions[key.toUpperCase()] = () => moments.go(name, -1);
    }
    this._listener = (event) => this._press(event);
    document.addEventListener("keydown", this._listener);
  }

  close() {
    document.removeEventListener("keydown", this._listener);
    this._dialog?.remove();
  }

  _press(event) {
    if (isTaken(event) || this._dialog?.open) return;
    if (this._hand.press(event.key)) {
      event.preventDefault();
      return;
    }
    const action = this._actions[event.key];
    if (action) {
      event.preventDefault();
      action();
    }
  }

  help() {
    this._dialog?.remove();
    this._dialog = el(
      "dialog",
      { class: "help", "aria-label": "Keys" },
      el("h2", {}, "Keys"),
      el(
        "dl",
        { class: "table" },
        ...HELP.map(([key, what]) => el("div", {}, el("dt", {}, key), el("dd", {}, what))),
      ),
      el(
        "button",
        { type: "button", class: "plain", onclick: () => this._dialog.close() },
        "Close",
      ),
    );
    document.body.append(this._dialog);
    this._dialog.showModal();
  }
}
