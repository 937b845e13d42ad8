// A sequential probability ratio test: the evidence over the matches, between its two bounds.

import { terms } from "../base/controls.js";
import { el, refill } from "../base/dom.js";
import { TournamentPage } from "./page.js";
import { Plot } from "./plot.js";

export class SprtView extends TournamentPage {
  constructor(app) {
    super(app, "Sequential test");
    this._verdict = el("p.facts-line");
    this._facts = el("dl.tiles");
    this._plot = new Plot();
    this.parts.push(this._plot);
    this.body.append(this._verdict, this._facts, this._plot.element);
  }

  async update() {
    const test = await this.source.get("sprt");
    const { matches, llr, lower, upper } = test;
    const [low, high] = [lower.toFixed(2), upper.toFixed(2)];
    refill(this._verdict, verdictOf(test));
    refill(
      this._facts,
      ...terms([
        ["LLR", llr.at(-1)?.toFixed(2)],
        ["bounds", `${low} to ${high}`],
        ["H0, Elo", test.elo0],
        ["H1, Elo", test.elo1],
        ["matches", matches.at(-1)],
      ]),
    );
    const levels = [
      { value: upper, name: "H1 is accepted" },
      { value: lower, name: "H0 is accepted" },
    ];
    const label = `Evidence (LLR) over ${matches.at(-1)} matches, bounds ${low} and ${high}`;
    this._plot.show(340, matches, [{ name: "LLR", index: 0, values: llr }], { label, levels, least: 0.2 });
  }
}

function verdictOf({ decision, elo0, elo1 }) {
  if (decision === "H1") return `H1 is accepted: the first bot is stronger by about ${elo1} Elo rather than ${elo0}.`;
  if (decision === "H0") return `H0 is accepted: the first bot is stronger by about ${elo0} Elo rather than ${elo1}.`;
  return "Not decided yet: the evidence (LLR) is between its bounds.";
}
