"""Groups of exceptions, and `except*`: what each handler takes, and what is left, is what Python finds."""

import pytest
import torch
from harness import check, program

SOURCE = """
import contextlib
import sys

import torch


class Errors(ExceptionGroup):
    def __new__(cls, errors, code):
        self = super().__new__(Errors, f"exit code: {code}", errors)
        self.code = code
        return self
    def derive(self, excs):
        return Errors(excs, self.code)


class Plain(ExceptionGroup):
    pass


def told(e):
    if isinstance(e, BaseExceptionGroup):
        return type(e).__name__, e.message, [told(i) for i in e.exceptions], getattr(e, "__notes__", None)
    return repr(e)


def case_nested_groups(x):
    r = []
    try:
        try:
            raise ExceptionGroup("g", [ValueError(1), KeyError(2), ExceptionGroup("h", [ValueError(3)])])
        except* ValueError as g:
            r.append(told(g))
    except ExceptionGroup as g:
        r.append(told(g))
    return x + 1, r


def left_one_exception_of_no_group(x):
    r = []
    try:
        raise ValueError(1)
    except* ValueError as g:
        r.append((told(g), sys.exc_info()[0].__name__))
    return x + 1, r


def case_not_taken(x):
    r = []
    try:
        try:
            raise ValueError(1)
        except* TypeError as g:
            r.append(told(g))
    except ValueError as e:
        r.append(told(e))
    return x + 1, r


def case_raises_for_one(x):
    r = []
    try:
        try:
            raise ValueError(1)
        except* ValueError as g:
            raise KeyError("k")
    except BaseException as e:
        r.append((told(e), told(e.__context__)))
    return x + 1, r


def case_raises_twice(x):
    r = []
    try:
        try:
            raise ExceptionGroup("g", [ValueError(1), KeyError(2)])
        except* ValueError as g:
            raise TypeError("t")
        except* KeyError as g:
            raise OSError("o")
    except BaseException as e:
        r.append((told(e), e.__context__))
    return x + 1, r


def case_raises_and_rest(x):
    r = []
    try:
        try:
            raise ExceptionGroup("g", [ValueError(1), KeyError(2)])
        except* ValueError as g:
            raise TypeError("t")
    except BaseException as e:
        r.append(told(e))
    return x + 1, r


def left_raised_again(x):
    r = []
    try:
        try:
            raise ExceptionGroup("g", [ValueError(1), KeyError(2)])
        except* ValueError as g:
            raise
    except BaseException as e:
        r.append(told(e))
    return x + 1, r


def left_raised_by_name(x):
    r = []
    try:
        try:
            raise ExceptionGroup("g", [ValueError(1), KeyError(2)])
        except* ValueError as g:
            raise g
    except BaseException as e:
        r.append(told(e))
    return x + 1, r


def case_own_class(x):
    r = []
    try:
        raise Errors([ValueError(1), KeyError(2)], 7)
    except* ValueError as g:
        r.append((told(g), g.code))
    except* KeyError as g:
        r.append((told(g), g.code))
    return x + 1, r


def case_split(x):
    try:
        raise Plain("m", [ValueError(1), KeyError(2)])
    except Plain as g:
        a, b = g.split((ValueError, TypeError))
        return x + 1, told(a), told(b), type(a).__name__, str(g), repr(g)


def case_refused(x):
    r = []
    for f in (lambda: ExceptionGroup("a", []), lambda: ExceptionGroup(1, [ValueError()]), lambda: ExceptionGroup("a"), lambda: ExceptionGroup("a", [3]), lambda: ExceptionGroup("a", [KeyboardInterrupt()]), lambda: BaseExceptionGroup("a", [KeyboardInterrupt()]), lambda: BaseExceptionGroup("a", [ValueError()])):
        try:
            r.append(type(f()).__name__)
        except (TypeError, ValueError) as e:
            r.append((type(e).__name__, str(e)))
    return x + 1, r


def case_subgroup(x):
    g = ExceptionGroup("a", [ValueError(1)])
    g.add_note("n")
    s = g.subgroup(ValueError)
    t = g.subgroup(lambda e: isinstance(e, ValueError))
    return x + 1, s is g, t is g, s.__notes__, told(t), g.subgroup(KeyError), g.args


def case_all_blocks(x):
    r = []
    try:
        try:
            raise ExceptionGroup("g", [ValueError(1)])
        except* (ValueError, TypeError):
            r.append(1)
        else:
            r.append(2)
        finally:
            r.append(3)
    except BaseException:
        r.append(4)
    return x + len(r), r


def case_group_is_no_type(x):
    try:
        try:
            raise ExceptionGroup("g", [ValueError(1)])
        except* ExceptionGroup:
            pass
    except TypeError as e:
        return x + 1, str(e)


def case_int_is_no_type(x):
    try:
        try:
            raise ExceptionGroup("g", [ValueError(1)])
        except* int:
            pass
    except TypeError as e:
        return x + 1, str(e)


def left_on_data(x):
    y = x
    try:
        if x.sum() > 0:
            raise ExceptionGroup("g", [ValueError(1)])
        y = x + 1
    except* ValueError:
        y = x + 2
    return y


def left_cut_inside(x):
    try:
        y = x + 1
        print("in")
        y = y * 2
    except* ValueError:
        y = x + 2
    return y + 3


def left_returned(x):
    g = ExceptionGroup("a", [ValueError(1)])
    return x + 1, g


def case_in_a_loop(x):
    r = []
    for i in range(3):
        try:
            if i:
                raise ExceptionGroup("g", [ValueError(i)])
        except* ValueError as g:
            r.append(g.exceptions[0].args)
        x = x + 1
    return x, r


def case_cause(x):
    try:
        raise ExceptionGroup("g", [ValueError(1)]) from KeyError(3)
    except* ValueError as g:
        c = g.__cause__
    return x, repr(c)


def case_raises_a_group(x):
    r = []
    try:
        try:
            raise ExceptionGroup("eg", [ValueError(1), TypeError(2)])
        except* ValueError as e:
            r.append(repr(e))
            raise ExceptionGroup("new", [OSError(3)]) from e
    except ExceptionGroup as e:
        r.append(told(e))
        r.append(repr(e.exceptions[0].__cause__))
    return x + 1, r


def left_raised(x):
    raise ExceptionGroup("eg", [ValueError(1), TypeError(2)])


def case_message_is_kept(x):
    try:
        g = ExceptionGroup("eg", [ValueError(1)])
        g.message = "q"
    except AttributeError as e:
        return x + 1


def case_members_are_kept(x):
    l = [ValueError(1)]
    g = ExceptionGroup("eg", l)
    l.append(3)
    return x + 1, len(g.exceptions), repr(g)


def case_name_is_gone(x):
    try:
        raise ValueError(1)
    except* ValueError as g:
        pass
    try:
        g
    except NameError as e:
        return x + 1


def case_thrown_into_a_generator(x):
    r = []
    def g():
        try:
            yield 1
        except* ValueError as e:
            r.append(repr(e))
        yield 2
    it = g()
    next(it)
    r.append(it.throw(ValueError("a")))
    return x + 1, r


def case_not_suppressed(x):
    r = []
    try:
        with contextlib.suppress(ValueError):
            raise ExceptionGroup("a", [ValueError(1)])
    except* ValueError as e:
        r.append(len(e.exceptions))
    return x + 1, r


def case_classes(x):
    try:
        raise ExceptionGroup("a", [ValueError(1)])
    except ValueError:
        return x
    except Exception as e:
        return x + 1, isinstance(e, ExceptionGroup), isinstance(e, BaseExceptionGroup), ExceptionGroup.__mro__[1].__name__, ExceptionGroup.__bases__


def case_of_a_new_one(x):
    e = ExceptionGroup("a", [ValueError(1)])
    return x + 1, e.__cause__, e.__context__, hasattr(e, "__notes__"), e.args[0], isinstance(e, Exception), type(e).__name__


def case_own_class_is_not_kept(x):
    class A(ExceptionGroup):
        pass
    e = A("a", [ValueError(1), A("b", [KeyError(2)])])
    m, r = e.split(KeyError)
    return x + 1, type(m).__name__, type(m.exceptions[0]).__name__, type(r).__name__


def left_raises_from_the_group(x):
    try:
        try:
            raise ExceptionGroup("a", [ValueError(1)])
        except* ValueError as e:
            raise ValueError("b") from e
    except ExceptionGroup as g:
        return x + 1, repr(g), repr(g.exceptions[0].__cause__)


def case_raises_from_none(x):
    try:
        try:
            raise ValueError("q")
        except* ValueError as e:
            raise KeyError("b") from None
    except KeyError as g:
        return x + 1, repr(g), repr(g.__context__), g.__suppress_context__
    except ExceptionGroup as g:
        return x + 2, repr(g)


def case_raised_again_alone(x):
    try:
        try:
            raise ValueError("q")
        except* ValueError as e:
            raise
    except ValueError as g:
        return x + 1, repr(g)
    except ExceptionGroup as g:
        return x + 2, repr(g)


def case_every_block(x):
    n = 0
    for i in range(3):
        try:
            if i == 1:
                raise ValueError(i)
            n += 1
        except* ValueError:
            n += 10
        else:
            n += 100
        finally:
            n += 1000
    return x + n


def case_on_data_inside(x):
    y = x
    try:
        if x.sum() > 5:
            y = x + 1
        else:
            y = x + 2
    except* RuntimeError:
        y = x
    return y


def case_leaves_a_loop(x):
    y = x
    try:
        for i in range(3):
            y = y + i
            if i == 2:
                raise TypeError
    except* (TypeError, ValueError) as e:
        y = y * len(e.exceptions)
    return y


def case_returns(x):
    try:
        return x + 1
    except* ValueError:
        pass


def case_of_base_exceptions(x):
    try:
        raise BaseExceptionGroup("a", [KeyboardInterrupt(), ValueError()])
    except* KeyboardInterrupt as k:
        a = type(k).__name__
    except* ValueError as v:
        b = type(v).__name__
    return x, a, b


def case_of_a_tuple(x):
    g = ExceptionGroup("a", (ValueError(1), TypeError(2)))
    return x + 1, g.args, repr(g), g.exceptions[0] is g.args[1][0]


def left_refused_conditions(x):
    g = ExceptionGroup("a", [ValueError(1)])
    r = []
    for f in (lambda: g.split(3), lambda: g.subgroup("a"), lambda: g.split(int), lambda: g.split((int,)), lambda: g.derive([]), lambda: g.derive(3)):
        try:
            r.append(repr(f()))
        except Exception as e:
            r.append((type(e).__name__, str(e)))
    return x + 1, r


def case_holds_a_tensor(x):
    try:
        raise ExceptionGroup("a", [ValueError(x)])
    except* ValueError as e:
        y = e.exceptions[0].args[0]
    return y * 2


def case_raised_and_rest_said(x):
    r = []
    try:
        try:
            raise ExceptionGroup("g", [ValueError(1), KeyError(2)])
        except* ValueError as g:
            raise TypeError("t")
    except BaseException as e:
        r.append((repr(e), e.args))
    return x + 1, [str(i) for i in r]


def case_raised_twice_said(x):
    r = []
    try:
        try:
            raise ExceptionGroup("g", [ValueError(1), KeyError(2)])
        except* ValueError as g:
            raise TypeError("t")
        except* KeyError as g:
            raise TypeError("u")
    except BaseException as e:
        r.append((repr(e), repr(e.exceptions[0].__context__)))
    return x + 1, [str(i) for i in r]


def case_rest_said(x):
    r = []
    try:
        try:
            raise ExceptionGroup("g", [ValueError(1), ExceptionGroup("h", [KeyError(2), ValueError(4)])])
        except* ValueError as g:
            r.append(repr(g))
    except BaseException as e:
        r.append((repr(e), repr(e.exceptions)))
    return x + 1, [str(i) for i in r]


if __name__ == "__main__":
    x = torch.ones(2)
CALLS
"""
NAMES = [line.split("(")[0][4:] for line in SOURCE.splitlines() if line.startswith(("def case_", "def left_"))]
SOURCE = SOURCE.replace(
    "CALLS", "\n".join(f"    {name}(x)" for name in NAMES if name not in ("left_raised", "left_raises_from_the_group"))
)
groups = program("exception_groups", SOURCE, args=["--force"], flags="-O0")


def told(value):
    if isinstance(value, BaseExceptionGroup):
        return type(value), value.message, [told(item) for item in value.exceptions]
    return [told(item) for item in value] if isinstance(value, tuple) else value


@pytest.mark.parametrize("name", NAMES)
def test_case(name):
    expect = "whole" if name.startswith("case_") else None
    pick = lambda module: lambda x: told(getattr(module, name)(x))
    for sign in (1, -1):
        check(
            groups.load(), pick if name == "left_returned" else name, lambda: [torch.arange(2.0) * sign], expect=expect
        )
