"""Further templates for random programs: statements that stay Python at every place where they may stand (loops, blocks,
handlers, methods, callees two levels down, comprehensions), what happens between segments (exceptions with their
arguments and causes, early exits, writes to globals, closures and objects), and the order of all of it, which an event
log shows.

Tables have the form of those in features.py; `breaks` are statements that stay Python. `HEADER` stands behind the others.
"""

HEADER = '''events = []


def note(*what):
    """Stays Python; says that it was called."""
    print("note", *what)
    events.append(what)
    return len(events)


class Span:
    """A block that notes how it was left; it may swallow what is raised inside."""

    def __init__(self, name, quiet=()):
        self.name, self.quiet = name, quiet

    def __enter__(self):
        events.append(("enter", self.name))
        return self

    def __exit__(self, kind, value, trace):
        events.append(("exit", self.name, kind and kind.__name__, str(value)[:40]))
        return kind is not None and issubclass(kind, self.quiet)


def inner_step(t, k):
    """Python between two segments, two levels down."""
    u = t * 0.5 + k
    note("inner", k % 5)
    if k % 5 == 3:
        raise Refused("inner", k)
    return torch.tanh(u) + t


def outer_step(t, k):
    v = t.sin() + 1
    w = inner_step(v, k)
    events.append(("outer", k % 5))
    return w * v


def tried(t, k):
    """All the ways out of a handler."""
    try:
        t = t * 2
        u = inner_step(t, k)
    except Refused as err:
        events.append(err.args)
        if k > 3:
            raise ValueError("again", k) from err
        return t - 1
    else:
        events.append("else")
        if k % 2:
            return u + 1
    finally:
        events.append("finally")
        note(k)
    return u * t


def written(t, k):
    """Writes before it may raise."""
    t.add_(1)
    note("written", k % 3)
    t[:1] = 0.5
    if k % 3 == 2:
        raise IndexError(k)
    t.mul_(0.5)
    return t


def search(t, limit):
    """Leaves a loop with Python in it in three ways."""
    for i in range(3):
        t = t * 0.5 + i
        if note("search", i) % 4 == 3:
            continue
        if t.sum() > limit:
            return t
        with Span(f"s{i}"):
            t = t + 1
            if i == limit:
                break
    else:
        events.append("searched")
    return t - 1


class Worker:
    """Methods that are cut, and state that they change between segments."""

    made = 0

    def __init__(self, t, k=1):
        Worker.made += 1
        self.t, self.k, self.seen = t, k, []

    def step(self, u):
        u = u * 0.5 + self.t
        self.report(u)
        self.k += 1
        self.t = u * self.k * 0.25
        return self.t + u

    def report(self, u):
        note("report", self.k % 7, u.dim())
        self.seen.append(u)

    @property
    def value(self):
        note("value")
        return self.t * 2

    def same(self):
        self.k += 1
        return self

    def __add__(self, u):
        events.append("add")
        return Worker(self.t + u, self.k)

    def __call__(self, u):
        return self.step(u) - self.value


'''

DEFAULTS = {"worker": "Worker(x * 1)", "count": "note()"}

SEGMENTS = {
    "MN": [
        "outer_step({MN}, {int})",
        "inner_step({MN}, {int})",
        "tried({MN}, {int})",
        "written({MN} * 1, {int})",
        "search({MN}, {int})",
        "[outer_step(t, {int}) for t in {list}][0]",
        "[inner_step({MN}, i) for i in range(2)][-1]",
        "sum(inner_step(t, i) for i, t in enumerate({list})) * 0.2",
        "{MN} * note({int}) * 0.1",
        "{MN} * note('a') + {MN} * note('b')",
        "inner_step({MN}, note() % 5) if {cond} else {MN}",
        "({worker} + {MN}).t",
        "{worker}({MN})",
        "{worker}.step({MN})",
        "{worker}.value",
        "{worker}.t",
        "{worker}.same().t",
        "list(map(lambda t: inner_step(t, {int}), {list}))[-1]",
        "{MN} + (note(1) > 2 and {S} or 0.5)",
        "torch.cat([outer_step({MN}[:1], {int}), {MN}[1:]], 0)",
    ],
    "worker": ["Worker({MN})", "Worker({MN}, {int})", "{worker} + {MN}", "{worker}.same()", "{worker}"],
    "int": ["note()", "note({int})", "{worker}.k", "len({worker}.seen)", "len(events)", "Worker.made % 5", "count()"],
    "list": ["[outer_step({MN}, {int}), {MN}]", "{worker}.seen + [{MN}]", "[inner_step(t, 1) for t in {list}]"],
    "float": ["float('nan')", "float({int})", "note() * 0.5", "{float}"],
    "writes": [
        ["events.append({int})", "events.append({str})", "note({str})", "{new int} = note('n')", "Worker.made += 1"],
        [
            "{worker}.t = {MN}",
            "{worker}.t += 1",
            "{worker}.t[:1] = {float}",
            "{worker}.k = {int}",
            "{worker}.step({MN})",
        ],
        ["{new MN} = written({MN}, {int})", "written({MN}, {int})", "written({worker}.t, {int})", "written(x, {int})"],
        ["{list}[note() % 2] = {MN}", "{list}[note('i') % 2] += note('v')", "{dict}[str(note())] = {MN}"],
        [
            "{new MN}, {new int} = outer_step({MN}, {int}), note()",
            "{worker} = {worker}.same()",
            "{worker}.seen.clear()",
        ],
        ["global total; total = note({int})", "{new list} = [{float}, {float}]", "{new worker} = {worker}.same()"],
    ],
    "breaks": [
        "note({int})",
        "note({float} in [{float}])",
        "events.append(repr({int}))",
        "boom({int} % 6)",
        "{worker}.report({MN})",
        "print({worker}.k, len(events))",
        "{new int} = note({str})",
        "{new int} = random.randrange(4)",
    ],
    "blocks": [
        ("with Span({str}):", False, None),
        ("with Span('q', (Refused, ValueError, IndexError)):", False, None),
        ("with Span('a'), Span('b', RuntimeError) as {new span}:", False, None),
        ("for {new int} in range(note() % 3 + 1):", True, None),
        ("for {new MN} in {worker}.seen[:2]:", True, None),
        ("while note('w') % 3:", True, None),
        ("for {new MN} in [outer_step(t, {int}) for t in {list}]:", True, None),
    ],
    "span": ["Span('d')"],
    "handlers": [
        "Refused as err",
        "(ValueError, IndexError) as err",
        "Exception",
        "BaseException as err",
        "RuntimeError",
    ],
    "jumps": [
        "raise Refused({int}, {str})",
        "raise ValueError({str}) from Refused({int})",
        "raise IndexError(note())",
        "raise",
        "return note({int}), {MN}",
        "return {worker}.value",
        "assert note() < 0, {str}",
    ],
    "conditions": [
        "note() % 2",
        "len(events) > 3",
        "{worker}.k > 2",
        "events and {int} > 1",
        "note({int}) > 2 and x.sum() > 0.1037",
    ],
    "results": [
        "{worker}.t, {worker}.k",
        "{worker}.seen",
        "len(events)",
        "{MN}, note()",
        "{float}",
        "[{float}, {float}]",
    ],
}
DEFAULTS["span"] = "Span('d')"

# Operations that raise for some shapes, types and numbers, and what is seen of what they raise.
ERRORS = {
    "MN": [
        "attempt(torch.matmul, {MN}, {MN})",
        "attempt(torch.add, {MN}, {rows})",
        "attempt(torch.cat, [{MN}, {rows}])",
        "attempt(torch.Tensor.view, {MN}, -1, 3)",
        "attempt(lambda t: t[{int}], {MN})",
        "attempt(lambda t: t.sum({int}, keepdim=True) + t, {MN})",
        "attempt(lambda t: t.add_({S}).view(7), {MN})",
        "attempt(lambda t: t @ t.long(), {MN})",
        "attempt(lambda t: t.expand({int}, 3), {MN})",
        "attempt(lambda t, u: t.mul_(2) + u[1:], {MN}, {MN})",
    ],
    "writes": [
        ["{new MN} = {MN} + {rows}", "{new MN} = {MN} @ {MN}", "{new MN} = {MN}.view(7, -1)", "{MN} += {rows}"],
        [
            "{new N} = {MN}[{int}]",
            "{new MN} = {MN}.permute(0, {int})",
            "{MN}[{int}] = {N}",
            "{new MN} = {MN}[:, {int}, 0]",
        ],
        ["{new MN} = torch.cat([{MN}, {N}])", "{new MN} = {MN}.reshape({int}, -1)", "{MN}.copy_({rows})"],
        [
            "{new MN} = {MN}.squeeze({int})",
            "{new MN} = {MN} + {str}",
            "{new MN} = {MN} & {MN}",
            "{new int} = int({MN})",
        ],
        ["assert {MN}.shape == {rows}.shape, {MN}.shape", "{new MN} = {list}[{int}]", "{new float} = 1 / {int}"],
    ],
    "handlers": [
        "RuntimeError as err",
        "IndexError as err",
        "TypeError as err",
        "(RuntimeError, IndexError, TypeError)",
    ],
    "jumps": [
        "raise RuntimeError(str({MN}.shape))",
        "raise",
        "raise TypeError({int}) from None",
        "return {MN}.view(5, -1)",
    ],
    "results": ["{MN}", "{MN} + {rows}", "attempt(torch.stack, {list})", "{MN}[{int}]"],
    "breaks": ["print(attempt(torch.dot, {N}, {M}))", "note({MN}.shape)", "{new MN} = attempt(torch.mm, {MN}, {MN})"],
}

HEADER += '''def attempt(function, *operands):
    """What it gives, or zeros and a note of what it raised."""
    try:
        return function(*operands)
    except (RuntimeError, IndexError, TypeError) as err:
        events.append((type(err).__name__, str(err)[:60]))
        return torch.zeros(2, 3)
    finally:
        events.append("attempted")


'''

FEATURES = {"segments": SEGMENTS, "errors": ERRORS}
