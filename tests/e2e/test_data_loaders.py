"""Loops over a DataLoader: driver code shows what its batches are; the loop stays Python, and its body is compiled."""

import harness
import pytest
import torch
from torch.utils.data import DataLoader, Dataset, TensorDataset

PROGRAM = harness.program(
    "data_loaders",
    """
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, TensorDataset

torch.manual_seed(0)
MODEL = nn.Linear(6, 3)


class Numbered(Dataset):
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        return {"x": torch.full((6,), float(i)), "y": i % 3}


class Collate:
    def __init__(self, gain):
        self.gain = gain

    def __call__(self, items):
        return torch.stack([i["x"] for i in items]) * self.gain, torch.tensor([i["y"] for i in items])


def step(x, y):
    return ((MODEL(x).softmax(-1) - nn.functional.one_hot(y, 3)) ** 2).sum()


def named(batch):
    return (MODEL(batch["x"]).softmax(-1) * batch["y"].unsqueeze(1)).sum()


def evaluate(model, loader):
    right = 0.0
    with torch.no_grad():
        for x, y in loader:
            p = model(x).softmax(-1)
            right += (p.argmax(-1) == y).sum().item()
    return right


def sums(model, loader):
    loss, seen, part = 0.0, 0, 0
    for i, (x, y) in enumerate(loader):
        p = model(x).softmax(-1)
        loss = loss + (p**2).sum()
        seen += len(x)
        part += float((p.argmax(-1) == y).sum() / 3)
        print(i)
    return loss, seen, part


def lists(model, loader):
    out = []
    for x, y in loader:
        out.append((model(x).relu().sum(-1) * y).tolist())
        print(len(out))
    return out


if __name__ == "__main__":
    data = TensorDataset(torch.randn(20, 6), torch.randint(0, 3, (20,)))
    for x, y in DataLoader(data, batch_size=8):
        step(x, y)
    for batch in DataLoader(Numbered(5), batch_size=2):
        named(batch)
    evaluate(MODEL, DataLoader(data, batch_size=8))
    sums(MODEL, DataLoader(data, batch_size=8, drop_last=True))
    lists(MODEL, DataLoader(Numbered(7), batch_size=3, collate_fn=Collate(2.0)))
""",
)


class Numbered(Dataset):
    def __len__(self):
        return 7

    def __getitem__(self, i):
        return {"x": torch.full((6,), i / 7), "y": i % 3}


def tensors(count):
    return TensorDataset(torch.linspace(-1, 1, 6 * count).reshape(count, 6), torch.arange(count) % 3)


def collate(items):
    return torch.stack([i["x"] for i in items]), torch.tensor([i["y"] for i in items])


@pytest.mark.parametrize(
    "name, make",
    [("step", lambda: tensors(8)[:5]), ("named", lambda: (next(iter(DataLoader(Numbered(), batch_size=4))),))],
)
def test_batches_of_driver_code_describe_functions(name, make):
    harness.check(PROGRAM.load(), name, make, expect="whole", atol=1e-5)


@pytest.mark.parametrize(
    "name, loader",
    [
        ("evaluate", lambda: DataLoader(tensors(20), batch_size=8)),
        ("evaluate", lambda: DataLoader(tensors(5), batch_size=8)),
        ("evaluate", lambda: [tensors(4)[:], tensors(3)[:]]),
        ("lists", lambda: DataLoader(Numbered(), batch_size=3, collate_fn=collate)),
        ("lists", lambda: iter([tensors(4)[:]])),
    ],
)
def test_the_body_of_the_loop_is_compiled(name, loader):
    pair = PROGRAM.load()
    outcomes = []
    for module in (pair.eager, pair.built):
        before = pair.counters()
        outcomes.append(harness.run(getattr(module, name), (module.MODEL, loader()), {}))
    after = pair.counters()
    harness.compare_objects("result", outcomes[0].result, outcomes[1].result, atol=1e-4)
    assert outcomes[0].output == outcomes[1].output
    assert after["fallback"] == before["fallback"] and after["compiled"] > before["compiled"], (before, after)


def test_numbers_that_become_tensors_miss_once():
    pair = PROGRAM.load()
    eager = harness.run(pair.eager.sums, (pair.eager.MODEL, DataLoader(tensors(20), batch_size=4)), {})
    before = pair.counters()["fallback"]
    built = harness.run(pair.built.sums, (pair.built.MODEL, DataLoader(tensors(20), batch_size=4)), {})
    assert pair.counters()["fallback"] == before + 1
    harness.compare_objects("result", eager.result, built.result)
    assert eager.output == built.output


def test_other_batches_are_looped_over_all_the_same():
    def batches():
        yield torch.ones(2, 6, dtype=torch.float64), torch.tensor([0, 1])
        yield torch.ones(1, 6), torch.tensor([2])

    pair = PROGRAM.load()
    outcomes = [harness.run(m.evaluate, (m.MODEL, batches()), {}) for m in (pair.eager, pair.built)]
    assert type(outcomes[0].error) is type(outcomes[1].error) and str(outcomes[0].error) == str(outcomes[1].error)
