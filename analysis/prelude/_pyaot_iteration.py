"""Built-in iterators that ask for an item when one is asked of them. builtins_iter.c calls them by name.

A function NAME_made_by says what the generator NAME is in Python, where its arguments are still untouched: the module,
the name, arguments and keywords. NAME_left_by says so of the generator that waits behind an item. Both take variables of it.

Never run by Python: pyaot's evaluator reads it, one definition at a time.
"""

import torch

import _pyaot


def zip(*iterables, strict=False):
    return zip_steps([iter(iterable) for iterable in iterables], strict)


def object_steps(iterator):
    """The items of an object that iter() has given."""
    while True:
        try:
            item = next(iterator)
        except StopIteration:
            return
        yield item


def arguments_up_to(count):
    return "argument 1" if count == 1 else f"arguments 1-{count}"


def zip_steps(iterators, strict):
    while len(iterators) > 0:
        row = []
        for iterator in iterators:
            try:
                row.append(next(iterator))
            except StopIteration:
                break
        if len(row) == len(iterators):
            yield tuple(row)
            continue
        if strict:
            if len(row) > 0:
                raise ValueError(f"zip() argument {len(row) + 1} is shorter than {arguments_up_to(len(row))}")
            for i in range(1, len(iterators)):
                if next(iterators[i], iterators) is not iterators:
                    raise ValueError(f"zip() argument {i + 1} is longer than {arguments_up_to(i)}")
        return


def zip_steps_made_by(iterators, strict):
    return "builtins", "zip", iterators, {"strict": True} if strict else {}


zip_steps_left_by = zip_steps_made_by


def enumerate(iterable, start=0):
    return enumerate_steps(iter(iterable), start)


def enumerate_steps(iterator, start):
    for item in prim.steps(iterator):
        yield start, item
        start = start + 1


def enumerate_steps_made_by(iterator, start):
    return "builtins", "enumerate", [iterator, start], {}


def enumerate_steps_left_by(iterator, start):
    return "builtins", "enumerate", [iterator, start + 1], {}


def map(function, *iterables):
    iterators = [iter(iterable) for iterable in iterables]
    return map_steps(function, zip_steps(iterators, False), iterables, iterators)


def map_steps(function, rows, iterables, iterators):
    for items in rows:
        yield function(*items)


def map_steps_made_by(function, iterables):
    return "builtins", "map", [function, *iterables], {}


def map_steps_left_by(function, iterators):
    return "builtins", "map", [function, *iterators], {}


def filter(function, iterable, /):
    return filter_steps(function, iter(iterable))


def filter_steps(function, iterator):
    for item in prim.steps(iterator):
        if item if function is None else function(item):
            yield item


def filter_steps_made_by(function, iterator):
    return "builtins", "filter", [function, iterator], {}


filter_steps_left_by = filter_steps_made_by


def sequence_iterator(sequence):
    i = 0
    while True:
        try:
            item = sequence[i]
        except IndexError:
            return
        except StopIteration:
            return
        yield item
        i = i + 1


def reversed_sequence(sequence):
    return reversed_steps(sequence, len(sequence))


# torch's own lists raise IndexError for positions outside alone. Their items are gone through one by one here, so that
# how many there are is known: a handler, and a yield, hinder loops of unknown length.
def reversed_modules(sequence):
    return reversed_places(sequence, len(list(sequence)[::-1]))


def reversed_places(sequence, count):
    for i in range(count - 1, -1, -1):
        if i >= len(sequence):
            return
        yield sequence[i]


def reversed_steps(sequence, count):
    for i in range(count - 1, -1, -1):
        try:
            item = sequence[i]
        except (IndexError, StopIteration):
            return
        yield item


def callable_iterator(function, sentinel):
    while True:
        item = function()
        if item == sentinel:
            return
        yield item


def rows_buffer(sizes, dtype):
    return prim.empty(sizes, dtype)


def joined_rows(parts):
    return prim.cat(parts, 0)


def reversed_rows(rows):
    return copied_rows(rows.flip(0))


def copied_rows(rows):
    return prim.clone(prim.row_major(rows))


def sliced_rows(rows, place):
    if place.start is None and place.stop is None and place.step == -1:
        return reversed_rows(rows)
    if place.step is None or place.step > 0:
        return copied_rows(rows[place])
    return None


def listed(items):
    return [item for item in items]


def keys_of(items, key):
    return [key(item) for item in items]


def order_of(columns, descending):
    """Of rows that are sorted by the first column, then by the second, and so on. Where a NaN is, it hangs on which rows
    Python compares."""
    order = None
    for column in reversed(columns):
        if column.is_floating_point():
            prim.assume_equal(int(torch.isnan(column).sum()), 0)
        places = torch.sort(column if order is None else column[order], stable=True, descending=descending)[1]
        order = places if order is None else order[places]
    return order


def rows_in_order(rows, order):
    return copied_rows(rows[order])


def sum_of(items, total):
    for item in items:
        total = total + item
    return total


def sum_of_floats(items, total):
    """From 3.12 on, Python adds at the end what its additions of floats have lost (Python/bltinmodule.c)."""
    if type(total) is not float:
        prim.assume_at_least(len(items), 1)  # the sum of nothing is an int
        total = total + 0.0
    if _pyaot.python_minor() < 12:
        return sum_of(items, total)
    lost = 0.0
    for item in items:
        now = total + item
        gained = now - total
        lost = lost + ((total - (now - gained)) + (item - gained))
        total = now
    return total + lost if lost != 0.0 and lost - lost == 0.0 else total


def sum_of_any(items, total):
    """Floats among other things, whose losses are not followed here."""
    if _pyaot.python_minor() >= 12:
        _pyaot.cut("sum() of floats and others in Python 3.12")
    return sum_of(items, total)


def largest_of(items):
    best = items[0]
    for item in items:
        best = item if item > best else best
    return best


def smallest_of(items):
    best = items[0]
    for item in items:
        best = item if item < best else best
    return best


def largest_or(items, default):
    return largest_of(items) if len(items) > 0 else default


def smallest_or(items, default):
    return smallest_of(items) if len(items) > 0 else default


def best_by(items, key, is_better):
    """The first of those whose key no other is better than."""
    keys = [key(item) for item in items]
    best = keys[0]
    place = 0
    i = 0
    for k in keys:
        if is_better(k, best):
            best = k
            place = i
        i = i + 1
    return items[place]


def largest_by(items, key):
    return best_by(items, key, lambda a, b: a > b)


def smallest_by(items, key):
    return best_by(items, key, lambda a, b: a < b)


def any_of(items):
    for item in items:
        if item:
            return True
    return False


def all_of(items):
    for item in items:
        if not item:
            return False
    return True


def has_item(items, wanted):
    for item in items:
        if item == wanted:
            return True
    return False


def count_of(items, wanted):
    count = 0
    for item in items:
        if item == wanted:
            count += 1
    return count


def position_of(items, wanted):
    at, found = 0, -1
    for item in items:
        if found < 0 and item == wanted:
            found = at
        at += 1
    if found < 0:
        raise ValueError("tuple.index(x): x not in tuple" if isinstance(items, tuple) else f"{wanted!r} is not in list")
    return found
