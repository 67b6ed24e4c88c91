"""Calls of all functions and methods whose signatures the compiler knows (analysis/torch_schemas.def): each argument is of the
type that torch declares, but negative, huge, empty or of an unusual kind; a few are missing, of another type or one too many.
Many are given `out=`: an operand, a view of one, a tensor of another size or type, or one whose memory NumPy sees."""

import functools
import keyword
import pathlib
import re

import calls

TABLE = pathlib.Path(__file__).resolve().parents[2] / "analysis/torch_schemas.def"
ROW = re.compile(r'SCHEMA\("(\w+)\((.*)\)(?: out)?"\)')
MODULES = {"linalg_": "torch.linalg", "fft_": "torch.fft", "special_": "torch.special", "_C_nn_": "torch._C._nn"}
MODULES |= {"nn_functional_": "torch.nn.functional"}
# Memory that nobody has written; what lasts as long as a number is large; what ends the process in eager.
LEFT_OUT = re.compile(r"empty|^resize|^_(?!C_nn_)|polynomial|^native_batch_norm$")
USUAL = {  # by type, which `[]` and `?` may follow
    "Tensor": "x;x;y;r;c;x[0];x.t();x[:1];y.double();x.sum();torch.tensor(2);torch.tensor(1.5);x[None];x > 0;x.expand(2, *x.shape)",
    "int": "0;1;-1;2;n;k;-2;x.dim() - 1;3;x.shape[0]",
    "bool": "True;False;flag;not flag",
    "float": "0.5;1e-05;1;0.0;-0.5;2.0;float(n)",
    "Scalar": "0;1;-1;2;0.5;n;-0.0;k;2.5;box.k",
    "str": "'mean';'sum';'none';'reflect';'constant';'nearest';'bilinear';'ij';'floor';'fro';'tanh';'amax'",
    "ScalarType": "torch.float64;torch.float32;torch.int64;torch.float16;torch.bool;torch.complex64;x.dtype",
    "Device": "'cpu';torch.device('cpu');x.device",
    "Layout": "torch.strided;x.layout",
    "MemoryFormat": "torch.contiguous_format;torch.preserve_format;torch.channels_last",
    "Generator": "None",
    "Any": "1;2;None;x;(1, 1);'mean'",
}
ODD = {
    "Tensor": ";".join(calls.TENSORS) + ";None;1;0.5;[x, y];x.numpy();[1.0, 2.0];True",
    "int": "-3;5;2**62;-(2**62);True;1.0;None;torch.tensor(1);r[0];(1,);[0];np.int64(1);'a';2**70;x.sum();len(xs)",
    "bool": "0;1;None;0.5;torch.tensor(True);x > 0;'a';np.bool_(True)",
    "float": "float('nan');float('inf');-1;None;True;torch.tensor(0.5);r[0];1j;np.float32(0.5);'a';1e300;2**70",
    "Scalar": "float('nan');float('inf');True;1j;None;torch.tensor(2);r[0];r;np.float64(1.5);2**62;2**70;'a';1e300",
    "str": "'bogus';'';None;0;b'sum';True",
    "ScalarType": "float;int;bool;None;torch.uint8;'float32';np.float32;torch.bfloat16;complex;torch.int8",
    "Device": "None;'meta';'nowhere';0;torch.strided",
    "Layout": "None;torch.sparse_coo;0",
    "MemoryFormat": "None;torch.channels_last_3d;0",
    "Generator": "torch.default_generator;0;None",
    "Any": "True;0.5;[];x[0];r;-1;'a';()",
}
BY_NAME = {  # what makes sense by the name of a parameter, where its type says little
    "index": "r.long();x.long();torch.tensor([0]);torch.tensor(1);x.abs().long() % 3;torch.tensor([[0, 1], [1, 0]])",
    "mask": "x > 0;y == x;r > 0;x[0] > 0;torch.tensor(True)",
    "target": "r.long();x;y;torch.tensor([1, 0]);x[:, 0].long()",
    "reduce": "'sum';'prod';'amax';'amin';'mean'",
    "norm": "'ortho';'forward';'backward';None",
    "UPLO": "'L';'U'",
    "equation": "'ij,ij->i';'ij,kj';'ii';'...i->...';'ij->ji'",
    "side": "'left';'right'",
    "mode": "'reflect';'nearest';'linear';'bilinear';'constant';'reduced';'complete';0;1",
}
BY_NAME |= {"indices": BY_NAME["index"], "input_ids": BY_NAME["index"]}
OUT = (
    "x;y;x.t();x[:1];r;x[0];torch.zeros(0);torch.zeros(2);torch.zeros_like(x);y.double();x.long();x.half();x > 0;x.view(-1);"
    "x[:, ::2];y[None];x.expand(2, *x.shape);torch.from_numpy(x.numpy());torch.from_numpy(np.zeros(3, dtype=np.float32));"
    "(x, y);(y, y.long());(x[0], torch.zeros(0).long());[x, y];None;x.sum();xs[0];box.t;y.detach();x.flip(0);1"
)
SCALARS = {"SymInt": "int", "number": "Scalar"}
CHANCE = {
    "odd": 0.12,
    "another type": 0.04,
    "missing": 0.02,
    "one more": 0.02,
    "no such word": 0.01,
    "out": 0.15,
    "given": 0.4,
}


@functools.cache
def rows():
    """[(name, parameters)], where a parameter is (type, name, has a default, only by its word)."""
    found = [ROW.match(line) for line in TABLE.read_text().splitlines() if line.startswith("SCHEMA")]
    pairs = [(row[1], parameters(row[2])) for row in found]
    return [(name, given) for name, given in pairs if not LEFT_OUT.search(name)]


def parameters(text):
    by_word, made = False, []
    for part in re.split(r", (?![^\[]*\])", text):
        if part == "*":
            by_word = True
        elif part:
            kind, _, rest = part.partition(" ")
            name, has_default, _ = rest.partition("=")
            made.append((kind, name, bool(has_default), by_word))
    return made


class Writer(calls.Writer):
    """A writer of calls whose arguments torch's own signatures describe."""

    def chance(self, what):
        return self.random.random() < CHANCE[what]

    def one(self, table):
        return self.random.choice(table.split(";"))

    def value(self, kind, name):
        """An argument for a parameter of that type and name."""
        if self.chance("another type"):
            return self.pick(calls.TENSORS, calls.PLAIN)
        if kind.endswith("?") and self.random.random() < 0.2:
            return "None"
        base, is_list, _ = kind.removesuffix("?").partition("[")
        base = base.removesuffix("?")
        base = SCALARS.get(base, base)
        if is_list and self.random.random() < 0.75:
            items = ", ".join(self.item(base, name) for _ in range(self.random.choice([0, 1, 1, 2, 2, 2, 3])))
            return f"[{items}]" if self.random.random() < 0.5 or not items else f"({items},)"
        return self.item(base, name)

    def item(self, base, name):
        if self.chance("odd"):
            return self.one(ODD[base])
        return self.one(BY_NAME.get(name, USUAL[base]) if self.random.random() < 0.8 else USUAL[base])

    def given(self, declared):
        """The words of a call: the first few arguments by position, the others by their names."""
        by_position, positions, words = True, [], []
        for kind, name, has_default, by_word in declared:
            if has_default and not self.chance("given") or self.chance("missing"):
                by_position = False
                continue
            by_position = by_position and not by_word and self.random.random() < 0.85
            if not by_position and keyword.iskeyword(name):
                continue
            value = self.value(kind, name)
            positions += [value] if by_position else []
            words += [] if by_position else [f"{name}={value}"]
        positions += [self.pick(calls.PLAIN, calls.TENSORS)] if self.chance("one more") else []
        return positions, words + (["bogus=1"] if self.chance("no such word") else [])

    def call(self):
        name, declared = self.random.choice(rows())
        prefix = next((prefix for prefix in MODULES if name.startswith(prefix)), None)
        owner, called = MODULES.get(prefix, "torch"), name.removeprefix(prefix or "")
        is_method = declared[:1] and declared[0][:2] == ("Tensor", "self") and prefix is None
        if is_method and self.random.random() < (0.9 if name.endswith("_") else 0.5):
            owner, declared = f"({self.value('Tensor', 'self')})", declared[1:]
        positions, words = self.given(declared)
        takes_out = not name.endswith("_") and owner.startswith("torch") and "out=" not in "".join(words)
        if takes_out and self.chance("out"):
            words.append(f"out={self.one(OUT)}")
        return f"{owner}.{called}({', '.join(positions + words)})"


def function(seed, name):
    return calls.function(seed, name, Writer)
