# error-at-end: it ends with an error when its input ends: no more input at
STDOUT->autoflush(1);
while (1) {
    defined($_ = <STDIN>) or die "no more input";
    print "pass\n" if /^action/;
}
