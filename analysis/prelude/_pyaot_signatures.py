"""What Python says where a call does not fit the parameters of a function that its library makes of a text: the methods of
dataclasses and of named tuples."""


def _listed(names):
    if len(names) < 3:
        return " and ".join([repr(name) for name in names])
    return ", ".join([repr(name) for name in names[:-1]]) + ", and " + repr(names[-1])


def _missing(function, kind, names):
    more = "" if len(names) == 1 else "s"
    raise TypeError(f"{function}() missing {len(names)} required {kind} argument{more}: {_listed(names)}")


def _too_many(function, positional, optional, given, without_place):
    most = len(positional)
    least = most - len([name for name in positional if name in optional])
    counted = str(most) if least == most else f"from {least} to {most}"
    more = "" if most == 1 and least == most else "s"
    beside = ""
    if without_place > 0:
        plural = "" if given == 1 else "s"
        beside = f" positional argument{plural} (and {without_place} keyword-only argument{'' if without_place == 1 else 's'})"
    verb = "was" if given == 1 and without_place == 0 else "were"
    raise TypeError(f"{function}() takes {counted} positional argument{more} but {given}{beside} {verb} given")


def refuse(function, positional, keyword_only, optional, args, kwargs):
    """Raises what Python does; `positional` and `args` begin with self. `optional`: the parameters that have defaults."""
    bound = positional[: len(args)]
    for name in kwargs:
        if name in bound:
            raise TypeError(f"{function}() got multiple values for argument {name!r}")
        if name not in positional and name not in keyword_only:
            raise TypeError(f"{function}() got an unexpected keyword argument {name!r}")
    if len(args) > len(positional):
        _too_many(function, positional, optional, len(args), len(kwargs))
    for kind, names in (("positional", positional[len(bound) :]), ("keyword-only", keyword_only)):
        missing = [name for name in names if name not in kwargs and name not in optional]
        if len(missing) > 0:
            _missing(function, kind, missing)


def refuse_count(wanted, given):
    raise TypeError(f"Expected {wanted} arguments, got {given}")
