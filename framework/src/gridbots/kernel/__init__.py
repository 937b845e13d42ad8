"""Kernels: plain Python functions that numba can also compile. Verbs: kernels by type of record.

A kernel is a module-level function over numpy arrays, records and numbers, marked with `@kernel`.
Marking changes nothing: calling the function runs it as ordinary Python. `compiled(function)` gives
the same function as machine code, in which every kernel that it calls is compiled too.

A verb (`@verb`) is a function that is dispatched on the type of its first argument, a state record.
So a search can call `step(state, moves)` without naming a game, plain or compiled. `register` says
which kernels stand for the verbs; making a `Game` does that.

A kernel can be handed to other kernels, but not as it is: code that takes a function is compiled
anew in every process (measured: 0.3 s instead of 0.01 s for a loop around one decision of a bot,
even if that is kept). `handle` makes a record of it, and `call` finds it by the type of that.

Compiled code is kept on disk, each overload in a folder named by a digest of every source file
that could have gone into it (`sources` finds them), and of all values (`constants`): numba itself
looks only at the file of the outermost function, and would go on playing by the old rules after a
rule has changed, or by the old weights after a training. So are the kernels that it calls, for
other entry points: where one bot has been compiled for a game, the next takes its rules from there.

kernels          the marks, handles, and what kernels may ask of records
verbs            kernels by the type of a record
compilation      compiled code, by numba
numba_types      what is compiled where kernels call each other
code_generation  how numba makes machine code of them
cache            where compiled code is kept on disk
overload_cache   numba's own cache, at that place
part_cache       bitcode of the kernels that kernels call, there, too
sources          dependency digest: which source files name this cache
constants        the values that kernels name, which do, too
packages         digest of whole packages: names what has been warmed
"""

from gridbots.kernel.cache import cache_home, code_home
from gridbots.kernel.compilation import compiled, has_numba
from gridbots.kernel.kernels import (
    call,
    handle,
    inlined_kernel,
    is_kernel,
    kernel,
    record_size,
    records_like,
    word_of,
)
from gridbots.kernel.verbs import (
    Registered,
    bind,
    game_of,
    is_verb,
    move_count,
    offers,
    register,
    verb,
)

__all__ = [
    "Registered",
    "bind",
    "cache_home",
    "call",
    "code_home",
    "compiled",
    "game_of",
    "handle",
    "has_numba",
    "inlined_kernel",
    "is_kernel",
    "is_verb",
    "kernel",
    "move_count",
    "offers",
    "record_size",
    "records_like",
    "register",
    "verb",
    "word_of",
]
