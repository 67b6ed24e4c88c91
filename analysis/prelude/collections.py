"""The module collections. Dicts are insertion-ordered, so an OrderedDict of the program is a dict; the others are cuts."""

import _pyaot
from collections import abc
from typing import NamedTuple


def OrderedDict(*args, **kwargs):
    return dict(*args, **kwargs)


def namedtuple(typename, field_names, *, rename=False, defaults=(), module=None):
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    if rename or module is not None:
        _pyaot.cut("collections.namedtuple with rename= or module=")
    fields = tuple(field_names)
    attributes = {"_fields": fields, "__annotations__": {}}
    for name, value in zip(reversed(fields), reversed(defaults or ())):
        attributes[name] = value
    return _pyaot.new_class(typename, (NamedTuple,), attributes)


def defaultdict(*args, **kwargs):
    _pyaot.cut("collections.defaultdict")


def deque(*args, **kwargs):
    _pyaot.cut("collections.deque")


def Counter(*args, **kwargs):
    _pyaot.cut("collections.Counter")


def ChainMap(*args, **kwargs):
    _pyaot.cut("collections.ChainMap")
