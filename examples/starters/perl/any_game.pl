# Any-game starter bot: it draws its moves from all that the game has: teach it the rules.
# Start: perl any_game.pl
# Needs: perl

use strict;
use warnings;

my @MOVES = qw(up right down left);

my %settings;    # name -> value, told once
my %updates;     # name -> value, told anew in each round

# What is known stands in %settings and %updates.
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
