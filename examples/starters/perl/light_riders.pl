# Light Riders starter bot: it makes the step that leaves the most free cells within reach.
# Start: perl light_riders.pl
# Needs: perl

use strict;
use warnings;

my @MOVES = qw(up right down left);
my $FREE  = '.';
my $WALL  = 'x';

my $width    = 16;
my $height   = 16;
my $own_head = '0';
my $field    = '';    # row by row, in a frame of walls, so that a step never leaves it
my $heading  = '';    # our last move

sub read_setting {
    my ($key, $value) = @_;
    $width    = $value if $key eq 'field_width';
    $height   = $value if $key eq 'field_height';
    $own_head = $value if $key eq 'your_botid';
}

sub read_field {
    my ($text) = @_;
    (my $cells = $text) =~ tr/,//d;
    my $edge = $WALL x $width;
    my @rows = map { substr $cells, $_ * $width, $width } 0 .. $height - 1;
    $field = join '', map { $WALL . $_ . $WALL } $edge, @rows, $edge;
}

# The four cells around a cell, in the order of @MOVES.
sub neighbours {
    my ($cell) = @_;
    my $stride = $width + 2;
    return ($cell - $stride, $cell + 1, $cell + $stride, $cell - 1);
}

# Flood fill: how many free cells can be reached from start, itself included.
sub count_reachable {
    my ($start) = @_;
    my @board = split //, $field;
    $board[$start] = $WALL;
    my @stack = ($start);
    my $count = 0;
    while (@stack) {
        $count++;
        for my $cell (neighbours(pop @stack)) {
            next if $board[$cell] ne $FREE;
            $board[$cell] = $WALL;
            push @stack, $cell;
        }
    }
    return $count;
}

# Among equals, straight on comes first, then the order of @MOVES.
sub choose_move {
    my $head = index $field, $own_head;
    return 'pass' if $head < 0;
    my @cells = neighbours($head);
    my ($best_move, $best_score) = ('pass', 0);
    for my $i (0 .. $#MOVES) {
        next if substr($field, $cells[$i], 1) ne $FREE;
        my $score = 2 * count_reachable($cells[$i]) + ($MOVES[$i] eq $heading);
        ($best_move, $best_score) = ($MOVES[$i], $score) if $score > $best_score;
    }
    $heading = $best_move if $best_score > 0;
    return $best_move;
}

$| = 1;    # flush after every answer
while (my $line = <STDIN>) {
    if    ($line =~ /^settings (\S+) (\S+)/)    { read_setting($1, $2) }
    elsif ($line =~ /^update game field (\S+)/) { read_field($1) }
    elsif ($line =~ /^action move/)             { print choose_move(), "\n" }
}
