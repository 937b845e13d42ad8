// Multiplayer Snake starter bot: it takes a shortest path to a candy, if there is space for its body behind it.
// Build: go build -o multisnake multisnake.go
// Start: ./multisnake
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
	own           string   // our number
	cells         []string // row by row
	head          int      // where our head is among the cells
	length        int      // how many cells we have
}

func (b *bot) readSetting(key, value string) {
	switch key {
	case "size":
		b.width, _ = strconv.Atoi(value)
		b.height = b.width
	case "your_botid":
		b.own = value
	}
}

func (b *bot) readUpdate(name, value string) {
	if name == "field" {
		b.cells = strings.Split(value, ",")
	}
	if name == "snake"+b.own {
		places := strings.Split(value, ";")
		var row, column int
		fmt.Sscanf(places[0], "%d,%d", &row, &column)
		b.head = row*b.width + column
		b.length = len(places)
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
	return cell != nowhere && strings.Contains(".+*", b.cells[cell])
}

func (b *bot) isGoal(cell int) bool {
	return strings.Contains("+*", b.cells[cell])
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

// chooseMove: space for the body first, then the nearest goal, then the order of the moves.
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
		if space > b.length {
			space = b.length
		}
		score := space*len(b.cells) - nearest
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
	b := bot{width: 20, height: 20, own: "0", head: nowhere}
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
