// The cross table as a heat map: blue for high scores of the row, orange for low ones.

import { dropDown, labelled } from "../base/controls.js";
import { el, fill } from "../base/dom.js";
import { address } from "../base/route.js";
import { botAddress, pairAddress, percent, results } from "./format.js";
import { TournamentPage } from "./page.js";

const FEW = 12; // bots with which the cells are large
const FORFEITED = "f"; // marks cells
const DENSE = 24; // more bots make them small
const ORDERS = [
  ["place", "by standing"],
  ["name", "by name"],
];
const HINT = "Point at a cell, or move through the table with the arrow keys, to see the results of two bots.";

export class CrosstableView extends TournamentPage {
  constructor(app, query) {
    super(app, "Head to head");
    this.element.classList.add("wide");
    this._order = query.sort ?? "place";
    this._status = el("p.cell-status", { role: "status" }, HINT);
    this._table = el("table.heat", { role: "grid" });
    const region = el(
      "div.scroll.fits",
      { role: "region", "aria-label": "Cross table", tabIndex: 0 },
      this._table,
    );
    const choose = (event) => {
      const sort = event.target.value;
      location.hash = address(["crosstable"], { sort: sort === "place" ? "" : sort });
    };
    const order = dropDown(ORDERS, { chosen: this._order, onchange: choose });
    this.body.append(el("div.filters", labelled("Order", order), scale()), this._status, region);
    this._table.addEventListener("keydown", (event) => this._press(event));
    this._table.addEventListener("focusin", (event) => this._describe(event.target));
    this._table.addEventListener("pointerover", (event) => this._describe(event.target));
  }

  moved(_, query) {
    this._order = query.sort ?? "place";
    this._shown = "";
    return this.refresh();
  }

  async update() {
    const data = await this.source.get("crosstable");
    const shown = JSON.stringify([data, this._order]);
    if (shown === this._shown) return;
    this._shown = shown;
    this._show(data);
  }

  _show({ names, cells }) {
    const [row, column] = this._place ?? [0, 1];
    const hadFocus = this._table.contains(document.activeElement);
    const order = names.map((_, bot) => bot);
    if (this._order === "name") order.sort((one, other) => names[one].localeCompare(names[other]));
    this._table.classList.toggle("few", names.length <= FEW);
    this._table.classList.toggle("dense", names.length > DENSE);
    const heads = order.map((bot, index) =>
      el("th", { scope: "col", title: names[bot] }, String(index + 1)),
    );
    const lines = order.map((mine, index) =>
      el(
        "tr",
        el("th", { scope: "row" }, `${index + 1} `, el("a", { href: botAddress(names[mine]), tabIndex: -1 }, names[mine])),
        ...order.map((other) => heatCell(names[mine], names[other], mine === other ? undefined : cells[mine][other])),
      ),
    );
    fill(this._table, el("thead", el("tr", el("td"), ...heads)), el("tbody", ...lines));
    this._enter(row, column, hadFocus);
  }

  /** Move the only tab stop of the table to a cell. */
  _enter(row, column, takesFocus) {
    const link = this._table.tBodies[0]?.rows[row]?.cells[column + 1]?.firstElementChild;
    if (!link) return;
    this._table.querySelector("td [tabindex='0']")?.setAttribute("tabindex", "-1");
    link.tabIndex = 0;
    this._place = [row, column];
    if (takesFocus) link.focus();
  }

  _press(event) {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    const cell = event.target.closest("td");
    if (!step || !cell) return;
    event.preventDefault();
    let [row, column] = [cell.parentElement.sectionRowIndex, cell.cellIndex - 1];
    // The diagonal has no results.
    do {
      row += step[0];
      column += step[1];
    } while (row === column);
    this._enter(row, column, true);
  }

  _describe(target) {
    const { description } = target.closest?.("td")?.dataset ?? {};
    if (description) this._status.textContent = description;
  }
}

function heatCell(name, other, met) {
  if (met === undefined) return el("td.self");
  if (!met) return el("td", el("span.none", { tabIndex: -1, "aria-label": `${name} has not met ${other}` }, "·"));
  const { score, low, high } = met;
  const description =
    `${name} against ${other}: ${results(met)}; ${percent(score)} ` +
    `(95 %: ${percent(low, 0)} to ${percent(high, 0)})`;
  const properties = { href: pairAddress(name, other), tabIndex: -1, "aria-label": description };
  const mark = met.forfeits ? el("sup", FORFEITED) : "";
  const cell = coloured("td", score, el("a", properties, scoreNumber(score), mark));
  cell.dataset.description = description;
  return cell;
}

const scoreNumber = (score) => (100 * score).toFixed(0);

/** An element in the colour of a score. */
function coloured(tag, score, content) {
  const element = el(tag, { class: score < 0.5 ? "lost" : "won" }, content);
  element.style.setProperty("--strength", `${Math.round(Math.abs(score - 0.5) * 160)}%`);
  return element;
}

function scale() {
  const steps = [0, 0.25, 0.5, 0.75, 1].map((score) => coloured("span", score, scoreNumber(score)));
  return el("p.scale", "Score of the row, %", ...steps, `${FORFEITED}: the row forfeited matches`);
}
