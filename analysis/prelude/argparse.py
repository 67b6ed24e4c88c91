"""The module argparse, as far as driver code shows with it how a program is called: what a command line without arguments
gives. Compiled code does not read the command line.

Never run by Python: pyaot's evaluator reads it, one definition at a time.
"""

import prim


class Namespace:
    def __init__(self, **values):
        for name in values:
            setattr(self, name, values[name])

    def __repr__(self):
        parts, others = [], {}
        for name, value in vars(self).items():
            if name.isidentifier():
                parts.append(name + "=" + repr(value))
            else:
                others[name] = value
        if len(others) > 0:
            parts.append("**" + repr(others))
        return type(self).__name__ + "(" + ", ".join(parts) + ")"


class BooleanOptionalAction:
    pass


class _Arguments:
    def __init__(self, values):
        self._values = values

    def add_argument(self, *names, dest=None, action=None, default=None, **options):
        if names[0][0] != "-":
            return None
        if dest is None:
            long = [name for name in names if name[:2] == "--"]
            dest = (long[0] if long else names[0]).lstrip("-").replace("-", "_")
        if default is None and (action == "store_true" or action == "store_false"):
            default = action == "store_false"
        self._values[dest] = default

    def set_defaults(self, **values):
        self._values.update(values)

    def add_argument_group(self, *names, **options):
        return _Arguments(self._values)

    def add_mutually_exclusive_group(self, **options):
        return _Arguments(self._values)


class ArgumentParser(_Arguments):
    def __init__(self, *names, **options):
        if not prim.in_driver():
            prim.cut("the command line")
        super().__init__({})

    def parse_args(self, args=None, namespace=None):
        return Namespace(**self._values)

    def parse_known_args(self, args=None, namespace=None):
        return Namespace(**self._values), []
