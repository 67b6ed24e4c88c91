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
    """An int too, in Python: only compared here."""

    def __index__(self, *others):
        _pyaot.cut("a kind of parameters as a number")

    __int__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __lt__ = __le__ = __gt__ = __ge__ = __index__


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

    def __init__(self, *args, **kwargs):
        _pyaot.cut("a parameter that is made")

    @property
    def default(self):
        return _pyaot.default(self._function, self.name) if self._has_default else Parameter.empty


def described(function, name, kind, has_default):
    made = object.__new__(Parameter)
    made.name = name
    made.kind = _kinds[kind]
    made._function = function
    made._has_default = has_default
    return made


class BoundArguments(_Described):
    def __init__(self, signature, arguments):
        self.signature = signature
        self.arguments = arguments

    @property
    def args(self):
        found = []
        for name, parameter in self.signature.parameters.items():
            kind = parameter.kind
            if kind is Parameter.VAR_KEYWORD or kind is Parameter.KEYWORD_ONLY or name not in self.arguments:
                break
            found += self.arguments[name] if kind is Parameter.VAR_POSITIONAL else [self.arguments[name]]
        return tuple(found)

    @property
    def kwargs(self):
        found = {}
        by_name = False
        for name, parameter in self.signature.parameters.items():
            kind = parameter.kind
            by_name = by_name or kind is Parameter.VAR_KEYWORD or kind is Parameter.KEYWORD_ONLY
            if name not in self.arguments:
                by_name = True
            elif by_name and kind is Parameter.VAR_KEYWORD:
                found.update(self.arguments[name])
            elif by_name:
                found[name] = self.arguments[name]
        return found

    def apply_defaults(self):
        found = {}
        for name, parameter in self.signature.parameters.items():
            if name in self.arguments:
                found[name] = self.arguments[name]
            elif parameter._has_default:
                found[name] = parameter.default
            elif parameter.kind is Parameter.VAR_POSITIONAL:
                found[name] = ()
            elif parameter.kind is Parameter.VAR_KEYWORD:
                found[name] = {}
        self.arguments = found


class Signature(_Described):
    def __init__(self, parameters, *others, **options):
        if others or options or not isinstance(parameters, dict):
            _pyaot.cut("a signature that is made")
        self.parameters = parameters

    def bind(self, /, *args, **kwargs):
        return bound(self, args, kwargs, False)

    def bind_partial(self, /, *args, **kwargs):
        return bound(self, args, kwargs, True)


def bound(signature, args, kwargs, may_lack):
    """What Python refuses is left to it."""
    found = {}
    at = 0
    for name, parameter in signature.parameters.items():
        kind = parameter.kind
        if kind is Parameter.VAR_POSITIONAL:
            if at < len(args):
                found[name] = args[at:]
            at = len(args)
        elif kind is Parameter.VAR_KEYWORD:
            if len(kwargs) > 0:
                found[name] = kwargs
            kwargs = {}
        elif at < len(args) and kind is not Parameter.KEYWORD_ONLY:
            if name in kwargs:
                _pyaot.cut("arguments that a signature refuses")
            found[name] = args[at]
            at += 1
        elif name in kwargs and kind is not Parameter.POSITIONAL_ONLY:
            found[name] = kwargs[name]
            kwargs = {other: value for other, value in kwargs.items() if other != name}
        elif name in kwargs or not (may_lack or parameter._has_default):
            _pyaot.cut("arguments that a signature refuses")
    if at < len(args) or len(kwargs) > 0:
        _pyaot.cut("arguments that a signature refuses")
    return BoundArguments(signature, found)


def signature(obj, *, follow_wrapped=True):
    found = {}
    for name, kind, has_default in _pyaot.parameters(obj, follow_wrapped):
        found[name] = described(obj, name, kind, has_default)
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


def getmro(cls):
    _pyaot.need_bases(cls)
    return cls.__mro__


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
