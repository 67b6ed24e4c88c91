"""The module itertools over iterables with known items; endless iterators are cuts."""

import _pyaot


def chain_all(iterables):
    result = []
    for iterable in iterables:
        result = result + list(iterable)
    return iter(result)


class chain:
    def __new__(cls, *iterables):
        return chain_all(iterables)

    @staticmethod
    def from_iterable(iterables):
        return chain_all(iterables)


def accumulate(iterable, func=None, *, initial=None):
    result = []
    total = initial
    started = initial is not None
    if started:
        result.append(total)
    for item in iterable:
        if not started:
            total = item
            started = True
        elif func is None:
            total = total + item
        else:
            total = func(total, item)
        result.append(total)
    return iter(result)


def product(*iterables, repeat=1):
    pools = [list(iterable) for iterable in iterables] * repeat
    result = [()]
    for pool in pools:
        result = [prefix + (item,) for prefix in result for item in pool]
    return iter(result)


def repeat(object, times=None):
    if times is None:
        _pyaot.cut("itertools.repeat without end")
    return iter([object] * times)


def islice(iterable, *args):
    items = list(iterable)
    if len(args) == 1:
        return iter(items[: args[0]])
    if len(args) == 2:
        return iter(items[args[0] : args[1]])
    return iter(items[args[0] : args[1] : args[2]])


def zip_longest(*iterables, fillvalue=None):
    columns = [list(iterable) for iterable in iterables]
    rows = 0
    for column in columns:
        rows = max(rows, len(column))
    return iter([tuple([c[i] if i < len(c) else fillvalue for c in columns]) for i in range(rows)])


def pairwise(iterable):
    items = list(iterable)
    return iter([(items[i], items[i + 1]) for i in range(len(items) - 1)])


def starmap(function, iterable):
    return iter([function(*item) for item in iterable])


def takewhile(predicate, iterable):
    result = []
    for item in iterable:
        if not predicate(item):
            break
        result.append(item)
    return iter(result)


def dropwhile(predicate, iterable):
    items = list(iterable)
    start = 0
    for item in items:
        if not predicate(item):
            break
        start = start + 1
    return iter(items[start:])


def filterfalse(predicate, iterable):
    return iter([item for item in iterable if not predicate(item)])


def combinations(iterable, r):
    pool = list(iterable)
    result = [((), 0)]
    for _ in range(r):
        result = [(prefix + (pool[i],), i + 1) for prefix, start in result for i in range(start, len(pool))]
    return iter([prefix for prefix, start in result])


def permutations(iterable, r=None):
    pool = list(iterable)
    count = len(pool) if r is None else r
    result = [()]
    for _ in range(count):
        result = [prefix + (i,) for prefix in result for i in range(len(pool)) if i not in prefix]
    return iter([tuple([pool[i] for i in indices]) for indices in result])


def count(start=0, step=1):
    _pyaot.cut("itertools.count")


def cycle(iterable):
    _pyaot.cut("itertools.cycle")


def groupby(iterable, key=None):
    _pyaot.cut("itertools.groupby")
