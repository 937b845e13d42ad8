// Light Riders starter bot: it makes the step that leaves the most free cells within reach.
// Build: rustc -O -o light_riders light_riders.rs
// Start: ./light_riders
// Needs: rustc

use std::io::{self, Write};

const MOVES: [&str; 4] = ["up", "right", "down", "left"];
const FREE: u8 = b'.';
const WALL: u8 = b'x';

struct Bot {
    width: usize,
    height: usize,
    own_head: u8,
    field: Vec<u8>, // row by row, in a frame of walls, so that a step never leaves it
    heading: &'static str, // our last move
}

impl Bot {
    fn read_setting(&mut self, key: &str, value: &str) {
        match key {
            "field_width" => self.width = value.parse().expect("field_width is a number"),
            "field_height" => self.height = value.parse().expect("field_height is a number"),
            "your_botid" => self.own_head = value.as_bytes()[0],
            _ => {}
        }
    }

    fn read_field(&mut self, text: &str) {
        let cells: Vec<u8> = text.bytes().filter(|&byte| byte != b',').collect();
        let stride = self.width + 2;
        self.field = vec![WALL; stride * (self.height + 2)];
        for (row, cells) in cells.chunks(self.width).take(self.height).enumerate() {
            let start = (row + 1) * stride + 1;
            self.field[start..start + cells.len()].copy_from_slice(cells);
        }
    }

    /// The four cells around a cell, in the order of MOVES.
    fn neighbours(&self, cell: usize) -> [usize; 4] {
        let stride = self.width + 2;
        [cell - stride, cell + 1, cell + stride, cell - 1]
    }

    /// Flood fill: how many free cells can be reached from start, itself included.
    fn count_reachable(&self, start: usize) -> usize {
        let mut board = self.field.clone();
        board[start] = WALL;
        let mut stack = vec![start];
        let mut count = 0;
        while let Some(cell) = stack.pop() {
            count += 1;
            for next in self.neighbours(cell) {
                if board[next] == FREE {
                    board[next] = WALL;
                    stack.push(next);
                }
            }
        }
        count
    }

    /// Among equals, straight on comes first, then the order of MOVES.
    fn choose_move(&mut self) -> Option<&'static str> {
        let head = self.field.iter().position(|&cell| cell == self.own_head)?;
        let (&best, _) = MOVES
            .iter()
            .zip(self.neighbours(head))
            .filter(|&(_, cell)| self.field[cell] == FREE)
            .rev() // max_by_key keeps the last among equals
            .max_by_key(|&(&name, cell)| (self.count_reachable(cell), name == self.heading))?;
        self.heading = best;
        Some(best)
    }
}

fn main() -> io::Result<()> {
    let mut bot = Bot {
        width: 16,
        height: 16,
        own_head: b'0',
        field: Vec::new(),
        heading: "",
    };
    let mut output = io::stdout();
    for line in io::stdin().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["settings", key, value] => bot.read_setting(key, value),
            ["update", "game", "field", cells] => bot.read_field(cells),
            ["action", "move", ..] => {
                writeln!(output, "{}", bot.choose_move().unwrap_or("pass"))?;
                output.flush()?;
            }
            _ => {}
        }
    }
    Ok(())
}
