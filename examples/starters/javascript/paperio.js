// Paper.io starter bot: it leaves its land for a few cells, and comes home around its trail.
// Start: node paperio.js
// Needs: node

"use strict";

const readline = require("node:readline");

const MOVES = ["up", "right", "down", "left"];
const LONGEST_TRAIL = 3; // a longer one takes more, and is cut more often

class Bot {
  width = 7;
  height = 7;
  own = "0"; // our number
  cells = []; // row by row
  head = -1; // where our head is among the cells
  goesHome = false;

  readSetting(key, value) {
    if (key === "field_width") this.width = this.height = Number(value);
    if (key === "your_botid") this.own = value;
  }

  readUpdate(name, value) {
    if (name === "field") this.cells = value.split(",");
    if (name === "heads") this.head = Number(value.split(",")[Number(this.own)]); // NaN for "?"
  }

  /** The four cells around a cell, in the order of MOVES; -1 for those off the board. */
  neighbours(cell) {
    const column = cell % this.width;
    return [
      cell >= this.width ? cell - this.width : -1,
      column < this.width - 1 ? cell + 1 : -1,
      cell < this.width * (this.height - 1) ? cell + this.width : -1,
      column > 0 ? cell - 1 : -1,
    ];
  }

  isOwnTrail(cell) {
    return this.cells[cell].slice(1).includes(this.own);
  }

  isOpen(cell) {
    return cell >= 0 && !this.isOwnTrail(cell);
  }

  isGoal(cell) {
    return (this.cells[cell][0] === this.own) === this.goesHome;
  }

  /** Breadth-first search: steps to the nearest goal, and how many cells can be reached. */
  explore(start) {
    const steps = new Map([[start, 0]]); // walked in the order in which it grows
    let nearest = this.cells.length;
    for (const [cell, step] of steps) {
      if (this.isGoal(cell)) nearest = Math.min(nearest, step);
      for (const next of this.neighbours(cell)) {
        if (this.isOpen(next) && !steps.has(next)) steps.set(next, step + 1);
      }
    }
    return [nearest, steps.size];
  }

  /** Nearest to the goal first, then the order of MOVES. */
  chooseMove() {
    if (!(this.head >= 0)) return "pass";
    const trail = [...this.cells.keys()].filter((cell) => this.isOwnTrail(cell));
    this.goesHome = trail.length >= LONGEST_TRAIL;
    let bestMove = "pass";
    let bestScore = -Infinity;
    for (const [i, cell] of this.neighbours(this.head).entries()) {
      if (!this.isOpen(cell)) continue;
      const score = -this.explore(cell)[0];
      if (score > bestScore) {
        bestScore = score;
        bestMove = MOVES[i];
      }
    }
    if (bestMove === "pass") console.error("nowhere to go");
    return bestMove;
  }
}

const bot = new Bot();
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const [verb, first, second, third] = line.trim().split(/\s+/);
  if (verb === "settings") {
    bot.readSetting(first, second);
  } else if (verb === "update" && first === "game") {
    bot.readUpdate(second, third);
  } else if (verb === "action" && first === "move") {
    console.log(bot.chooseMove());
  }
});
