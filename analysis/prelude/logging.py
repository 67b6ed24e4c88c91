"""The module logging. A message is for Python to log: on one side of a branch, that side is left to the Python twin. One for
debugging is none where the logger takes none. Whether it does is its attribute "isEnabledFor(10)", for which the run time
asks it."""

import _pyaot

CRITICAL = FATAL = 50
ERROR = 40
WARNING = WARN = 30
INFO = 20
DEBUG = 10
NOTSET = 0

_numbers = {"CRITICAL": 50, "FATAL": 50, "ERROR": 40, "WARNING": 30, "WARN": 30, "INFO": 20, "DEBUG": 10, "NOTSET": 0}


def _set_level(logger, level):
    for one in (10, 20, 30, 40, 50):
        setattr(logger, f"isEnabledFor({one})", one >= level)


def _tell_levels():
    """To the loggers, of what driver code has set."""
    for name, logger in _loggers.items():
        level = logger.level
        while level == 0 and name != "":
            name = name.rpartition(".")[0]
            level = _loggers[name].level if name in _loggers else 0
        _set_level(logger, level)


def _number(level):
    if isinstance(level, str) and level in _numbers:
        return _numbers[level]
    if not isinstance(level, int):
        _pyaot.cut("a level of logging of this kind")
    return level


def _log(logger, level):
    if not prim.in_driver() and (level > DEBUG or logger.isEnabledFor(level)):
        prim.leave("a call that logs")


class Logger:
    def __init__(self, name, level=NOTSET):
        if not prim.in_driver():
            _pyaot.cut("a logger that is made")
        self.name = name
        self.level = _number(level)
        _set_level(self, self.level)
        self.propagate = True
        self.disabled = False

    def __getattr__(self, name):
        _pyaot.cut(f"the attribute '{name}' of a logger")

    def addHandler(self, hdlr):
        """Of what handlers and filters do, nothing is asked."""
        if not prim.in_driver():
            _pyaot.cut("what a logger gives its messages to is set")

    removeHandler = addFilter = removeFilter = addHandler

    def setLevel(self, level):
        if not prim.in_driver():
            _pyaot.cut("the level of a logger is set")
        self.level = _number(level)
        _tell_levels()

    def isEnabledFor(self, level):
        if level not in (10, 20, 30, 40, 50):
            _pyaot.cut("whether a logger takes messages of this level")
        return getattr(self, f"isEnabledFor({level})")

    def debug(self, msg, *args, exc_info=None, stack_info=False, stacklevel=1, extra=None):
        _log(self, DEBUG)

    def info(self, msg, *args, exc_info=None, stack_info=False, stacklevel=1, extra=None):
        _log(self, INFO)

    def warning(self, msg, *args, exc_info=None, stack_info=False, stacklevel=1, extra=None):
        _log(self, WARNING)

    def error(self, msg, *args, exc_info=None, stack_info=False, stacklevel=1, extra=None):
        _log(self, ERROR)

    def critical(self, msg, *args, exc_info=None, stack_info=False, stacklevel=1, extra=None):
        _log(self, CRITICAL)

    def exception(self, msg, *args, exc_info=True, stack_info=False, stacklevel=1, extra=None):
        _log(self, ERROR)

    def log(self, level, msg, *args, exc_info=None, stack_info=False, stacklevel=1, extra=None):
        _log(self, level if isinstance(level, int) else CRITICAL)

    fatal = critical


class RootLogger(Logger):
    pass


_loggers = {"": RootLogger("root", WARNING)}
root = _loggers[""]


def getLogger(name=None):
    if not prim.in_driver():
        _pyaot.cut("logging.getLogger() in a function")
    if not name or name == "root":
        name = ""
    if name not in _loggers:
        _loggers[name] = Logger(name)
        _tell_levels()
    return _loggers[name]


def basicConfig(*, level=None, **options):
    if not prim.in_driver():
        _pyaot.cut("logging.basicConfig() in a function")
    if level is not None:
        root.setLevel(level)


def debug(msg, *args, **options):
    """These add a handler to the root where there is none, whatever its level."""
    _log(root, CRITICAL)


info = warning = error = critical = exception = fatal = debug


def log(level, msg, *args, **options):
    _log(root, CRITICAL)
