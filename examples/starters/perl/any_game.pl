# Any-game starter bot: it plays random moves of the game; teach it the rules.
# Start: perl any_game.pl
# Needs: perl

use strict;
use warnings;

my @MOVES = qw(up right down left);

my %settings;    # name -> value, sent once
my %updates;     # name -> value, sent in each round

# The known values are in %settings and %updates.
sub choose_move {
    print STDERR 'round ', $updates{round} // 'unknown', "\n";
    return $MOVES[rand @MOVES];
}

$| = 1;    # flush after every answer
while (my $line = <STDIN>) {
    if    ($line =~ /^settings (\S+) (.*\S)/)    { $settings{$1} = $2 }
    elsif ($line =~ /^update game (\S+) (.*\S)/) { $updates{$1} = $2 }
    elsif ($line =~ /^action move/)             { print choose_move(), "\n" }
}
