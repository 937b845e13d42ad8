<?php
// Paper.io starter bot: it leaves its land for a few cells, and comes home around its trail.
// Start: php paperio.php
// Needs: php

declare(strict_types=1);

const MOVES = ['up', 'right', 'down', 'left'];
const LONGEST_TRAIL = 3; // a longer one takes more, and is cut more often

final class Bot
{
    private int $width = 7;
    private int $height = 7;
    private string $own = '0'; // our number
    private array $cells = []; // row by row
    private int $head = -1; // where our head is among the cells
    private bool $goesHome = false;

    public function readSetting(string $key, string $value): void
    {
        match ($key) {
            'field_width' => $this->width = $this->height = (int) $value,
            'your_botid' => $this->own = $value,
            default => null,
        };
    }

    public function readUpdate(string $name, string $value): void
    {
        if ($name === 'field') {
            $this->cells = explode(',', $value);
        }
        if ($name === 'heads') {
            $place = explode(',', $value)[(int) $this->own];
            $this->head = $place === '?' ? -1 : (int) $place;
        }
    }

    /** Nearest to the goal first, then the order of MOVES. */
    public function chooseMove(): string
    {
        if ($this->head < 0) {
            return 'pass';
        }
        $trail = array_filter(array_keys($this->cells), fn (int $cell): bool => $this->isOwnTrail($cell));
        $this->goesHome = count($trail) >= LONGEST_TRAIL;
        $bestMove = 'pass';
        $bestScore = PHP_INT_MIN;
        foreach ($this->neighbours($this->head) as $i => $cell) {
            if (!$this->isOpen($cell)) {
                continue;
            }
            [$nearest] = $this->explore($cell);
            $score = -$nearest;
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

    private function isOwnTrail(int $cell): bool
    {
        return str_contains(substr($this->cells[$cell], 1), $this->own);
    }

    private function isOpen(int $cell): bool
    {
        return $cell >= 0 && !$this->isOwnTrail($cell);
    }

    private function isGoal(int $cell): bool
    {
        return ($this->cells[$cell][0] === $this->own) === $this->goesHome;
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
