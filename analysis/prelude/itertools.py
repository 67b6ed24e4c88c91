"""The module itertools: generators that ask for an item when one is asked of them.

A function that looks at its arguments before the first item is asked for has its generator beside it. Of NAME_made_by see
_pyaot_iteration.py.
"""

import operator

import _pyaot


class chain:
    def __new__(cls, *iterables):
        return chain_steps(iterables)

    @staticmethod
    def from_iterable(iterable):
        return chain_steps(iter(iterable))


def chain_steps(iterables):
    for iterable in iterables:
        yield from iterable


def chain_steps_made_by(iterables):
    if not isinstance(iterables, tuple):
        _pyaot.cut("chain.from_iterable() as an object")
    return "itertools", "chain", list(iterables), {}


def accumulate(iterable, func=None, *, initial=None):
    return accumulate_steps(iter(iterable), func, initial)


def accumulate_steps(iterator, func, initial):
    total = initial
    started = initial is not None
    if started:
        yield total
    for item in prim.steps(iterator):
        if not started:
            total = item
            started = True
        elif func is None:
            total = total + item
        else:
            total = func(total, item)
        yield total


def accumulate_steps_made_by(iterator, func, initial):
    return "itertools", "accumulate", [iterator, func], {} if initial is None else {"initial": initial}


def product(*iterables, repeat=1):
    repeat = operator.index(repeat)
    if repeat < 0:
        raise ValueError("repeat argument cannot be negative")
    pools = [tuple(iterable) for iterable in iterables] * repeat
    return product_steps(pools)


def product_steps(pools):
    result = [()]
    for pool in pools:
        result = [prefix + (item,) for prefix in result for item in pool]
    for items in result:
        yield items


def product_steps_made_by(pools):
    return "itertools", "product", list(pools), {}


_endless = object()


def repeat(object, times=_endless):
    return repeat_steps(object, None if times is _endless else times if type(times) is int else operator.index(times))


def repeat_steps(object, times):
    if times is None:
        while True:
            yield object
    for _ in range(times):
        yield object


def repeat_steps_made_by(object, times):
    return "itertools", "repeat", [object] if times is None else [object, times], {}


def repeat_steps_left_by(object, times):
    if times is not None:
        _pyaot.cut("repeat() that has given objects")
    return "itertools", "repeat", [object], {}


def _is_number(value):
    if isinstance(value, complex):
        return True
    return hasattr(value, "__index__") or hasattr(value, "__float__") or hasattr(value, "__int__")


def count(start=0, step=1):
    if not (_is_number(start) and _is_number(step)):
        raise TypeError("a number is required")
    return count_steps(start, step)


def count_steps(start, step):
    while True:
        yield start
        start = start + step


def count_steps_made_by(start, step):
    return "itertools", "count", [start, step], {}


def count_steps_left_by(start, step):
    return "itertools", "count", [start + step, step], {}


def cycle(iterable, /):
    return cycle_steps(iter(iterable))


def cycle_steps(iterator):
    saved = []
    for item in prim.steps(iterator):
        yield item
        saved.append(item)
    while len(saved) > 0:
        for item in saved:
            yield item


def cycle_steps_made_by(iterator):
    return "itertools", "cycle", [iterator], {}


def _bound(value, words):
    """A bound of islice(): what cannot be one is a ValueError, whatever it is."""
    if value is None:
        return None
    if not hasattr(value, "__index__"):
        raise ValueError(words)
    try:
        value = value.__index__()
    except TypeError:
        raise ValueError(words) from None
    if value < 0:
        raise ValueError(words)
    return value


def islice(iterable, /, *args):
    if not args:
        raise TypeError("islice expected at least 2 arguments, got 1")
    if len(args) > 3:
        raise TypeError(f"islice expected at most 4 arguments, got {len(args) + 1}")
    bounds = slice(*args)
    range_words = "must be None or an integer: 0 <= x <= sys.maxsize."
    stop = _bound(bounds.stop, "Stop argument for islice() " + range_words)
    start = _bound(bounds.start, "Indices for islice() " + range_words)
    step_words = "Step for islice() must be a positive integer or None."
    step = _bound(bounds.step, step_words)
    if step == 0:
        raise ValueError(step_words)
    return islice_steps(iter(iterable), 0 if start is None else start, stop, 1 if step is None else step)


def islice_steps(iterator, start, stop, step):
    at = 0
    wanted = start
    while stop is None or at < stop:
        if stop is not None and wanted >= stop:
            for item in prim.steps(iterator):
                at = at + 1
                if at >= stop:
                    return
            return
        try:
            item = next(iterator)
        except StopIteration:
            return
        if at == wanted:
            yield item
            wanted = wanted + step
        at = at + 1


def islice_steps_made_by(iterator, start, stop, step):
    return "itertools", "islice", [iterator, start, stop, step], {}


def islice_steps_left_by(iterator, stop, step, at):
    if stop is None:
        return "itertools", "islice", [iterator, step - 1, None, step], {}
    left = stop - at - 1
    return "itertools", "islice", [iterator, min(step - 1, left), left, step], {}


def zip_longest(*iterables, fillvalue=None):
    return zip_longest_steps([iter(iterable) for iterable in iterables], fillvalue)


def zip_longest_steps(iterators, fillvalue):
    running = [True for _ in iterators]
    while len(iterators) > 0:
        row = []
        for i in range(len(iterators)):
            item = fillvalue
            if running[i]:
                try:
                    item = next(iterators[i])
                except StopIteration:
                    running[i] = False
                    if not any(running):
                        return
            row.append(item)
        yield tuple(row)


def zip_longest_steps_made_by(iterators, fillvalue):
    return "itertools", "zip_longest", iterators, {} if fillvalue is None else {"fillvalue": fillvalue}


zip_longest_steps_left_by = zip_longest_steps_made_by


def pairwise(iterable, /):
    return pairwise_steps(iter(iterable))


def pairwise_steps(iterator):
    first = True
    last = None
    for item in prim.steps(iterator):
        if not first:
            yield last, item
        first = False
        last = item


def pairwise_steps_made_by(iterator):
    return "itertools", "pairwise", [iterator], {}


def batched(iterable, n):
    return batched_steps(iter(iterable), n)


def batched_steps(iterator, n):
    while True:
        batch = tuple(islice(iterator, n))
        if len(batch) == 0:
            return
        yield batch


def starmap(function, iterable, /):
    return starmap_steps(function, iter(iterable))


def starmap_steps(function, iterator):
    for items in prim.steps(iterator):
        yield function(*items)


def starmap_steps_made_by(function, iterator):
    return "itertools", "starmap", [function, iterator], {}


starmap_steps_left_by = starmap_steps_made_by


def takewhile(predicate, iterable, /):
    return takewhile_steps(predicate, iter(iterable))


def takewhile_steps(predicate, iterator):
    for item in prim.steps(iterator):
        if not predicate(item):
            return
        yield item


def takewhile_steps_made_by(predicate, iterator):
    return "itertools", "takewhile", [predicate, iterator], {}


takewhile_steps_left_by = takewhile_steps_made_by


def dropwhile(predicate, iterable, /):
    return dropwhile_steps(predicate, iter(iterable))


def dropwhile_steps(predicate, iterator):
    dropping = True
    for item in prim.steps(iterator):
        if dropping and predicate(item):
            continue
        dropping = False
        yield item


def dropwhile_steps_made_by(predicate, iterator):
    return "itertools", "dropwhile", [predicate, iterator], {}


def filterfalse(predicate, iterable, /):
    return filterfalse_steps(predicate, iter(iterable))


def filterfalse_steps(predicate, iterator):
    for item in prim.steps(iterator):
        if not (item if predicate is None else predicate(item)):
            yield item


def filterfalse_steps_made_by(predicate, iterator):
    return "itertools", "filterfalse", [predicate, iterator], {}


filterfalse_steps_left_by = filterfalse_steps_made_by


def compress(data, selectors):
    return compress_steps(iter(data), iter(selectors))


def compress_steps(data, selectors):
    while True:
        try:
            item = next(data)
            selected = next(selectors)
        except StopIteration:
            return
        if selected:
            yield item


def compress_steps_made_by(data, selectors):
    return "itertools", "compress", [data, selectors], {}


def combinations(iterable, r):
    r = operator.index(r)
    pool = tuple(iterable)
    if r < 0:
        raise ValueError("r must be non-negative")
    result = [((), 0)]
    for _ in range(r):
        result = [(prefix + (pool[i],), i + 1) for prefix, start in result for i in range(start, len(pool))]
    return combinations_steps(pool, r, [prefix for prefix, start in result])


def combinations_steps(pool, r, result):
    for items in result:
        yield items


def combinations_steps_made_by(pool, r, result):
    return "itertools", "combinations", [pool, r], {}


def combinations_with_replacement(iterable, r):
    r = operator.index(r)
    pool = tuple(iterable)
    if r < 0:
        raise ValueError("r must be non-negative")
    result = [((), 0)]
    for _ in range(r):
        result = [(prefix + (pool[i],), i) for prefix, start in result for i in range(start, len(pool))]
    return combinations_with_replacement_steps(pool, r, [prefix for prefix, start in result])


def combinations_with_replacement_steps(pool, r, result):
    for items in result:
        yield items


def combinations_with_replacement_steps_made_by(pool, r, result):
    return "itertools", "combinations_with_replacement", [pool, r], {}


def permutations(iterable, r=None):
    pool = tuple(iterable)
    if r is not None and not isinstance(r, int):
        raise TypeError("Expected int as r")
    count = len(pool) if r is None else r
    if count < 0:
        raise ValueError("r must be non-negative")
    result = [()]
    for _ in range(count):
        result = [prefix + (i,) for prefix in result for i in range(len(pool)) if i not in prefix]
    return permutations_steps(pool, count, [tuple([pool[i] for i in indices]) for indices in result])


def permutations_steps(pool, count, result):
    for items in result:
        yield items


def permutations_steps_made_by(pool, count, result):
    return "itertools", "permutations", [pool, count], {}


def tee(iterable, n=2, /):
    n = operator.index(n)
    if n < 0:
        raise ValueError("n must be >= 0")
    if n == 0:
        return ()
    iterator = iter(iterable)
    if prim.steps(iterator) is not iterator and hasattr(type(iterator), "__copy__"):
        _pyaot.cut("tee() of an iterator that can be copied")
    shared = [iter(iterator), [], False]
    return tuple([tee_steps(shared) for _ in range(n)])


def tee_steps(shared):
    at = 0
    while True:
        if at == len(shared[1]):
            if shared[2]:
                _pyaot.cut("tee() that is asked for an item while it asks for one")
            shared[2] = True
            try:
                shared[1].append(next(shared[0]))
            except StopIteration:
                return
            finally:
                shared[2] = False
        yield shared[1][at]
        at = at + 1


def groupby(iterable, key=None):
    return groupby_steps(iter(iterable), key)


def groupby_steps(iterator, key):
    # state: the item that waits, its key (with its ints known), and its group
    state = {"item": None, "key": None, "known": None, "group": 0, "waits": False}
    group = 0
    while True:
        while not state["waits"] or state["group"] == group:
            if not groupby_advance(iterator, key, state):
                return
        group = state["group"]
        yield state["key"], groupby_group(iterator, key, state, group)


def groupby_advance(iterator, key, state):
    try:
        item = next(iterator)
    except StopIteration:
        state["waits"] = False
        return False
    found = item if key is None else key(item)
    known = prim.settled(found)  # ints decide what comes
    if state["group"] == 0 or not (known == state["known"]):
        state["group"] = state["group"] + 1
    state["item"] = item
    state["key"] = found
    state["known"] = known
    state["waits"] = True
    return True


def groupby_group(iterator, key, state, group):
    while state["waits"] and state["group"] == group:
        yield state["item"]
        if state["group"] != group:
            return
        state["waits"] = False
        groupby_advance(iterator, key, state)
