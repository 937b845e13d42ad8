// What bots think, drawn over the board: plans, cycles, trees, and cells that matter.

import { COLUMNS, ROWS } from "./grid.js";
import { mixed, palette, seatColour } from "../base/palette.js";

const STEPS = { u: 0, r: 1, d: 2, l: 3 };

/** Cells, the stronger the more they matter. */
export function drawWeights(pen, grid, seat, thought) {
  pen.fillStyle = seatColour(seat);
  for (const [row, column, weight] of thought?.cells ?? []) {
    if (!grid.isOn(row, column)) continue;
    pen.globalAlpha = 0.08 + 0.5 * weight;
    pen.fillRect(column * grid.cell, row * grid.cell, grid.cell, grid.cell);
  }
  pen.globalAlpha = 1;
}

/** Cycles and trees as thin lines, where it means to go as a dashed one with a dot at its end. */
export function drawPlan(pen, grid, seat, thought) {
  if (!thought) return;
  pen.lineCap = pen.lineJoin = "round";
  pen.strokeStyle = pen.fillStyle = mixed(seatColour(seat), palette().mark, 0.55);
  pen.globalAlpha = 0.5;
  pen.lineWidth = Math.max(1, grid.cell * 0.07);
  for (const way of thought.tree ?? []) strokeWay(pen, grid, way);
  for (const way of thought.cycle ?? []) strokeWay(pen, grid, way, true);
  pen.globalAlpha = 1;
  pen.lineWidth = Math.max(1.5, grid.cell * 0.12);
  pen.setLineDash([grid.cell * 0.24, grid.cell * 0.24]);
  for (const way of thought.path ?? []) {
    const [x, y] = strokeWay(pen, grid, way);
    pen.beginPath();
    pen.arc(x, y, grid.cell * 0.15, 0, 7);
    pen.fill();
  }
  pen.setLineDash([]);
}

/** Draw a way; where it ends. */
function strokeWay(pen, grid, [row, column, steps], isClosed = false) {
  let x = (column + 0.5) * grid.cell;
  let y = (row + 0.5) * grid.cell;
  pen.beginPath();
  pen.moveTo(x, y);
  for (const letter of steps) {
    x += COLUMNS[STEPS[letter]] * grid.cell;
    y += ROWS[STEPS[letter]] * grid.cell;
    pen.lineTo(x, y);
  }
  if (isClosed) pen.closePath();
  pen.stroke();
  return [x, y];
}
