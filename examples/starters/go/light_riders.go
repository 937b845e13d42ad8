// Light Riders starter bot: it makes the step that leaves the most free cells within reach.
// Build: go build -o light_riders light_riders.go
// Start: ./light_riders
// Needs: go

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
)

const (
	free = '.'
	wall = 'x'
)

var moves = [4]string{"up", "right", "down", "left"}

type bot struct {
	width, height int
	ownHead       byte
	field         []byte // row by row, in a frame of walls, so that a step never leaves it
	heading       string // our last move
}

func (b *bot) readSetting(key, value string) {
	switch key {
	case "field_width":
		b.width, _ = strconv.Atoi(value)
	case "field_height":
		b.height, _ = strconv.Atoi(value)
	case "your_botid":
		b.ownHead = value[0]
	}
}

func (b *bot) readField(text string) {
	cells := strings.ReplaceAll(text, ",", "")
	stride := b.width + 2
	b.field = bytes.Repeat([]byte{wall}, stride*(b.height+2))
	for row := 0; row < b.height; row++ {
		copy(b.field[(row+1)*stride+1:], cells[row*b.width:(row+1)*b.width])
	}
}

// neighbours are the four cells around a cell, in the order of moves.
func (b *bot) neighbours(cell int) [4]int {
	stride := b.width + 2
	return [4]int{cell - stride, cell + 1, cell + stride, cell - 1}
}

// countReachable is a flood fill: how many free cells can be reached from start, itself included.
func (b *bot) countReachable(start int) int {
	board := append([]byte(nil), b.field...)
	board[start] = wall
	stack := []int{start}
	count := 0
	for len(stack) > 0 {
		cell := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		count++
		for _, next := range b.neighbours(cell) {
			if board[next] == free {
				board[next] = wall
				stack = append(stack, next)
			}
		}
	}
	return count
}

// chooseMove: among equals, straight on comes first, then the order of moves.
func (b *bot) chooseMove() string {
	head := bytes.IndexByte(b.field, b.ownHead)
	if head < 0 {
		return "pass"
	}
	bestMove, bestScore := "pass", 0
	for i, cell := range b.neighbours(head) {
		if b.field[cell] != free {
			continue
		}
		score := 2 * b.countReachable(cell)
		if moves[i] == b.heading {
			score++
		}
		if score > bestScore {
			bestMove, bestScore = moves[i], score
		}
	}
	if bestScore == 0 {
		fmt.Fprintln(os.Stderr, "nowhere to go")
		return "pass"
	}
	b.heading = bestMove
	return bestMove
}

func main() {
	b := bot{width: 16, height: 16, ownHead: '0'}
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(nil, 1<<20)
	for input.Scan() {
		words := strings.Fields(input.Text())
		switch {
		case len(words) == 3 && words[0] == "settings":
			b.readSetting(words[1], words[2])
		case len(words) == 4 && words[0] == "update" && words[2] == "field":
			b.readField(words[3])
		case len(words) > 1 && words[0] == "action" && words[1] == "move":
			fmt.Println(b.chooseMove())
		}
	}
}
