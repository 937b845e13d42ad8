// Multiplayer Snake starter bot: it takes a shortest path to a candy, if there is space for its body behind it.
// Build: tsc --target es2022 --module commonjs --strict multisnake.ts
// Start: node multisnake.js
// Needs: tsc node

export {};

// What we need of Node.js; with @types/node these two lines can go.
declare const require: (name: string) => any;
declare const process: { stdin: unknown };

const readline = require("node:readline");

const MOVES = ["up", "right", "down", "left"];

class Bot {
  private width = 20;
  private height = 20;
  private own = "0"; // our number
  private cells: string[] = []; // row by row
  private head = -1; // where our head is among the cells
  private length = 0; // how many cells we have

  readSetting(key: string, value: string): void {
    if (key === "size") this.width = this.height = Number(value);
    if (key === "your_botid") this.own = value;
  }

  readUpdate(name: string, value: string): void {
    if (name === "field") this.cells = value.split(",");
    if (name === `snake${this.own}`) {
      const places = value.split(";");
      const [row, column] = places[0].split(",").map(Number);
      this.head = row * this.width + column;
      this.length = places.length;
    }
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
    return cell >= 0 && ".+*".includes(this.cells[cell]);
  }

  private isGoal(cell: number): boolean {
    return "+*".includes(this.cells[cell]);
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

  /** Space for the body first, then the nearest goal, then the order of MOVES. */
  chooseMove(): string {
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
