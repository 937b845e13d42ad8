# error-at-end: it fails at the end of its input: no more input at
STDOUT->autoflush(1);
while (1) {
    defined($_ = <STDIN>) or die "no more input";
    print "pass\n" if /^action/;
}
