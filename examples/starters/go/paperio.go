// Paper.io starter bot: it leaves its land for a few cells, and comes home around its trail.
// Build: go build -o paperio paperio.go
// Start: ./paperio
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

const (
	nowhere      = -1
	longestTrail = 3 // a longer one takes more, and is cut more often
)

var moves = [4]string{"up", "right", "down", "left"}

type bot struct {
	width, height int
	own           string   // our number
	cells         []string // row by row
	head          int      // where our head is among the cells
	goesHome      bool
}

func (b *bot) readSetting(key, value string) {
	switch key {
	case "field_width":
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
	if name == "heads" {
		seat, _ := strconv.Atoi(b.own)
		head, err := strconv.Atoi(strings.Split(value, ",")[seat])
		if err != nil {
			head = nowhere // it is "?"
		}
		b.head = head
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

func (b *bot) isOwnTrail(cell int) bool {
	return strings.Contains(b.cells[cell][1:], b.own)
}

func (b *bot) isOpen(cell int) bool {
	return cell != nowhere && !b.isOwnTrail(cell)
}

func (b *bot) isGoal(cell int) bool {
	return (b.cells[cell][:1] == b.own) == b.goesHome
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

// chooseMove: nearest to the goal first, then the order of the moves.
func (b *bot) chooseMove() string {
	if b.head == nowhere {
		return "pass"
	}
	trail := 0
	for cell := range b.cells {
		if b.isOwnTrail(cell) {
			trail++
		}
	}
	b.goesHome = trail >= longestTrail
	bestMove, bestScore := "pass", math.MinInt
	for i, cell := range b.neighbours(b.head) {
		if !b.isOpen(cell) {
			continue
		}
		nearest, _ := b.explore(cell)
		score := -nearest
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
	b := bot{width: 7, height: 7, own: "0", head: nowhere}
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
