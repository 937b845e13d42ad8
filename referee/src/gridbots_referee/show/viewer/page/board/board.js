// Draws frames on a canvas: elements, which are symbols in their places, and the plans of bots.

import { el, fill, reducesMotion } from "../base/dom.js";
import { COLUMN_STEPS, PLAN_STRENGTHS, ROW_STEPS, STEP_LETTERS } from "../base/drawing.js";
import { Grid } from "./grid.js";
import { Painter } from "./painter.js";
import { tweened } from "./tween.js";

export class Board {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas, about) {
    this.canvas = canvas;
    canvas.classList.toggle("none", !about.rows); // not all games are on a board
    this.captions = el("div.captions");
    this.grid = new Grid(about);
    this._symbols = about.symbols;
    this._numbers = new Map(about.symbols.map(({ name }, number) => [name, number]));
    this._shown = null;
  }

  /** Choose the size so that the board fits into an area, in pixels of the page. */
  resize(width, height) {
    const { canvas, grid } = this;
    grid.fit(width, height);
    canvas.width = grid.width + 2 * grid.margin;
    canvas.height = grid.height + 2 * grid.margin;
    canvas.style.width = `${canvas.width / grid.scale}px`;
    this._painter = new Painter(grid);
  }

  /**
   * Draw a frame, if the board has a size.
   * @param {?Object} frame null while it is fetched
   * @param {number} number of the frame
   * @param {Array<?Object>} overlays by seat; null where there is nothing to show
   * @param {number} glide duration of the transition from the previous frame, in milliseconds
   * @returns {boolean} whether it was drawn
   */
  draw(frame, number, overlays = [], glide = 0) {
    this.canvas.setAttribute("aria-busy", String(!frame));
    if (!frame || !this.grid.cell) return false;
    cancelAnimationFrame(this._request);
    const before = this._shown;
    const now = { round: frame.round, elements: new Map(frame.elements) };
    const plans = planElements(this.grid, overlays, (name) => this._numbers.get(name));
    this._plans = plans.map((element) => {
      return ["", element, element[1].map((cell) => this.grid.middle(cell))];
    });
    this._shown = now;
    fill(this.captions, ...(frame.captions ?? []).map((line) => el("p", line)));
    const glides = glide && !reducesMotion() && before?.round === now.round - 1;
    if (glides) this._glide(before, now, glide);
    else this._paint(now.elements, now.elements, 1);
    this.canvas.dataset.frame = String(number);
    return true;
  }

  _glide(before, now, milliseconds) {
    const start = performance.now();
    const step = (time) => {
      const share = Math.max(0, Math.min(1, (time - start) / milliseconds));
      this._paint(now.elements, before.elements, share);
      if (share < 1) this._request = requestAnimationFrame(step);
    };
    step(start);
  }

  _paint(elements, before, share) {
    const { canvas, grid } = this;
    const pen = canvas.getContext("2d");
    pen.setTransform(1, 0, 0, 1, grid.margin, grid.margin);
    this._painter.begin(pen);
    const formOf = ([number]) => this._symbols[number].form;
    const layer = ([, [number]]) => this._symbols[number].layer;
    const shown = [...tweened(grid, elements, before, share, formOf), ...this._plans];
    shown.sort((one, other) => layer(one) - layer(other) || (one[0] < other[0] ? -1 : 1));
    for (const [, [number, cells, text], points] of shown) {
      this._painter.symbol(this._symbols[number], cells, points, text);
    }
  }
}

/** A large board that fills the width of its column, and is drawn at most once per animation frame. */
export class BoardStage {
  /**
   * @param {function(): void} draw draws the current frame on `board`
   * @param {number} phoneHeight share of the height of a small screen
   */
  constructor(about, draw, phoneHeight) {
    this.canvas = el("canvas.board", { role: "img", tabIndex: 0 });
    this.board = new Board(this.canvas, about);
    this.element = el("div.stage", this.canvas, this.board.captions);
    this._draw = draw;
    this._phoneHeight = phoneHeight;
    this._observer = new ResizeObserver(() => this.fit());
    this._observer.observe(this.element);
  }

  fit() {
    const width = this.element.clientWidth;
    if (!width) return;
    const share = innerWidth < 760 ? this._phoneHeight : 0.7;
    this.board.resize(width, Math.max(240, innerHeight * share));
    this.onresize?.();
    this.requestDraw();
  }

  requestDraw() {
    if (this._isRequested) return;
    this._isRequested = true;
    requestAnimationFrame(() => {
      this._isRequested = false;
      this._draw();
    });
  }

  close() {
    this._observer.disconnect();
  }
}

/**
 * The plans of bots as elements: cells that matter, cycles, trees and paths.
 * @param {Array<?Object>} overlays by seat; null where there is nothing to show
 * @param {function(string): number} numberOf the number of a symbol
 */
function planElements(grid, overlays, numberOf) {
  const elements = [];
  for (const [seat, overlay] of overlays.entries()) {
    if (!overlay) continue;
    elements.push(...weightElements(grid, seat, overlay.cells ?? [], numberOf));
    for (const kind of ["cycle", "tree", "path"]) {
      const symbol = numberOf(`${kind}.${seat}`);
      for (const way of overlay[kind] ?? []) elements.push([symbol, cellsOf(grid, way)]);
    }
  }
  return elements;
}

function weightElements(grid, seat, cells, numberOf) {
  const strengths = new Map();
  for (const [row, column, weight] of cells) {
    const strength = Math.round(weight * PLAN_STRENGTHS);
    const isOnBoard = row >= 0 && column >= 0 && row < grid.rows && column < grid.columns;
    if (!strength || !isOnBoard) continue;
    if (!strengths.has(strength)) strengths.set(strength, []);
    strengths.get(strength).push(grid.code(row, column));
  }
  return [...strengths].map(([strength, own]) => [numberOf(`weight.${seat}.${strength}`), own]);
}

/** The cells of a path in order, up to the first that is more than one step outside the board. */
function cellsOf(grid, [row, column, steps]) {
  const cells = [grid.code(row, column)];
  for (const letter of steps) {
    row += ROW_STEPS[STEP_LETTERS.indexOf(letter)];
    column += COLUMN_STEPS[STEP_LETTERS.indexOf(letter)];
    if (row < -1 || column < -1 || row > grid.rows || column > grid.columns) break;
    cells.push(grid.code(row, column));
  }
  return cells;
}
