"""Kernels with one mistake each, as authors make them: they run as Python, but cannot be compiled.

The docstring of each is the reason that its author is given. The line with `# here` is named,
if numba names one line.
"""
# The mistakes are the point, and the docstrings are messages.
# ruff: noqa: ARG001, B007, D403, E501, F821, FURB105, PLW0603, PTH123, S311, T201

import itertools
import random
from typing import Any

import numpy as np

from gridbots.kernel import kernel

STATE = np.dtype([("number", "i8"), ("cells", "u1", (4, 4)), ("scores", "i4", (4,))])
TABLE = {1: 2}
MIXED = (1, "a", 2.5)
COUNT = 1


class Config:
    size = 4


CONFIG = Config()


def helper(value: Any) -> Any:
    return value


@kernel
def loop_over_mixed_types(state: Any) -> Any:
    """a loop cannot run over the tuple (int64, a text, float64); it needs an array, a range, or a tuple whose values have one type"""
    for x in MIXED:  # here
        state["number"] += 1
    return 0


@kernel
def tuple_of_mixed_types(state: Any) -> Any:
    """the tuple (int64, a text, float64) has values of different types, so only a constant can index it; use a numpy array, or one type for all values"""
    for index in range(3):
        x = MIXED[index]  # here
    return x


@kernel
def missing_cast(state: Any) -> Any:
    """x is 0 in one case and the text 'two' in another; convert to one type, such as by int() or float()"""
    x: Any = 0
    if state["number"] > 1:
        x = "two"
    return x  # here


@kernel
def array_or_number(state: Any) -> Any:
    """x is 0 in one case and an array of int32 in another; convert to one type, such as by int() or float()"""
    x = state["scores"]
    if state["number"] > 1:
        x = 0
    return x  # here


@kernel
def part_of_a_condition(state: Any) -> Any:
    """the value is an array of uint8 in one case and bool in another; convert to one type, such as by int() or float()"""
    return state["number"] < 5 and state["cells"][state["number"]]  # here


@kernel
def two_return_types(state: Any) -> Any:
    """it returns 1 in one case and the text 'a' in another; convert to one type, such as by int() or float()"""
    if state["number"] > 1:
        return 1
    return "a"


@kernel
def unmarked_helper(state: Any) -> Any:
    """helper is an ordinary function; mark it with @kernel, too"""
    return helper(state["number"])  # here


@kernel
def global_dict(state: Any) -> Any:
    """TABLE is a global dict; kernels can use numbers, tuples of numbers and numpy arrays from outside"""
    return TABLE[1]  # here


@kernel
def global_object(state: Any) -> Any:
    """CONFIG is a global Config; kernels can use numbers, tuples of numbers and numpy arrays from outside"""
    return CONFIG.size  # here


@kernel
def global_variable(state: Any) -> Any:
    """a kernel cannot assign to a global variable: keep what changes in the state"""
    global COUNT
    COUNT = 3  # here


@kernel
def chance(state: Any) -> Any:
    """numba has no random.choice; draw from the generator of the state: gridbots.game.chance.below"""
    return random.choice([1, 2])  # here


@kernel
def numpy_chance(state: Any) -> Any:
    """numba has no numpy.random.default_rng; draw from the generator of the state: gridbots.game.chance.below"""
    return np.random.default_rng(1)  # here


@kernel
def other_module(state: Any) -> Any:
    """numba has no itertools.product; write it as a loop"""
    for one, other in itertools.product(range(2), range(2)):  # here
        pass


@kernel
def numpy_function(state: Any) -> Any:
    """numba has no numpy.pad, or not with these arguments; write it as a loop"""
    return np.pad(state["cells"], 1)  # here


@kernel
def numpy_argument(state: Any) -> Any:
    """numba has no any(an array of uint8, axis=0) (got an unexpected keyword argument 'axis'); write it as a loop, or convert the arguments"""
    return np.any(state["cells"], axis=0)  # here


@kernel
def argument_of_a_function(state: Any) -> Any:
    """numba has no max(a list of int64, default=0) (got an unexpected keyword argument 'default'); write it as a loop, or convert the arguments"""
    return max([1], default=0)  # here


@kernel
def array_method(state: Any) -> Any:
    """an array of uint8 has no .tolist in compiled code; write it as a loop over its items"""
    return state["cells"].tolist()  # here


@kernel
def text_method(state: Any) -> Any:
    """the text '{}' has no .format in compiled code; write it as a loop over its items"""
    return "{}".format(state["number"])  # here


@kernel
def unknown_field(state: Any) -> Any:
    """the record has no field 'score'; did you mean 'scores'?"""
    return state["score"]  # here


@kernel
def record_attribute(state: Any) -> Any:  # here
    """a record has no attribute .score; a field is state["score"]"""
    return state.score


@kernel
def undefined_name(state: Any) -> Any:  # here
    """name 'undefned' is not defined"""
    return undefned  # type: ignore[name-defined]


@kernel
def caught_exception(state: Any) -> Any:
    """a kernel cannot catch a certain exception; test for its cause before, with `if`"""
    try:
        return 1 // state["number"]
    except ZeroDivisionError:  # here
        return 0


@kernel
def with_statement(state: Any) -> Any:  # here
    """a kernel cannot use `with`"""
    with open("x") as file:
        return file


@kernel
def generator_expression(state: Any) -> Any:
    """a kernel cannot use a generator expression; use a loop"""
    return sum(each for each in range(3))  # here


@kernel
def class_statement(state: Any) -> Any:
    """a kernel cannot define a class: define it outside"""

    class Inner:  # here
        pass


@kernel
def match_statement(state: Any) -> Any:
    """a kernel cannot match patterns of several parts: use `if`"""
    match state["number"]:
        case (1, 2):  # here
            return 3


@kernel
def empty_list(state: Any) -> Any:
    """the type of an empty list is unknown; use a numpy array, such as np.zeros(9, np.int64)"""
    found: Any = []  # here
    return len(found)


@kernel
def empty_dict(state: Any) -> Any:
    """the type of an empty dict is unknown; use a numpy array that numbers index"""
    found: Any = {}  # here
    return len(found)


@kernel
def set_of_mixed_types(state: Any) -> Any:
    """the type of this value cannot be found; assign its parts to variables of one type each"""
    return 1 in {1, "a"}  # here


@kernel
def recursion(state: Any) -> Any:  # here
    """the kernel calls itself; use a loop with a stack of its own"""
    return recursion(state) if state["number"] else 0


@kernel
def float_index(state: Any) -> Any:
    """an array of int32 cannot be indexed by float64; use // or int() for a whole number"""
    return state["scores"][state["number"] / 2]  # here


@kernel
def text_and_number(state: Any) -> Any:
    """+ is not defined for the text 'a' and int64; convert to one type, such as by int() or float()"""
    return "a" + state["number"]  # here


@kernel
def not_of_an_array(state: Any) -> Any:
    """not is not defined for an array of int32; convert to one type, such as by int() or float()"""
    return not state["scores"]  # here


@kernel
def whole_array_from_a_number(state: Any) -> Any:
    """0 cannot be assigned to a part of a record; the types must agree, and a whole array takes an array: state["cells"][:] = 0"""
    state["cells"] = 0  # here


@kernel
def number_of_arguments(state: Any) -> Any:
    """too many positional arguments; the kernel takes (state: Any)"""
    return unknown_field(state, 1)  # type: ignore[call-arg]  # here


@kernel
def printed_with_options(state: Any) -> Any:
    """Numba's print() function implementation does not support keyword arguments."""
    print("a", sep="")  # here


@kernel
def deleted_item(state: Any) -> Any:  # here
    """it uses something that numba does not support (AssertionError)"""
    found = [1]
    del found[0]


@kernel
def mistake_in_a_called_kernel(state: Any) -> Any:
    """+ is not defined for the text 'a' and int64; convert to one type, such as by int() or float()"""
    return text_and_number(state)
