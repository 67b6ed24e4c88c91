"""Random well-typed programs, one function each, from the tables of grammar.py and features.py. The same seed gives the
same text and the same call to build it by. Some are long, some nest deeply, and some have parts: functions of the same
parameters, entries themselves, which the function calls and which call one another; their names begin with the function's.

A scope holds the variables that exist, by kind. Variables made inside a block are mostly forgotten after it; some
are kept on purpose, so that some programs read names that have no value yet on some paths.
"""

import contextlib
import random
import re

import features
import grammar

MAX_DEPTH, DEEP = 3, 6
PART = "{name}__{number}"
wanted = []  # features that every program uses, besides those that its seed chooses
HOLE = re.compile(r"\{\{|\}\}|\{(new )?(\w+)\}")


PLAIN = (
    "asked",
    "aten",
    "buffers",
    "complex",
    "dtypes",
    "layers",
    "loops",
    "outputs",
    "places",
    "promotions",
    "ranks",
    "reductions",
    "scalars",
    "sized",
    "slices",
    "views",
)  # features of programs without much of Python
LISTS = ("matches", "writes", "blocks", "loops", "conditions", "results", "jumps", "handlers", "breaks", "begins")


class Tables:
    """What a program is made of: the general templates, and several times those of its features."""

    WEIGHT = 3

    def __init__(self, names, plain):
        self.expressions = {kind: list(texts) for kind, texts in grammar.EXPRESSIONS.items()}
        self.defined = list(grammar.DEFINED[: grammar.PLAIN_KINDS] if plain else grammar.DEFINED)
        self.writes = list(grammar.WRITES[: grammar.PLAIN_WRITES] if plain else grammar.WRITES)
        self.blocks = list(grammar.BLOCKS[: grammar.PLAIN_BLOCKS] if plain else grammar.BLOCKS)
        self.results = list(grammar.RESULTS[: grammar.PLAIN_RESULTS] if plain else grammar.RESULTS)
        self.conditions, self.handlers = list(grammar.CONDITIONS), list(grammar.HANDLERS)
        self.loops, self.jumps, self.matches = list(grammar.LOOPS), [], list(grammar.MATCHES)
        self.breaks, self.begins = list(grammar.BREAKS), []
        for name in names:
            self.add(features.FEATURES[name])

    def add(self, feature):
        for key, entries in feature.items():
            if key in LISTS:
                times = self.WEIGHT if len(getattr(self, key)) > len(entries) else 1
                getattr(self, key).extend(entries * times)
            else:
                known = self.expressions.setdefault(key, [])
                times = max(1, len(known) // len(entries)) if known else 1
                known.extend(entries * times)
                self.defined += [key] * (4 if len(entries) > 8 else 2)


class Writer:
    """Writes one function."""

    def __init__(self, seed, parts=()):
        self.random = random.Random(seed)
        self.parts = parts  # names of functions that it may call
        self.plain = self.random.random() < (
            0 if wanted else 0.35
        )  # tensors and numbers alone: nearly all of these run whole in C
        names = self.random.sample(sorted(features.FEATURES), self.random.choice([0, 1, 1, 1, 2, 2, 3]))
        if self.plain:
            names = [name for name in names if name in PLAIN]
        names += [name for name in wanted if name not in names]
        self.tables = Tables(names, self.plain)
        self.scope = {kind: [] for kind in grammar.DEFAULTS | self.tables.expressions}
        for name, kind in grammar.ARGUMENTS.items():
            self.scope[kind].append(name)
        self.tables.results += ["{made}", "{made}, {MN}"] * 6 if parts else []
        self.count = 0
        self.cuts = not self.plain and ("segments" in names or self.random.random() < 0.5)
        self.writes_arguments = self.random.random() < 0.4
        self.local = 0  # depth of nested functions
        style = self.random.random()
        self.depth = DEEP if style < 0.12 else MAX_DEPTH
        self.statements = (15, 40) if 0.1 < style < 0.2 else (3, 10)

    # ---- names and templates

    def fresh(self, kind):
        self.count += 1
        return f"{kind.lower()}{self.count}"

    def pick(self, kind):
        """A variable of a kind, a late one more likely; a value made of the arguments where there is none."""
        names = self.scope[kind]
        if not names:
            return grammar.DEFAULTS[kind]
        recent = names[-4:] if self.random.random() < 0.7 else names
        return self.random.choice(recent)

    def fill(self, template, depth=0):
        """A template with its holes filled; fresh names enter the scope only after the whole text is made."""
        made = []

        def value(match):
            new, kind = match.groups()
            if not kind:
                return match.group()[0]
            if new:
                made.append((kind, self.fresh(kind)))
                return made[-1][1]
            if kind == "cond" and depth > 2:
                return "flag"
            if kind == "cond":
                return f"({self.fill(self.random.choice(self.tables.conditions), depth + 1)})"
            nests = depth < 2 and kind in self.tables.expressions
            if nests and self.random.random() < 0.12 and not template.startswith("{" + kind):
                return f"({self.expression(kind, depth + 1)})"
            return self.pick(kind)

        text = HOLE.sub(value, template)
        for kind, name in made:
            self.scope[kind].append(name)
        return text

    def expression(self, kind, depth=0):
        """The text of a value of a kind."""
        return self.fill(self.random.choice(self.tables.expressions[kind]), depth)

    # ---- statements: each gives its lines

    def define(self, kind=None):
        kind = kind or self.random.choice(self.tables.defined)
        text = self.expression(kind)
        if kind != "fn" and self.scope[kind] and self.random.random() < 0.2:
            locals_only = [name for name in self.scope[kind] if name not in grammar.ARGUMENTS]
            if locals_only:
                return [f"{self.random.choice(locals_only)} = {text}"]
        name = self.fresh(kind)
        self.scope[kind].append(name)
        return [f"{name} = {text}"]

    def write(self):
        """A statement that changes something; half of the programs keep their hands off the arguments."""
        hidden = {kind: list(names) for kind, names in self.scope.items()}
        if not self.writes_arguments:
            for kind in ("MN", "N", "list", "dict", "box"):
                self.scope[kind] = [name for name in self.scope[kind] if name not in grammar.ARGUMENTS]
        text = self.fill(self.random.choice(self.random.choice(self.tables.writes)))
        for kind, names in hidden.items():
            made = [name for name in self.scope[kind] if name not in names]
            self.scope[kind] = names + made
        if text.lstrip().startswith("("):  # a target that is an expression: not an assignment in Python
            return self.define()
        return [text]

    def jump(self, loop):
        condition = self.fill("{cond}")[1:-1]
        while condition.isidentifier():  # a container: nearly always true
            condition = self.fill("{cond}")[1:-1]
        if self.tables.jumps and self.random.random() < 0.5:
            return [f"if {condition}:", "    " + self.fill(self.random.choice(self.tables.jumps))]
        if loop and self.random.random() < 0.7:
            return [f"if {condition}:", "    " + self.random.choice(["break", "continue"])]
        return [f"if {condition}:", f"    return {self.result()}"]

    def closure(self):
        """A nested function, perhaps with a nonlocal counter, and its calls."""
        name, parameter = self.fresh("inner"), self.fresh("arg")
        before = self.save()
        self.scope["MN"].append(parameter)
        cell = self.random.choice([None, *(n for n in self.scope["int"] if n not in grammar.ARGUMENTS)])
        head = [f"def {name}({parameter}):"]
        body = [f"nonlocal {cell}", f"{cell} += 1"] if cell and not self.local else []
        self.local += 1
        for _ in range(self.random.randrange(1, 3)):
            body += self.define()
        self.local -= 1
        body.append(f"return {self.pick('MN')} * 0.5")
        self.restore(before)
        self.scope["fn"].append(name)
        return head + ["    " + line for line in body]

    def part(self):
        """A call of one of the parts, which gives anything."""
        arguments = "{MN}, {MN}, {N}, {M1}, {list}, {dict}, {box}, {int}, k, flag, net"
        call = self.fill(f"{{new made}} = {self.random.choice(self.parts)}({arguments})")
        after = self.random.choice(
            [
                "print(type({made}).__name__)",
                "{new MN} = {made} if isinstance({made}, torch.Tensor) and {made}.shape == x.shape else {MN}",
                "{box}.extra = {made}",
            ]
        )
        return [call, self.fill(after)] if self.random.random() < 0.6 else [call]

    def statement(self, loop, depth):
        if self.parts and self.random.random() < 0.12:
            return self.part()
        choice = self.random.random()
        if choice < 0.42:
            return self.define()
        if choice < 0.62:
            return self.write()
        if choice < 0.68:
            return [self.fill(self.random.choice(self.tables.breaks))] if self.cuts else self.define()
        if choice < 0.75:
            return self.jump(loop)
        if choice < 0.79 and not self.plain:
            return self.closure()
        return self.compound(loop, depth) if depth < self.depth else self.define()

    # ---- blocks

    def save(self):
        return {kind: list(names) for kind, names in self.scope.items()}

    def restore(self, before):
        """Forgets what a block defined; a few names stay, bound or not."""
        for kind, names in before.items():
            kept = [name for name in self.scope[kind] if name in names or self.random.random() < 0.04]
            self.scope[kind] = [*names, *(name for name in kept if name not in names)]

    def block(self, header, loop, depth, prefix=(), without=None):
        before = self.save()
        if without:
            self.scope[without] = []
        lines = list(prefix)
        for _ in range(self.random.randrange(1, 4)):
            lines += self.statement(loop, depth + 1)
        if without:
            self.scope[without] = before[without]
        self.restore(before)
        return [header, *("    " + line for line in lines)]

    def compound(self, loop, depth):
        kind = self.random.choice(
            ["if", "if", "if", "block", "block"] + ([] if self.plain else ["block", "while", "try", "match"])
        )
        if kind == "if":
            lines = self.block(f"if {self.fill('{cond}')[1:-1]}:", loop, depth)
            if self.random.random() < 0.25:
                lines += self.block(f"elif {self.fill('{cond}')[1:-1]}:", loop, depth)
            return lines + (self.block("else:", loop, depth) if self.random.random() < 0.5 else [])
        if kind == "while":
            turn = self.fresh("turn")
            limit = self.fill(self.random.choice(self.tables.loops))
            return [f"{turn} = 0", *self.block(f"while {turn} < {limit}:", True, depth, [f"{turn} += 1"])]
        if kind == "try":
            return self.handlers(loop, depth)
        if kind == "match":
            return self.match(loop, depth)
        template, is_loop, without = self.random.choice(self.tables.blocks)
        before = self.save()
        lines = self.block(self.fill(template), is_loop or loop, depth, without=without)
        if is_loop and self.random.random() < 0.2:
            lines += self.block("else:", loop, depth)
        self.restore(before)
        return lines

    def match(self, loop, depth):
        subject, cases = self.random.choice(self.tables.matches)
        lines = [f"match {self.fill(subject)}:"]
        for case in cases:
            before = self.save()
            lines += ["    " + line for line in self.block(self.fill(case), loop, depth)]
            self.restore(before)
        return lines

    def handlers(self, loop, depth):
        lines = self.block("try:", loop, depth)
        chance = self.random.random()
        if chance < 0.8:
            lines += self.block(f"except {self.random.choice(self.tables.handlers)}:", loop, depth)
            lines += self.block("else:", loop, depth) if self.random.random() < 0.3 else []
        return lines + (self.block("finally:", None, depth) if chance > 0.6 else [])

    # ---- the whole

    def result(self):
        count = self.random.randrange(1, 4)
        return ", ".join(self.fill(self.random.choice(self.tables.results)) for _ in range(count))

    def function(self, name):
        lines = []
        for kind in ("MN", "MN") if self.plain else ("MN", "list", "dict", "box", "int"):
            lines += self.define(kind) if self.random.random() < 0.5 else []
        for kind in self.tables.begins:
            lines += self.define(kind)
        for _ in range(self.random.randrange(*self.statements)):
            lines += self.statement(None, 0)
        lines.append(f"return {self.result()}")
        return f"def {name}({grammar.PARAMETERS}):\n" + "".join(f"    {line}\n" for line in lines)


def written(seed, name, parts=()):
    """The text of one function; the few that are not Python are written again."""
    for attempt in range(100):
        text = Writer(f"{seed}.{attempt}", parts).function(name)
        with contextlib.suppress(SyntaxError):
            compile(text, name, "exec", dont_inherit=True)
            return text
    raise RuntimeError(f"no program of seed {seed} is Python")


def function(seed, name):
    """The text of the function of one seed, behind those of its parts."""
    count = random.Random(f"parts {seed}").choice([0, 0, 0, 0, 0, 1, 1, 2])
    names = [PART.format(name=name, number=number) for number in range(count)]
    texts = [written(f"{seed}/{number}", part, names[:number]) for number, part in enumerate(names)]
    return "\n\n".join([*texts, written(seed, name, names)])


def renamed(text, old, new):
    """The same program under another name."""
    return re.sub(rf"\b{old}(?=__\d)", new, text).replace(f"def {old}(", f"def {new}(", 1)


def call(seed):
    """The name of the call, in features.CALLS, to build the function of a seed by."""
    return random.Random(f"call {seed}").choice(features.CALL_NAMES)
