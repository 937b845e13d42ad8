// A page of a tournament: a heading, and parts that are made once and then kept true.

import { el, fill } from "../base/dom.js";

export class TournamentPage {
  constructor(app, title) {
    this.app = app;
    this.source = app.source;
    this.title = title;
    this.heading = el("h1", {}, title);
    this.body = el("div", { class: "parts" });
    this._error = el("p", { class: "error", role: "alert", hidden: true });
    this.element = el("section", { class: "page" }, this.heading, this._error, this.body);
  }

  /** Fetch what is shown, and show it; pages have their `update`. */
  async refresh() {
    try {
      await this.update();
      this._error.hidden = true;
    } catch (error) {
      this._error.textContent = error.message;
      this._error.hidden = false;
    }
  }

  start() {
    return this.refresh();
  }

  changed() {
    return this.refresh();
  }

  recolour() {
    return this.refresh();
  }

  close() {}
}

/** A part of a page with a heading of its own. */
export function card(heading, ...children) {
  return el("section", { class: "card" }, el("h2", {}, heading), ...children);
}

/** Change what is in an element only where it differs: the focus within stays. */
export function put(element, ...children) {
  const wanted = el("div", {}, ...children);
  const now = [...element.childNodes];
  const isSame =
    now.length === wanted.childNodes.length &&
    now.every((node, place) => node.isEqualNode(wanted.childNodes[place]));
  if (!isSame) fill(element, ...wanted.childNodes);
}

/** A choice of one of several values, each a text or [value, text]. */
export function labelledChoice(label, name, values, chosen, act) {
  const options = values.map((each) => {
    const [value, text] = Array.isArray(each) ? each : [each, each];
    return el("option", { value, selected: String(value) === String(chosen) }, text);
  });
  const select = el("select", { name, onchange: () => act(select.value) }, ...options);
  return el("label", { class: "choice" }, label, select);
}
