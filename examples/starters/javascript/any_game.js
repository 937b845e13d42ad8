// Any-game starter bot: it plays random moves of the game; teach it the rules.
// Start: node any_game.js
// Needs: node

"use strict";

const readline = require("node:readline");

const MOVES = "up right down left".split(" ");

class Bot {
  settings = new Map(); // name -> value, sent once
  updates = new Map(); // name -> value, sent in each round

  /** The known values are in settings and updates. */
  chooseMove() {
    console.error("round", this.updates.get("round"));
    return MOVES[Math.floor(Math.random() * MOVES.length)];
  }
}

const bot = new Bot();
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const [verb, first, second, ...rest] = line.trim().split(/\s+/);
  if (verb === "settings") {
    bot.settings.set(first, second);
  } else if (verb === "update" && first === "game") {
    bot.updates.set(second, rest.join(" "));
  } else if (verb === "action" && first === "move") {
    console.log(bot.chooseMove());
  }
});
