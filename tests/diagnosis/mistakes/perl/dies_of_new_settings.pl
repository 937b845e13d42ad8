# crash: unknown setting weather at
# crash: with unknown settings and updates
STDOUT->autoflush(1);
my %known = map { $_ => 1 } qw(player_names your_bot timebank time_per_move your_botid
    field_width field_height);
while (<STDIN>) {
    die "unknown setting $1" if /^settings (\w+)/ && !$known{$1};
    print "pass\n" if /^action/;
}
