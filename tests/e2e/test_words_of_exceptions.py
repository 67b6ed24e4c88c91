"""What Python says when it refuses something: type and text of the exceptions that a program may catch and look at."""

import pytest
from harness import check, program
from table import randn

STATEMENTS = """
a = l[9]
a = l[-9]
l[9] = 1
del l[9]
a = l["a"]
l["a"] = 1
del l["a"]
a = l.pop(9)
a = [].pop()
a = l.remove(77)
a = l.index(77)
a = (1, 2)[5]
a = "abc"[5]
a = "abc"["a"]
a = (1, 2)["a"]
a = range(3)[7]
a = x.shape[7]
a = x.size(9)
a = x.size()[5]
a = q[0]
q[0] = 1
del q[0]
a = q.pop()
a = q.popleft()
a = q.remove(3)
a = q.index(3)
a = q["a"]
a = {}["a"]
a = d["none"]
del d["none"]
a = d.pop("none")
a = {}.popitem()
a = d[[1]]
a = set().pop()
a = s.remove(77)
a = next(iter([]))
a = int("x")
a = int(None)
a = int([])
a = float("x")
a = float(None)
a = n // 0
a = n % 0
a = n / 0
a = n / (k - k)
a = 0 ** -1
a = divmod(n, 0)
a, b = [1]
a, b = [1, 2, 3]
a, *b = []
(a, b), c = [1, 2]
a, b = 5
a = n + "a"
a = "a" + n
a = n + None
a = [] + ()
a = () + []
a = "a" * "b"
a = -"a"
a = n < "a"
a = [] < 3
a = None < 1
a = n()
a = l()
a = x.foo
a = n.foo
a = l.foo
a = None.foo
a = undefined
a = len(n)
a = len(None)
a = iter(n)
for v in n: pass
for v in None: pass
a = [*n]
a = {**n}
a = dict([1])
a = dict(5)
a = list(5)
a = tuple(5)
a = sum(5)
a = sum(["a"])
a = max([])
a = min(())
a = max(n)
a = sorted([1, "a"])
a = l.sort(key=None, foo=1)
a = "a".foo()
a = "a".join([1])
a = "%d" % "a"
a = "%s %s" % (1,)
a = "%s" % (1, 2)
a = "{}".format()
a = "{a}".format(b=1)
a = "{:d}".format("a")
a = f"{'a':d}"
a = "a".split("")
a = chr(-1)
a = ord("ab")
a = range(1, 2, 0)
a = slice(0, 5, 0).indices(4)
a = [1, 2][::0]
a = list(zip([1], strict=1, foo=2))
a = list(zip([1], [1, 2], strict=True))
a = (lambda p: p)()
a = (lambda p: p)(1, 2)
a = (lambda p: p)(q=1)
a = (lambda *, p: p)()
a = (lambda p, /: p)(p=1)
a = isinstance(1, "a")
a = issubclass(1, int)
a = getattr(n, "foo")
a = hash([])
a = {[]: 1}
a = {[]}
(1, 2)[0] = 1
"abc"[0] = "x"
del (1, 2)[0]
a = itertools.islice([1], -1)
a = defaultdict(None)["a"]
a = OrderedDict()["a"]
del defaultdict(int)["a"]
defaultdict(int, {n: 1}).__delitem__("a")
a = defaultdict(int).pop("a")
a = OrderedDict().popitem()
assert n > 99, "why"
assert n > 99
assert False, (1, 2)
a = x[99]
a = x[0, 0, 0]
a = x["a"]
a = x.t().t().foo
a = x.tolist().foo
a = len(x[0, 0])
a = iter(x[0, 0])
a = Point(1)
a = Point(1, 2)[4]
Point(1, 2).p = 3
raise ValueError(1, 2)
raise KeyError("a")
raise KeyError
a = hex([1])
a = bin({1})
a = "ab".find("a", "b")
a = "ab".count("a", ",")
a = "ab".startswith("a", [0])
a = (1, 2).index(1, "a")
a = next(q)
a = operator.index(l)
a = min()
a = s.union([1], key=2)
s.update([1], key=2)
a = s.intersection(key=2)
a = tuple(l, 1)
a = map(abs, l, strict=True)
a = max()
a = max(l, start=5)
a = min(l, key=abs, other=3)
a = max(1, 2, default=3)
a = "ab".find("a", start=5)
a = (1, 2).index(1, start=5)
a = sum(iterable=l)
a = sorted(iterable=l)
a = operator.add(a=1, b=2)
a = operator.concat(-7, 2)
a = operator.iconcat(1, l)
a = operator.concat((1,), (n,))
a = operator.length_hint(3, "a")
a = operator.length_hint([], default=3)
a = operator.attrgetter(2)
a = operator.attrgetter()
a = operator.attrgetter("real", 2)
a = operator.itemgetter()
a = operator.itemgetter(0)(l, l)
a = operator.methodcaller(12)
a = operator.methodcaller()
a = operator.countOf([math.nan, 1], 1), operator.indexOf(l, k)
a = functools.cmp_to_key(max)(1) < 3
a = functools.cmp_to_key()
a = functools.cmp_to_key(lambda p, q: p - q)(obj=1) < functools.cmp_to_key(lambda p, q: p - q)(2)
a = list(itertools.islice(l, "b"))
a = list(itertools.islice(l, -1))
a = list(itertools.islice(l, 0, None, 0))
a = list(itertools.chain(l).from_iterable([l, l]))
a = math.degrees(x=1)
a = len(deque(l, -2))
a = len(deque(l, "a"))
a = int(l, 1)
a = int(l, 10)
a = int("1", 40)
a = int.__new__(bool, 0)
a = int.__new__(int, 5)
a = super(int, int, int)
a = "ab".count(2, 3, 5)
a = "ab".find(2, 3, 5)
a = "ab".index(2, 3, 5)
a = itertools.tee(1.5, 0)
a = itertools.tee([1], -2)
a = itertools.count("a", 1)
a = next(itertools.count(2.5)), next(itertools.count(n, k))
a = list(itertools.islice(l, x))
a = math.degrees(x)
a = math.radians("1")
a = math.degrees(n)
a = type("5", base=8)
a = type("5", 8)
a = "ab".index("a", 3, 5)
a = "ab".rfind("a", 3, 5), "ab".count("a", 3, 5), "ab".find("", 3), "ab".find("b", 1)
a = int(b"10"), float(b"2.5")
a = float(b"ab")
a = super(1, int)
a = super(type=int)
raise KeyError("a", "b")
raise ValueError
q[5] = 1
del q[5]
a = 1 % 0
a = 1 // 0
a = 1.5 // 0
a = 1.5 % 0
a = divmod(1.5, 0)
a = divmod(1, 0)
a = ["a"].index("b")
a = [1].index(2.5)
a = [x].index(3)
a = (1, 2).index("b")
a = plain()
a = plain(1)
a = plain(1, 2, 3)
a = plain(1, 2, 3, c=1)
a = plain(1, c=1, d=2)
a = plain(1, a=2, c=3)
a = none(1)
a = none(x=1)
a = several()
a = several(1)
a = several(1, 2, 3)
a = several(1, 2, 3, 4)
a = several(1, 2, 3, d=1)
a = several(1, 2, 3, 4, d=1, e=2)
a = only(a=1)
a = only(1, 2, 3)
a = Own().method(1)
a = Own().method(x=1)
a = Own(1)
a = Own.method()
a = (lambda v: v)()
a = Own().of_super()
a = bool(Own())
a = len(Own())
a = Layer().missing
a = torch.nn.Linear(2, 2).missing
a = (1, 2, 1) != (1, x)
a = (n, x) == (n, x, 1), (1, n) == (1, n, 2)
a = Point(1, x)[...]
a = Counter("aab").fromkeys(1)
a = Counter(a=n); del a["z"]; del a["a"]; a.__delitem__("q")
a = range(n).index(5)
a = range(n).index(True), range(1, 9, 3).index(4), range(3).index(2.0)
a = range(n).index("a")
a = [n].__mul__(x)
a = ().__mul__(x[0, 0])
a = "a".__rmul__(x.add)
a = s.isdisjoint(type(x))
a = l.__delitem__(torch.Tensor)
a = float(n).imag, n.imag, (n / 2).imag, (n > 0).imag
a = slice(1, n).indices(q)
a = l.__imul__(torch.float32)
a = operator.concat(d, {})
a = operator.concat(x, x)
a = operator.concat(Own, 2)
a = next(map(len, Counter("ab"))), next(zip(OrderedDict(a=x).items()))
a = map(len, OrderedDict(a=n)), enumerate(defaultdict(int, a=n))
a = OrderedDict(a=n).items(), repr(OrderedDict(a=1).keys())
a = OrderedDict(a=1).keys() + 1
a = OrderedDict(["a"])
a = OrderedDict(["ab", [n, 2]])
q.other = n
q.maxlen = n
defaultdict(int).other = n
a = defaultdict(int); a.default_factory = list; b = a["q"]
setattr(1j, "other", n)
setattr(1j, "real", n)
setattr(np.float32(2), "other", n)
a = itertools.tee(l, "a")
a = itertools.combinations(l, "a")
a = itertools.permutations(l, "a")
a = itertools.product(l, repeat="a")
a = list(itertools.combinations("abc", n)), list(itertools.permutations("abc", n)), len(itertools.tee(l, n))
a = heapq.nlargest(d, "b")
a = heapq.nsmallest(n, [3, 1, n, 2]), heapq.nlargest(2, [3, 1, 5, 2], key=lambda v: -v)
a = heapq.nlargest(3, iter([math.nan, 1, 2, 3, 4.5])), heapq.nsmallest(1, [])
a = heapq.nlargest(2, [3, "a", 2, 5])
a = math.ldexp("a", "b")
a = math.hypot(x=1)
a = math.degrees(l)
a = math.trunc(None), 1
a = math.trunc("a")
a = math.trunc(Own)
a = math.trunc(n), math.trunc(n / 2), math.trunc(2.5), math.trunc(n > 0)
a = math.dist("a", [1])
a = math.dist([n, 2], (k, 2.5))
a = int(x=1)
a = int("1", 2, other=3)
a = bool(1, 2, other=3)
a = list(1, 2, other=3)
a = tuple(1, 2, other=3)
a = bisect.bisect(d.values(), 1)
a = bisect.bisect(l, 1, "a")
a = bisect.insort(l, 1, 0, "a")
a = bisect.bisect_left(x[0], n)
a = bisect.bisect_left([1, 2, n], k, n - n, None)
a = defaultdict(int, 1, 2)
a = next(l, 1, 2)
a = iter(1, 2, 3)
a = sum(..., "a")
a = [1] in d.keys()
a = "a" in d.keys(), ("a", 1) in {"a": n}.items(), ("a",) in d.items(), n in {n: 1}.keys()
a = operator.countOf(n, 1)
a = operator.indexOf([1, n], n)
a = next(itertools.takewhile(enumerate("ab"), l))
a = itertools.takewhile(enumerate("ab"), l)
a = reversed(q), list(reversed(deque([1, 2, n])))
a = iter(reversed(q)); q.append(2); b = next(a)
a = "{}".format_map({"": 1})
a = "{p} {q}".format_map(defaultdict(int, p=n)), "none".format_map({1: 2}), "{p[0]}".format_map({"p": [n]})
a = "{p}".format_map({1: 2})
a = "{p}".format_map(n)
a = "{0!}".format(p=1)
a = "%(p)s" % print
a = "%(p)s" % ([x], [])
a = "text" % d.keys()
a = str(n); a -= l
a = (x, n); a <<= k
a = d.keys(); a *= "text"
a = {}; a *= "text"
a = None; a *= "text"
a = [1]; a *= "text"
a = np.float32(1.5) != "text"
a = dict(**KeyError("text"))
a = max(**Own())
a = torch.Size([1]) + (1, x)
a = x.shape + (n,), (n,) + x.shape
operator.setitem("text", x[0, 0], 1)
a = Items() | {"p": 1}.keys()
a = copy.copy(operator.itemgetter(0)) is a, copy.copy(plain) is plain
a = f"{'\u00e9'!a}", f"{n!a}"
q[n:] = [1]
del q[:1]
a = [0] * Num(n), Num(2) * "ab", [1, 2, 3][Num(n)], range(Num(n)), hex(Num(n)), int(Num(n)), float(Num(n / 2)), math.sqrt(Num(n / 2))
a = [0] * Num("p")
a = [1]; a *= Num(None)
a = [1, 2][Num(2.5)]
a = x[Num("p")]
a = range(Num(None))
a = hex(Num([]))
a = operator.index(Num(2.5))
a = int(Num(None))
a = float(Num(1))
a = math.sqrt(Num(len))
a = Named(1, 2)
a = Net(1, 2)
a = UserList(n)
a = UserList([n]).data, UserList(UserList([n, 1])).data
operator.delitem(np.arange(3), "p")
a = [c.__name__ for c in OwnSet.__mro__], OwnSet.__bases__[0] is set, [c.__name__ for c in OwnList.__mro__]
a = OwnList(n)
a = OwnList([1, n]); a.__init__(a); b = OwnList(range(2))
a = next(Next((1, 2)))
a = {Hashed(): n}
a = {**Keys([[1]])}
a = dict(Keys(n))
a = {**Keys(["p", "q"])}, dict(Keys("pq"))
a = {**Own()}
a = [0] * Next((1,)), range(Next((1,))), [1, 2, 3][Next((1,))]
a = [1, 2, n][Hashed()]
a = "%d" % Num(n)
a = "%d" % Next((n,)), (1,) + Next((n,)), Next((n,)) % 2
a = "a" * Product((n,))
a = math.floor(Hashed())
a = Next(1, 2)
a = Hashed() - Hashed()
a = Next((1,)) - Next((1,))
with Entered(): pass
a = n.__round__(None)
a = n.__round__(), n.__round__(-1), (25).__round__(-1), (2.5).__round__(None), float(n).__round__()
a = SimpleNamespace(p=n) < SimpleNamespace(p=1)
a = SimpleNamespace(p=n) == SimpleNamespace(p=n), SimpleNamespace(p=n) < 1
""".strip().split("\n")
HELPERS = """
def plain(a, b=1, *, c): pass
def none(): pass
def several(a, b, c, *, d, e): pass
def only(a, /): pass
class Own:
    def method(self): pass
    def of_super(self): return super().missing
    def __bool__(self): return 3
    def __len__(self): return -1
class Items:
    def __iter__(self): return iter(["p", 1])
class Num:
    def __init__(self, v): self.v = v
    def __index__(self): return self.v
    def __int__(self): return self.v
    def __float__(self): return self.v
class OwnSet(set): pass
class OwnList(list): pass
class Next(tuple):
    def __next__(self): return 5
    def __index__(self): return 2
    def __mod__(self, other): return other
    def __add__(self, other): return other
    def __rsub__(self, other): return other
class Hashed(dict):
    def __hash__(self): return 5
    def __index__(self): return 2
    def __floor__(self): return 7
    def __rsub__(self, other): return other
class Product(tuple):
    def __mul__(self, other): return other
class Entered:
    def __enter__(self): raise KeyError("entered")
class Keys:
    def __init__(self, k): self.k = k
    def keys(self): return self.k
    def __getitem__(self, i): return i + "!"
class Named(dict): pass
class Net(torch.nn.Module): pass
class Layer(torch.nn.Module):
    def __getattr__(self, name): return super().__getattr__(name)
"""
FUNCTION = """
def statement_{index}(x, d, n, k):
    l, q, s, a, b, c = [n, k], deque([n]), {{n}}, None, None, None
    try:
        {statement}
    except Exception as error:
        a = type(error).__name__, str(error)
    return x + 1, a, b, c
"""
PROGRAM = program(
    "words_of_exceptions",
    "import bisect\nimport copy\nimport functools\nimport heapq\nimport itertools\nimport math\nimport operator\nfrom collections import Counter, OrderedDict, UserList, defaultdict, deque, namedtuple\nfrom types import SimpleNamespace\n\nimport numpy as np\nimport torch\n\n"
    "Point = namedtuple('Point', ['p', 'q'])\n"
    + HELPERS
    + "".join(FUNCTION.format(index=index, statement=statement) for index, statement in enumerate(STATEMENTS)),
    [f"statement_{index}(f32[M, N], {{'a': f32[M, N]}}, 2, 1)" for index in range(len(STATEMENTS))],
    args=("--force",),
    flags="-O0",
)


@pytest.mark.parametrize("index", range(len(STATEMENTS)), ids=STATEMENTS)
def test_words(index):
    for n, k in [(2, 1), (0, 2)]:
        check(PROGRAM.load(), f"statement_{index}", lambda n=n, k=k: (randn(3, 4), {"a": randn(3, 4, seed=1)}, n, k))
