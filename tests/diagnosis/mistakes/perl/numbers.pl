# other-word: its answer is not a move: '3'
STDOUT->autoflush(1);
while (<STDIN>) {
    print "3\n" if /^action/;
}
