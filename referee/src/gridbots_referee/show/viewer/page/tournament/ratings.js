// The ratings over the course of a tournament.

import { button } from "../base/controls.js";
import { el, fill } from "../base/dom.js";
import { address } from "../base/route.js";
import { botLink, signed } from "./format.js";
import { TournamentPage } from "./page.js";
import { Plot, strokeSample } from "./plot.js";

const DEFAULT_CURVES = 8;

export class RatingsView extends TournamentPage {
  constructor(app, query) {
    super(app, "Ratings over time");
    this._selected = selectedBots(query);
    this._unit = el("p.faint");
    this._plot = new Plot();
    this.parts.push(this._plot);
    this._legend = el("ul.legend");
    this.body.append(this._unit, this._plot.element, this._legend);
  }

  moved(_, query) {
    this._selected = selectedBots(query);
    this._show();
  }

  async update() {
    this._data = await this.source.get("ratings");
    this._show();
  }

  _show() {
    if (!this._data) return;
    const { names, matches, lines, unit } = this._data;
    const latest = lines.map((line) => line.findLast((value) => value !== null) ?? -Infinity);
    const order = names.map((_, bot) => bot).sort((one, other) => latest[other] - latest[one]);
    const selected = this._selected ?? order.slice(0, DEFAULT_CURVES).map((bot) => names[bot]);
    const shown = order.filter((bot) => selected.includes(names[bot]));
    this._unit.textContent = `${unit} by number of matches; click on a line to show or hide the curve of a bot.`;
    const curves = shown.map((bot, index) => ({ name: names[bot], index, values: lines[bot] }));
    const label = `${unit} of ${shown.length} of ${names.length} bots over ${matches.at(-1)} matches`;
    this._plot.show(Math.min(460, Math.max(240, innerHeight * 0.55)), matches, curves, { label });
    this._showLegend(order, shown, latest);
  }

  _showLegend(order, shown, latest) {
    const { names, unit } = this._data;
    const focused = this._legend.contains(document.activeElement) && document.activeElement.dataset.name;
    const entries = order.map((bot) => {
      const name = names[bot];
      const index = shown.includes(bot) ? shown.indexOf(bot) : null;
      const toggle = button(strokeSample(index), () => this._toggle(name, shown.map((each) => names[each])), {
        class: "toggle",
        "aria-pressed": String(index !== null),
        "aria-label": `Curve of ${name}`,
        "data-name": name,
      });
      const value = Number.isFinite(latest[bot]) ? ratingText(latest[bot], unit) : "–";
      return el("li", toggle, botLink(name), el("span.faint", value));
    });
    fill(this._legend, ...entries);
    if (focused) this._legend.querySelector(`[data-name="${CSS.escape(focused)}"]`)?.focus();
  }

  _toggle(name, shown) {
    const bots = shown.includes(name) ? shown.filter((each) => each !== name) : [...shown, name];
    location.hash = address(["ratings"], { bots: JSON.stringify(bots) });
  }
}

const ratingText = (value, unit) => (unit === "Elo" ? signed(value) : `${value.toFixed(1)} %`);

/** The bots in the query, or null for the default. */
function selectedBots(query) {
  try {
    const bots = JSON.parse(query.bots ?? "null");
    return Array.isArray(bots) ? bots : null;
  } catch {
    return null;
  }
}
