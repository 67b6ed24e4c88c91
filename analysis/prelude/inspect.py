"""The module inspect: signatures, for decorators that look at what they decorate."""

from types import FunctionType, MethodType

import _pyaot


class Empty:
    pass


class _Described:
    """What describes a function: it is asked, and not handed out."""

    def __repr__(self):
        _pyaot.cut("the text of a signature")

    def __getattr__(self, name):
        _pyaot.cut("an attribute of a signature")

    def __pyaot_made_by__(self):
        _pyaot.cut("a signature that is returned")


class Kind(_Described):
    pass


_kinds = {
    name: Kind()
    for name in ("POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD", "VAR_POSITIONAL", "KEYWORD_ONLY", "VAR_KEYWORD")
}


class Parameter(_Described):
    empty = Empty
    POSITIONAL_ONLY = _kinds["POSITIONAL_ONLY"]
    POSITIONAL_OR_KEYWORD = _kinds["POSITIONAL_OR_KEYWORD"]
    VAR_POSITIONAL = _kinds["VAR_POSITIONAL"]
    KEYWORD_ONLY = _kinds["KEYWORD_ONLY"]
    VAR_KEYWORD = _kinds["VAR_KEYWORD"]

    def __init__(self, function, name, kind, has_default):
        self.name = name
        self.kind = _kinds[kind]
        self._function = function
        self._has_default = has_default

    @property
    def default(self):
        return _pyaot.default(self._function, self.name) if self._has_default else Parameter.empty


class Signature(_Described):
    def __init__(self, parameters):
        self.parameters = parameters


def signature(obj, *, follow_wrapped=True):
    found = {}
    for name, kind, has_default in _pyaot.parameters(obj, follow_wrapped):
        found[name] = Parameter(obj, name, kind, has_default)
    return Signature(found)


class FullArgSpec(_Described):
    def __init__(self, args, varargs, varkw, kwonlyargs):
        self.args, self.varargs, self.varkw, self.kwonlyargs = args, varargs, varkw, kwonlyargs


def getfullargspec(func):
    if isinstance(func, MethodType):
        func = func.__func__
    if not isinstance(func, FunctionType):
        _pyaot.cut("getfullargspec() but of a plain function")
    named = {name: [] for name in _kinds}
    for name, kind, has_default in _pyaot.parameters(func, False):
        named[kind].append(name)
    return FullArgSpec(
        named["POSITIONAL_ONLY"] + named["POSITIONAL_OR_KEYWORD"],
        named["VAR_POSITIONAL"][0] if named["VAR_POSITIONAL"] else None,
        named["VAR_KEYWORD"][0] if named["VAR_KEYWORD"] else None,
        named["KEYWORD_ONLY"],
    )


def getsource(object):
    return _pyaot.source_text(object)


def isclass(obj):
    return isinstance(obj, type)


def get_annotations(obj, *, globals=None, locals=None, eval_str=False):
    if not isinstance(obj, type) or eval_str:
        _pyaot.cut("inspect.get_annotations() but of a class, as they are")
    found = _pyaot.own_attribute(obj, "__annotations__", {})
    return {name: _pyaot.annotation(obj, text) for name, text in found.items()}


def isclass(object):
    return isinstance(object, type)


def isfunction(object):
    return isinstance(object, FunctionType)


def ismethod(object):
    return isinstance(object, MethodType)


def isgeneratorfunction(obj):
    if not isinstance(obj, (FunctionType, MethodType)):
        _pyaot.cut("isgeneratorfunction() of what is no function")
    return prim.is_generator_function(obj)
