"""Interpreters: which word of a command is the script that an interpreter runs.

Only this word, and the program itself, can be nothing but files. All other words may be options,
modules, inline code, names of outputs, or anything else that a bot understands.
"""

from __future__ import annotations

import itertools
import os
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class Interpreter(NamedTuple):
    """The command line of an interpreter."""

    suffixes: tuple[str, ...]
    inline: str
    """Pattern of options after which no script follows: inline code, a module, standard input."""
    flags: str = r"-\w+|--[\w-]+"
    """Pattern of options without a value in the next word, which end in no letter of `inline`."""
    valued: str = ""
    """Pattern of options whose value is the next word."""
    is_any_name: bool = True
    """Whether the first operand is a file whatever its name is; else only with a suffix."""
    added: tuple[str, ...] = ()
    """Suffixes that the interpreter adds to a name."""
    searches_path: bool = False
    """Whether it also looks for the script in PATH."""


PYTHON: Final = Interpreter(
    (".py", ".pyz", ".pyc"),
    r"-[bBdEiIOPqRsSuvVx]*[cmhV?].*|-|--help.*|--version",
    r"-[bBdEiIOPqRsSuvx]+|-[WX].+",
    r"-[bBdEiIOPqRsSuvx]*[WX]|--check-hash-based-pycs",
)
NODE: Final = Interpreter(
    (".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"),
    r"-[ep].*|-[hvi]|-|inspect|--eval.*|--print.*|--test.*|--run.*|--help|--version",
    r"-[c]|--[\w-]+=.*|--enable-source-maps|--no-warnings|--experimental-strip-types|--use-.*",
    r"-[rC]|--(require|import|(experimental-)?loader|conditions|env-file|input-type|title)",
    added=(".js", ".json", ".node", "/index.js", "/package.json"),
)  # fmt: skip
PERL: Final = Interpreter((".pl", ".pm"), r"-(?![MmIdD])\w*[eESv].*|-|-h", r"-[MmIdD].+|-\w+", "-I")
RUBY: Final = Interpreter(
    (".rb",), r"-(?![IrCEW])\w*[eSv].*|-C.*|-|-h|--help|--version",
    r"-[IrCEW].+|-\w+|--[\w-]+(=.*)?", "-[IrE]",
)  # fmt: skip
PHP: Final = Interpreter((".php",), r"-[raRBESFhivm].*|-|--.*", r"-[dcz].+|-[Cqenf]", "-[dcz]")
LUA: Final = Interpreter((".lua",), r"-e.*|-v|-", r"-[iWEl].*|-[jObgt]\S*", "-[lj]")
SHELL: Final = Interpreter(
    (".sh", ".bash", ".zsh"), r"-\w*[cs].*|-|--help|--version", r"[-+]\w+|--[\w-]+",
    r"[-+]\w*[oO]|--rcfile|--init-file", searches_path=True,
)  # fmt: skip
JAVA: Final = Interpreter(
    (".jar", ".java"), r"-m|--module.*|--?version|--?help|-\?|@.*",
    r"-\w\S*|--[\w-]+=.*|--enable-preview",
    r"-cp|-classpath|-p|--(class-path|module-path|add-\w+|source|enable-native-access)",
    is_any_name=False,
)  # fmt: skip
R: Final = Interpreter((".R", ".r"), r"-e.*|-", r"--[\w-]+(=.*)?")
JULIA: Final = Interpreter(
    (".jl",), r"-[eEhvi].*|-|--eval.*|--print.*", r"--[\w-]+=.*|-[OgJtpLC].+",
    "-[JtpLC]",
)  # fmt: skip
OTHERS: Final = {
    "deno": (".ts", ".js", ".mjs"), "bun": (".ts", ".js", ".mjs"), "ts-node": (".ts",),
    "tsx": (".ts",), "dotnet": (".dll",), "mono": (".exe",),
    "tclsh": (".tcl",), "racket": (".rkt",), "guile": (".scm",), "swipl": (".pl",),
    "ocaml": (".ml",), "escript": (".erl", ".escript"), "elixir": (".exs",),
    "groovy": (".groovy",), "dart": (".dart",), "raku": (".raku",), "uv": (".py",),
}  # fmt: skip
"""Interpreters whose script is recognised only by its suffix."""
OTHERS_INLINE: Final = r"-[cem]?|--(directory|project|cwd)(=.*)?"
KNOWN: Final = {
    r"(python|pypy|graalpy)w?[\d.]*t?": PYTHON,
    r"node(js)?\d*": NODE,
    r"perl[\d.]*": PERL,
    r"ruby[\d.]*": RUBY,
    r"php[\d.]*": PHP,
    r"lua(jit)?[\d.-]*": LUA,
    r"java": JAVA,
    r"(ba|da|z|k|mk|a)?sh": SHELL,
    r"Rscript": R,
    r"julia": JULIA,
    **{re.escape(name): Interpreter(suffixes, OTHERS_INLINE, is_any_name=False)
       for name, suffixes in OTHERS.items()},
}  # fmt: skip
"""Pattern of the names of a program -> its command line."""
RUNNERS: Final = {
    "env", "nice", "nohup", "stdbuf", "setsid", "taskset", "timeout", "ionice", "chrt", "time",
    "prlimit", "catchsegv", "unbuffer", "uv", "poetry", "pipenv", "pdm", "hatch", "rye", "conda",
    "mamba", "micromamba", "pyenv", "rbenv", "nodenv", "asdf", "mise", "bundle",
}  # fmt: skip
"""Programs that run the command among their words."""
NAMING: Final = {"-n", "--name", "-p", "--prefix", "-u", "--unset", "-e"}
"""Options of such programs whose value may be named like an interpreter."""


def interpreter_of(program: str) -> Interpreter | None:
    """The interpreter that this program is."""
    name = Path(program).name
    return next((each for names, each in KNOWN.items() if re.fullmatch(names, name)), None)


ASSIGNMENT: Final = re.compile(r"\w+=")
"""An environment variable among the words of `env`."""


class ScriptWord(NamedTuple):
    """The word of a command that can only be a file: the script that an interpreter runs."""

    at: int
    word: str
    is_here: bool
    """Whether the file exists."""
    is_in_path: bool
    """Whether the interpreter finds it in PATH instead."""


def script_of(words: Sequence[str]) -> ScriptWord | None:
    """The script of a command; None if there is none, or if it cannot be recognised."""
    first = start_of_command(words)
    interpreter = interpreter_of(words[first])
    index = interpreter and _script_after(words, first, interpreter)
    if not interpreter or not index:
        return None
    word = words[index]
    is_here = any(os.path.exists(word + each) for each in ("", *interpreter.added))  # noqa: PTH110
    is_searched = interpreter.searches_path and "/" not in word
    return ScriptWord(
        index, word, is_here, is_searched and shutil.which(word, mode=os.F_OK) is not None
    )


def start_of_command(words: Sequence[str]) -> int:
    """The index of the interpreter: of the first word, or after a program that runs a command."""
    if Path(words[0]).name in RUNNERS:
        for index, (before, word) in enumerate(itertools.pairwise(words), 1):
            if before in NAMING or ASSIGNMENT.match(word):
                continue
            if interpreter_of(word):
                return index
            if "/" in word or (Path(word).name not in RUNNERS and shutil.which(word)):
                break  # another program, or another folder to start in
    return 0


def _script_after(words: Sequence[str], first: int, interpreter: Interpreter) -> int | None:
    is_certain, is_value = True, False
    for index, word in enumerate(words[first + 1 :], first + 1):
        if is_value:
            is_value = False
        elif re.fullmatch(interpreter.inline, word):
            return None
        elif interpreter.valued and re.fullmatch(interpreter.valued, word):
            is_value = True
        elif word.startswith(("-", "+")):
            # The next word may be the value of an unknown option.
            is_certain = re.fullmatch(interpreter.flags, word) is not None
        elif is_certain and interpreter.is_any_name:
            return index
        elif word.endswith(interpreter.suffixes) and not re.match(r"\w+:", word):
            if is_certain or not any(map(os.path.isfile, words[index + 1 :])):
                return index
            is_certain = True
        elif is_certain and interpreter is JAVA:
            return None  # the name of a class; its arguments follow
        else:
            is_certain = True
    return None


FIRST_LINE_CAP: Final = 256
"""Number of bytes of the first line that the kernel reads."""


def shebang_of(program: str | Path) -> list[str]:
    """The words of the first line of a script, after `#!`; empty for other programs."""
    try:
        with open(program, "rb") as file:  # noqa: PTH123  pathlib would read all of it
            line = file.readline(FIRST_LINE_CAP)
    except OSError:
        return []
    if not line.startswith(b"#!"):
        return []
    return [word for word in re.split("[ \t\n]+", line[2:].decode(errors="replace")) if word]


def shebang_fault(program: str) -> str:
    """Why the interpreter that the first line of a program names cannot run; else empty."""
    words = shebang_of(program)
    if not words:
        return ""
    if words[-1].endswith("\r"):
        return f"{program} has Windows line endings: convert them with `sed -i 's/\\r$//'`"
    if Path(words[0]).name == "env":
        named = next((word for word in words[1:] if not word.startswith("-")), "sh")
        missing = "=" not in named and shutil.which(named) is None
        return f"the first line of {program} names {named}, which is not in PATH" * missing
    is_there = os.path.exists(words[0])  # noqa: PTH110  may be no path
    return "" if is_there else f"the first line of {program} names {words[0]}: no such file"
