// What bots think, as elements: cells that matter, cycles, trees, and where they mean to go.

import { COLUMNS, ROWS } from "./grid.js";

const LETTERS = "urdl";
const WEIGHTS = 8; // steps of strength in which cells are shown

/**
 * @param {Array<?Object>} thoughts by seat; null: nothing, or it is not to be seen
 * @param {function(string): number} numberOf the number of a symbol
 */
export function planElements(grid, thoughts, numberOf) {
  const elements = [];
  for (const [seat, thought] of thoughts.entries()) {
    if (!thought) continue;
    elements.push(...weightElements(grid, seat, thought.cells ?? [], numberOf));
    for (const kind of ["cycle", "tree", "path"]) {
      const symbol = numberOf(`${kind}.${seat}`);
      for (const way of thought[kind] ?? []) elements.push([symbol, cellsOf(grid, way)]);
    }
  }
  return elements;
}

function weightElements(grid, seat, cells, numberOf) {
  const steps = new Map();
  for (const [row, column, weight] of cells) {
    const step = Math.round(weight * WEIGHTS);
    if (!step || !grid.isOn(row, column)) continue;
    if (!steps.has(step)) steps.set(step, []);
    steps.get(step).push(grid.code(row, column));
  }
  return [...steps].map(([step, own]) => [numberOf(`weight.${seat}.${step}`), own]);
}

/** The cells of a way, in its order; it may lead no farther off the board than by one. */
function cellsOf(grid, [row, column, steps]) {
  const cells = [grid.code(row, column)];
  for (const letter of steps) {
    row += ROWS[LETTERS.indexOf(letter)];
    column += COLUMNS[LETTERS.indexOf(letter)];
    if (row < -1 || column < -1 || row > grid.rows || column > grid.columns) break;
    cells.push(grid.code(row, column));
  }
  return cells;
}
