// How ratings went in a tournament.

import { el, fill } from "../base/dom.js";
import { address } from "../base/route.js";
import { botLink, signed } from "./format.js";
import { TournamentPage } from "./page.js";
import { linePlot, strokeOf, svg } from "./plot.js";

const SHOWN = 8; // curves at first

export class RatingsView extends TournamentPage {
  constructor(app, query) {
    super(app, "Ratings over time");
    this._chosen = chosenIn(query);
    this._unit = el("p", { class: "faint" });
    this._plot = el("div", { class: "curves" });
    this._legend = el("ul", { class: "legend" });
    this.body.append(this._unit, this._plot, this._legend);
    this._observer = new ResizeObserver(() => this._draw());
    this._observer.observe(this._plot);
  }

  moved(_, query) {
    this._chosen = chosenIn(query);
    this._draw();
  }

  async update() {
    this._told = await this.source.get("ratings");
    this._draw();
  }

  recolour() {}

  close() {
    this._observer.disconnect();
  }

  _draw() {
    if (!this._told || !this._plot.clientWidth) return;
    const { names, matches, lines, unit } = this._told;
    const latest = (place) => lines[place].findLast((value) => value !== null) ?? -Infinity;
    const order = names.map((_, place) => place).sort((one, other) => latest(other) - latest(one));
    const chosen = this._chosen ?? order.slice(0, SHOWN).map((place) => names[place]);
    const shown = order.filter((place) => chosen.includes(names[place]));
    this._unit.textContent = `${unit} after so many matches; a click on a bot shows or hides its curve.`;
    if (matches.length < 2) {
      fill(this._plot, el("p", { class: "empty" }, "There are too few matches for a curve."));
    } else if (shown.length === 0) {
      fill(this._plot, el("p", { class: "empty" }, "No bot is chosen."));
    } else {
      const curves = shown.map((place, index) => ({ name: names[place], place: index, values: lines[place] }));
      const label = `${unit} of ${shown.length} of ${names.length} bots over ${matches.at(-1)} matches`;
      const height = Math.min(460, Math.max(240, innerHeight * 0.55));
      fill(this._plot, linePlot(this._plot.clientWidth, height, matches, curves, { label }));
    }
    this._list(order, shown, latest);
  }

  _list(order, shown, latest) {
    const { names, unit } = this._told;
    const focused = this._legend.contains(document.activeElement) && document.activeElement.dataset.name;
    const entries = order.map((place) => {
      const index = shown.indexOf(place);
      const toggle = el(
        "button",
        {
          type: "button",
          class: "toggle",
          "aria-pressed": String(index >= 0),
          "aria-label": `Curve of ${names[place]}`,
          "data-name": names[place],
          onclick: () => this._toggle(names[place], shown.map((each) => names[each])),
        },
        index < 0 ? svg("svg", { viewBox: "0 0 26 8", "aria-hidden": "true" }) : sample(index),
      );
      const value = Number.isFinite(latest(place)) ? inUnit(latest(place), unit) : "–";
      return el("li", {}, toggle, botLink(names[place]), el("span", { class: "faint" }, value));
    });
    fill(this._legend, ...entries);
    if (focused) this._legend.querySelector(`[data-name="${CSS.escape(focused)}"]`)?.focus();
  }

  _toggle(name, shown) {
    const bots = shown.includes(name) ? shown.filter((each) => each !== name) : [...shown, name];
    location.hash = address(["ratings"], { bots: bots.length ? JSON.stringify(bots) : "[]" });
  }
}

const inUnit = (value, unit) => (unit === "Elo" ? signed(value) : `${value.toFixed(1)} %`);

function chosenIn(query) {
  try {
    const bots = JSON.parse(query.bots ?? "null");
    return Array.isArray(bots) ? bots : null;
  } catch {
    return null;
  }
}

function sample(index) {
  const { colour, dash } = strokeOf(index);
  const line = svg("line", { class: `line stroke-${colour}`, x1: 1, x2: 25, y1: 4, y2: 4, "stroke-dasharray": dash });
  return svg("svg", { viewBox: "0 0 26 8", "aria-hidden": "true" }, line);
}
