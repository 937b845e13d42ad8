// Any-game starter bot: it plays random moves of the game; teach it the rules.
// Build: go build -o any_game any_game.go
// Start: ./any_game
// Needs: go

package main

import (
	"bufio"
	"fmt"
	"math/rand"
	"os"
	"strings"
	"time"
)

var moves = strings.Fields("up right down left")

type bot struct {
	settings map[string]string // name -> value, sent once
	updates  map[string]string // name -> value, sent in each round
}

// chooseMove uses the values in settings and updates.
func (b *bot) chooseMove() string {
	fmt.Fprintln(os.Stderr, "round", b.updates["round"])
	return moves[rand.Intn(len(moves))]
}

func main() {
	rand.Seed(time.Now().UnixNano())
	b := bot{settings: map[string]string{}, updates: map[string]string{}}
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(nil, 1<<20)
	for input.Scan() {
		words := strings.Fields(input.Text())
		switch {
		case len(words) == 3 && words[0] == "settings":
			b.settings[words[1]] = words[2]
		case len(words) > 3 && words[0] == "update" && words[1] == "game":
			b.updates[words[2]] = strings.Join(words[3:], " ")
		case len(words) > 1 && words[0] == "action" && words[1] == "move":
			fmt.Println(b.chooseMove())
		}
	}
}
