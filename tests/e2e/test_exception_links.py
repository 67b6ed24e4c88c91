"""__cause__, __context__ and __suppress_context__ of exceptions, sys.exc_info(), notes, bare raise."""

import pytest
import torch
from harness import check, program

SOURCE = """
import contextlib
import sys

import torch


class Own(Exception):
    def __init__(self, text, code=0):
        super().__init__(text)
        self.code = code


def names(error):
    found = []
    while error is not None and len(found) < 5:
        found.append((type(error).__name__, error.args))
        error = error.__context__
    return found


def case_cause(t):
    try:
        try:
            {}["a"]
        except KeyError as e:
            raise Own("bad", 3) from e
    except Own as e:
        return t * e.code, names(e.__cause__), e.__suppress_context__, e.__cause__ is e.__context__


def case_frames_left(t):
    try:
        y = t * 2
        if y.sum() > -9:
            raise IndexError(4)
    except IndexError as e:
        print("caught")
        return t + 1, e.__traceback__.tb_next is None
    return t


def case_cause_class(t):
    try:
        raise Own("bad", 3) from KeyError
    except Own as e:
        return t, names(e.__cause__), e.__context__, e.__suppress_context__


def case_names_of_handlers_that_raise(t):
    found = []
    try:
        try:
            raise KeyError(1)
        except KeyError as gone:
            raise ValueError(2) from gone
    except ValueError:
        try:
            found.append(gone.args)
        except NameError:
            found.append("gone")
    for gone in range(2):
        pass
    return t, found, gone


def case_from_none(t):
    try:
        try:
            [][1]
        except IndexError:
            raise ValueError("v") from None
    except ValueError as e:
        return t, e.__cause__, names(e), e.__suppress_context__


def case_no_context(t):
    try:
        raise ValueError("v")
    except ValueError as e:
        return t, e.__cause__, e.__context__, e.__suppress_context__


def raises(kind):
    raise kind(1)


def case_through_calls(t):
    try:
        try:
            raises(KeyError)
        except KeyError:
            try:
                raises(ValueError)
            except ValueError:
                raises(TypeError)
    except TypeError as e:
        return t, names(e)


def case_finally(t):
    try:
        try:
            raise KeyError(1)
        finally:
            raise ValueError(2)
    except ValueError as e:
        return t, names(e)


class Manager:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        raise ValueError("exit")


def case_exit(t):
    try:
        with Manager():
            raise KeyError("body")
    except ValueError as e:
        return t, names(e)


def case_exit_alone(t):
    try:
        with Manager():
            pass
    except ValueError as e:
        return t, names(e)


@contextlib.contextmanager
def translated():
    try:
        yield
    except KeyError as e:
        raise Own("translated") from e


def case_translated(t):
    try:
        with translated():
            raise KeyError("body")
    except Own as e:
        return t, names(e), names(e.__cause__)


def case_cycle(t):
    a, b = ValueError("a"), KeyError("b")
    try:
        try:
            raise a
        except ValueError:
            raise b
    except KeyError as e:
        try:
            raise a
        except ValueError as f:
            return t, f is a, names(a), names(b)


def case_again(t):
    try:
        try:
            raise ValueError("a")
        except ValueError as e:
            raise e
    except ValueError as e:
        return t, names(e), e.__cause__


def again():
    raise


def case_bare(t):
    seen = []
    try:
        try:
            raise ValueError("a")
        except ValueError:
            try:
                again()
            except ValueError as e:
                seen.append(names(e))
            raise
    except ValueError as e:
        seen.append(names(e))
    try:
        try:
            raise KeyError("k")
        finally:
            seen.append(sys.exc_info()[0].__name__)
    except KeyError:
        seen.append("k")
    return t, seen, sys.exc_info()[1]


def case_info(t):
    try:
        raise Own("q", 4)
    except Own:
        kind, value, traceback = sys.exc_info()
        return t * value.code, kind.__name__, value.args, sys.exc_info()[1] is value, traceback is None


def case_tracebacks(t):
    seen = []
    try:
        raise ValueError("v")
    except ValueError as e:
        seen.append((e.__traceback__ is not None, bool(sys.exc_info()[2]), e.with_traceback(None) is e))
    return t, seen


def case_no_traceback(t):
    try:
        try:
            raise ValueError("v")
        except ValueError as e:
            e.with_traceback(None)
            raise
    except ValueError as e:
        return t, e.__traceback__ is None


def case_one_traceback(t):
    try:
        try:
            raise ValueError("v")
        except ValueError as e:
            first = e.__traceback__
            same = first is e.__traceback__, first is first
            raise
    except ValueError as e:
        return t, same, e.__traceback__ is first


def case_set(t):
    a = ValueError("a")
    a.__cause__ = KeyError("k")
    b = ValueError("b")
    b.__context__ = a
    b.__suppress_context__ = True
    b.__traceback__ = None
    return t, names(a.__cause__), a.__suppress_context__, names(b), b.__suppress_context__


def case_notes(t):
    try:
        e = ValueError("a")
        e.add_note("one")
        e.add_note("two")
        raise e
    except ValueError as f:
        return t, f.__notes__, hasattr(ValueError(), "__notes__")


def case_generator(t):
    def items():
        try:
            yield 1
        except KeyError:
            raise ValueError("inner")

    g = items()
    next(g)
    try:
        g.throw(KeyError("thrown"))
    except ValueError as e:
        return t, names(e)


def case_ring_behind(t):
    try:
        try:
            raise ValueError(1)
        except ValueError as e:
            e.__context__ = e
            raise TypeError(2)
    except TypeError as e:
        return t, names(e)


def case_ring_further_behind(t):
    first, second, third = KeyError("a"), ValueError("b"), OSError("c")
    first.__context__, second.__context__, third.__context__ = second, third, second
    try:
        try:
            raise first
        except KeyError:
            raise TypeError("d")
    except TypeError as e:
        return t, names(e)


def case_ring_of_what_is_raised(t):
    first, second = KeyError("a"), ValueError("b")
    first.__context__, second.__context__ = second, first
    try:
        try:
            raise first
        except KeyError:
            raise second
    except ValueError as e:
        return t, names(e), names(first)


def case_on_data(t):
    try:
        try:
            if t.sum() > 0:
                raise KeyError("positive")
            t = t - 1
        except KeyError as e:
            raise Own("translated", 2) from e
    except Own as e:
        return t * e.code
    return t


class Made(Exception):
    def __new__(cls, *args):
        made = super().__new__(cls, *args)
        made.count = len(args)
        return made

    def __init__(self, *args):
        pass


def case_made_by_new(t):
    made = Made(1, "a")
    return t, made.args, made.count, str(made)


def case_bare_alone(t):
    try:
        raise
    except RuntimeError as e:
        return t, str(e), names(e)


def case_kept_info(t):
    try:
        raise Own("q", 4)
    except Own as e:
        kind, value, traceback = sys.exc_info()
        t = t + 1
        return t, kind is Own, value is e, traceback is e.__traceback__


class Coded(ValueError):
    def __init__(self, text, code=1):
        self.code = code


class Handed(Exception):
    def __setattr__(self, name, value):
        print(name, value)
        super().__setattr__(name, value)


def case_returned(t):
    return t + 1, ValueError("a", 1), AssertionError(), KeyError("k")


def case_returned_with_links(t):
    error = ValueError(1, t)
    error.__context__ = TypeError()
    other = Own("o", 3)
    other.__cause__ = error
    other.add_note("one")
    return t.sin(), error, other, [error]


def case_returned_with_state(t):
    error = Coded("text", code=t + 1)
    error.seen = [t]
    error.args = (4, 5)
    return error, error.seen, Made(1, 2)


def case_returned_dict(t):
    error = Coded("text", 2)
    return t + error.code, error.__dict__, vars(error)


def case_returned_raised(t):
    try:
        raise Own("b")
    except Own as e:
        e.__traceback__ = None
        return t + 1, e


def case_returned_handed(t):
    error = Handed("a")
    error.code = 3
    return t + 1, error


def case_returned_own_state(t):
    return t + 1, StopIteration(3), OSError("f")


class Mine(OSError):
    def __init__(self, a, b):
        super().__init__(a, b)


def case_error_numbers(t):
    first, second = OSError(2, "absent", "f"), TimeoutError(2, "late")
    seen = [(type(e).__name__, e.errno, e.strerror, e.filename, str(e), e.args) for e in (first, second, OSError("a"))]
    try:
        raise OSError(13, "denied")
    except PermissionError as e:
        return t + 1, seen, str(e), OSError(5, "io").errno


def case_other_error_numbers(t):
    return t + 1, [str(e) for e in (OSError(110, "late"), OSError("a", "b"), Mine(2, "m"))], type(OSError(32, "p")).__name__


class ByNew(OSError):
    def __new__(cls, message, code):
        made = super().__new__(cls, message)
        made.code = code
        return made


class ByInit(OSError):
    def __init__(self, message, code):
        super().__init__(message)
        self.code = code


class ByNumber(OSError):
    def __init__(self, number, message, more=None):
        super().__init__(number, message)
        self.more = more


class Silent(OSError):
    def __init__(self, message):
        self.code = message


def case_who_takes_the_arguments(t):
    made = ByNew("m", 2), ByInit("m", 3), ByNumber(2, "absent", 4), Silent("m")
    return t + 1, [(e.args, str(e), repr(e), e.errno, sorted(vars(e).values(), key=str)) for e in made]


def case_raised_by_new(t):
    try:
        raise ByNew("m", 4)
    except OSError as e:
        return t + 1, e.args, e.code


def asks_info(t):
    return t + 1, sys.exc_info()[0], sys.exc_info()[1]


def asks_context(t):
    try:
        {}["a"]
    except KeyError as e:
        return t + 1, names(e)


def raises_again(t):
    try:
        raise
    except (ValueError, RuntimeError) as e:
        return t + 1, str(e)


def case_of_the_caller(t):
    return t, type(given.__cause__).__name__


class NoInstance(Exception):
    def __new__(cls, *args):
        return cls


def case_thrown_class(t):
    def items():
        yield 1

    g = items()
    next(g)
    try:
        g.throw(NoInstance)
    except TypeError as e:
        return t, "should have returned an instance" in str(e)


def case_raised_later(t):
    e = ValueError("a")
    first = e.__traceback__ is None
    try:
        raise e
    except ValueError:
        pass
    return t + 1, first, e.__traceback__ is None


def case_held_by_encodings(t):
    error = UnicodeDecodeError("utf-8", b"a", 0, 1, "bad")
    return t + 1, getattr(error, "reason", "none"), hasattr(error, "object"), str(error)


def case_held_by_syntax(t):
    plain, placed = SyntaxError("a"), SyntaxError("a", ("file", 1, 2, "text"))
    return t + 1, [hasattr(plain, name) for name in ("lineno", "msg", "text", "more")], str(placed), str(SyntaxError())


given = ValueError("given")
given.__cause__ = KeyError("k")

if __name__ == "__main__":
    t = torch.ones(2)
CALLS
"""
OUTER = ["asks_info", "asks_context", "raises_again"]
NAMES = [line.split("(")[0][9:] for line in SOURCE.splitlines() if line.startswith("def case_")]
SOURCE = SOURCE.replace("CALLS", "\n".join(f"    {name}(t)" for name in [f"case_{name}" for name in NAMES] + OUTER))
links = program("exception_links", SOURCE, args=["--force"], flags="-O0")


PARTLY = ["of_the_caller", "on_data", "one_traceback", "no_traceback", "kept_info", "returned_raised"]
PARTLY += ["returned_handed", "returned_own_state", "thrown_class", "other_error_numbers"]
PARTLY += ["frames_left", "raised_later", "held_by_encodings", "held_by_syntax"]


def told(value):
    if isinstance(value, BaseException):
        links = value.__context__, value.__cause__, value.__suppress_context__, value.__traceback__ is None
        return type(value).__name__, told(value.args), told(links), told(vars(value)), getattr(value, "value", None)
    if isinstance(value, dict):
        return {name: told(item) for name, item in value.items()}
    return [told(item) for item in value] if isinstance(value, (list, tuple)) else value


@pytest.mark.parametrize("name", NAMES)
def test_case(name):
    expect = None if name in PARTLY else "whole"
    for sign in (1, -1):
        pick = lambda module: lambda t: told(getattr(module, f"case_{name}")(t))
        check(links.load(), pick, lambda: [torch.arange(2.0) * sign], expect=expect)


@pytest.mark.parametrize("name", OUTER)
def test_exceptions_that_the_caller_handles(name):
    def pick(module):
        def inside(t):
            try:
                raise ValueError("outer")
            except ValueError:
                return getattr(module, name)(t)

        return inside

    check(links.load(), name, lambda: [torch.arange(2.0)], expect="whole")
    check(links.load(), pick, lambda: [torch.arange(2.0)])


OPAQUE = program(
    "opaque_messages",
    """
import torch


class Thing:
    pass


class Quiet:
    def __init__(self, seen):
        self.seen = seen

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.seen.append(kind.__name__)
        return True


def unbound(x, thing):
    out = []
    try:
        try:
            raise IndexError(repr(thing))
        finally:
            out.append(type(err.__cause__).__name__)
    except Exception as err:
        out.append((type(err).__name__, type(err.__context__).__name__))
    return x + 1, out


def quiet(x, thing):
    seen = []
    with Quiet(seen):
        raise IndexError(repr(thing))
    return x + 1, seen
""",
    args=["--force"],
)


@pytest.mark.parametrize("name", ["unbound", "quiet"])
def test_exceptions_of_unknown_texts_are_pythons(name):
    """`finally` and `__exit__` see the exception that Python makes."""
    pair = OPAQUE.load()
    check(pair, lambda m: lambda x: getattr(m, name)(x, m.Thing()), lambda: (torch.ones(3),))


CLAUSES = ["(ValueError, OSError).nothing", "[][t.dim() - 1]", "(IndexError, 1 / 0)", "{}['a']", "not_a_name", "3"]
raised_by_clauses = program(
    "raised_by_clauses",
    "import torch\n"
    + "".join(
        f"\n\ndef clause_{i}(t):\n    try:\n        try:\n            raise KeyError(1)\n        except ValueError:\n            pass\n"
        f"        except {clause}:\n            pass\n        finally:\n            t = t * 2\n    except Exception as error:\n"
        "        return t + 1, type(error).__name__, type(error.__context__).__name__\n"
        for i, clause in enumerate(CLAUSES)
    ),
    [f"clause_{i}(f32[N])" for i in range(len(CLAUSES))],
    ["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("number", range(len(CLAUSES)), ids=CLAUSES)
def test_what_a_clause_names_is_evaluated_while_the_exception_is_handled(number):
    check(raised_by_clauses.load(), f"clause_{number}", lambda: (torch.ones(3),))
