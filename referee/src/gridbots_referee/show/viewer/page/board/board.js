// Draws frames on a canvas. It knows kinds of marks and nothing of any game.

import { drawBodies, drawCrash, drawHead, drawItem, drawTrails } from "./figures.js";
import { Grid } from "./grid.js";
import { Ground } from "./ground.js";
import { drawPlan, drawWeights } from "./plans.js";

export class Board {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas, about) {
    this.canvas = canvas;
    this.grid = new Grid(about);
    this._ground = new Ground(this.grid);
    this._kinds = about.kinds;
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
    this._ground.forgetColours();
  }

  /**
   * @param {Object} frame
   * @param {Array<?Object>} thoughts by seat; null where they are not to be seen
   */
  draw(frame, thoughts = []) {
    const { canvas, grid } = this;
    const pen = canvas.getContext("2d");
    const marks = this._sorted(frame);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.translate(grid.margin, grid.margin);
    this._ground.draw(pen, marks);
    thoughts.forEach((thought, seat) => drawWeights(pen, grid, seat, thought));
    drawTrails(pen, grid, marks.trail, frame.living);
    for (const mark of marks.item) drawItem(pen, grid, mark);
    drawBodies(pen, grid, frame.bodies, marks.head);
    thoughts.forEach((thought, seat) => drawPlan(pen, grid, seat, thought));
    for (const mark of marks.crash) drawCrash(pen, grid, mark);
    this._ground.drawFog(pen, marks.fog);
    for (const mark of marks.head) drawHead(pen, grid, mark);
  }

  /** The marks of a frame by their kinds. */
  _sorted(frame) {
    const sorted = Object.fromEntries(this._kinds.map((kind) => [kind, []]));
    for (const [cell, kind, seat = 0, heading = 0, value = 0] of frame.marks.values()) {
      sorted[this._kinds[kind]].push({ cell, seat: seat - 1, heading: heading - 1, value });
    }
    return sorted;
  }
}
