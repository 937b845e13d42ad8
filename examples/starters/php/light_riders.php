<?php
// Light Riders starter bot: it makes the step that leaves the most free cells within reach.
// Start: php light_riders.php
// Needs: php

declare(strict_types=1);

const MOVES = ['up', 'right', 'down', 'left'];
const FREE = '.';
const WALL = 'x';

final class Bot
{
    private int $width = 16;
    private int $height = 16;
    private string $ownHead = '0';
    private string $field = ''; // row by row, in a frame of walls, so that a step never leaves it
    private string $heading = ''; // our last move

    public function readSetting(string $key, string $value): void
    {
        match ($key) {
            'field_width' => $this->width = (int) $value,
            'field_height' => $this->height = (int) $value,
            'your_botid' => $this->ownHead = $value,
            default => null,
        };
    }

    public function readField(string $text): void
    {
        $rows = str_split(str_replace(',', '', $text), $this->width);
        $edge = str_repeat(WALL, $this->width);
        $framed = array_map(fn (string $row): string => WALL . $row . WALL, [$edge, ...$rows, $edge]);
        $this->field = implode('', $framed);
    }

    /** Among equals, straight on comes first, then the order of MOVES. */
    public function chooseMove(): string
    {
        $head = strpos($this->field, $this->ownHead);
        if ($head === false) {
            return 'pass';
        }
        $bestMove = 'pass';
        $bestScore = 0;
        foreach ($this->neighbours($head) as $i => $cell) {
            if ($this->field[$cell] !== FREE) {
                continue;
            }
            $score = 2 * $this->countReachable($cell) + (int) (MOVES[$i] === $this->heading);
            if ($score > $bestScore) {
                $bestScore = $score;
                $bestMove = MOVES[$i];
            }
        }
        if ($bestScore === 0) {
            fwrite(STDERR, "nowhere to go\n");
            return 'pass';
        }
        $this->heading = $bestMove;
        return $bestMove;
    }

    /** The four cells around a cell, in the order of MOVES. */
    private function neighbours(int $cell): array
    {
        $stride = $this->width + 2;
        return [$cell - $stride, $cell + 1, $cell + $stride, $cell - 1];
    }

    /** Flood fill: how many free cells can be reached from start, itself included. */
    private function countReachable(int $start): int
    {
        $board = $this->field;
        $board[$start] = WALL;
        $stack = [$start];
        $count = 0;
        while ($stack) {
            $count++;
            foreach ($this->neighbours(array_pop($stack)) as $cell) {
                if ($board[$cell] === FREE) {
                    $board[$cell] = WALL;
                    $stack[] = $cell;
                }
            }
        }
        return $count;
    }
}

$bot = new Bot();
while (($line = fgets(STDIN)) !== false) {
    $words = preg_split('/\s+/', trim($line));
    if ($words[0] === 'settings' && count($words) === 3) {
        $bot->readSetting($words[1], $words[2]);
    } elseif (str_starts_with($line, 'update game field ')) {
        $bot->readField($words[3]);
    } elseif (str_starts_with($line, 'action move')) {
        fwrite(STDOUT, $bot->chooseMove() . "\n");
        fflush(STDOUT);
    }
}
