// Any-game starter bot: it plays random moves of the game; teach it the rules.
// Build: tsc --target es2022 --module commonjs --strict any_game.ts
// Start: node any_game.js
// Needs: tsc node

export {};

// What we need of Node.js; with @types/node these two lines can go.
declare const require: (name: string) => any;
declare const process: { stdin: unknown };

const readline = require("node:readline");

const MOVES = "up right down left".split(" ");

class Bot {
  readonly settings = new Map<string, string>(); // name -> value, sent once
  readonly updates = new Map<string, string>(); // name -> value, sent in each round

  /** The known values are in settings and updates. */
  chooseMove(): string {
    console.error("round", this.updates.get("round"));
    return MOVES[Math.floor(Math.random() * MOVES.length)];
  }
}

const bot = new Bot();
readline.createInterface({ input: process.stdin }).on("line", (line: string) => {
  const [verb, first, second, ...rest] = line.trim().split(/\s+/);
  if (verb === "settings") {
    bot.settings.set(first, second);
  } else if (verb === "update" && first === "game") {
    bot.updates.set(second, rest.join(" "));
  } else if (verb === "action" && first === "move") {
    console.log(bot.chooseMove());
  }
});
