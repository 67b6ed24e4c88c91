"""warnings: given when the variant returns (analysis/ev_warning.c). Where that cannot be, and on a path that is not the
usual one, a warning is for the Python twin to give."""

import warnings as this_module


def warn(message, category=None, stacklevel=1, source=None, **options):
    if prim.in_driver():
        return
    if category is None:
        category = UserWarning
    if options or source is not None or not isinstance(message, str) or not prim.warn(message, category, stacklevel):
        prim.leave("warnings.warn()")


class catch_warnings:
    """What is caught is no matter: a warning in the block is left to Python (prim.warn())."""

    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        if module is not None:
            prim.cut("warnings.catch_warnings() of another module")
        self._record = record
        self._module = this_module
        self._entered = False
        self._filter = None if action is None else (action, category, lineno, append)

    def __enter__(self):
        if self._entered:
            raise RuntimeError("Cannot enter %r twice" % self)
        self._entered = True
        prim.catch_warnings(True)
        if self._filter is not None:
            check_filter(*self._filter[:3])
        return [] if self._record else None

    def __exit__(self, *exc_info):
        if not self._entered:
            raise RuntimeError("Cannot exit %r without entering first" % self)
        prim.catch_warnings(False)


def check_filter(action, category, lineno):
    if action not in ("error", "ignore", "always", "default", "module", "once"):
        prim.cut("a filter of warnings that Python refuses")
    if not isinstance(category, type) or not issubclass(category, Warning) or lineno != 0:
        prim.cut("a filter of warnings of this kind")
    if not prim.catches_warnings():
        prim.cut("a filter of warnings that is left set")


def simplefilter(action, category=Warning, lineno=0, append=False):
    check_filter(action, category, lineno)


def filterwarnings(action, message="", category=Warning, module="", lineno=0, append=False):
    if not isinstance(message, str) or not isinstance(module, str):
        prim.cut("a filter of warnings that Python refuses")
    check_filter(action, category, lineno)


def resetwarnings():
    if not prim.catches_warnings():
        prim.cut("a filter of warnings that is left set")
