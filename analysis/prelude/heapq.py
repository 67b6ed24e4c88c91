"""The module heapq: heaps in lists, laid out as CPython's are."""

import _pyaot


def _refuse(heap, place):
    if not isinstance(heap, list):
        raise TypeError(place + " must be list, not " + ("None" if heap is None else _pyaot.type_name(heap)))


def _need_one(heap):
    if len(heap) == 0:
        raise IndexError("index out of range")


def _less(a, b):
    return a < b


def _greater(a, b):
    return b < a


def _siftdown(heap, start, at, before=_less):
    item = heap[at]
    while at > start:
        above = (at - 1) // 2
        if not before(item, heap[above]):
            break
        heap[at] = heap[above]
        at = above
    heap[at] = item


def _siftup(heap, at, before=_less):
    start = at
    end = len(heap)
    item = heap[at]
    child = 2 * at + 1
    while child < end:
        if child + 1 < end and not before(heap[child], heap[child + 1]):
            child = child + 1
        heap[at] = heap[child]
        at = child
        child = 2 * at + 1
    heap[at] = item
    _siftdown(heap, start, at, before)


def _arrange(heap, before=_less):
    for at in reversed(range(len(heap) // 2)):
        _siftup(heap, at, before)


def heappush(heap, item, /):
    _refuse(heap, "heappush() argument 1")
    heap.append(item)
    _siftdown(heap, 0, len(heap) - 1)


def heappop(heap, /):
    _refuse(heap, "heappop() argument")
    _need_one(heap)
    last = heap.pop()
    if len(heap) == 0:
        return last
    return heapreplace(heap, last)


def heapify(heap, /):
    _refuse(heap, "heapify() argument")
    _arrange(heap)


def heapreplace(heap, item, /):
    _refuse(heap, "heapreplace() argument 1")
    _need_one(heap)
    result = heap[0]
    heap[0] = item
    _siftup(heap, 0)
    return result


def heappushpop(heap, item, /):
    _refuse(heap, "heappushpop() argument 1")
    if len(heap) > 0 and heap[0] < item:
        return heapreplace(heap, item)
    return item


def nsmallest(n, iterable, key=None):
    """As CPython does it: how often, and what, it compares depends on how many there are."""
    return _extreme(n, iterable, key, 1, min, _greater)


def nlargest(n, iterable, key=None):
    return _extreme(n, iterable, key, -1, max, _less)


def _extreme(n, iterable, key, step, one, before):
    """before: which of the items that are kept is above, as it goes first."""
    if n == 1:
        missing = []
        result = one(iter(iterable), default=missing, key=key)
        return [] if result is missing else [result]
    try:
        size = len(iterable)
    except (TypeError, AttributeError):
        pass
    else:
        if n >= size:
            return sorted(iterable, key=key, reverse=step < 0)[:n]
    items = iter(iterable)
    heap = [_entry(item, key, i) for i, item in zip(range(0, step * n, step), items)]
    if not heap:
        return heap
    _arrange(heap, before)
    order = step * n
    for item in items:
        made = _entry(item, key, order)
        if before(heap[0][0], made[0]):
            heap[0] = made
            _siftup(heap, 0, before)
            order = order + step
    heap.sort(reverse=step < 0)
    return [entry[0 if key is None else 2] for entry in heap]


def _entry(item, key, order):
    return (item, order) if key is None else (key(item), order, item)


def merge(*iterables, key=None, reverse=False):
    """Through a heap of what comes next of each: which of them goes first counts where they are not sorted."""
    before = _greater if reverse else _less
    heap = []
    for order, iterable in enumerate(iterables):
        items = iter(iterable)
        try:
            value = next(items)
            heap.append([value if key is None else key(value), -order if reverse else order, value, items])
        except StopIteration:
            continue
    _arrange(heap, before)
    while len(heap) > 1:
        head = heap[0]
        yield head[2]
        try:
            value = next(head[3])
            head[0] = value if key is None else key(value)
        except StopIteration:
            last = heap.pop()
            heap[0] = last
        else:
            head[2] = value
        _siftup(heap, 0, before)
    for head in heap:
        yield head[2]
        yield from head[3]
