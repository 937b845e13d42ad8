// Snake starter bot: it takes a shortest path to the apple, or goes where most cells are free.
// Build: rustc -O -o snake snake.rs
// Start: ./snake
// Needs: rustc

use std::io::{self, Write};

const MOVES: [&str; 4] = ["up", "right", "down", "left"];

struct Bot {
    width: usize,
    height: usize,
    cells: Vec<String>,  // row by row
    head: Option<usize>, // where our head is among the cells
}

impl Bot {
    fn read_setting(&mut self, key: &str, value: &str) {
        match key {
            "field_width" => self.width = value.parse().expect("a number"),
            "field_height" => self.height = value.parse().expect("a number"),
            _ => {}
        }
    }

    fn read_update(&mut self, name: &str, value: &str) {
        if name == "field" {
            self.cells = value.split(',').map(String::from).collect();
            self.head = self.cells.iter().position(|cell| cell == "0");
        }
    }

    /// The four cells around a cell, in the order of MOVES; None for those off the board.
    fn neighbours(&self, cell: usize) -> [Option<usize>; 4] {
        let (row, column) = (cell / self.width, cell % self.width);
        [
            (row > 0).then(|| cell - self.width),
            (column + 1 < self.width).then_some(cell + 1),
            (row + 1 < self.height).then_some(cell + self.width),
            (column > 0).then(|| cell - 1),
        ]
    }

    fn is_open(&self, cell: usize) -> bool {
        ".a".contains(&self.cells[cell])
    }

    fn is_goal(&self, cell: usize) -> bool {
        "a".contains(&self.cells[cell])
    }

    /// Breadth-first search: steps to the nearest goal, and how many cells can be reached.
    fn explore(&self, start: usize) -> (usize, usize) {
        let mut steps = vec![None; self.cells.len()];
        steps[start] = Some(0);
        let mut queue = vec![(start, 0)];
        let mut nearest = self.cells.len();
        let mut i = 0;
        while i < queue.len() {
            let (cell, step) = queue[i];
            if self.is_goal(cell) {
                nearest = nearest.min(step);
            }
            for &next in self.neighbours(cell).iter().flatten() {
                if self.is_open(next) && steps[next].is_none() {
                    steps[next] = Some(step + 1);
                    queue.push((next, step + 1));
                }
            }
            i += 1;
        }
        (nearest, queue.len())
    }

    /// Nearest to the goal first, then most cells, then the order of the moves.
    fn choose_move(&self) -> Option<&'static str> {
        let mut best = None;
        for (name, cell) in MOVES.iter().zip(self.neighbours(self.head?)) {
            let Some(cell) = cell.filter(|&cell| self.is_open(cell)) else { continue };
            let (nearest, space) = self.explore(cell);
            let score = (self.cells.len() - nearest, space);
            if best.map_or(true, |(_, most)| score > most) {
                best = Some((*name, score));
            }
        }
        if best.is_none() {
            eprintln!("nowhere to go");
        }
        best.map(|(name, _)| name)
    }
}

fn main() -> io::Result<()> {
    let mut bot = Bot {
        width: 30,
        height: 30,
        cells: Vec::new(),
        head: None,
    };
    let mut output = io::stdout();
    for line in io::stdin().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["settings", key, value] => bot.read_setting(key, value),
            ["update", "game", name, value] => bot.read_update(name, value),
            ["action", "move", ..] => {
                writeln!(output, "{}", bot.choose_move().unwrap_or("pass"))?;
                output.flush()?;
            }
            _ => {}
        }
    }
    Ok(())
}
