// A sequential probability ratio test: how the evidence went, between its two bounds.

import { el, fill } from "../base/dom.js";
import { factTiles } from "./bot.js";
import { TournamentPage, put } from "./page.js";
import { linePlot } from "./plot.js";

export class SprtView extends TournamentPage {
  constructor(app) {
    super(app, "Sequential test");
    this._verdict = el("p", { class: "facts-line" });
    this._facts = el("dl", { class: "tiles" });
    this._plot = el("div", { class: "curves" });
    this.body.append(this._verdict, this._facts, this._plot);
    this._observer = new ResizeObserver(() => this._draw());
    this._observer.observe(this._plot);
  }

  async update() {
    const told = (this._told = await this.source.get("sprt"));
    const llr = told.llr.at(-1);
    put(this._verdict, verdictOf(told));
    put(
      this._facts,
      ...factTiles([
        ["LLR", llr?.toFixed(2)],
        ["bounds", `${told.lower.toFixed(2)} to ${told.upper.toFixed(2)}`],
        ["H0, Elo", told.elo0],
        ["H1, Elo", told.elo1],
        ["matches", told.matches.at(-1)],
      ]),
    );
    this._draw();
  }

  recolour() {}

  close() {
    this._observer.disconnect();
  }

  _draw() {
    const width = this._plot.clientWidth;
    if (!this._told || !width) return;
    const { matches, llr, lower, upper } = this._told;
    if (matches.length < 2) {
      fill(this._plot, el("p", { class: "empty" }, "There are too few matches for a curve."));
      return;
    }
    const levels = [
      { value: upper, name: "H1 is accepted" },
      { value: lower, name: "H0 is accepted" },
    ];
    const label = `Evidence (LLR) over ${matches.at(-1)} matches, bounds ${lower.toFixed(2)} and ${upper.toFixed(2)}`;
    const curve = { name: "LLR", place: 0, values: llr };
    fill(this._plot, linePlot(width, 340, matches, [curve], { label, levels, least: 0.2 }));
  }
}

function verdictOf({ decision, elo0, elo1 }) {
  if (decision === "H1") return `Decided: H1 is accepted. The first bot is stronger, rather by ${elo1} Elo than by ${elo0}.`;
  if (decision === "H0") return `Decided: H0 is accepted. The first bot is stronger rather by ${elo0} Elo than by ${elo1}.`;
  return "Not decided yet: the evidence (LLR) is between its bounds.";
}
