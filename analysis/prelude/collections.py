"""The module collections. Dicts are insertion-ordered, so an OrderedDict of the program is a dict; the others are cuts."""

import _pyaot
from collections import abc


def OrderedDict(*args, **kwargs):
    return dict(*args, **kwargs)


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    _pyaot.cut("collections.namedtuple")


def defaultdict(*args, **kwargs):
    _pyaot.cut("collections.defaultdict")


def deque(*args, **kwargs):
    _pyaot.cut("collections.deque")


def Counter(*args, **kwargs):
    _pyaot.cut("collections.Counter")


def ChainMap(*args, **kwargs):
    _pyaot.cut("collections.ChainMap")
