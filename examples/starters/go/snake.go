// Snake starter bot: it takes a shortest path to the apple, or goes where most cells are free.
// Build: go build -o snake snake.go
// Start: ./snake
// Needs: go

package main

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
)

const nowhere = -1

var moves = [4]string{"up", "right", "down", "left"}

type bot struct {
	width, height int
	cells         []string // row by row
	head          int      // where our head is among the cells
}

func (b *bot) readSetting(key, value string) {
	switch key {
	case "field_width":
		b.width, _ = strconv.Atoi(value)
	case "field_height":
		b.height, _ = strconv.Atoi(value)
	}
}

func (b *bot) readUpdate(name, value string) {
	if name == "field" {
		b.cells = strings.Split(value, ",")
		for cell, letter := range b.cells {
			if letter == "0" {
				b.head = cell
			}
		}
	}
}

// neighbours are the four cells around a cell, in the order of moves; nowhere for those off the board.
func (b *bot) neighbours(cell int) [4]int {
	around := [4]int{nowhere, nowhere, nowhere, nowhere}
	row, column := cell/b.width, cell%b.width
	if row > 0 {
		around[0] = cell - b.width
	}
	if column < b.width-1 {
		around[1] = cell + 1
	}
	if row < b.height-1 {
		around[2] = cell + b.width
	}
	if column > 0 {
		around[3] = cell - 1
	}
	return around
}

func (b *bot) isOpen(cell int) bool {
	return cell != nowhere && strings.Contains(".a", b.cells[cell])
}

func (b *bot) isGoal(cell int) bool {
	return strings.Contains("a", b.cells[cell])
}

// explore is a breadth-first search: steps to the nearest goal, and how many cells can be reached.
func (b *bot) explore(start int) (nearest, space int) {
	steps := map[int]int{start: 0}
	queue := []int{start}
	nearest = len(b.cells)
	for i := 0; i < len(queue); i++ {
		cell := queue[i]
		if b.isGoal(cell) && steps[cell] < nearest {
			nearest = steps[cell]
		}
		for _, next := range b.neighbours(cell) {
			if _, seen := steps[next]; !seen && b.isOpen(next) {
				steps[next] = steps[cell] + 1
				queue = append(queue, next)
			}
		}
	}
	return nearest, len(queue)
}

// chooseMove: nearest to the goal first, then most cells, then the order of the moves.
func (b *bot) chooseMove() string {
	if b.head == nowhere {
		return "pass"
	}
	bestMove, bestScore := "pass", math.MinInt
	for i, cell := range b.neighbours(b.head) {
		if !b.isOpen(cell) {
			continue
		}
		nearest, space := b.explore(cell)
		score := space - nearest*len(b.cells)
		if score > bestScore {
			bestMove, bestScore = moves[i], score
		}
	}
	if bestMove == "pass" {
		fmt.Fprintln(os.Stderr, "nowhere to go")
	}
	return bestMove
}

func main() {
	b := bot{width: 30, height: 30, head: nowhere}
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(nil, 1<<20)
	for input.Scan() {
		words := strings.Fields(input.Text())
		switch {
		case len(words) == 3 && words[0] == "settings":
			b.readSetting(words[1], words[2])
		case len(words) == 4 && words[0] == "update" && words[1] == "game":
			b.readUpdate(words[2], words[3])
		case len(words) > 1 && words[0] == "action" && words[1] == "move":
			fmt.Println(b.chooseMove())
		}
	}
}
