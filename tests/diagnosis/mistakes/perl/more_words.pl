# more-words: it writes more than the move: 'move pass'
# more-words: write only the word: up, right, down, left, pass, no_moves
STDOUT->autoflush(1);
while (<STDIN>) {
    print "move pass\n" if /^action/;
}
