# Paper.io starter bot: it leaves its land for a few cells, and comes home around its trail.
# Start: perl paperio.pl
# Needs: perl

use strict;
use warnings;

my @MOVES = qw(up right down left);
my $LONGEST_TRAIL = 3;    # a longer one takes more, and is cut more often

my ($width, $height) = (7, 7);
my $own  = '0';    # our number
my $head = -1;     # where our head is among the cells
my @cells;         # row by row
my $goes_home;

sub read_setting {
    my ($key, $value) = @_;
    $width = $height = $value if $key eq 'field_width';
    $own = $value if $key eq 'your_botid';
    return;
}

sub read_update {
    my ($name, $value) = @_;
    @cells = split /,/, $value if $name eq 'field';
    if ($name eq 'heads') {
        my $place = (split /,/, $value)[$own];
        $head = $place eq '?' ? -1 : $place;
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

sub is_own_trail {
    my ($cell) = @_;
    return index(substr($cells[$cell], 1), $own) >= 0;
}

sub is_open {
    my ($cell) = @_;
    return $cell >= 0 && !is_own_trail($cell);
}

sub is_goal {
    my ($cell) = @_;
    my $is_home = substr($cells[$cell], 0, 1) eq $own;
    return $goes_home ? $is_home : !$is_home;
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

# Nearest to the goal first, then the order of @MOVES.
sub choose_move {
    return 'pass' if !defined $head || $head < 0;
    $goes_home = (grep { is_own_trail($_) } 0 .. $#cells) >= $LONGEST_TRAIL;
    my ($best_move, $best_score) = ('pass', -1e9);
    my @around = neighbours($head);
    for my $i (0 .. $#MOVES) {
        next if !is_open($around[$i]);
        my ($nearest, $space) = explore($around[$i]);
        my $score = -$nearest;
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
