"""Random programs about what Python itself does: special methods and inheritance, exceptions that cross loops, with and
finally, generators, closures, containers asked with odd arguments, text, match, dataclasses, NumPy, views that alias.

A program is a few blocks, whose lines put what they see into a list. `{kind}` in a template stands for an expression of
that kind, `{do}` alone on a line for a few statements, `{new}` for a number that is the block's own, other names for what
CHOICES lists.
"""

import random
import re

import grammar

EXPRESSIONS = {
    "int": "n;k;len(out);0;1;-1;2;3;n - 2;k * 2;x.shape[0];x.dim();len(xs);int(flag);box.k;{int} + {int};{int} * {int};{int} % 3;"
    "{int} // 2;{int} if {bool} else {int};len({list});sum({ints});max({int}, {int});-{int};{int} & 3;{int} ** 2;~{int}",
    "bool": "flag;n > 1;k == 2;not flag;{int} > {int};{int} in {list};'a' in {dict};x.shape[0] > 2;isinstance({any}, int);"
    "{str} < {str};bool({any});{list} == {list};{any} is None;callable({any});{any} == {any};x.is_contiguous()",
    "float": "0.5;-0.0;float(n);{int} / 2;1e10;float('nan');float('inf');{int} * 0.1;round({float}, 1);abs({float})",
    "str": "'';'a';'abc';'a b c';str({int});f'{{{int}}}';{str} + {str};{str} * 2;{str}.upper();'b' * k;repr({any});' x ';"
    "'{{}}'.format({any});'%s' % ({int},);{str}[::-1];{str}[:{int}];'-'.join({strs});type({any}).__name__;f'{{{float}:.2f}}';"
    "f'{{{int}:>4}}|{{{str}!r:5}}';'%5.1f|%d' % ({float}, {int});{str}.replace('a', {str});{str}.strip();'{{0:{{1}}}}'.format({str}, 5);"
    "f'{{{float}:+e}}';'{{:,}}'.format({int} * 1000);f'{{{int}:#x}}';'%r' % ({any},);{str}.title();{str}.center(5, '*');f'{{{list}}}'",
    "strs": "['a', 'b'];[str(i) for i in range(k)];{str}.split();sorted({str});list({str});['b', {str}]",
    "ints": "[1, 2, 3];[];list(range(n));[n, k];[i * i for i in range({int} % 5)];sorted([3, n, 1]);{ints} + {ints};{ints}[1:]",
    "list": "{ints};{strs};[{any}, {any}];list({dict});[*{ints}, {any}];{list}[::-1];[{list}];list(zip({ints}, {strs}));"
    "list(enumerate({strs}, {int}));list({dict}.items());list(map(str, {ints}));[i for i in {ints} if i > {int}];sorted({ints}, reverse=flag)",
    "dict": "{{}};{{'a': 1, 'b': n}};{{i: i * 2 for i in {ints}}};dict(a={any});dict(zip({strs}, {ints}));{{**{dict}, 'z': {int}}};"
    "dict.fromkeys({strs}, {int});{dict} | {dict};collections.Counter({str});{{1: 'a', True: 'b', 1.0: 'c'}};collections.OrderedDict(b=1, a=n)",
    "set": "set({ints});{{1, n}};set();{set} | {set};{set} & {set};{set} - {set};{set} ^ {set};frozenset({ints});{{i % 2 for i in {ints}}}",
    "tuple": "();(1,);(n, k);({any}, {any});tuple({ints});{tuple} + {tuple};{tuple} * 2;Both({any}, {int});divmod({int}, 3);{str}.partition('b')",
    "any": "{int};{int};{float};{str};{list};{dict};{tuple};{bool};None;{tensor};{numpy};len;int;slice(1, {int});range({int});...;"
    "{call};{call};sorted({set})",
    "tensor": "x;y;r;c;x[0];x.t();x + {int};x.sum();xs[0];box.t;x[:, :1];x * {float};torch.ones({int} % 4);x > 0;x.clone();x[:{int}]",
    "numpy": "x.numpy();x.numpy().shape;np.arange(n);np.array({ints});r.numpy()[::2];np.float32({int});x.numpy().sum();np.array({ints}).dtype;"
    "torch.from_numpy(np.arange(3.0));np.ones((2, k)).tolist();x.numpy().T;np.array({ints}) > 1;np.asarray(x).astype(int)",
    "call": "{str}.split({any});{str}.find({any});{str}.count({str});{str}.index({str});{str}.startswith({any});{str}.join({any});int({any});"
    "{str}.encode();{list}.index({any});{list}.count({any});{list}[{int}];{list}[{int}:{int}];{dict}[{any}];{dict}.get({any});{dict}.get({any}, {any});"
    "{dict}.pop({any}, {any});{dict}.setdefault({any}, {any});{set}.issubset({any});{set}.union({any});{set}.isdisjoint({ints});{set} <= {set};"
    "sum({any});sum({list}, {any});min({any});max({ints}, default={any});max({ints}, key=lambda i: -i);sorted({any});sorted({strs}, key=len);"
    "list({any});tuple({any});dict({any});len({any});abs({any});round({any}, {any});divmod({any}, {any});pow({any}, {any});range({any});"
    "list(zip({any}, {ints}));list(map(lambda i: i * 2, {any}));list(filter(None, {any}));any({any});all({any});next(iter({any}));next(iter([]), {any});"
    "iter({any});hash({any}) == hash({any});{any} + {any};{any} * {any};{any} < {any};{any} - {any};{any} % {any};{any}[{any}];{any} in {any};-{any};"
    "getattr({any}, 'shape', {any});getattr({any}, {str}, 0);hasattr({any}, 'append');isinstance({any}, (int, str));issubclass(bool, {any});"
    "functools.reduce(lambda a, b: a + b, {any});functools.partial(max, {any})({any});list(itertools.chain({any}, {ints}));"
    "list(itertools.islice({any}, {int}));list(itertools.accumulate({ints}));list(itertools.product({ints}, repeat=2))[:3];operator.itemgetter({any})({any});"
    "operator.attrgetter('shape')({any});operator.mul({any}, {any});float({any});str({any});bool({any});complex({any});chr({any});ord({str});bin({any});"
    "list(itertools.zip_longest({ints}, {strs}));list(reversed({any}));type({ints})({any});type({str})({any});type({float})({any});slice({any}, {any});math.floor({any});math.sqrt({any});"
    "list(itertools.groupby({ints}))[:0];int({str}, {int});{str}.isdigit();{str} % {any};format({any}, {str});'{{}} {{}}'.format({any});{str}.zfill({int})",
}
EXPRESSIONS = {kind: text.split(";") for kind, text in EXPRESSIONS.items()}
STATEMENTS = [
    "out.append({any})",
    "out.append({call})",
    "out.append({call})",
    "out.append({str})",
    "try:\n    out.append({call})\nexcept {errors} as err:\n    out.append(str(err))",
    "try:\n    {do}\nexcept Exception as err:\n    out.append({told})",
    "if {bool}:\n    {do}",
    "if {bool}:\n    {do}\nelse:\n    {do}",
    "raise {error}({any})",
    "raise {error}",
    "assert {bool}, {any}",
    "n += {int}",
    "x = x + {int}",
    "print({any})",
    "return {tensor}, out",
    "clock[0] = {int}",
    "box.k = {int}",
    "xs.append({tensor})",
    "out += {ints}",
    "out[{int}] = {any}",
    "del out[{int}]",
    "out.insert({int}, {any})",
    "out.pop({int})",
    "d['q'] = {any}",
    "a, *b = {any}\nout.append((a, b))",
    "(a, b), e = {any}, {any}\nout.append((a, e))",
    "for a in {any}:\n    out.append(a)\n    if len(out) > 9:\n        break",
    "x[0] = {int}",
    "x.t().mul_({int})",
    "xs[0].add_(1)",
    "box.t = {tensor}",
    "boom(k)",
    "time.sleep(0)",
    "global total\ntotal = {int}",
]
BLOCKS = [
    # exceptions across loops, with and finally
    "for i{new} in range({int} % 4):\n    try:\n        {do}\n        {jump}\n    except {errors} as err:\n        out.append(repr(err))\n        {jump}\n    finally:\n        out.append(i{new})\n        {jump}\nelse:\n    out.append('else')",
    "i{new} = 0\nwhile i{new} < 3:\n    i{new} += 1\n    with Section({bool}):\n        {do}\n        {jump}\n    out.append(i{new})",
    "def run{new}():\n    for i in range(3):\n        try:\n            {do}\n            {jump}\n        finally:\n            out.append(('f', i))\n            if {bool}:\n                {jump}\n    return {any}\n\ntry:\n    out.append(run{new}())\nexcept Exception as err:\n    out.append(type(err).__name__)",
    "try:\n    try:\n        {do}\n        raise {error}({str})\n    except {errors} as err:\n        raise {error}('again') from {cause}\n    finally:\n        out.append('f')\nexcept Exception as err:\n    out.append((type(err.__cause__).__name__, type(err.__context__).__name__, err.args))",
    "with contextlib.suppress({errors}):\n    {do}\n    out.append({call})\nout.append('after')",
    "with contextlib.ExitStack() as stack:\n    stack.callback(out.append, {any})\n    name = stack.enter_context(section({str}))\n    {do}\n    out.append(name)",
    # generators
    "def gen{new}(a):\n    try:\n        for i in {any}:\n            got = yield i\n            out.append(got)\n            {do}\n    finally:\n        out.append('closed')\n    return a\n\ng{new} = gen{new}({any})\nout.append(next(g{new}, 'none'))\ntry:\n    out.append(g{new}.send({any}))\n    {do}\n    out.append(g{new}.throw({error}('t')))\nexcept Exception as err:\n    out.append(type(err).__name__)\ng{new}.close()",
    "def inner{new}():\n    yield 1\n    yield from {any}\n    return {int}\n\ndef outer{new}():\n    got = yield from inner{new}()\n    yield got\n\nfor item in outer{new}():\n    out.append(item)\n    {jump}",
    "g{new} = ({any} for i in {ints} if i != {int})\nout.append(list(g{new}))\nout.append(list(g{new}))",
    "def gen{new}():\n    total = 0\n    while True:\n        total += yield total\n        if total > {int}:\n            return total\n\ng{new} = gen{new}()\nnext(g{new})\ntry:\n    for i in {ints}:\n        out.append(g{new}.send(i))\nexcept StopIteration as stop:\n    out.append(stop.value)",
    # closures
    "count{new} = {int}\n\ndef up{new}(by={int}, *rest, **named):\n    nonlocal count{new}\n    count{new} += by\n    out.append((rest, named))\n    return count{new}\n\nout.append(up{new}())\nout.append(up{new}({int}, {any}, z={any}))\n{do}\nout.append(count{new})",
    "fs{new} = [lambda a, i=i: (a, i, n) for i in range(3)]\nn = {int}\nout.append([f({any}) for f in fs{new}])",
    "made{new} = []\nfor i in range(2):\n    def late{new}(a={any}):\n        return i, a\n    made{new}.append(late{new})\nout.append([f() for f in made{new}])",
    "def deco{new}(f):\n    @functools.wraps(f)\n    def wrapper(*args, **named):\n        out.append(f.__name__)\n        return f(*args, **named)\n    return wrapper\n\n@deco{new}\ndef decorated{new}(a, b=2, /, c=3, *, e={int}):\n    {do}\n    return a, b, c, e\n\ntry:\n    out.append(decorated{new}({args}))\nexcept TypeError as err:\n    out.append(str(err))",
    # classes
    "class A{new}:\n    z = {any}\n\n    def __init__(self, a={any}):\n        self.a = a\n\n    def __{compare}__(self, other):\n        out.append('{compare}')\n        return {result}\n\n    def __{binary}__(self, other):\n        out.append('{binary}')\n        return {result}\n\nclass B{new}(A{new}):\n    def __{binary}__(self, other):\n        out.append('B')\n        return {result}\n\na, b = A{new}(), B{new}({any})\nfor left, right in ((a, b), (b, a), (a, 1), (1, b), (a, a)):\n    try:\n        out.append((left {operator} right))\n    except TypeError as err:\n        out.append('refused')\nout.append((a == b, a != b, a in [b], [a] == [a], a.z, b.a))",
    "class C{new}:\n    def __init__(self, items):\n        self.items = items\n\n    def __len__(self):\n        return {int}\n\n    def __getitem__(self, i):\n        out.append(i)\n        return self.items[i]\n\n    def __contains__(self, a):\n        return {any}\n\n    def __iter__(self):\n        return iter({any})\n\no = C{new}({list})\nfor f in (len, bool, list, lambda o: o[0], lambda o: o[1:], lambda o: 1 in o, lambda o: [*o], reversed, lambda o: o[{any}], sorted):\n    try:\n        got = f(o)\n        out.append(got if f is not reversed else 'r')\n    except Exception as err:\n        out.append({told})",
    "class P{new}:\n    def __init__(self):\n        self._v = {int}\n\n    @property\n    def v(self):\n        out.append('get')\n        return {result}\n\n    @v.setter\n    def v(self, value):\n        out.append('set')\n        self._v = value\n\n    @classmethod\n    def make(cls, a={any}):\n        made = cls()\n        made.v = a\n        return made\n\n    @staticmethod\n    def st(a):\n        return a\n\n    def __getattr__(self, name):\n        out.append(name)\n        if name == 'gone':\n            raise AttributeError(name)\n        return {result}\n\np = P{new}.make()\np.v = {any}\nout.append((p.v, p.other, hasattr(p, 'gone'), getattr(p, 'gone', 5), P{new}.st({any}), p._v))\np.w = {any}\nout.append(sorted(vars(p)))",
    "class D{new}:\n    def __get__(self, owner, kind):\n        out.append('get')\n        return {any}\n\n    def __set__(self, owner, value):\n        out.append('set')\n        owner.__dict__['a'] = value\n\nclass E{new}:\n    a = D{new}()\n    __slots__ = ('__dict__', 's')\n\n    def __init__(self):\n        self.a = {any}\n\ne = E{new}()\nout.append((e.a, e.__dict__, hasattr(e, 's')))\ne.s = {any}\nout.append(e.s)",
    "class F{new}:\n    def __enter__(self):\n        out.append('in')\n        return {any}\n\n    def __exit__(self, kind, value, trace):\n        out.append(kind)\n        return {bool}\n\n    def __call__(self, *args, **named):\n        return args, named\n\nwith F{new}() as got, F{new}():\n    out.append(got)\n    {do}\nout.append(F{new}()({args}))",
    "class G{new}(Exception):\n    def __init__(self, a, b={any}):\n        super().__init__(a)\n        self.b = b\n\n    def __str__(self):\n        return f'G {self.b}'\n\nclass H{new}(G{new}, ValueError):\n    pass\n\ntry:\n    {do}\n    raise {gh}{new}({any})\nexcept ({errors}, KeyError) as err:\n    out.append((str(err), err.args, isinstance(err, ValueError)))\nexcept G{new} as err:\n    out.append((err.b, repr(err)))",
    "class M{new}(type):\n    made = []\n\n    def __new__(mcs, name, bases, space, **named):\n        cls = super().__new__(mcs, name, bases, space)\n        M{new}.made.append(name)\n        return cls\n\n    def __call__(cls, *args):\n        out.append(cls.made[-1])\n        return super().__call__(*args)\n\n    def __len__(cls):\n        return {int}\n\nclass N{new}(metaclass=M{new}):\n    def __init__(self, a):\n        self.a = a\n\nout.append((N{new}({any}).a, type(N{new}).__name__))\ntry:\n    out.append(len(N{new}))\nexcept ValueError as err:\n    out.append(str(err))",
    "class I{new}:\n    def __init_subclass__(cls, tag=None, **named):\n        out.append((cls.__name__, tag))\n\n    def who(self):\n        return ['I']\n\nclass J{new}(I{new}, tag={any}):\n    def who(self):\n        return ['J'] + super().who()\n\nclass K{new}(I{new}):\n    def who(self):\n        return ['K'] + super().who()\n\nclass L{new}(J{new}, K{new}):\n    def who(self):\n        {do}\n        return ['L'] + super().who()\n\nout.append((L{new}().who(), [c.__name__ for c in L{new}.__mro__], issubclass(L{new}, K{new})))",
    "class S{new}(str):\n    def __add__(self, other):\n        return S{new}('S') if {bool} else NotImplemented\n\n    def upper(self):\n        return {str}\n\ns = S{new}({str})\nout.append((s == str(s), s.upper(), len(s), type(s.lower()).__name__, f'{s}', s[:1]))\nout.append(s + 'x')",
    "class Q{new}(dict):\n    def __missing__(self, key):\n        out.append(key)\n        return {any}\n\n    def __setitem__(self, key, value):\n        super().__setitem__(key, (value,))\n\nq = Q{new}(a=1)\nq['b'] = {any}\nq.update(c={int})\nout.append((q['a'], q['b'], q['zz'], q.get('zz'), len(q), sorted(q), dict(q)))",
    "class T{new}(list):\n    def append(self, a):\n        super().append((a,))\n\n    def __getitem__(self, i):\n        return {any}\n\nt = T{new}({ints})\nt.append({any})\nt += [{any}]\nout.append((t[0], list(t), len(t), t == list(t), [*t], t.copy()))",
    # dataclasses, named tuples, enums
    "@dataclasses.dataclass{options}\nclass U{new}:\n    a: int\n    b: object = {int}\n    e: list = dataclasses.field(default_factory=list)\n\nu, v = U{new}({int}), U{new}({int}, {any})\nfor f in (lambda: (u == v, u != v), lambda: u < v, lambda: dataclasses.replace(u, b={any}).b, lambda: dataclasses.astuple(u), lambda: setattr(u, 'a', 5), lambda: U{new}(), lambda: u.a, lambda: dataclasses.asdict(v), lambda: [i.name for i in dataclasses.fields(u)]):\n    try:\n        out.append(f())\n    except Exception as err:\n        out.append({told})",
    "b = Both({any}, {int})\nout.append((b, b.first, b[1], b == tuple(b), b._asdict(), b._replace(second={any}), Both._fields, repr(Both(1, {str}))))\nfirst, second = b\nout.append(second)",
    "Color{new} = enum.Enum('Color{new}', 'red green')\nclass Num{new}(enum.IntEnum):\n    one = 1\n    two = 2\n    uno = 1\n\nfor f in (lambda: Num{new}({int}).name, lambda: Num{new}['one'] + {int}, lambda: [m.name for m in Num{new}], lambda: Num{new}.uno is Num{new}.one, lambda: Num{new}.two > {int}, lambda: Color{new}.red.value, lambda: str(Color{new}['green']), lambda: Color{new}({any})):\n    try:\n        out.append(f())\n    except Exception as err:\n        out.append({told})",
    # containers
    "e = {dict}\nfor f in (lambda: e.update({any}), lambda: e.setdefault({any}, {any}), lambda: e.pop({any}), lambda: e.popitem(), lambda: e[{any}], lambda: e.__setitem__({any}, {any}), lambda: list(e), lambda: e == dict(e), lambda: list(e.items()), lambda: e | {any}, lambda: len(e), lambda: e.copy().clear(), lambda: e.pop({any}, None)):\n    try:\n        out.append(f())\n    except Exception as err:\n        out.append({told})\nout.append(e)",
    "e = {list}\nfor f in (lambda: e.append({any}), lambda: e.extend({any}), lambda: e.insert({any}, {any}), lambda: e.pop({any}), lambda: e.remove({any}), lambda: e.index({any}), lambda: e.sort(), lambda: e.__setitem__(slice({int}, {int}), {any}), lambda: e.__delitem__({any}), lambda: e.__iadd__({any}), lambda: e * {any}, lambda: e[{any}], lambda: e.reverse(), lambda: e < {any}):\n    try:\n        out.append(f())\n    except Exception as err:\n        out.append({told})\nout.append(e)",
    "e = {set}\nfor f in (lambda: e.add({any}), lambda: e.update({any}), lambda: e.discard({any}), lambda: e.remove({any}), lambda: {any} in e, lambda: e.difference({any}), lambda: e.intersection_update({any}), lambda: e <= {any}, lambda: e == {any}, lambda: e | {any}, lambda: len(e), lambda: e.symmetric_difference({any})):\n    try:\n        got = f()\n        out.append(len(got) if isinstance(got, (set, frozenset)) else got)\n    except Exception as err:\n        out.append({told})\nout.append(len(e))",
    "q{new} = collections.deque({any}, maxlen={int})\nq{new}.append({any})\nq{new}.appendleft({any})\nq{new}.rotate({int})\nout.append((list(q{new}), q{new}.maxlen, len(q{new})))\nw = collections.defaultdict(list)\nw[{int}].append({any})\nw[{int}].append({any})\nout.append(dict(w))",
    # match
    "match {any}:\n    case 0 | 1:\n        {do}\n    case [a, *b] if {bool}:\n        out.append((a, b))\n    case {{'a': a, **rest}}:\n        out.append((a, rest))\n    case str() as a:\n        out.append(a)\n    case Both(first=a) | Box(k=a):\n        out.append(a)\n    case torch.Tensor(shape=a):\n        out.append(tuple(a))\n    case bool(a) | float(a):\n        out.append(a)\n    case _:\n        {do}",
    "match {any}, {any}:\n    case (int(a), int(b)):\n        out.append(a + b)\n    case ([], _) | (_, []):\n        out.append('empty')\n    case ((a, b), e):\n        out.append((a, b, e))\n    case None, a:\n        out.append(a)\n    case (a, b) if a is b:\n        out.append('same')",
    # tensors that alias, NumPy, modules
    "v{new} = {tensor}\nw = v{new}.view(-1) if v{new}.is_contiguous() else v{new}\nkeep = [v{new}, w]\n{do}\nif w.dtype == torch.float32 and not w.requires_grad:\n    w.add_({int})\nout.append((keep, v{new} is w, v{new}._version == w._version))",
    "a = x.detach().numpy()\nb = torch.from_numpy(a)\n{do}\nb += 1\na[..., :1] = {int}\nout.append((a, b, b.data_ptr() == x.data_ptr(), a.dtype, np.shares_memory(a, b.numpy())))",
    "SCALE_{new} = {any}\nglobal SCALE\nSCALE = {int}\n{do}\nout.append((SCALE, twice(lambda t: t * SCALE, {int})))\nSCALE = 0.5",
    "for i, t in enumerate(xs):\n    if i > 3:\n        break\n    {do}\n    out.append(t * {int})\n    print(i)\n    xs[i] = t + 1",
    "{do}\n{do}",
    "for i in range({int} % 3):\n    print(i, {str})\n    {do}\n    x = x * 0.5\n    time.time()\n    {jump}",
]
CHOICES = {
    "errors": ["Exception", "ValueError", "(KeyError, IndexError)", "TypeError", "ZeroDivisionError", "(Refused, RuntimeError)", "LookupError", "AttributeError"],
    "error": ["ValueError", "KeyError", "TypeError", "Refused", "IndexError", "RuntimeError", "StopIteration", "AttributeError"],
    "cause": ["err", "None", "KeyError('c')", "Refused"],
    "jump": ["if {bool}:\n    break", "if {bool}:\n    continue", "if {bool}:\n    return {tensor}, out", "pass", "break", "continue"],
    "told": ["type(err).__name__", "type(err).__name__", "(type(err).__name__, str(err))"],
    "compare": ["eq", "ne", "lt", "hash", "le"],
    "binary": ["add", "radd", "sub", "rsub", "mul", "mod", "iadd", "and", "rand", "lt", "gt", "eq", "matmul", "floordiv"],
    "operator": ["+", "-", "*", "%", "<", ">", "==", "!=", "&", "@", "//", "<="],
    "result": ["NotImplemented", "self.__class__.__name__", "{any}", "1", "{bool}", "{int}"],
    "args": ["1", "1, 2", "1, 2, {any}", "1, c={any}", "*{list}", "1, **{dict}", "", "1, e={any}", "a=1", "1, 2, 3, 4"],
    "options": ["", "", "(frozen=True)", "(order=True)", "(eq=False)", "(order=True, unsafe_hash=True)", "(kw_only=True)", "(repr=False)"],
    "gh": ["G", "H", "H"],
}  # fmt: skip
HOLE = re.compile(r"\{\{|\}\}|\{(\w+)\}")
DEEPEST = 3
GUARDED = 0.5  # of the statements and blocks
CAUGHT = ["except Exception as err:", "    out.append(type(err).__name__)"]


class Writer:
    def __init__(self, seed):
        self.random, self.count = random.Random(seed), 0

    def expression(self, kind, depth):
        templates = EXPRESSIONS[kind]
        if depth >= DEEPEST:
            templates = [text for text in templates if not HOLE.search(text.replace("{{", "").replace("}}", ""))]
        text = self.fill(self.random.choice(templates or ["None"]), depth + 1, {})
        return f"({text})" if depth and (" " in text or text[0] in "-~0123456789") else text

    def fill(self, template, depth, chosen):
        """`chosen`: what a hole of CHOICES stands for in all of a block where its name tells a method."""

        def value(match):
            kind = match.group(1)
            if not kind:
                return match.group()[0]
            if kind == "new":
                return str(chosen["new"])
            if kind in ("compare", "binary"):
                return chosen.setdefault(kind, self.random.choice(CHOICES[kind]))
            if kind in CHOICES:
                return self.fill(self.random.choice(CHOICES[kind]), depth, chosen)
            return self.expression(kind, depth) if kind in EXPRESSIONS else match.group()

        return HOLE.sub(value, template)

    def lines(self, template, depth):
        """The lines of a template of statements."""
        self.count += 1
        chosen, made = {"new": self.count}, []
        for line in template.split("\n"):
            indent, text = line[: len(line) - len(line.lstrip())], line.strip()
            if text == "{do}":
                inner = self.statements(depth + 1)
            else:
                inner = self.fill(text, min(depth, 2), chosen).split("\n")
            made += [indent + part for part in inner]
        return self.guarded(made) if self.random.random() < GUARDED and not made[0].startswith("global") else made

    @staticmethod
    def guarded(lines):
        """What is asked with odd arguments mostly raises: what comes behind it runs all the same."""
        return ["try:", *(f"    {line}" for line in lines), *CAUGHT]

    def statements(self, depth):
        made = []
        for _ in range(self.random.choice([1, 1, 2, 3])):
            simple = [text for text in STATEMENTS if "{do}" not in text]
            template = self.random.choice(STATEMENTS if depth < 3 else simple)
            made += self.lines(template, depth)
        return made

    def function(self, name):
        made = ["out = []"]
        for _ in range(self.random.choice([1, 1, 2, 2, 3])):
            made += self.lines(self.random.choice(BLOCKS), 0)
        made.append(f"return {self.expression('tensor', DEEPEST)}, out")
        return f"def {name}({grammar.PARAMETERS}):\n" + "".join(f"    {line}\n" for line in made)


def function(seed, name):
    """The few that are not Python, as they leave a loop outside one, are written again."""
    for attempt in range(100):
        text = Writer(f"protocols {seed}.{attempt}").function(name)
        try:
            compile(text, name, "exec", dont_inherit=True)
        except SyntaxError:
            continue
        return text
    raise RuntimeError(f"no program of seed {seed} is Python")
