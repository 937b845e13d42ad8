"""Completion scripts for shells: they pass the line up to the cursor, and get the completions.

Those of click do not complete bots with options: bash splits words at `:` and `=`, fish splits
completions at `,`, and zsh adds a blank after `depth=`, where the value has to follow.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from click.shell_completion import ShellComplete, add_completion_class, split_arg_string

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

BASH: Final = """\
%(complete_func)s() {
    local text="${COMP_LINE:0:COMP_POINT}" found kind value
    local word="${text##*[[:space:]]}"
    local tail="$word"
    case "$COMP_WORDBREAKS" in *:*) tail="${tail##*:}" ;; esac
    case "$COMP_WORDBREAKS" in *=*) tail="${tail##*=}" ;; esac
    local head="${word%%"$tail"}"
    COMPREPLY=()
    while IFS=, read -r kind value; do
        case "$kind" in
            file) compopt -o default ;;
            plain)
                COMPREPLY+=("${value#"$head"}")
                case "$value" in *[=:/]) compopt -o nospace ;; esac ;;
        esac
    done < <(COMP_WORDS="$text" %(complete_var)s=bash_complete "$1")
}
complete -F %(complete_func)s %(prog_name)s
"""
ZSH: Final = """\
#compdef %(prog_name)s
%(complete_func)s() {
    local completion value
    local -a whole partial
    for completion in "${(@f)$(COMP_WORDS="${(j: :)words[1,CURRENT-1]} $PREFIX" \
%(complete_var)s=zsh_complete %(prog_name)s)}"; do
        value="${completion#*,}"
        case "$completion" in
            file,*) _files ;;
            plain,*[=:/]) partial+=("$value") ;;
            plain,*) whole+=("$value") ;;
        esac
    done
    (( $#partial )) && compadd -Q -S '' -a partial
    (( $#whole )) && compadd -Q -a whole
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    %(complete_func)s "$@"
else
    compdef %(complete_func)s %(prog_name)s
fi
"""
FISH: Final = """\
function %(complete_func)s
    set -l line (commandline -cp)
    for completion in (COMP_WORDS="$line" %(complete_var)s=fish_complete %(prog_name)s)
        set -l parts (string split -m 1 "," -- $completion)
        if test "$parts[1]" = file
            __fish_complete_path (commandline -ct)
        else
            echo $parts[2]
        end
    end
end
complete --no-files --command %(prog_name)s --arguments "(%(complete_func)s)"
"""


class LineCompletion(ShellComplete):
    """Completion of a line that is known up to the cursor."""

    def get_completion_args(self) -> tuple[list[str], str]:
        text = os.environ["COMP_WORDS"]
        words = split_arg_string(text)[1:]
        if words and not text[-1:].isspace():
            return words[:-1], words[-1]
        return words, ""

    def format_completion(self, item: CompletionItem[str]) -> str:
        return f"{item.type},{item.value}"


class Bash(LineCompletion):
    name = "bash"
    source_template = BASH


class Zsh(LineCompletion):
    name = "zsh"
    source_template = ZSH


class Fish(LineCompletion):
    name = "fish"
    source_template = FISH


def register() -> None:
    """Replace the scripts of click by these."""
    for kind in (Bash, Zsh, Fish):
        add_completion_class(kind)
