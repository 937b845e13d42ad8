// Light Riders starter bot: it makes the step that leaves the most free cells within reach.
// Build: tsc --target es2022 --module commonjs --strict light_riders.ts
// Start: node light_riders.js
// Needs: tsc node

export {};

// What we need of Node.js; with @types/node these two lines can go.
declare const require: (name: string) => any;
declare const process: { stdin: unknown };

const readline = require("node:readline");

const MOVES = ["up", "right", "down", "left"];
const FREE = ".";
const WALL = "x";

class Bot {
  private width = 16;
  private height = 16;
  private ownHead = "0";
  private field = ""; // row by row, in a frame of walls, so that a step never leaves it
  private heading = ""; // our last move

  readSetting(key: string, value: string): void {
    if (key === "field_width") this.width = Number(value);
    if (key === "field_height") this.height = Number(value);
    if (key === "your_botid") this.ownHead = value;
  }

  readField(text: string): void {
    const cells = text.replaceAll(",", "");
    const edge = WALL.repeat(this.width + 2);
    this.field = edge;
    for (let row = 0; row < this.height; row++) {
      this.field += WALL + cells.slice(row * this.width, (row + 1) * this.width) + WALL;
    }
    this.field += edge;
  }

  /** The four cells around a cell, in the order of MOVES. */
  private neighbours(cell: number): number[] {
    const stride = this.width + 2;
    return [cell - stride, cell + 1, cell + stride, cell - 1];
  }

  /** Flood fill: how many free cells can be reached from start, itself included. */
  private countReachable(start: number): number {
    const board = [...this.field];
    board[start] = WALL;
    const stack = [start];
    let count = 0;
    for (let here = stack.pop(); here !== undefined; here = stack.pop()) {
      count++;
      for (const cell of this.neighbours(here)) {
        if (board[cell] !== FREE) continue;
        board[cell] = WALL;
        stack.push(cell);
      }
    }
    return count;
  }

  /** Among equals, straight on comes first, then the order of MOVES. */
  chooseMove(): string {
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
    else console.error("nowhere to go");
    return bestMove;
  }
}

const bot = new Bot();
readline.createInterface({ input: process.stdin }).on("line", (line: string) => {
  const [verb, first, second, third] = line.trim().split(/\s+/);
  if (verb === "settings") {
    bot.readSetting(first, second);
  } else if (verb === "update" && first === "game" && second === "field") {
    bot.readField(third);
  } else if (verb === "action" && first === "move") {
    console.log(bot.chooseMove());
  }
});
