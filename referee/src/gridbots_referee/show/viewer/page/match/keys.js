// The keyboard of a match: the same keys as in `referee replay`.

import { button, terms } from "../base/controls.js";
import { el } from "../base/dom.js";
import { HIGHLIGHT_KEYS } from "./highlights.js";

const HELP = [
  ["space", "play or pause"],
  ["right, left", "one round forward or back"],
  ["PgDn, PgUp", "ten rounds forward or back"],
  ["Home, End", "to the opening or the end"],
  ["e, E", "to the next or the previous event"],
  ["+, −", "faster or slower"],
  ["v", "the next view, in games with hidden information"],
  ...Object.entries(HIGHLIGHT_KEYS).map(([key, name]) => [`${key}, ${key.toUpperCase()}`, `to the next or the previous ${name}`]),
  ["c", "copy a link to this round"],
  ["?", "this help"],
];

/** Whether the focused control handles a key itself. */
function isHandled(event) {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  if (["SELECT", "TEXTAREA"].includes(target.tagName)) return true;
  if (target.tagName === "INPUT" && target.type !== "range" && target.type !== "checkbox") return true;
  if (target.tagName === "INPUT" && target.type === "checkbox") return event.key === " ";
  return ["BUTTON", "A", "SUMMARY"].includes(target.tagName) && [" ", "Enter"].includes(event.key);
}

export class Keyboard {
  constructor({ position, transport, moveInput, roundAddress, highlights }) {
    this._moveInput = moveInput;
    this._actions = {
      " ": () => position.toggle(),
      ArrowRight: () => position.step(1),
      ArrowLeft: () => position.step(-1),
      l: () => position.step(1),
      h: () => position.step(-1),
      PageDown: () => position.step(10),
      PageUp: () => position.step(-10),
      Home: () => position.to(0),
      End: () => position.to(position.last),
      e: () => position.toEvent(1),
      E: () => position.toEvent(-1),
      "+": () => position.setPace(position.pace + 1),
      "=": () => position.setPace(position.pace + 1),
      "-": () => position.setPace(position.pace - 1),
      v: () => transport.nextView(),
      c: () => roundAddress.copy(),
      "?": () => this._showHelp(),
    };
    for (const [key, name] of Object.entries(HIGHLIGHT_KEYS)) {
      this._actions[key] = () => highlights.go(name, 1);
      this._actions[key.toUpperCase()] = () => highlights.go(name, -1);
    }
    this._listener = (event) => this._press(event);
    document.addEventListener("keydown", this._listener);
  }

  close() {
    document.removeEventListener("keydown", this._listener);
    this._dialog?.remove();
  }

  _press(event) {
    if (isHandled(event) || this._dialog?.open) return;
    const action = this._actions[event.key];
    if (this._moveInput.press(event.key)) event.preventDefault();
    else if (action) {
      event.preventDefault();
      action();
    }
  }

  _showHelp() {
    this._dialog?.remove();
    this._dialog = el(
      "dialog.help",
      { "aria-label": "Keys" },
      el("h2", "Keys"),
      el("dl.table", ...terms(HELP)),
      button("Close", () => this._dialog.close()),
    );
    document.body.append(this._dialog);
    this._dialog.showModal();
  }
}
