# zigzag: after every EVERY moves it turns, now to the right and now to the left.
# Start: perl zigzag.pl EVERY

use strict;
use warnings;

my $every = shift // 1;
my @MOVES = qw(up right down left);

my %settings = (field_width => 16, field_height => 16, your_botid => 0);
my $field    = '';
my $heading  = 1;    # an index into @MOVES, which go clockwise
my $run      = 0;    # moves since the last turn
my $side     = 1;    # 1: the next turn is to the right, -1: to the left

# Whether the neighbour of a cell that lies in this direction is on the board and free.
sub is_free {
    my ($cell, $direction) = @_;
    my ($width, $height) = @settings{qw(field_width field_height)};
    my $row    = int($cell / $width) + (-1, 0, 1, 0)[$direction];
    my $column = $cell % $width + (0, 1, 0, -1)[$direction];
    return 0 if $row < 0 || $row >= $height || $column < 0 || $column >= $width;
    return substr($field, $row * $width + $column, 1) eq '.';
}

# Turning is wanted when the run is long enough; where the wanted cell is blocked, any free one.
sub choose_move {
    my $cell = index $field, $settings{your_botid};
    return 'pass' if $cell < 0;
    my @turns = $run >= $every ? ($side, 0, -$side, 2) : (0, $side, -$side, 2);
    for my $turn (@turns) {
        my $direction = ($heading + $turn) % 4;
        next if !is_free($cell, $direction);
        $side = -$turn if abs $turn == 1;
        $run  = $turn ? 1 : $run + 1;
        $heading = $direction;
        return $MOVES[$direction];
    }
    return 'pass';
}

$| = 1;    # flush after every answer
while (my $line = <STDIN>) {
    if    ($line =~ /^settings (\S+) (\S+)/)    { $settings{$1} = $2 }
    elsif ($line =~ /^update game field (\S+)/) { ($field = $1) =~ tr/,//d }
    elsif ($line =~ /^action move/)             { print choose_move(), "\n" }
}
