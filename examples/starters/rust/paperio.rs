// Paper.io starter bot: it leaves its land for a few cells, and comes home around its trail.
// Build: rustc -O -o paperio paperio.rs
// Start: ./paperio
// Needs: rustc

use std::io::{self, Write};

const MOVES: [&str; 4] = ["up", "right", "down", "left"];
const LONGEST_TRAIL: usize = 3; // a longer one takes more, and is cut more often

struct Bot {
    width: usize,
    height: usize,
    own: String,         // our number
    cells: Vec<String>,  // row by row
    head: Option<usize>, // where our head is among the cells
    goes_home: bool,
}

impl Bot {
    fn read_setting(&mut self, key: &str, value: &str) {
        match key {
            "field_width" => {
                self.width = value.parse().expect("a number");
                self.height = self.width;
            }
            "your_botid" => self.own = value.to_string(),
            _ => {}
        }
    }

    fn read_update(&mut self, name: &str, value: &str) {
        if name == "field" {
            self.cells = value.split(',').map(String::from).collect();
        } else if name == "heads" {
            let seat: usize = self.own.parse().expect("a number");
            self.head = value.split(',').nth(seat).and_then(|place| place.parse().ok());
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

    fn is_own_trail(&self, cell: usize) -> bool {
        self.cells[cell][1..].contains(&self.own)
    }

    fn is_open(&self, cell: usize) -> bool {
        !self.is_own_trail(cell)
    }

    fn is_goal(&self, cell: usize) -> bool {
        self.cells[cell].starts_with(&self.own) == self.goes_home
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

    /// Nearest to the goal first, then the order of the moves.
    fn choose_move(&mut self) -> Option<&'static str> {
        let trail = (0..self.cells.len()).filter(|&cell| self.is_own_trail(cell)).count();
        self.goes_home = trail >= LONGEST_TRAIL;
        let mut best = None;
        for (name, cell) in MOVES.iter().zip(self.neighbours(self.head?)) {
            let Some(cell) = cell.filter(|&cell| self.is_open(cell)) else { continue };
            let (nearest, _) = self.explore(cell);
            let score = self.cells.len() - nearest;
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
        width: 7,
        height: 7,
        own: "0".to_string(),
        cells: Vec::new(),
        head: None,
        goes_home: false,
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
