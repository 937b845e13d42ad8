# crash: it ended with exit code 2: Can't locate No/Such/Module.pm in @INC
# crash: fix the error
use strict;
use No::Such::Module;
