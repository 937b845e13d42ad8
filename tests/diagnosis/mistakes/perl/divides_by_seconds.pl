# crash: Illegal division by zero at
# crash: with a short time bank
STDOUT->autoflush(1);
while (<STDIN>) {
    if (/^action move (\d+)/) {
        my $rate = 100 / int($1 / 1000);
        print "pass\n";
    }
}
