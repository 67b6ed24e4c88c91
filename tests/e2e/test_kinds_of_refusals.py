"""Which exception a call raises that Python, torch or NumPy refuses, where the program goes on by its kind; calls that none refuses."""

import harness
import pytest
from table import randn

TEXTS = """math.pow(0, -1); math.pow(-1, 0.5); math.fmod(1, 0); operator.index(1.0); operator.index(True); operator.index(3)
    collections.namedtuple("P", "a a"); collections.namedtuple("P", "def"); collections.namedtuple("P", "a", defaults=[1, 2])
    collections.namedtuple("P", "a b", defaults=[5])(1); enum.Enum("E", "A B").A.value; dataclasses.replace(3, a=1)
    dataclasses.asdict(3); dataclasses.astuple(int); dataclasses.fields(3); torch.Size([1, 2]).numel()
    x.add(1, 2); torch.add(x, 2, x); torch.addmm(m, 2, m, m); x.clone().sub_(2, x); torch.full(2, 1); torch.full((2,), 1)
    m[[0, 1], [0, 1, 2]]; m[[0, 1], [0, 1]]; x.__add__(); x.__add__(1, 2); x.__eq__(keepdim=True); x.__matmul__(x)
    x.clone().cumsum_(False); m.clone().triu_(x); m.clone().tril_(diagonal=1); m.clone().triu_([1]); x.clone().fmod_("a")
    x.clone().index_fill_(0, torch.tensor([0]), 2.0); x.clone().scatter_(0, torch.tensor([0]), "a"); m.clone().triu_(k=1)
    torch.einsum(x); torch.einsum("i,i->", x, x); torch.linalg.pinv(x); torch.linalg.vecdot(x > 0, x > 0)
    torch.linalg.matrix_norm(m.long()); np.clip(x.numpy(), 2); np.clip([x.numpy()], None, None); np.log(x.numpy(), None)
    np.sqrt(x.numpy(), y.numpy()); np.sort(x.numpy(), None, (0, 1)); np.std(x.numpy())[1]; np.transpose(x.numpy(), 1)
    torch.logsumexp(x.long(), (), x[0]); x.sum(0, torch.tensor(True)); x.sum(0, 1); x.sum(0, True); x.sort(0, x[0] > 0)
    np.clip(x.numpy(), 0, 1); np.sum(x.numpy(), axis=1); np.matmul(x.numpy(), (4,)); torch.linalg.tensorsolve(x, m)
    torch.tensor(True)[(-1,) : x.double()]; x[0][1:2]; x[0]["a":2]; torch.chain_matmul(m[None], -0.0); torch.chain_matmul(m[None], m); torch.chain_matmul(m, None)
    torch.linalg.matrix_norm(m, x.sum()); torch.linalg.matrix_norm(m, torch.tensor(1.0)); torch.broadcast_tensors([x, m])
    torch.broadcast_tensors(x, 2); torch.broadcast_tensors((x,)); torch.cartesian_prod(x.sum(), x[0]); torch.cartesian_prod(x, m)
    torch.cartesian_prod(x, x[0]); torch.cartesian_prod([x, x]); torch.block_diag([x]); torch.block_diag(x, 2)
    torch.exp2_([x, None]); torch.arctanh_(range(2)); torch.trunc_(None); torch.exp2_(x.long()); torch.einsum("i,i", [x, x], ())
    torch.einsum("i", 2); torch.einsum("ij", [m], m); torch.einsum("i,i", [x, x])
    torch.fft.ifft2(m, torch.tensor(2)); torch.fft.fft2(x); torch.lu_unpack(torch.tensor(2), x > 0); torch.linalg.svd(x)
    torch.linalg.eigh(x[0]); torch.geqrf(x); torch.linalg.ldl_factor(x[0]); (m > 0).__iand__(m); m.long().__ior__(m[0])
    m.clone().__ixor__(m[None]); m.long().__iand__(m.long()); m.clone().__ilshift__(1); m.long().__irshift__(1.5)
    m.long()[0].__iand__(m.long()); torch.tensor(True).__ior__(1.5); (m > 0).__ixor__(m > 1); (m > 0).__iand__(None)
    m.to(torch.int8).__iand__(m.long()); m.to(torch.int8).bitwise_or_(m.to(torch.uint8)); (m > 0).bitwise_xor_(m.long())
    torch.scalar_tensor(x * 1j); torch.scalar_tensor(x); torch.scalar_tensor(x[0]); torch.scalar_tensor(m[:1, :1])
    (m > 0)[:1].bitwise_left_shift_(m > 0); (m > 0).__ilshift__(m > 0); torch.tensor(True).bitwise_right_shift_(m > 0)
    torch.tensor_split(x.sum(), (1, 2, x[x > 0].long())); torch.tensor_split(x, (1, x[x > 0].long()), 5); torch.tensor_split(x.sum(), (1, 2))"""
TEXTS = [text.strip() for text in TEXTS.replace("\n", ";").split(";")]
HANDLERS = "".join(
    f"    except {name}:\n        return {name!r}\n"
    for name in ("IndexError", "OverflowError", "ValueError", "TypeError", "AttributeError", "RuntimeError")
)
REFUSALS = harness.program(
    "refusals",
    "import collections, dataclasses, enum, math, operator\nimport numpy as np\nimport torch\n\n\n"
    + "\n\n".join(
        f"def case_{n}(x, y, m):\n    try:\n        return {text}\n{HANDLERS}\n" for n, text in enumerate(TEXTS)
    ),
    [f"case_{n}(f32[4], f32[4], f32[4, 4])" for n in range(len(TEXTS))],
    ["--force"],
    "-O0",
)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("number", range(len(TEXTS)))
def test_refusal(number):
    harness.check(
        REFUSALS.load(), f"case_{number}", lambda: (randn(4, seed=1).abs(), randn(4, seed=2).abs(), randn(4, 4, seed=3))
    )
