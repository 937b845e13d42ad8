// Any-game starter bot: it plays random moves of the game; teach it the rules.
// Build: rustc -O -o any_game any_game.rs
// Start: ./any_game
// Needs: rustc

use std::collections::hash_map::RandomState;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Write};

#[derive(Default)]
struct Bot {
    settings: HashMap<String, String>, // name -> value, sent once
    updates: HashMap<String, String>,  // name -> value, sent in each round
}

impl Bot {
    /// The known values are in settings and updates.
    fn choose_move(&self) -> &'static str {
        let round = self.updates.get("round").map_or("unknown", String::as_str);
        let seats = self.settings.get("player_names").map_or("", String::as_str);
        eprintln!("round {round} of {seats}");
        let moves: Vec<&str> = "up right down left".split(' ').collect();
        let drawn = RandomState::new().build_hasher().finish() as usize; // new keys each time
        moves[drawn % moves.len()]
    }
}

fn main() -> io::Result<()> {
    let mut bot = Bot::default();
    let mut output = io::stdout();
    for line in io::stdin().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["settings", name, value] => {
                bot.settings.insert(name.to_string(), value.to_string());
            }
            ["update", "game", name, ref value @ ..] => {
                bot.updates.insert(name.to_string(), value.join(" "));
            }
            ["action", "move", ..] => {
                writeln!(output, "{}", bot.choose_move())?;
                output.flush()?;
            }
            _ => {}
        }
    }
    Ok(())
}
