"""Writes what a terminal or a page could obey, to stderr and in the notes of overlays."""

import json
import sys

import _honest

HOSTILE = (
    "\x1b[31;1mred\x1b[2J\x1b]0;title\x07",  # Colours, an empty screen, a title.
    "\x9b31m\x85\x00\x08\r",  # C1 controls, and some of C0.
    '<script>alert(1)</script><img src=x onerror="alert(1)">]]>&lt;',
    "[bold red]markup[/bold red] $x$ =1+1 \u202eright to left\u2028",
)


def main() -> None:
    for observation in _honest.requests():
        text = HOSTILE[observation.round_number % len(HOSTILE)]
        sys.stderr.write(f"{text}\noverlay {json.dumps({'note': text})}\n")
        sys.stderr.flush()
        _honest.answer(observation.safe_move())


if __name__ == "__main__":
    sys.stderr.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    main()
