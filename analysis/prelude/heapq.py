"""The module heapq: heaps in lists, laid out as CPython's are."""


def _siftdown(heap, start, at):
    item = heap[at]
    while at > start:
        above = (at - 1) // 2
        if not item < heap[above]:
            break
        heap[at] = heap[above]
        at = above
    heap[at] = item


def _siftup(heap, at):
    start = at
    end = len(heap)
    item = heap[at]
    child = 2 * at + 1
    while child < end:
        if child + 1 < end and not heap[child] < heap[child + 1]:
            child = child + 1
        heap[at] = heap[child]
        at = child
        child = 2 * at + 1
    heap[at] = item
    _siftdown(heap, start, at)


def heappush(heap, item, /):
    heap.append(item)
    _siftdown(heap, 0, len(heap) - 1)


def heappop(heap, /):
    last = heap.pop()
    if len(heap) == 0:
        return last
    return heapreplace(heap, last)


def heapify(heap, /):
    for at in reversed(range(len(heap) // 2)):
        _siftup(heap, at)


def heapreplace(heap, item, /):
    result = heap[0]
    heap[0] = item
    _siftup(heap, 0)
    return result


def heappushpop(heap, item, /):
    if len(heap) > 0 and heap[0] < item:
        return heapreplace(heap, item)
    return item


def nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[: max(n, 0)]


def nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[: max(n, 0)]


def merge(*iterables, key=None, reverse=False):
    heads = []
    for iterable in iterables:
        items = iter(iterable)
        for item in items:
            heads.append([item, items])
            break
    while len(heads) > 0:
        least = 0
        for at in range(1, len(heads)):
            a, b = heads[at][0], heads[least][0]
            if key is not None:
                a, b = key(a), key(b)
            if b < a if reverse else a < b:
                least = at
        yield heads[least][0]
        for item in heads[least][1]:
            heads[least][0] = item
            break
        else:
            del heads[least]
