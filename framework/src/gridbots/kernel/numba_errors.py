"""Numba errors in words: the author's line, the reason, and what to change.

numba reports an error with a page for each call around it. The reason comes first, then the
innermost line, then the lines of its callers.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gridbots.errors import CompileError, GridbotsError, OutputError, nearest, with_remedy
from gridbots.errors.author_code import SourceLine, definition, is_author_code, plugin_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Explanation = str | Callable[[re.Match[str]], str]

AT: Final = re.compile(
    r"(?:\bat|location:|Raised from) (/[^\n]+?) \((\d+)\)" r'|^File "([^"\n]+)", line (\d+):$',
    re.MULTILINE,
)
"""A line in an error: its file, by an absolute path, or relative to the current folder."""
PIPELINE: Final = re.compile(r"^Failed in nopython mode pipeline \(step: [^)]*\)\n", re.MULTILINE)
MACHINE: Final = (OSError, MemoryError)
"""Errors of the machine: no code is at fault."""
OPERATORS: Final = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**",
    "and_": "&", "or_": "|", "xor": "^", "lshift": "<<", "rshift": ">>", "eq": "==", "ne": "!=",
    "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "not_": "not", "neg": "-", "contains": "in",
    "iadd": "+=", "isub": "-=", "imul": "*=", "itruediv": "/=", "ifloordiv": "//=", "imod": "%=",
}  # fmt: skip
"""Names of Python's operators in numba's errors."""
STATEMENTS: Final = {
    "LOAD_BUILD_CLASS": "define a class: define it outside",
    "STORE_GLOBAL": "assign to a global variable: keep what changes in the state",
    "DELETE_GLOBAL": "delete a global variable: keep what changes in the state",
    "MATCH": "match patterns of several parts: use `if`",
    "IMPORT": "import: do it at the top of the module",
    "YIELD": "wait: use a loop",
    "AWAIT": "wait: use a loop",
}
"""Unsupported statements, by the beginnings of their bytecodes."""


def explained(error: Exception, function: Callable[..., Any]) -> GridbotsError:
    """The error in the compilation of an entry point, in one sentence."""
    if isinstance(error, GridbotsError):
        return error
    if isinstance(error, MACHINE):
        reason = with_remedy(error) if isinstance(error, OSError) else "the memory is full"
        return OutputError(f"compiled code cannot be made or stored: {reason}")
    text = with_line(error, function)
    line = _place_in(text)
    plugin = plugin_of(line.file)
    what = f"{plugin}: " if plugin else ""
    return CompileError(f"{what}compilation fails: {reason_in(text)} ({line})")


def with_line(error: Exception, function: Callable[..., Any]) -> str:
    """The text of an error in the compilation of a kernel, with at least the line of the kernel."""
    text = PIPELINE.sub("", str(error))
    if not any(each.__module__.startswith("numba.") for each in type(error).__mro__):
        text = f"{type(error).__name__}: {text}"
    if AT.search(text):
        return text
    place = definition(function)
    return f"{text}\nin {function.__name__} at {place.file} ({place.line})"


def _place_in(text: str) -> SourceLine:
    """The innermost line of an author, or else the innermost one."""
    found = [
        (path or str(Path(name).resolve()), line or at) for path, line, name, at in AT.findall(text)
    ]
    places = [SourceLine(file, int(line)) for file, line in found]
    return next((each for each in places if is_author_code(each.file)), places[0])


def reason_in(text: str) -> str:
    """The reason in the text of an error, and what to change."""
    for pattern, explanation in EXPLANATIONS.items():
        if found := re.search(pattern, text, re.MULTILINE):
            return found.expand(explanation) if isinstance(explanation, str) else explanation(found)
    return next(iter(text.strip().splitlines()), "it gives no reason")


def _untyped(found: re.Match[str]) -> str:
    name, kind = found.groups()
    if kind in {"function", "builtin_function_or_method"}:
        return f"{name} is an ordinary function; mark it with @kernel, too"
    kinds = "kernels can use numbers, tuples of numbers and numpy arrays from outside"
    return f"{name} is a global {kind.rpartition('.')[2]}; {kinds}"


def _unified(found: re.Match[str]) -> str:
    one, other, name = found.groups()
    return _several(f"{name} is" if name.isidentifier() else "the value is", [one, other])


def _returned(found: re.Match[str]) -> str:
    return _several("it returns", list(_split(found[1])))


def _several(what: str, types: list[str]) -> str:
    """A value has several types, which numba lists in any order."""
    one, *others = sorted(map(in_words, types))
    rest = "".join(f" and {other} in another" for other in others)
    return f"{what} {one} in one case{rest}; convert to one type, such as by int() or float()"


def _attribute(found: re.Match[str]) -> str:
    name, kind = found.groups()
    if module := re.match(r"Module\(<module '([\w.]+)'", kind):
        if module[1] == "random" or module[1] == "numpy.random":
            advice = "draw from the generator of the state: gridbots.game.chance.below"
        else:
            advice = "write it as a loop"
        return f"numba has no {module[1]}.{name}; {advice}"
    return f"{in_words(kind)} has no .{name} in compiled code; write it as a loop over its items"


def _field(found: re.Match[str]) -> str:
    name, fields = found.groups()
    hint = nearest(name, re.findall(r"'(.+?)'", fields))
    return f"the record has no field {name!r}; {hint}"


def _opcode(found: re.Match[str]) -> str:
    known = (text for start, text in STATEMENTS.items() if found[1].startswith(start))
    return f"a kernel cannot {next(known, f'use this statement ({found[1]})')}"


def _call(found: re.Match[str]) -> str:
    """The reason of a call or an operator that is not defined for these types."""
    name, inside = found.groups()
    types = list(_split(inside))
    words = [in_words(each) for each in types]
    if name in OPERATORS:
        given = " and ".join(words)
        what = f"{OPERATORS[name]} is not defined for {given}"
        return f"{what}; convert to one type, such as by int() or float()"
    if name == "getitem":
        return _index(types, words)
    if name == "setitem":
        return (
            f"{words[-1]} cannot be assigned to a part of {words[0]}; the types must agree, and a "
            'whole array takes an array: state["cells"][:] = 0'
        )
    if name == "exception_match":
        return "a kernel cannot catch a certain exception; test for its cause before, with `if`"
    raised = re.findall(r"^ *(?:\w*Error): (.+)$", found.string, re.MULTILINE)
    why = f" ({raised[-1].strip()})" if raised else ""
    what = f"numba has no {name}({', '.join(words)}){why}"
    return f"{what}; write it as a loop, or convert the arguments"


def _loop(found: re.Match[str]) -> str:
    what = f"a loop cannot run over {in_words(found[1])}"
    return f"{what}; it needs an array, a range, or a tuple whose values have one type"


def _index(types: list[str], words: list[str]) -> str:
    if types[0].startswith("Tuple("):
        return (
            f"{words[0]} has values of different types, so only a constant can index it; use a "
            "numpy array, or one type for all values"
        )
    return f"{words[0]} cannot be indexed by {words[-1]}; use // or int() for a whole number"


def _split(text: str) -> Iterator[str]:
    """The parts of a list of types, at the commas that are in no brackets."""
    depth, part = 0, ""
    for each in text:
        depth += (each in "([<{") - (each in ")]>}")
        if each == "," and not depth:
            yield part.strip()
            part = ""
        else:
            part += each
    yield part.strip()


WORDS: Final = (
    (r"^Literal\[str\]\((.*)\)$", r"the text '\1'"),
    (r"^unicode_type$", "a text"),
    (r"^Literal\[\w+\]\((.*)\)$", r"\1"),
    (r"^none$", "None"),
    (r"^(?:nestedarray|array)\((\w+),.*$", r"an array of \1"),
    (r"^(?:nestedarray|array)\(.*$", "an array"),
    (r"^(?:unaligned )?Record\(.*$", "a record"),
    (r"^UniTuple\((.*) x \d+\)$", r"a tuple of \1"),
    (r"^(?:reflected )?list\((.*)\)(?:<.*>)?$", r"a list of \1"),
    (r"^(?:reflected )?set\((.*)\)(?:<.*>)?$", r"a set of \1"),
    (r"^(?:DictType|LiteralStrKeyDict).*$", "a dict"),
    (r"^Function\(<[\w -]*?(?:function|class) '?([\w.]+).*$", r"the function \1"),
)
"""Numba's types, and their words."""


def in_words(kind: str) -> str:
    """A type of numba, in words."""
    name, equals, value = kind.partition("=")
    if equals and name.isidentifier():
        return f"{name}={in_words(value)}"
    if inside := re.match(r"^Tuple\((.*)\)$", kind):
        return f"the tuple ({', '.join(in_words(each) for each in _split(inside[1]))})"
    for pattern, words in WORDS:
        if found := re.match(pattern, kind):
            return found.expand(words)
    return kind


EXPLANATIONS: Final[dict[str, Explanation]] = {
    r"Untyped (?:global|freevar) name '(\w+)':.*<class '([\w.]+)'>": _untyped,
    r"[Cc]annot unify (.+?) and (.+?) for '(.+?)(?:\.\d+)*', defined": _unified,
    r"Can't unify return type from the following types: (.+)": _returned,
    r"Unknown attribute '?(\w+)'? of type (.+)": _attribute,
    r"Use of unsupported NumPy function '([\w.]+)'": (
        r"numba has no \1, or not with these arguments; write it as a loop"
    ),
    r"Field '(.+?)' was not found in record with fields \((.*)\)": _field,
    r"NameError: (name '\w+' is not defined)": r"\1",
    r"have imprecise type: list\(undefined\)": (
        "the type of an empty list is unknown; use a numpy array, such as np.zeros(9, np.int64)"
    ),
    r"have imprecise type: DictType": (
        "the type of an empty dict is unknown; use a numpy array that numbers index"
    ),
    r"cannot reflect element of reflected container|reflected list\(reflected list": (
        "a kernel cannot take a list of lists; use a numpy array or a tuple"
    ),
    r"compiler re-entrant|calls itself|cannot type infer runaway recursion": (
        "the kernel calls itself; use a loop with a stack of its own"
    ),
    r"Use of unsupported opcode \((\w+)\)": _opcode,
    r"'with \(context manager\)": "a kernel cannot use `with`",
    r"Exception matching is limited": (
        "a kernel cannot catch a certain exception; test for its cause before, with `if`"
    ),
    r"yield in a closure": "a kernel cannot use a generator expression; use a loop",
    r"to signature '(\(.*?\)).*?' due to \"TypeError: (.+?)\.?\"": (r"\2; the kernel takes \1"),
    r"Invalid use of getiter with parameters \((.+)\)": _loop,
    r"^ *>>> (\w+)\((.*)\)\s*$": _call,
    r"Type of variable '.*' cannot be determined": (
        "the type of this value cannot be found; assign its parts to variables of one type each"
    ),
    r"[Uu]naligned (?!Record)": "a field is not aligned; put fields with wide numbers first",
    r"^KeyError: '(\w+)'": r'a record has no attribute .\1; a field is state["\1"]',
    r"^(\w+): ?$": r"it uses something that numba does not support (\1)",
}
"""Pattern in the text of an error -> the reason, and what to change."""
