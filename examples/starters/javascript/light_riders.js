// Light Riders starter bot: it makes the step that leaves the most free cells within reach.
// Start: node light_riders.js
// Needs: node

"use strict";

const readline = require("node:readline");

const MOVES = ["up", "right", "down", "left"];
const FREE = ".";
const WALL = "x";

class Bot {
  width = 16;
  height = 16;
  ownHead = "0";
  field = ""; // row by row, in a frame of walls, so that a step never leaves it
  heading = ""; // our last move

  readSetting(key, value) {
    if (key === "field_width") this.width = Number(value);
    if (key === "field_height") this.height = Number(value);
    if (key === "your_botid") this.ownHead = value;
  }

  readField(text) {
    const cells = text.replaceAll(",", "");
    const edge = WALL.repeat(this.width + 2);
    this.field = edge;
    for (let row = 0; row < this.height; row++) {
      this.field += WALL + cells.slice(row * this.width, (row + 1) * this.width) + WALL;
    }
    this.field += edge;
  }

  /** The four cells around a cell, in the order of MOVES. */
  neighbours(cell) {
    const stride = this.width + 2;
    return [cell - stride, cell + 1, cell + stride, cell - 1];
  }

  /** Flood fill: how many free cells can be reached from start, itself included. */
  countReachable(start) {
    const board = [...this.field];
    board[start] = WALL;
    const stack = [start];
    let count = 0;
    while (stack.length > 0) {
      count++;
      for (const cell of this.neighbours(stack.pop())) {
        if (board[cell] !== FREE) continue;
        board[cell] = WALL;
        stack.push(cell);
      }
    }
    return count;
  }

  /** Among equals, straight on comes first, then the order of MOVES. */
  chooseMove() {
    const head = this.field.indexOf(this.ownHead);
    if (head < 0) return "pass";
    let bestMove = "pass";
    let bestScore = 0;
    for (const [i, cell] of this.neighbours(head).entries()) {
      if (this.field[cell] !== FREE) continue;
      const score = 2 * this.countReachable(cell) + (MOVES[i] === this.heading ? 1 : 0);
      if (score > bestScore) {
        bestScore = score;
        bestMove = MOVES[i];
      }
    }
    if (bestScore > 0) this.heading = bestMove;
    return bestMove;
  }
}

const bot = new Bot();
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const [verb, first, second, third] = line.trim().split(/\s+/);
  if (verb === "settings") {
    bot.readSetting(first, second);
  } else if (verb === "update" && first === "game" && second === "field") {
    bot.readField(third);
  } else if (verb === "action" && first === "move") {
    console.log(bot.chooseMove());
  }
});
