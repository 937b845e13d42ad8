# Multiplayer Snake starter bot: it takes a shortest path to a candy, if there is space for its body behind it.
# Start: perl multisnake.pl
# Needs: perl

use strict;
use warnings;

my @MOVES = qw(up right down left);

my ($width, $height) = (20, 20);
my $own  = '0';    # our number
my $head = -1;     # where our head is among the cells
my @cells;         # row by row
my $length = 0;    # how many cells we have

sub read_setting {
    my ($key, $value) = @_;
    $width = $height = $value if $key eq 'size';
    $own = $value if $key eq 'your_botid';
    return;
}

sub read_update {
    my ($name, $value) = @_;
    @cells = split /,/, $value if $name eq 'field';
    if ($name eq "snake$own") {
        my @places = split /;/, $value;
        my ($row, $column) = split /,/, $places[0];
        $head   = $row * $width + $column;
        $length = @places;
    }
    return;
}

# The four cells around a cell, in the order of @MOVES; -1 for those off the board.
sub neighbours {
    my ($cell) = @_;
    my ($row, $column) = (int($cell / $width), $cell % $width);
    return (
        $row > 0               ? $cell - $width : -1,
        $column < $width - 1   ? $cell + 1      : -1,
        $row < $height - 1     ? $cell + $width : -1,
        $column > 0            ? $cell - 1      : -1,
    );
}

sub is_open {
    my ($cell) = @_;
    return $cell >= 0 && $cells[$cell] =~ /[.+*]/;
}

sub is_goal {
    my ($cell) = @_;
    return $cells[$cell] =~ /[+*]/;
}

# Breadth-first search: steps to the nearest goal, and how many cells can be reached.
sub explore {
    my ($start) = @_;
    my %steps   = ($start => 0);
    my @queue   = ($start);
    my $nearest = @cells;
    for (my $i = 0; $i < @queue; $i++) {
        my $cell = $queue[$i];
        $nearest = $steps{$cell} if is_goal($cell) && $steps{$cell} < $nearest;
        for my $near (neighbours($cell)) {
            next if !is_open($near) || exists $steps{$near};
            $steps{$near} = $steps{$cell} + 1;
            push @queue, $near;
        }
    }
    return ($nearest, scalar @queue);
}

# Space for the body first, then the nearest goal, then the order of @MOVES.
sub choose_move {
    return 'pass' if !defined $head || $head < 0;
    my ($best_move, $best_score) = ('pass', -1e9);
    my @around = neighbours($head);
    for my $i (0 .. $#MOVES) {
        next if !is_open($around[$i]);
        my ($nearest, $space) = explore($around[$i]);
        $space = $length if $space > $length;
        my $score = $space * @cells - $nearest;
        ($best_move, $best_score) = ($MOVES[$i], $score) if $score > $best_score;
    }
    print STDERR "nowhere to go\n" if $best_move eq 'pass';
    return $best_move;
}

$| = 1;    # flush after every answer
while (my $line = <STDIN>) {
    if    ($line =~ /^settings (\S+) (\S+)/)      { read_setting($1, $2) }
    elsif ($line =~ /^update game (\S+) (\S+)/)   { read_update($1, $2) }
    elsif ($line =~ /^action move/)               { print choose_move(), "\n" }
}
