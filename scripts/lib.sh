# Sourced by the other scripts: finds a Python and sets up the environment in .venv.
# python: an interpreter of version 3.11 or later.

python=""
for candidate in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11; do
    if command -v "$candidate" >/dev/null 2>&1 &&
        "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python="$candidate"
        break
    fi
done
if [ -z "$python" ]; then
    echo "gridbots needs Python 3.11 or later; found: $(python3 --version 2>&1 || echo none)" >&2
    exit 1
fi

# Images of containers often forbid Python to keep what it has compiled; the tests start hundreds of
# Pythons, and each would compile this checkout anew.
unset PYTHONDONTWRITEBYTECODE

# COMMIT: what is checked out, for pages that say what they were measured with.
COMMIT="$(git rev-parse --short HEAD 2>/dev/null || echo unknown)"
export COMMIT

# install NAME: .venv holds what requirements/NAME.txt lists, and this checkout, editable.
# Does nothing when that was done before and nothing relevant has changed since.
install() {
    wanted="$(cat "requirements/$1.txt" framework/pyproject.toml referee/pyproject.toml \
        bots/*/pyproject.toml games/*/pyproject.toml | cksum)"
    if [ -x .venv/bin/python ] && [ "$(cat ".venv/installed-$1" 2>/dev/null)" = "$wanted" ]; then
        return
    fi
    echo "Setting up .venv (once; a minute or two) ..." >&2
    if [ ! -x .venv/bin/pip ]; then
        "$python" -m venv .venv
    fi
    .venv/bin/pip install --quiet --disable-pip-version-check --require-hashes \
        --requirement "requirements/$1.txt"
    .venv/bin/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation \
        --no-index --editable framework --editable referee \
        --editable bots/baselines --editable bots/bridges --editable bots/dqn \
        --editable bots/hamiltonian --editable bots/mcts --editable bots/minimax \
        --editable bots/qlearning --editable bots/td --editable games/battlesnake
    # Otherwise the first processes to start would all compile the same sources at the same time.
    .venv/bin/python -m compileall -q -j 0 framework/src referee/src bots/*/src games/*/src || :
    echo "$wanted" >".venv/installed-$1"
}

# install_torch: into .venv, for the tests of training networks, where that can be done.
install_torch() {
    if .venv/bin/python -c 'import torch' 2>/dev/null; then return; fi
    echo "Installing torch for the tests of training networks ..." >&2
    if ! .venv/bin/pip install --quiet --disable-pip-version-check torch==2.13.0 >&2; then
        echo "torch could not be installed: training networks is not tested." >&2
    fi
}
