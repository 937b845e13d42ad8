// Overlays of bots as elements: cells that matter, cycles, trees and planned paths.

import { COLUMN_STEPS, PLAN_STRENGTHS, ROW_STEPS, STEP_LETTERS } from "../base/drawing.js";

/**
 * @param {Array<?Object>} overlays by seat; null where there is nothing to show
 * @param {function(string): number} numberOf the number of a symbol
 */
export function planElements(grid, overlays, numberOf) {
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
