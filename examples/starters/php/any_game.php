<?php
// Any-game starter bot: it plays random moves of the game; teach it the rules.
// Start: php any_game.php
// Needs: php

declare(strict_types=1);

final class Bot
{
    /** @var array<string, string> name -> value, sent once */
    public array $settings = [];

    /** @var array<string, string> name -> value, sent in each round */
    public array $updates = [];

    /** The known values are in settings and updates. */
    public function chooseMove(): string
    {
        fwrite(STDERR, 'round ' . ($this->updates['round'] ?? 'unknown') . "\n");
        $moves = explode(' ', 'up right down left');
        return $moves[array_rand($moves)];
    }
}

$bot = new Bot();
while (($line = fgets(STDIN)) !== false) {
    $words = preg_split('/\s+/', trim($line), 4);
    if ($words[0] === 'settings' && count($words) === 3) {
        $bot->settings[$words[1]] = $words[2];
    } elseif (str_starts_with($line, 'update game ') && count($words) === 4) {
        $bot->updates[$words[2]] = $words[3];
    } elseif ($words[0] === 'action') {
        fwrite(STDOUT, $bot->chooseMove() . "\n");
        fflush(STDOUT);
    }
}
