// A page of a tournament: a heading, and parts that are created once and then updated.

import { el } from "../base/dom.js";

export class TournamentPage {
  constructor(app, title) {
    this.app = app;
    this.source = app.source;
    this.heading = el("h1", title);
    this.body = el("div.parts");
    this.parts = []; // plots and boards in the page
    this._error = el("p.error", { role: "alert", hidden: true });
    const { warning } = app.about; // what an audit of the results would find
    const notice = warning && el("p.error", { role: "note" }, warning);
    this.element = el("section.page", this.heading, notice, this._error, this.body);
  }

  /** Update the page, or report why that failed. */
  async refresh() {
    try {
      await this.update();
      this._error.hidden = true;
    } catch (error) {
      this._error.textContent = error.message;
      this._error.hidden = false;
    }
  }

  /** Fetch and show the data of the page; a wall of boards fetches its own. */
  update() {}

  start() {
    this._forward("start");
    return this.refresh();
  }

  changed() {
    return this.refresh();
  }

  recolour() {
    this._forward("recolour");
  }

  grow(message) {
    this._forward("grow", message);
  }

  close() {
    this._forward("close");
  }

  _forward(name, ...values) {
    for (const part of this.parts) part[name]?.(...values);
  }
}
