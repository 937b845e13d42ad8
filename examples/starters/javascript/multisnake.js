// Multiplayer Snake starter bot: it takes a shortest path to a candy, if there is space for its body behind it.
// Start: node multisnake.js
// Needs: node

"use strict";

const readline = require("node:readline");

const MOVES = ["up", "right", "down", "left"];

class Bot {
  width = 20;
  height = 20;
  own = "0"; // our number
  cells = []; // row by row
  head = -1; // where our head is among the cells
  length = 0; // how many cells we have

  readSetting(key, value) {
    if (key === "size") this.width = this.height = Number(value);
    if (key === "your_botid") this.own = value;
  }

  readUpdate(name, value) {
    if (name === "field") this.cells = value.split(",");
    if (name === `snake${this.own}`) {
      const places = value.split(";");
      const [row, column] = places[0].split(",").map(Number);
      this.head = row * this.width + column;
      this.length = places.length;
    }
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

  isOpen(cell) {
    return cell >= 0 && ".+*".includes(this.cells[cell]);
  }

  isGoal(cell) {
    return "+*".includes(this.cells[cell]);
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

  /** Space for the body first, then the nearest goal, then the order of MOVES. */
  chooseMove() {
    if (this.head < 0) return "pass";
    let bestMove = "pass";
    let bestScore = -Infinity;
    for (const [i, cell] of this.neighbours(this.head).entries()) {
      if (!this.isOpen(cell)) continue;
      const [nearest, space] = this.explore(cell);
      const score = Math.min(space, this.length) * this.cells.length - nearest;
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
