// A page of a tournament: a heading, and parts that are created once and then updated.

import { el } from "../base/dom.js";

export class TournamentPage {
  constructor(app, title) {
    this.app = app;
    this.source = app.source;
    this.heading = el("h1", {}, title);
    this.body = el("div", { class: "parts" });
    this._error = el("p", { class: "error", role: "alert", hidden: true });
    this.element = el("section", { class: "page" }, this.heading, this._error, this.body);
  }

  /** Fetch and show the data by the `update` of the page. */
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
}
