// The address of a round, such as `#/match/3/round/57?seat=1`. It follows the user's position,
// survives a reload, and can be copied.

import { button, copyText } from "../base/controls.js";
import { announce, el } from "../base/dom.js";
import { address } from "../base/route.js";

const WRITE_MS = 400; // browsers reject more frequent changes of the address

/**
 * The nearest existing round and seat for an address, and a description of what is wrong with it.
 * `number` is null without a round, `seat` is undefined without a seat.
 */
export function parseRoundAddress(path, query, last, seats) {
  const [word, text] = path;
  const problems = [];
  let number = null;
  if (word === "round") {
    number = /^\d{1,9}$/.test(text ?? "") ? Number(text) : -1;
    if (number < 0) problems.push(`There is no round “${text ?? ""}”: this is the opening.`);
    if (number > last) problems.push(`There is no round ${text}: this is the last one, ${last}.`);
    number = Math.max(0, Math.min(last, number));
  } else if (word !== undefined) problems.push(`There is nothing under “${word}” in a match.`);
  let seat = /^\d{1,3}$/.test(query.seat ?? "") ? Number(query.seat) : undefined;
  if (query.seat !== undefined && !(seat < seats)) {
    problems.push(`There is no seat “${query.seat}”: expected one from 0 to ${seats - 1}.`);
    seat = undefined;
  }
  return { number, seat, problem: problems.join(" ") };
}

export class RoundAddress {
  /** @param {function(): {round: ?number, seat: ?number}} position `round` is null during live play */
  constructor(key, position) {
    this._key = key;
    this._position = position;
    this._timer = null;
    this._field = el("input.link", { readOnly: true, hidden: true, "aria-label": "Link" });
    this._status = el("span.faint", { "aria-hidden": "true" });
    this.element = el(
      "span.copying",
      button("Copy link to this round", () => this.copy(), { title: "c" }),
      this._status,
      this._field,
    );
  }

  get hash() {
    const { round, seat } = this._position();
    return address(["match", this._key, ...(round === null ? [] : ["round", String(round)])], { seat });
  }

  /** Write the current position into the address bar soon. */
  update() {
    this._timer ??= setTimeout(() => this._write("replaceState"), WRITE_MS);
  }

  /** Jump so that the browser's Back button returns to the current position. */
  jump(act) {
    this._write("replaceState");
    const before = this.hash;
    act();
    if (this.hash !== before) this._write("pushState");
  }

  _write(verb) {
    clearTimeout(this._timer);
    this._timer = null;
    const { hash } = this;
    // The user may have followed a link to another view already.
    const isHere = location.hash.length < 3 || location.hash.startsWith(address(["match", this._key]));
    if (!isHere) return;
    try {
      if (location.hash !== hash || verb === "pushState") history[verb](null, "", hash);
    } catch {
      // A page embedded in another one may have no address.
    }
  }

  async copy() {
    this._write("replaceState");
    const link = new URL(this.hash, location.href).href;
    if (await copyText(link)) {
      this._status.textContent = "Copied.";
      announce("The link to this round is copied.");
      return;
    }
    this._field.hidden = false;
    this._field.value = link;
    this._field.select();
    this._status.textContent = "Copy it with Ctrl+C:";
    announce(this._status.textContent);
  }

  close() {
    clearTimeout(this._timer);
  }
}
