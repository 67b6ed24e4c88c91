"""Exceptions on conditions on data, and their handlers; each function is a case of test_exceptions.py."""

import torch


def case_else_and_log(x):
    log = []
    try:
        log.append(1)
        if x.sum() < 0:
            log.append(2)
            raise ValueError("neg")
        log.append(3)
        y = x + 1
    except ValueError as e:
        y = x - len(e.args[0]) - len(log)
    else:
        y = y * 2
    return y + log[0]


def case_two_raises(x):
    try:
        if x.sum() < 0:
            raise ValueError("neg")
        if x.sum() > 5:
            raise ValueError("big")
        y = x + 1
    except ValueError as e:
        y = x - len(str(e))
    return y


def case_both_sides(x):
    try:
        if x.sum() < 0:
            raise ValueError("neg")
        else:
            raise KeyError("pos")
    except ValueError:
        y = x - 1
    except KeyError:
        y = x + 1
    return y


def case_both_return(x):
    try:
        if x.sum() < 0:
            raise ValueError("neg")
        return x + 1
    except ValueError:
        return x * 3


def case_return_or_go_on(x):
    try:
        if x.sum() < 0:
            raise ValueError("neg")
        return x + 1
    except ValueError:
        x = x * 2
    return x - 1


def case_handler_returns(x):
    try:
        if x.sum() < 0:
            raise ValueError("neg")
        x = x + 1
    except ValueError:
        return x * 3
    return x.cos()


def case_in_loop(x):
    for i in range(3):
        try:
            if x.sum() < i:
                raise ValueError("neg")
            x = x + 1
        except ValueError:
            x = x * 0.5
    return x


def case_handler_breaks(x):
    for i in range(3):
        try:
            if x.sum() < i:
                raise ValueError("neg")
            x = x + 1
        except ValueError:
            break
    return x


def case_handler_continues(x):
    for i in range(3):
        try:
            if x.sum() < i:
                raise ValueError("neg")
            x = x + 1
        except ValueError:
            continue
        x = x * 2
    return x


def case_finally(x):
    n = 0
    try:
        if x.sum() < 0:
            raise ValueError("neg")
        n = 1
    except ValueError:
        n = 2
    finally:
        n += 10
    return x * n


def case_inner_lets_pass(x):
    try:
        try:
            if x.sum() < 0:
                raise ValueError("neg")
            y = x + 1
        except KeyError:
            y = x + 2
        y = y * 2
    except ValueError:
        y = x - 1
    return y


def case_handler_raises(x):
    try:
        try:
            if x.sum() < 0:
                raise ValueError("neg")
            y = x + 1
        except ValueError:
            raise KeyError("k") from None
        y = y * 2
    except KeyError:
        y = x - 1
    return y


def case_in_no_grad(x):
    try:
        with torch.no_grad():
            if x.sum() < 0:
                raise ValueError("neg")
            y = x + 1
    except ValueError:
        y = x - 1
    return y * 2


class Sup:
    def __enter__(self):
        return self

    def __exit__(self, t, v, tb):
        return t is ValueError


def case_in_manager(x):
    y = x
    try:
        with Sup():
            if x.sum() < 0:
                raise ValueError("neg")
            y = x + 1
    except ValueError:
        y = x - 1
    return y * 2


def case_nested_conditions(x):
    try:
        if x.sum() < 0:
            if x[0, 0] < 0:
                raise ValueError("neg")
            x = x * 2
        y = x + 1
    except ValueError:
        y = x - 1
    return y * 2


def case_writes(x):
    x = x.clone()
    try:
        x.add_(1)
        if x.sum() < 0:
            raise ValueError("neg")
        x.mul_(2)
    except ValueError:
        x.sub_(5)
    return x


def case_writes_to_input(x):
    try:
        x.add_(1)
        if x.sum() < 0:
            raise ValueError("neg")
        x.mul_(2)
    except ValueError:
        x.sub_(5)
    return x


def case_not_caught(x):
    try:
        if x.sum() < 0:
            raise ValueError("neg")
    except KeyError:
        return x
    return x + 1


def case_assertion(x):
    try:
        assert x.sum() > 0, "oops"
    except AssertionError as e:
        return x * len(str(e))
    return x + 1


def case_assertion_known(x):
    try:
        assert x.dim() == 3, "dim"
    except AssertionError as e:
        return x * len(str(e))


def case_assertion_without_text(x):
    try:
        assert x.dim() == 3
    except AssertionError as e:
        return x * (1 + len(e.args))


def case_until_it_passes(x):
    while True:
        try:
            if x.abs().sum() > 1:
                raise ValueError
            break
        except ValueError:
            x = x * 0.25
    return x


def case_in_symbolic_loop(x):
    s = x.sum()
    for i in range(x.size(0)):
        try:
            if x[i].sum() < 0:
                raise ValueError
            s = s + 1
        except ValueError:
            s = s * 2
    return s


def chk(v):
    if v.sum() < 0:
        raise ValueError("callee")
    return v + 1


def case_in_callee(x):
    try:
        y = chk(x)
    except ValueError:
        y = x * 2
    return y


def case_inside_callee(x):
    def g(v):
        try:
            if v.sum() < 0:
                raise ValueError("neg")
            return v + 1
        except ValueError:
            return v * 3

    return g(x) + g(x - 1)


def case_on_int(x, n):
    def inner(k):
        if k < 0:
            raise ValueError("neg")
        return k * 2

    try:
        return x * inner(n)
    except ValueError:
        return x - n


def case_on_size(x):
    try:
        if x.size(0) > 2:
            raise ValueError("large")
        return x + 1
    except ValueError:
        return x * 2


def case_in_generator(x):
    def g():
        try:
            yield x
            if x.sum() < 0:
                raise KeyError
            yield x + 1
        except KeyError:
            yield x * 5

    s = 0
    for a in g():
        s = s + a
    return s


def case_unbound(x):
    try:
        if x.sum() < 0:
            raise ValueError
        z = 1
    except ValueError:
        pass
    try:
        return x * z
    except UnboundLocalError:
        return x - 1


def case_arguments(x):
    try:
        if x.sum() < 0:
            raise ValueError(f"v {x.size(0)}", 3)
        return x
    except ValueError as e:
        return x * e.args[1] + len(e.args[0])


def case_tensor_argument(x):
    try:
        if x.sum() < 0:
            raise ValueError(x * 2)
        return x
    except ValueError as e:
        return e.args[0] + 1


def raises_last(x):
    if x.sum() > 0:
        return x * 2
    raise RuntimeError("small")


def case_callee_raises_last(x):
    try:
        y = raises_last(x)
    except RuntimeError:
        y = x - 1
    if x.max() > 0:
        y = y + 1
    return y * 2


def case_later_iteration(x):
    left, y = [x, x], x
    try:
        for _ in range(x.shape[0]):
            y = y + 1
            left.pop()
    except IndexError:
        y = y * 2
    return y - 3


def case_empty_loop_in_callee(x):
    def rows(t):
        out = []
        for i in range(t.shape[0]):
            out.append(t[i] * 2)
        return torch.stack(out)

    y = x
    try:
        y = rows(x[1:])
    except RuntimeError:
        y = x - 1
    if x.sum() > 0:
        y = y + 1
    return y * 2


class WithArguments(Exception):
    def __init__(self, a, b=None):
        self.a = a
        self.b = b


class WithText(WithArguments, ValueError):
    def __str__(self):
        return f"{self.a}: {self.args}"


def case_arguments_without_base(x):
    told = []
    for make in (lambda: WithArguments(1, b=2), lambda: WithText("a", 3)):
        try:
            raise make()
        except WithArguments as error:
            told.append((error.args, str(error), error.a, error.b))
    return x + len(told[0][0]), told
