"""Programs of the other kinds, changed at random in one to six places: operators, constants, expressions wrapped or put in
the place of others, statements added, moved, doubled and left out, blocks around statements, parts of another program."""

import ast
import contextlib
import copy
import random

import calls
import generate
import protocols

SOURCES = [generate.function, generate.function, calls.function, protocols.function, protocols.function]
SIBLINGS = [
    row.split()
    for row in """add sub mul div maximum minimum fmod remainder atan2 pow eq ne lt gt le ge
sum mean amax amin prod var std any all argmax argmin norm logsumexp cumsum softmax
sin cos tanh relu sigmoid exp abs neg square sqrt floor round sign clone detach contiguous flatten squeeze t
add_ sub_ mul_ div_ copy_ fill_ clamp_
view reshape expand
max min sort topk median
long int float double half bool item tolist
append extend insert remove
keys values items
pop popitem clear
update setdefault get
zeros_like ones_like
size stride dim numel
union intersection difference symmetric_difference
upper lower strip title startswith endswith
unsqueeze squeeze select narrow unbind chunk split
all any sum len max min sorted list tuple set reversed
map filter zip enumerate
__eq__ __ne__ __lt__ __bool__ __len__ __contains__ __iter__ __getitem__ __getattr__ __call__ __add__ __radd__ __iadd__
ValueError KeyError IndexError RuntimeError TypeError AttributeError Exception StopIteration""".splitlines()
]
SIBLINGS_OF = {name: [other for other in row if other != name] for row in SIBLINGS for name in row}
OPERATORS = [ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult, ast.BitAnd, ast.BitOr]
COMPARISONS = [ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Is, ast.IsNot, ast.In, ast.NotIn]
CONSTANTS = [0, -1, 1, 2, True, False, 0.5, 3, None, 100, -2, "a", 1.0, 7, float("inf"), 1e-3, 4, "", -0.0]
WRAPS = """{e}.t()|{e}.view(-1)|{e}[0]|{e}[:1]|{e}[1:]|{e}[-1]|{e}[::2]|{e}[..., None]|{e}[None]|{e}.clone()|{e}.detach()
{e}.sum(0)|{e}.sum()|{e}.long()|{e}.item()|float({e})|int({e})|{e}.shape[0]|{e}.add_(1)|{e}.mul_(2)|{e}.requires_grad_()
{e}.expand(2, -1)|{e}.unsqueeze(0)|{e}.squeeze()|-{e}|not {e}|[{e}]|({e},)|({e}, {e})|{{'k': {e}}}|list({e})|tuple({e})|set({e})
len({e})|str({e})|type({e})|{e}.double()|{e}.half()|{e} > 0|{e}[{e} > 0]|{e}.max(0)[0]|{e}.max()|{e}.argmax()|{e}.numel()
{e}.is_contiguous()|{e}.dim()|{e} + 1|1 - {e}|{e} * 0.5|{e} // 2|{e} % 3|{e}.data|bool({e})|{e} is None|sorted({e})
reversed({e})|sum({e})|iter({e})|next(iter({e}))|dict(a={e})|{e}.numpy()|{e}.tolist()|{e}.flatten()|{e}.contiguous()|{e}.dtype
{e}.size()|enumerate({e})|zip({e}, {e})|isinstance({e}, torch.Tensor)|torch.sin({e})|torch.stack([{e}, {e}])
torch.cat([{e}, {e}])|torch.where({e} > 0, {e}, 0.0)|torch.zeros_like({e})|f"{{{e}}}"|repr({e})|(lambda: {e})()|(lambda q: q)({e})
(lambda q={e}: q)()|[q for q in {e}]|{{q: 1 for q in {e}}}|[*{e}]|(zz := {e})|max({e}, 1)|abs({e})|round({e})|divmod({e}, 2)
getattr({e}, 'shape', 3)|functools.partial(lambda a, b: a, {e})(1)|{e}.grad|{e}.requires_grad|{e}.new_zeros(2)
{e}.as_strided((1,), (1,))|{e}.masked_fill({e} > 0, 0)|{e}.T|{e}.chunk(2)|{e}.unbind()[0]|{e}.transpose(0, -1)
{e}.to(torch.float64)|{e}.to(torch.int32)|{e} == {e}|{e} in [{e}]|'%s' % {e}|hash({e})""".replace("\n", "|").split("|")
STATEMENTS = """zz = {e}|{v} = {e}|{v} += 1|{v} *= {e}|{v} -= {v}|{v}.add_(1)|{v}.mul_({e})|{v}[0] = 1|{v}[0] = {e}|{v}[:1] += 1
{v}[1:] = {v}[:-1]|{v}.zero_()|{v}.t_()|{v}.unsqueeze_(0)|{v}.requires_grad_()|{v}.append({e})|{v}.pop()|{v}.clear()|del {v}
return {e}|return ({v}, {e})|return|break|continue|raise ValueError({e})|raise|assert {e}|print({e})|zz = {v}; zz += 1
zz = {v}.t(); zz.add_(1)|zz = {v}[0]; zz.mul_(2)|zz = [{v}, {e}]; zz.append({v})|zz = {{1: {v}}}; zz[2] = {e}|zz, *yy = {v}
{v} = {v}.detach()|{v} = {v}.clone()|{v}.note = {e}|{v}['a'] = {e}|{v}.data = {v}.data + 1|{v}.copy_({e})|{v}.sub_({v})
zz = lambda: {v}; {v} = {e}; {v} = zz()|{v}.detach_()|x = {v}|{v}.fill_(0.5)|zz = next(iter({v}))|{v} = ({v} for _ in range(2))
torch.add({v}, {e}, out={v})|{v}.extend([{e}])|{v}.sort()|{v}.reverse()|{v}.add({e})|{v}.update(a={e})|yield {e}|global SCALE
print(type({v}).__name__)|box.t = {e}|xs[0] = {v}|d['new'] = {v}""".replace("\n", "|").split("|")
BLOCKS = """if {e}:@|if not {e}:@|for zz in range(2):@|for zz in {e}:@|with torch.no_grad():@|with contextlib.suppress(Exception):@
try:@except Exception as err:#zz = str(err)|try:@except (ValueError, KeyError):#{v} = {e}|try:@finally:#{v} = {e}|try:@finally:#zz = 1
try:@except RuntimeError:#raise|try:@except Exception:#return {e}|try:@finally:#return {e}|if {v} is not None:@
for zz in [1, 2]:@else:#zz = {e}|for zz in range(3):@    if {e}:#    break|match {e}:@|for zz, {v} in enumerate([{v}, {e}]):@
def inner({v}={v}):@zz = inner()|while True:@    break|with section('s'):@|if {e}:#pass@else:@""".replace(
    "\n", "|"
).split("|")
LISTS = ("body", "orelse", "finalbody")


def parsed(text):
    return ast.parse(text, mode="eval").body


def is_read(node):
    return (
        isinstance(node, ast.expr)
        and not isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del))
        and not isinstance(node, (ast.Slice, ast.Starred, ast.JoinedStr, ast.FormattedValue))
    )


def places(function):
    """(put, node) of each expression that is read: put(new) sets another in its place."""
    found = []

    def place(parent, field, index, node):
        def put(new):
            if index is None:
                setattr(parent, field, new)
            else:
                getattr(parent, field)[index] = new

        found.append((put, node))

    for parent in ast.walk(function):
        if isinstance(parent, (ast.arguments, ast.JoinedStr, ast.FormattedValue, ast.pattern, ast.match_case)):
            continue
        for field, value in ast.iter_fields(parent):
            if field in ("annotation", "returns", "decorator_list", "bases"):
                continue
            items = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
            for index, node in items:
                if is_read(node):
                    place(parent, field, index, node)
    return found


def bodies(function):
    return [
        getattr(node, field)
        for node in ast.walk(function)
        for field in LISTS
        if not isinstance(node, ast.ClassDef) and isinstance(getattr(node, field, None), list) and getattr(node, field)
    ]


class Mutator:
    """Changes a function in place; `donor`: another function. What makes no program is for the caller to drop."""

    def __init__(self, chance, donor):
        self.random, self.donor = chance, donor
        self.ways = {
            self.operator: 2,
            self.constant: 2,
            self.exchange: 3,
            self.wrap: 5,
            self.insert: 6,
            self.move: 2,
            self.leave_out: 2,
            self.double: 2,
            self.block: 4,
            self.unblock: 1,
            self.sibling: 3,
            self.transplant: 4,
            self.arguments: 2,
        }

    def mutate(self, function):
        way = self.random.choices(list(self.ways), list(self.ways.values()))[0]
        way(function)

    def nodes(self, function, *kinds):
        return [node for node in ast.walk(function) if isinstance(node, kinds)]

    def names(self, function):
        names = [node.arg for node in self.nodes(function, ast.arg)]
        return names + [node.id for node in self.nodes(function, ast.Name) if isinstance(node.ctx, ast.Store)]

    def expression(self, function):
        """The text of one of its expressions, or a name."""
        short = [node for _, node in places(function) if len(ast.unparse(node)) < 120]
        if not short or self.random.random() < 0.3:
            return self.random.choice(self.names(function))
        return f"({ast.unparse(self.random.choice(short))})"

    def filled(self, template, function):
        return template.format(v=self.random.choice(self.names(function)), e=self.expression(function))

    # ---- the ways

    def operator(self, function):
        node = self.random.choice(self.nodes(function, ast.BinOp, ast.AugAssign, ast.Compare, ast.BoolOp, ast.UnaryOp))
        if isinstance(node, ast.Compare):
            node.ops[0] = self.random.choice(COMPARISONS)()
        elif isinstance(node, ast.BoolOp):
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        elif isinstance(node, ast.UnaryOp):
            node.op = self.random.choice([ast.Not, ast.USub, ast.Invert, ast.UAdd])()
        else:
            node.op = self.random.choice(OPERATORS)()

    def constant(self, function):
        put, _ = self.random.choice([p for p in places(function) if isinstance(p[1], ast.Constant)])
        put(ast.Constant(self.random.choice(CONSTANTS)))

    def exchange(self, function):
        put, _ = self.random.choice(places(function))
        put(parsed(self.expression(function)))

    def wrap(self, function):
        put, node = self.random.choice([p for p in places(function) if len(ast.unparse(p[1])) < 150])
        put(parsed(self.random.choice(WRAPS).format(e=f"({ast.unparse(node)})")))

    def insert(self, function):
        body = self.random.choice(bodies(function))
        at = self.random.randint(0, len(body))
        body[at:at] = ast.parse(self.filled(self.random.choice(STATEMENTS), function)).body

    def taken(self, function):
        body = self.random.choice(bodies(function))
        statement = body.pop(self.random.randrange(len(body)))
        body[:] = body or [ast.Pass()]
        return statement

    def move(self, function):
        statement, body = self.taken(function), self.random.choice(bodies(function))
        body.insert(self.random.randint(0, len(body)), statement)

    def leave_out(self, function):
        self.taken(function)

    def double(self, function):
        statement = copy.deepcopy(self.random.choice(self.random.choice(bodies(function))))
        body = self.random.choice(bodies(function))
        body.insert(self.random.randint(0, len(body)), statement)

    def block(self, function):
        """Statements in a block: @ stands for them in a template, # for a deeper line."""
        body = self.random.choice(bodies(function))
        start = self.random.randrange(len(body))
        end = self.random.randint(start + 1, min(len(body), start + 3))
        template = self.random.choice(BLOCKS).replace("@", "\1").replace("#", "\2")  # which expressions may hold
        template = self.filled(template, function)
        header = "case _:\n" if template.startswith("match") else ""
        inner = header + "\n".join(f"{'    ' if header else ''}{ast.unparse(part)}" for part in body[start:end])
        indented = "".join(f"    {line}\n" for line in inner.split("\n"))
        body[start:end] = ast.parse(template.replace("\2", "\n    ").replace("\1", f"\n{indented}")).body

    def unblock(self, function):
        blocks = [
            (body, index)
            for body in bodies(function)
            for index, node in enumerate(body)
            if isinstance(node, (ast.If, ast.For, ast.With, ast.Try, ast.While))
        ]
        body, index = self.random.choice(blocks)
        body[index : index + 1] = body[index].body

    def sibling(self, function):
        named = [node for node in self.nodes(function, ast.Attribute, ast.Name, ast.FunctionDef) if self.name(node)]
        node = self.random.choice(named)
        field = {ast.Attribute: "attr", ast.Name: "id", ast.FunctionDef: "name"}[type(node)]
        setattr(node, field, self.random.choice(SIBLINGS_OF[self.name(node)]))

    @staticmethod
    def name(node):
        name = getattr(node, "attr", None) or getattr(node, "id", None) or getattr(node, "name", None)
        return name if name in SIBLINGS_OF else None

    def transplant(self, function):
        """One to three statements of the donor."""
        source = self.random.choice(bodies(self.donor))
        start = self.random.randrange(len(source))
        body = self.random.choice(bodies(function))
        at = self.random.randint(0, len(body))
        body[at:at] = copy.deepcopy(source[start : start + self.random.randint(1, 3)])

    def arguments(self, function):
        """Of a call: in another order, one left out, one more."""
        call = self.random.choice(self.nodes(function, ast.Call))
        chance = self.random.random()
        if chance < 0.4:
            self.random.shuffle(call.args)
        elif chance < 0.7 and (call.args or call.keywords):
            given = call.keywords or call.args
            given.pop(self.random.randrange(len(given)))
        else:
            call.args.append(parsed(self.expression(function)))


def keep_awake(tree):
    """A program that sleeps for a number of seconds that came from elsewhere would take them on each input."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "time.sleep" and (node.args or node.keywords):
            node.args, node.keywords = [ast.Constant(0)], []


def mutated(text, donor, chance):
    """The text of the function, the last of a module, changed; what is above it stays."""
    tree, mutator = ast.parse(text), Mutator(chance, ast.parse(donor).body[-1])
    for _ in range(chance.choice([1, 2, 2, 3, 4, 6])):
        with contextlib.suppress(IndexError, SyntaxError, ValueError):
            mutator.mutate(tree.body[-1])
    keep_awake(tree)
    text = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
    compile(text, "mutant", "exec", dont_inherit=True)
    return text


def function(seed, name):
    chance = random.Random(f"mutant {seed}")
    for _ in range(100):
        source, other = chance.choice(SOURCES), chance.choice(SOURCES)
        text, donor = source(chance.randrange(10**6), name), other(chance.randrange(10**6), name)
        with contextlib.suppress(SyntaxError, ValueError, AttributeError, TypeError, RecursionError):
            text = mutated(text, donor, chance)
            if len(text) < 8000:
                return text
    raise RuntimeError(f"no mutant of seed {seed} is Python")
