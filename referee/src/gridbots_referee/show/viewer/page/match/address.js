// The address of a round: `#/match/3/round/57?seat=1`. It follows where somebody is, outlives a
// reload, and can be copied.

import { announce, el } from "../base/dom.js";
import { address } from "../base/route.js";

const SLOW_MS = 400; // browsers refuse an address that changes much more often

/**
 * The round and the seat that an address asks for, the nearest that there are, and what was wrong.
 * Without a round in the path `number` is null; without a seat `seat` is undefined.
 */
export function placeIn(path, query, last, seats) {
  const [word, text] = path;
  const wrong = [];
  let number = null;
  if (word === "round") {
    number = /^\d{1,9}$/.test(text ?? "") ? Number(text) : -1;
    if (number < 0) wrong.push(`There is no round “${text ?? ""}”: this is the opening.`);
    if (number > last) wrong.push(`There is no round ${text}: this is the last one, ${last}.`);
    number = Math.max(0, Math.min(last, number));
  } else if (word !== undefined) wrong.push(`There is nothing under “${word}” in a match.`);
  let seat = /^\d{1,3}$/.test(query.seat ?? "") ? Number(query.seat) : undefined;
  if (query.seat !== undefined && !(seat < seats)) {
    wrong.push(`There is no seat “${query.seat}”: expected one from 0 to ${seats - 1}.`);
    seat = undefined;
  }
  return { number, seat, wrong: wrong.join(" ") };
}

export class RoundAddress {
  /** @param {function(): {round: ?number, seat: ?number}} where null for a match that is followed */
  constructor(key, where) {
    this._key = key;
    this._where = where;
    this._timer = null;
    this._field = el("input", { class: "link", readOnly: true, hidden: true, "aria-label": "Link" });
    this._button = el(
      "button",
      { type: "button", class: "plain", title: "c", onclick: () => this.copy() },
      "Copy link to this round",
    );
    this._told = el("span", { class: "faint", "aria-hidden": "true" });
    this.element = el("span", { class: "copying" }, this._button, this._told, this._field);
  }

  get hash() {
    const { round, seat } = this._where();
    return address(["match", this._key, ...(round === null ? [] : ["round", String(round)])], { seat });
  }

  /** Write where we are into the address bar, not more often than browsers allow. */
  keep() {
    this._timer ??= setTimeout(() => this._write("replaceState"), SLOW_MS);
  }

  /** Do what leads elsewhere, such that the way back leads here. */
  leave(go) {
    this._write("replaceState");
    const before = this.hash;
    go();
    if (this.hash !== before) this._write("pushState");
  }

  _write(verb) {
    clearTimeout(this._timer);
    this._timer = null;
    const { hash } = this;
    // Somebody may be on the way to another view already.
    const isHere = location.hash.length < 3 || location.hash.startsWith(address(["match", this._key]));
    if (!isHere) return;
    try {
      if (location.hash !== hash || verb === "pushState") history[verb](null, "", hash);
    } catch {
      // A page within another one may have no address of its own.
    }
  }

  async copy() {
    this._write("replaceState");
    const link = new URL(this.hash, location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      this._tell("Copied.");
    } catch {
      // Only the user may copy here.
      this._field.hidden = false;
      this._field.value = link;
      this._field.select();
      this._tell("Copy it with Ctrl+C:");
    }
  }

  _tell(text) {
    this._told.textContent = text;
    announce(text === "Copied." ? "The link to this round is copied." : text);
  }

  close() {
    clearTimeout(this._timer);
  }
}
