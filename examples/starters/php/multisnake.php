<?php
// Multiplayer Snake starter bot: it takes a shortest path to a candy, if there is space for its body behind it.
// Start: php multisnake.php
// Needs: php

declare(strict_types=1);

const MOVES = ['up', 'right', 'down', 'left'];

final class Bot
{
    private int $width = 20;
    private int $height = 20;
    private string $own = '0'; // our number
    private array $cells = []; // row by row
    private int $head = -1; // where our head is among the cells
    private int $length = 0; // how many cells we have

    public function readSetting(string $key, string $value): void
    {
        match ($key) {
            'size' => $this->width = $this->height = (int) $value,
            'your_botid' => $this->own = $value,
            default => null,
        };
    }

    public function readUpdate(string $name, string $value): void
    {
        if ($name === 'field') {
            $this->cells = explode(',', $value);
        }
        if ($name === "snake{$this->own}") {
            $places = explode(';', $value);
            [$row, $column] = explode(',', $places[0]);
            $this->head = (int) $row * $this->width + (int) $column;
            $this->length = count($places);
        }
    }

    /** Space for the body first, then the nearest goal, then the order of MOVES. */
    public function chooseMove(): string
    {
        if ($this->head < 0) {
            return 'pass';
        }
        $bestMove = 'pass';
        $bestScore = PHP_INT_MIN;
        foreach ($this->neighbours($this->head) as $i => $cell) {
            if (!$this->isOpen($cell)) {
                continue;
            }
            [$nearest, $space] = $this->explore($cell);
            $score = min($space, $this->length) * count($this->cells) - $nearest;
            if ($score > $bestScore) {
                $bestScore = $score;
                $bestMove = MOVES[$i];
            }
        }
        if ($bestMove === 'pass') {
            fwrite(STDERR, "nowhere to go\n");
        }
        return $bestMove;
    }

    /** The four cells around a cell, in the order of MOVES; -1 for those off the board. */
    private function neighbours(int $cell): array
    {
        $row = intdiv($cell, $this->width);
        $column = $cell % $this->width;
        return [
            $row > 0 ? $cell - $this->width : -1,
            $column < $this->width - 1 ? $cell + 1 : -1,
            $row < $this->height - 1 ? $cell + $this->width : -1,
            $column > 0 ? $cell - 1 : -1,
        ];
    }

    private function isOpen(int $cell): bool
    {
        return $cell >= 0 && str_contains('.+*', $this->cells[$cell]);
    }

    private function isGoal(int $cell): bool
    {
        return str_contains('+*', $this->cells[$cell]);
    }

    /** Breadth-first search: steps to the nearest goal, and how many cells can be reached. */
    private function explore(int $start): array
    {
        $steps = [$start => 0];
        $queue = [$start];
        $nearest = count($this->cells);
        for ($i = 0; $i < count($queue); $i++) {
            $cell = $queue[$i];
            if ($this->isGoal($cell)) {
                $nearest = min($nearest, $steps[$cell]);
            }
            foreach ($this->neighbours($cell) as $near) {
                if ($this->isOpen($near) && !isset($steps[$near])) {
                    $steps[$near] = $steps[$cell] + 1;
                    $queue[] = $near;
                }
            }
        }
        return [$nearest, count($queue)];
    }
}

$bot = new Bot();
while (($line = fgets(STDIN)) !== false) {
    $words = preg_split('/\s+/', trim($line));
    if ($words[0] === 'settings' && count($words) === 3) {
        $bot->readSetting($words[1], $words[2]);
    } elseif ($words[0] === 'update' && $words[1] === 'game' && count($words) === 4) {
        $bot->readUpdate($words[2], $words[3]);
    } elseif ($words[0] === 'action') {
        fwrite(STDOUT, $bot->chooseMove() . "\n");
        fflush(STDOUT);
    }
}
