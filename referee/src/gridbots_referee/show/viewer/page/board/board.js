// Draws scenes on a canvas: elements, which are symbols in their places. It knows no game.

import { isStill } from "../base/motion.js";
import { Grid } from "./grid.js";
import { Painter } from "./painter.js";
import { planElements } from "./plans.js";
import { tweened } from "./tween.js";

export class Board {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas, about) {
    this.canvas = canvas;
    this.grid = new Grid(about);
    this._painter = new Painter(this.grid);
    this._symbols = about.symbols;
    this._numbers = new Map(about.symbols.map(({ name }, number) => [name, number]));
    this._shown = null;
  }

  get isReady() {
    return this.grid.cell > 0;
  }

  /** Choose the size such that the board fits into so many pixels. */
  resize(width, height) {
    const { canvas, grid } = this;
    grid.fit(width, height);
    canvas.width = grid.width + 2 * grid.margin;
    canvas.height = grid.height + 2 * grid.margin;
    canvas.style.width = `${canvas.width / grid.scale}px`;
    this.forgetColours();
  }

  forgetColours() {
    this._painter.forgetColours();
  }

  /**
   * @param {Object} frame
   * @param {Array<?Object>} thoughts by seat; null where they are not to be seen
   * @param {number} glide so many milliseconds the way from the frame before takes; 0: none
   */
  draw(frame, thoughts = [], glide = 0) {
    cancelAnimationFrame(this._request);
    const before = this._shown;
    const now = { round: frame.round, elements: new Map(frame.elements) };
    const plans = planElements(this.grid, thoughts, (name) => this._numbers.get(name));
    this._plans = plans.map((element) => {
      return ["", element, element[1].map((cell) => this.grid.middle(cell))];
    });
    this._shown = now;
    if (glide && !isStill() && before?.round === now.round - 1) this._glide(before, now, glide);
    else this._paint(now.elements, now.elements, 1);
  }

  _glide(before, now, milliseconds) {
    const start = performance.now();
    const go = (time) => {
      const share = Math.max(0, Math.min(1, (time - start) / milliseconds));
      this._paint(now.elements, before.elements, share);
      if (share < 1) this._request = requestAnimationFrame(go);
    };
    go(start);
  }

  _paint(elements, before, share) {
    const { canvas, grid } = this;
    const pen = canvas.getContext("2d");
    pen.setTransform(1, 0, 0, 1, grid.margin, grid.margin);
    this._painter.begin(pen);
    this._painter.board();
    const form = ([number]) => this._symbols[number].form;
    const shown = tweened(grid, elements, before, share, form);
    for (const [, [number, cells, text], points] of this._ordered(shown)) {
      this._painter.symbol(this._symbols[number], cells, points, text);
    }
  }

  /** What is shown and the plans, from the lowest layer on; within one by their keys. */
  _ordered(shown) {
    const all = [...shown, ...this._plans];
    const layer = ([, [number]]) => this._symbols[number].layer;
    return all.sort((one, other) => layer(one) - layer(other) || (one[0] < other[0] ? -1 : 1));
  }
}
