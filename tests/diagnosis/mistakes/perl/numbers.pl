# other-word: it answers with a word that is no move: '3'
STDOUT->autoflush(1);
while (<STDIN>) {
    print "3\n" if /^action/;
}
