<?php
// Snake starter bot: it takes a shortest path to the apple, or goes where most cells are free.
// Start: php snake.php
// Needs: php

declare(strict_types=1);

const MOVES = ['up', 'right', 'down', 'left'];

final class Bot
{
    private int $width = 30;
    private int $height = 30;
    private array $cells = []; // row by row
    private int $head = -1; // where our head is among the cells

    public function readSetting(string $key, string $value): void
    {
        match ($key) {
            'field_width' => $this->width = (int) $value,
            'field_height' => $this->height = (int) $value,
            default => null,
        };
    }

    public function readUpdate(string $name, string $value): void
    {
        if ($name === 'field') {
            $this->cells = explode(',', $value);
            $this->head = array_search('0', $this->cells, true);
        }
    }

    /** Nearest to the goal first, then most cells, then the order of MOVES. */
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
            $score = $space - $nearest * count($this->cells);
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
        return $cell >= 0 && str_contains('.a', $this->cells[$cell]);
    }

    private function isGoal(int $cell): bool
    {
        return str_contains('a', $this->cells[$cell]);
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
