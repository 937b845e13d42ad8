# not-flushed: STDOUT->autoflush(1); at the beginning
while (<STDIN>) {
    print "up\n" if /^action/;
}
