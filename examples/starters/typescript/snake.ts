// Snake starter bot: it takes a shortest path to the apple, or goes where most cells are free.
// Build: tsc --target es2022 --module commonjs --strict snake.ts
// Start: node snake.js
// Needs: tsc node

export {};

// What we need of Node.js; with @types/node these two lines can go.
declare const require: (name: string) => any;
declare const process: { stdin: unknown };

const readline = require("node:readline");

const MOVES = ["up", "right", "down", "left"];

class Bot {
  private width = 30;
  private height = 30;
  private cells: string[] = []; // row by row
  private head = -1; // where our head is among the cells

  readSetting(key: string, value: string): void {
    if (key === "field_width") this.width = Number(value);
    if (key === "field_height") this.height = Number(value);
  }

  readUpdate(name: string, value: string): void {
    if (name === "field") this.cells = value.split(",");
    if (name === "field") this.head = this.cells.indexOf("0");
  }

  /** The four cells around a cell, in the order of MOVES; -1 for those off the board. */
  private neighbours(cell: number): number[] {
    const column = cell % this.width;
    return [
      cell >= this.width ? cell - this.width : -1,
      column < this.width - 1 ? cell + 1 : -1,
      cell < this.width * (this.height - 1) ? cell + this.width : -1,
      column > 0 ? cell - 1 : -1,
    ];
  }

  private isOpen(cell: number): boolean {
    return cell >= 0 && ".a".includes(this.cells[cell]);
  }

  private isGoal(cell: number): boolean {
    return "a".includes(this.cells[cell]);
  }

  /** Breadth-first search: steps to the nearest goal, and how many cells can be reached. */
  private explore(start: number): [number, number] {
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

  /** Nearest to the goal first, then most cells, then the order of MOVES. */
  chooseMove(): string {
    if (this.head < 0) return "pass";
    let bestMove = "pass";
    let bestScore = -Infinity;
    for (const [i, cell] of this.neighbours(this.head).entries()) {
      if (!this.isOpen(cell)) continue;
      const [nearest, space] = this.explore(cell);
      const score = space - nearest * this.cells.length;
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
readline.createInterface({ input: process.stdin }).on("line", (line: string) => {
  const [verb, first, second, third] = line.trim().split(/\s+/);
  if (verb === "settings") {
    bot.readSetting(first, second);
  } else if (verb === "update" && first === "game") {
    bot.readUpdate(second, third);
  } else if (verb === "action" && first === "move") {
    console.log(bot.chooseMove());
  }
});
