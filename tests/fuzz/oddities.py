"""Single calls with odd arguments of what other kinds hardly call: Python's built-in functions, the methods of its types, its
library; what makes tensors, modules and settings of torch, and the methods of tensors that give no tensor."""

import collections
import random

import grammar

VALUES = """1;0;-1;True;2.5;None;'a';'ab';'';[1, 2];[];(1, 2);();{'a': 1};{};{1, 2};set();range(3);x;x[0];x[0, 0];x.shape;n;k;flag
f'{n}a';len;int;str;torch.float32;slice(1);b'a';1j;float('nan');2**70;lambda *a: a;iter([1, 2]);(i for i in range(3));object;Ellipsis
frozenset([1]);collections.deque([1, 2]);['b', 'a'];[x, y];{'k': x};np.float32(1.5);np.int64(2);np.arange(3);type(x);'0x1f';' 12 ';'1.5'
-n;1e300;'%s';'{}';zip([1], [2]);enumerate('ab');map(str, [1]);NotImplemented;torch.Size([1]);[[1], [2]];[(1, 2), (3, 4)];'é'
bytearray(b'x');memoryview(b'ab');Box(x, k);Mode.SOFT;Both(1, x);Pair(x, y);print;x.add;n > 1;[n, k];(n,);{n: x};{k, n};f'{n}'
'ab' * k;xs;d;box;reversed([1, 2]);reversed(collections.deque([1]));filter(None, [0, 1]);math.sqrt""".replace(
    "\n", ";"
).split(";")
OWNERS = {
    list: "[1, 2, 3];[n, k, 1];[];[x, y];['b', 'a'];[1, 'a', None];[[1], [2]];xs",
    dict: "{'a': 1, 2: x};{};{n: k, k: n};dict(a=1);collections.OrderedDict(a=1, b=2);collections.Counter('aab');d;"
    "collections.defaultdict(list)",
    str: "'abc';'ab' * k;'';' Ab c ';f'{n}a';'a,b,c';'12'",
    tuple: "(1, 2, 1);();(n, x);Both(1, x);x.shape",
    set: "{1, 2};set();{n, k};frozenset([1]);frozenset({n});{'a', 1}",
    int: "5;n;True;flag;-3;2**70",
    float: "2.5;float(n);float('inf');-0.0;float('nan')",
    range: "range(n);range(3);range(5, 0, -2);range(0)",
    collections.deque: "collections.deque([1, 2, 3]);collections.deque([n, x], 2);collections.deque()",
    bytes: "b'abc';b''",
    complex: "1j",
    slice: "slice(1, n)",
}
# What classes are made by, what says where objects lie, and what all objects have.
LEFT_OUT = """__class__ __doc__ __new__ __init_subclass__ __subclasshook__ __sizeof__ __dir__ __reduce__ __reduce_ex__
__class_getitem__ __getstate__ __getnewargs__ __hash__ __setattr__ __delattr__ __getattribute__ __init__""".split()
METHODS = {kind: [name for name in dir(kind) if name not in LEFT_OUT] for kind in OWNERS}
BUILTINS = """abs all any ascii bin bool bytes callable chr complex dict divmod enumerate filter float format frozenset getattr
hasattr hex int isinstance issubclass iter len list map max min next oct ord pow range repr reversed round set slice
sorted str sum tuple type zip""".split()
LIBRARY = {
    "operator": "add itemgetter attrgetter getitem contains index concat eq lt mul not_ truth is_ neg countOf indexOf length_hint "
    "iadd methodcaller setitem pos inv matmul floordiv",
    "functools": "reduce partial",
    "itertools": "chain accumulate islice product zip_longest repeat count groupby starmap takewhile combinations permutations "
    "compress pairwise tee filterfalse cycle",
    "collections": "deque OrderedDict Counter ChainMap namedtuple defaultdict",
    "bisect": "bisect bisect_left insort",
    "heapq": "heappush heappop heapify nlargest merge",
    "copy": "copy deepcopy",
    "types": "SimpleNamespace",
    "enum": "auto",
    "statistics": "mean",
    "random": "Random",
    "math": "floor ceil sqrt gcd isclose copysign log pow fsum prod hypot trunc isnan factorial comb fmod frexp ldexp dist isqrt exp "
    "atan2 lcm degrees",
}
WORDS = """key=len;reverse=1;default=x;start=n;strict=True;maxlen=2;sep='-';end='';encoding='utf8';base=16;fillvalue=0;initial=1
func=max;key=lambda v: -v;a=1;mod=3;ndigits=1;keepends=True;maxsplit=1;repeat=2;r=1;iterable=[1];x=1""".replace(
    "\n", ";"
).split(";")
UNPACKED = "*[1];*(x,);*range(n);*'ab';**{'a': 1};**{};**{'key': len}".split(";")
TORCH_VALUES = """1;0;-1;True;False;None;2.5;'a';[1, 2];(2, 3);();x;y;x[0];x[0, 0];x.shape;n;torch.float64;torch.int64;x > 0;x.long();[x, y]
(x, y);'cpu';torch.device('cpu');slice(1);{'a': 1};x.numpy();np.float32(1);np.int64(1);torch.tensor(1);torch.tensor([1])
torch.strided;torch.contiguous_format;torch.channels_last;range(2);1j;len;[True, False];[[1, 2], [3, 4]];-n;float('inf');2**70
flag;r;xs;net""".replace("\n", ";").split(";")
TORCH = {  # nothing whose memory nobody has written, or that asks the clock
    "torch": "zeros ones full arange eye rand randn randint randperm linspace logspace tensor as_tensor from_numpy zeros_like ones_like "
    "full_like rand_like randn_like randint_like normal bernoulli multinomial einsum split stack cat meshgrid broadcast_tensors "
    "broadcast_shapes tensordot cdist atleast_1d block_diag cartesian_prod chain_matmul unique unique_consecutive norm stft where "
    "is_tensor numel is_floating_point result_type promote_types can_cast finfo iinfo Size device set_grad_enabled is_grad_enabled "
    "get_default_dtype clone asarray scalar_tensor tril_indices triu_indices hann_window complex polar bincount combinations "
    "diag_embed hstack vstack dstack column_stack swapaxes moveaxis lu allclose isclose equal masked_select index_select gather take "
    "squeeze Generator manual_seed no_grad enable_grad inference_mode autocast is_complex real broadcast_to dropout conj detach "
    "typename is_storage vmap",
    "torch.nn": "Linear Parameter Dropout LayerNorm Embedding ReLU Sequential ModuleList ModuleDict Identity Conv2d Softmax Flatten",
    "torch.nn.init": "zeros_ constant_ uniform_",
    "torch.nn.utils": "clip_grad_norm_",
    "torch.func": "grad",
    "torch.autograd": "grad",
    "torch.linalg": "norm vector_norm cross multi_dot",
    "torch.fft": "fft fftfreq",
    "torch.special": "softmax",
    "torch.default_generator": "manual_seed",
    "np": "zeros ones full arange array asarray stack concatenate where sum mean max argmax sort clip dot linspace expand_dims transpose "
    "reshape broadcast_to float32 int64 dtype isnan unique tile repeat pad allclose eye cumsum split outer prod any all",
}
TENSOR_METHODS = """to type size stride nonzero copy_ numpy item tolist cpu float double long half bool int bfloat16 contiguous clone
detach requires_grad_ is_contiguous dim numel element_size storage_offset get_device new_tensor new_zeros new_ones new_full type_as
view reshape expand repeat permute transpose split chunk unbind unflatten norm backward retain_grad register_hook is_shared set_
fill_ zero_ uniform_ normal_ random_ bernoulli_ squeeze_ unsqueeze_ t_ is_same_size __getitem__ __setitem__ __len__ __iter__
__contains__ __bool__ __float__ __int__ __index__ __format__ __array__ __reversed__ __deepcopy__ __add__ __radd__ __iadd__ __eq__
__lt__ __and__ __pow__ __rpow__ __matmul__ __neg__ __invert__ __divmod__ __floordiv__ __mod__ __rsub__ __abs__ unique refine_names
map_ apply_ index_put_ scatter_ masked_fill_ clamp_ add_ mul_ sum mean max min argmax std var all any softmax cumsum sort
topk""".split()
TORCH_WORDS = """dtype=torch.float64;dtype=3;dtype=None;dtype='a';device='cpu';device=None;device=3.5;layout=torch.strided;layout=3
requires_grad=True;requires_grad=1;requires_grad=None;pin_memory=1;pin_memory=None;out=None;out=x;out=3;generator=None;generator=3
memory_format=torch.contiguous_format;memory_format=3;memory_format=None;names=None;names=3;copy=True;copy=1;non_blocking=1;dim=0
dim=None;dim='a';dim=1.0;keepdim=1;keepdim=None;size=2;size=(2, 3);size=None;end=3;start=1;steps=3;step=1;fill_value=2;n=2;m=3;low=0
high=3;p=0.5;p='a';inplace=1;bias=1;bias=None;eps='a';axis=0;axis='a';shape=2;force=1;as_tuple=1;as_tuple=None;return_inverse=1
sorted=None;correction=None;correction='a';input=x;self=x;other=y;mode=3;data=x;indices=1;foo=1""".replace(
    "\n", ";"
).split(";")
FIRST = "x = torch.relu(x) * 2 - y\n"  # what runs compiled where the call itself stays Python
ENDLESS = ("pow", "__lshift__", "__rlshift__")  # of huge numbers
SEEN = '''def {name}__0(value, depth=0):
    """What iterators still give, and of functions their name: called as Python."""
    exec("")
    if hasattr(value, "__next__"):
        return type(value).__name__, [{name}__0(item, depth + 1) for item in itertools.islice(value, 4)]
    if isinstance(value, (list, tuple)) and depth < 3:
        return type(value).__name__, [{name}__0(item, depth + 1) for item in value]
    if type(value).__module__ in ("operator", "functools") or isinstance(value, types.MethodType | types.FunctionType):
        return type(value).__name__, getattr(value, "__name__", "")
    return value.maps if isinstance(value, collections.ChainMap) else value


'''
STATEMENTS = [
    "zz = {call}\nreturn {seen}(zz), x",
    "q = [1, n, 'a']\nzz = {call}\nreturn {seen}(zz), q",
    "zz = {call}\nw = x + 1\nreturn {seen}(zz), w",
    "try:\n    zz = {call}\nexcept TypeError as err:\n    return x, len(err.args)\nexcept Exception as err:\n"
    "    return type(err).__name__, x + 1\nreturn {seen}(zz), x * 2",
    "{call}\nreturn x + 1",
    "if {call}:\n    return x + 1\nreturn x - 1",
    "for i, q in enumerate({call}):\n    if i > 2:\n        break\nelse:\n    i = 'e'\nreturn i, x + 1",
    "a, *rest = itertools.islice({call}, 9)\nreturn {seen}(a), {seen}(rest), x",
]
TORCH_STATEMENTS = [
    "zz = {call}\nreturn zz, x",
    "{call}\nreturn x + 1",
    "try:\n    zz = {call}\nexcept Exception as err:\n    return type(err).__name__, x + 1\nreturn zz, x * 2",
]


def places(table):
    """Every name of a table by module, with its module."""
    return [f"{module}.{name}" for module, names in table.items() for name in names.split()]


class Writer:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def chance(self, probability):
        return self.random.random() < probability

    def of_python(self):
        given = [self.random.choice(VALUES) for _ in range(self.random.choice([0, 1, 1, 1, 2, 2, 3]))]
        given += [self.random.choice(WORDS)] if self.chance(0.18) else []
        if self.chance(0.08):
            unpacked = self.random.choice(UNPACKED)
            given.insert(len(given) if unpacked.startswith("**") else 0, unpacked)
        where = self.random.random()
        if where < 0.35:
            called = self.random.choice(BUILTINS)
        elif where < 0.55:
            called = self.random.choice(places(LIBRARY))
        else:
            called, given = self.method(given)
        text = f"{called}({', '.join(given)})"
        return text.replace("2**70", "3") if any(name in called for name in ENDLESS) else text

    def method(self, given):
        """A method of an object, or of its class that is given the object."""
        kind = self.random.choice(list(OWNERS))
        owner, name = self.random.choice(OWNERS[kind].split(";")), self.random.choice(METHODS[kind])
        if self.chance(0.15):
            of_class = f"collections.{kind.__name__}" if kind is collections.deque else kind.__name__
            return f"{of_class}.{name}", [owner, *given]
        return f"({owner}).{name}", given

    def of_torch(self):
        given = [self.random.choice(TORCH_VALUES) for _ in range(self.random.choice([0, 1, 1, 2, 2, 3]))]
        words = {}
        for _ in range(self.random.choice([0, 0, 1, 1, 2])):
            word = self.random.choice(TORCH_WORDS)
            words[word.partition("=")[0]] = word
        called = self.random.choice(places(TORCH)) if self.chance(0.6) else f"x.{self.random.choice(TENSOR_METHODS)}"
        return f"{called}({', '.join([*given, *words.values()])})"

    def function(self, name):
        if self.chance(0.5):
            head, call, statements = SEEN.format(name=name), self.of_python(), STATEMENTS
        else:
            head, call, statements = "", self.of_torch(), TORCH_STATEMENTS
        body = self.random.choice(statements).replace("{call}", call).replace("{seen}", f"{name}__0")
        body = FIRST + body if self.chance(0.5) else body
        lines = "".join(f"    {line}\n" for line in body.split("\n"))
        return f"{head}def {name}({grammar.PARAMETERS}):\n{lines}"


def function(seed, name):
    return Writer(f"oddities {seed}").function(name)
