"""The module traceback: what it tells are the lines that Python runs, so that a call of it is a cut that says so.

Never run by Python: pyaot's evaluator reads it, one definition at a time.
"""

import _pyaot


def format_exc(limit=None, chain=True):
    _pyaot.cut("a traceback: its lines are those that Python runs, what str() says of the exception is compiled")


def print_exc(limit=None, file=None, chain=True):
    format_exc()
