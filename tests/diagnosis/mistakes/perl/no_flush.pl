# not-flushed: STDOUT->autoflush(1); at the start
while (<STDIN>) {
    print "up\n" if /^action/;
}
