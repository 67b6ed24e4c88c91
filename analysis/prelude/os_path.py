"""The module os.path, which is posixpath: what it makes of text alone."""

import _pyaot

curdir = "."
pardir = ".."
extsep = "."
sep = "/"
pathsep = ":"


def _text(path):
    if not isinstance(path, str):
        _pyaot.cut("a path that is no str")
    return path


def _head(path, end):
    """The text before `end`, without slashes at its end, but for a root."""
    head = path[:end]
    return head if head == "/" * len(head) else head.rstrip("/")


def isabs(s):
    return _text(s).startswith("/")


def join(a, *p):
    path = _text(a)
    for part in p:
        if _text(part).startswith("/"):
            path = part
        elif path == "" or path.endswith("/"):
            path = path + part
        else:
            path = path + "/" + part
    return path


def split(p):
    start = _text(p).rfind("/") + 1
    return _head(p, start), p[start:]


def basename(p):
    return split(p)[1]


def dirname(p):
    return split(p)[0]


def splitext(p):
    start = _text(p).rfind("/") + 1
    dot = p.rfind(".")
    if dot < start or p[start:dot] == "." * (dot - start):
        return p, ""
    return p[:dot], p[dot:]
