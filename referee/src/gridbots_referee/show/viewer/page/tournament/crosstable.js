// The cross table as a heat map: blue where the row has done well, orange where it has not, the
// score in each cell.

import { el, fill } from "../base/dom.js";
import { address } from "../base/route.js";
import { botAddress, counted, pairAddress, percent } from "./format.js";
import { TournamentPage, labelledChoice } from "./page.js";
import { scoreInterval } from "./score.js";

const FEW = 12; // up to so many bots cells are large
const DENSE = 24; // above so many they are small
const ORDERS = [
  ["place", "by standing"],
  ["name", "by name"],
];
const HINT = "Point at a cell, or go through the table with the arrow keys, to see who did what.";

export class CrosstableView extends TournamentPage {
  constructor(app, query) {
    super(app, "Head to head");
    this.element.classList.add("wide");
    this._order = query.sort ?? "place";
    this._told = el("p", { class: "cell-told", role: "status" }, HINT);
    this._table = el("table", { class: "heat", role: "grid" });
    const region = el(
      "div",
      { class: "scroll fits", role: "region", "aria-label": "Cross table", tabIndex: 0 },
      this._table,
    );
    const order = labelledChoice("Order", "sort", ORDERS, this._order, (sort) => {
      location.hash = address(["crosstable"], { sort: sort === "place" ? "" : sort });
    });
    this.body.append(el("div", { class: "filters" }, order, scale()), this._told, region);
    this._table.addEventListener("keydown", (event) => this._go(event));
    this._table.addEventListener("focusin", (event) => this._tell(event.target));
    this._table.addEventListener("pointerover", (event) => this._tell(event.target));
  }

  moved(_, query) {
    this._order = query.sort ?? "place";
    this._shown = "";
    return this.refresh();
  }

  async update() {
    const told = await this.source.get("crosstable");
    const shown = JSON.stringify([told, this._order]);
    if (shown === this._shown) return;
    this._shown = shown;
    this._draw(told);
  }

  recolour() {} // the style sheet has all colours

  _draw({ names, cells }) {
    const [row, column] = this._place ?? [0, 1];
    const hadFocus = this._table.contains(document.activeElement);
    const order = names.map((_, place) => place);
    if (this._order === "name") order.sort((one, other) => names[one].localeCompare(names[other]));
    this._table.classList.toggle("few", names.length <= FEW);
    this._table.classList.toggle("dense", names.length > DENSE);
    const heads = order.map((place, index) =>
      el("th", { scope: "col", title: names[place] }, String(index + 1)),
    );
    const lines = order.map((mine, index) =>
      el(
        "tr",
        {},
        el("th", { scope: "row" }, `${index + 1} `, el("a", { href: botAddress(names[mine]), tabIndex: -1 }, names[mine])),
        ...order.map((other) => heatCell(names[mine], names[other], mine === other ? undefined : cells[mine][other])),
      ),
    );
    fill(this._table, el("thead", {}, el("tr", {}, el("td"), ...heads)), el("tbody", {}, ...lines));
    this._enter(row, column, hadFocus);
  }

  /** The one cell that Tab leads to. */
  _enter(row, column, takesFocus) {
    const link = this._table.tBodies[0]?.rows[row]?.cells[column + 1]?.firstElementChild;
    if (!link) return;
    this._table.querySelector("td [tabindex='0']")?.setAttribute("tabindex", "-1");
    link.tabIndex = 0;
    this._place = [row, column];
    if (takesFocus) link.focus();
  }

  _go(event) {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    const cell = event.target.closest("td");
    if (!step || !cell) return;
    event.preventDefault();
    let [row, column] = [cell.parentElement.sectionRowIndex, cell.cellIndex - 1];
    // Nobody plays against himself: the diagonal is leapt over.
    do {
      row += step[0];
      column += step[1];
    } while (row === column);
    this._enter(row, column, true);
  }

  _tell(target) {
    const told = target.closest?.("td")?.dataset.told;
    if (told) this._told.textContent = told;
  }
}

function heatCell(name, other, met) {
  if (met === undefined) return el("td", { class: "self" });
  if (!met) return el("td", {}, el("span", { class: "none", tabIndex: -1, "aria-label": `${name} has not met ${other}` }, "·"));
  const share = met.points / met.matches;
  const [low, high] = scoreInterval(met);
  const told =
    `${name} against ${other}: ${met.won} won, ${met.drawn} drawn, ${met.lost} lost of ` +
    `${counted(met.matches, "match", "matches")}; ${percent(share)} (95 %: ${percent(low, 0)} to ${percent(high, 0)})`;
  const link = el(
    "a",
    { href: pairAddress(name, other), tabIndex: -1, "aria-label": told },
    (100 * share).toFixed(0),
  );
  const cell = el("td", { class: share < 0.5 ? "lost" : "won" }, link);
  cell.style.setProperty("--strength", `${Math.round(Math.abs(share - 0.5) * 2 * 80)}%`);
  cell.dataset.told = told;
  return cell;
}

function scale() {
  const steps = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const step = el("span", { class: share < 0.5 ? "lost" : "won" }, (100 * share).toFixed(0));
    step.style.setProperty("--strength", `${Math.abs(share - 0.5) * 160}%`);
    return step;
  });
  return el("p", { class: "scale" }, "Score of the row, %", ...steps);
}
