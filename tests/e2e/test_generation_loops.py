"""Loops that generate with caches: objects, lists, tuples and dicts of them that are empty at first and are replaced or
filled in each step. One variant serves every number of steps; the first ones, which leave other types, are apart."""

import re

import harness
import pytest
import torch
from table import randn

STEPS = (0, 1, 2, 3, 7, 20)

SOURCE = """
import torch
import torch.nn.functional as F
from torch import nn


class Cache:
    def __init__(self):
        self.k = None
        self.v = None

    def update(self, k, v):
        if self.k is None:
            self.k, self.v = k, v
        else:
            self.k = torch.cat([self.k, k], dim=2)
            self.v = torch.cat([self.v, v], dim=2)
        return self.k, self.v


class Lists:
    def __init__(self):
        self.keys = []
        self.values = []

    def update(self, k, v, layer: int):
        if len(self.keys) <= layer:
            self.keys.append(k)
            self.values.append(v)
        else:
            self.keys[layer] = torch.cat([self.keys[layer], k], dim=-2)
            self.values[layer] = torch.cat([self.values[layer], v], dim=-2)
        return self.keys[layer], self.values[layer]

    def length(self):
        return self.keys[0].shape[-2] if self.keys else 0


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)

    def forward(self, x, cache=None, past=None, lists=None, layer=0):
        b, t, c = x.shape
        q, k, v = (y.view(b, t, self.heads, c // self.heads).transpose(1, 2) for y in self.qkv(x).chunk(3, -1))
        if cache is not None:
            k, v = cache.update(k, v)
        if lists is not None:
            k, v = lists.update(k, v, layer)
        if past is not None:
            k, v = torch.cat((past[0], k), dim=2), torch.cat((past[1], v), dim=2)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=t > 1)
        return x + y.transpose(1, 2).reshape(b, t, c), (k, v)


class Model(nn.Module):
    def __init__(self, words=11, width=8, heads=2, layers=2):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.position = nn.Embedding(32, width)
        self.layers = nn.ModuleList([Attention(width, heads) for _ in range(layers)])
        self.head = nn.Linear(width, words)

    def start(self, tokens, at=0):
        return self.embed(tokens) + self.position(torch.arange(at, at + tokens.shape[1]))

    def cached(self, tokens, caches, at):
        x = self.start(tokens, at)
        for layer, cache in zip(self.layers, caches):
            x, _ = layer(x, cache)
        return self.head(x)

    def listed(self, tokens, lists):
        x = self.start(tokens, lists.length())
        for i, layer in enumerate(self.layers):
            x, _ = layer(x, lists=lists, layer=i)
        return self.head(x)

    def forward(self, tokens, past=None):
        x = self.start(tokens)
        if past is None:
            past = [None] * len(self.layers)
        presents = []
        for layer, before in zip(self.layers, past):
            x, present = layer(x, past=before)
            presents.append(present)
        return self.head(x), presents

    def with_tuples(self, tokens, past=None):
        x = self.start(tokens)
        presents = ()
        for i, layer in enumerate(self.layers):
            x, present = layer(x, past=past[i] if past is not None else None)
            presents = presents + (present,)
        return self.head(x), presents

    def with_dict(self, tokens, cache):
        x = self.start(tokens)
        for i, layer in enumerate(self.layers):
            x, cache[i] = layer(x, past=cache.get(i))
        return self.head(x)


@torch.no_grad()
def cache_objects(model, tokens, steps: int):
    caches = [Cache() for _ in model.layers]
    now, at = tokens, 0
    for _ in range(steps):
        logits = model.cached(now, caches, at)
        at += now.shape[1]
        now = logits[:, -1].argmax(-1, keepdim=True)
        tokens = torch.cat([tokens, now], 1)
    return tokens


@torch.no_grad()
def cache_of_lists(model, tokens, steps: int, end: int):
    cache = Lists()
    now = tokens
    for _ in range(steps):
        now = model.listed(now, cache)[:, -1].argmax(-1, keepdim=True)
        tokens = torch.cat([tokens, now], 1)
        if (now == end).all():
            break
    return tokens


@torch.no_grad()
def list_of_pairs(model, tokens, steps: int):
    past = None
    now = tokens
    for _ in range(steps):
        logits, past = model(now, past)
        now = logits[:, -1:].argmax(-1)
        tokens = torch.cat([tokens, now], -1)
    return tokens


@torch.no_grad()
def and_the_list(model, tokens, steps: int):
    past = None
    now = tokens
    for _ in range(steps):
        logits, past = model(now, past)
        now = logits[:, -1:].argmax(-1)
    return now, past


@torch.no_grad()
def tuple_of_pairs(model, tokens, steps: int):
    past = None
    now = tokens
    for _ in range(steps):
        logits, past = model.with_tuples(now, past)
        now = logits[:, -1:].argmax(-1)
        tokens = torch.cat([tokens, now], -1)
    return tokens


@torch.no_grad()
def dict_of_pairs(model, tokens, steps: int):
    cache = {}
    now = tokens
    for _ in range(steps):
        now = model.with_dict(now, cache)[:, -1:].argmax(-1)
        tokens = torch.cat([tokens, now], -1)
    return tokens


@torch.no_grad()
def until_all_end(model, tokens, most: int, end: int):
    past = None
    now = tokens
    going = torch.ones(tokens.shape[0], dtype=torch.long)
    while tokens.shape[1] < most:
        logits, past = model(now, past)
        now = logits[:, -1].argmax(-1) * going
        going = going * (now != end).long()
        now = now[:, None]
        tokens = torch.cat([tokens, now], -1)
        if going.max() == 0:
            break
    return tokens


@torch.no_grad()
def sampled(model, tokens, steps: int, most: int):
    past = None
    now = tokens
    for _ in range(steps):
        logits, past = model(now, past)
        logits = logits[:, -1] / 0.8
        least = logits.topk(min(most, logits.shape[-1])).values[:, -1:]
        logits = logits.masked_fill(logits < least, float("-inf"))
        now = torch.multinomial(logits.softmax(-1), 1)
        tokens = torch.cat([tokens, now], -1)
    return tokens


class Translator(nn.Module):
    def __init__(self, words=11, width=8):
        super().__init__()
        self.source = nn.Embedding(words, width)
        self.target = nn.Embedding(words, width)
        self.encoder = nn.GRU(width, width, batch_first=True)
        self.decoder = nn.GRUCell(2 * width, width)
        self.head = nn.Linear(width, words)

    def step(self, token, h, memory):
        weights = (h[:, None] * memory).sum(-1).softmax(-1)
        context = (weights[:, :, None] * memory).sum(1)
        h = self.decoder(torch.cat([self.target(token), context], -1), h)
        return self.head(h), h


@torch.no_grad()
def translated(model, source, steps: int, end: int):
    memory, h = model.encoder(model.source(source))
    h = h[0]
    token = torch.full((source.shape[0],), 1, dtype=torch.long)
    out, done = token[:, None], torch.zeros(source.shape[0], dtype=torch.bool)
    for _ in range(steps):
        logits, h = model.step(token, h, memory)
        token = torch.where(done, torch.full_like(token, end), logits.argmax(-1))
        out = torch.cat([out, token[:, None]], 1)
        done = done | (token == end)
        if done.all():
            break
    return out


@torch.no_grad()
def by_beams(model, source, steps: int, width: int):
    memory, h = model.encoder(model.source(source))
    memory, h = memory.expand(width, -1, -1), h[0].expand(width, -1)
    out = torch.full((width, 1), 1, dtype=torch.long)
    scores = torch.full((width,), float("-inf"))
    scores[0] = 0.0
    for _ in range(steps):
        logits, h = model.step(out[:, -1], h, memory)
        scores, at = (scores[:, None] + logits.log_softmax(-1)).view(-1).topk(width)
        beam = at // logits.shape[-1]
        out = torch.cat([out[beam], (at % logits.shape[-1])[:, None]], 1)
        h = h[beam]
    return out, scores


@torch.no_grad()
def stacked(model, tokens, steps: int):
    token, h = tokens[:, 0], torch.zeros(tokens.shape[0], 8)
    out, states = [], []
    for _ in range(steps):
        h = model.decoder(torch.cat([model.target(token), h], -1), h)
        token = model.head(h).argmax(-1)
        out.append(token)
        states.append(h[:, None])
    return torch.stack(out, 1), torch.cat(states, 1)


def from_a_view(x, steps: int):
    y = x.t()
    for _ in range(steps):
        y = y * 1 if y.is_contiguous() else y.contiguous()
        y = torch.cat([y, y[:1] + 1])
    return y


def while_from_a_view(x, most: int):
    y = x.t() * 1
    while y.shape[0] < most:
        y = torch.cat([y, y[:1] + 1])
    return y


def mutated_and_replaced(x, steps: int):
    a = [x * 1, x * 2]
    for _ in range(steps):
        a[0] = a[0] * 2
        a = [a[0] + 1, a[1] * 2]
        a[1].add_(1)
    return a


def swapped(x, steps: int):
    a = [x * 1, x * 2]
    for _ in range(steps):
        a = [a[1], a[0]]
        a[1].add_(1)
    return a


def nested(x, steps: int):
    a = {"k": x * 1, "none": None, "d": [x * 2]}
    for _ in range(steps):
        a = {"k": a["k"] + a["d"][0], "none": None, "d": [a["k"] * 2]}
    return a


def other_order(x, steps: int):
    a = {"k": x * 1, "v": x}
    for _ in range(steps):
        a = {"v": a["k"] + 1, "k": a["v"] * 2}
    return a


class Holder:
    pass


def of_an_attribute(x, steps: int):
    s = Holder()
    s.a = [x * 1, x]
    t = s.a
    for _ in range(steps):
        s.a[0] = s.a[0] + 1
        s.a = [s.a[0] * 2, s.a[1] + s.a[0]]
    return s.a, t


def two_names(x, steps: int):
    a = b = [x * 1, x * 2]
    for _ in range(steps):
        a = b = [a[0] + 1, b[1] * 2]
    b[0] = b[0] * 3
    return a, b, a is b


def older_name(x, steps: int):
    a = [x * 1, x * 2]
    old = a
    for i in range(steps):
        a = [a[0] + 1, a[1] * 2]
        if i == 1:
            old = a
    return a, old, a is old


def kept(x, steps: int):
    a, all_of_them = [x * 1], []
    for _ in range(steps):
        a = [a[0] * 2]
        all_of_them.append(a)
    return a, all_of_them


def of_two_lists(x, steps: int):
    a, b = [x * 1], [x * 2]
    for _ in range(steps):
        a, b = b, a
        a[0] = a[0] + 1
    return a, b


def longer_list(x, most: int):
    a, n = [x * 1], 0
    while len(a) < 4 and n < most:
        a = [y * 2 for y in a]
        a.append(x)
        n += 1
    return a


def one_twice(x, steps: int):
    a = [x * 1, x * 2]
    for _ in range(steps):
        y = a[0] + 1
        a = [y, y]
    a[0] += 1
    return a


torch.manual_seed(0)
model = Model()
translator = Translator()
"""
GENERATE = ("cache_objects", "list_of_pairs", "and_the_list", "tuple_of_pairs", "dict_of_pairs")
LOOPS = ("mutated_and_replaced", "swapped", "nested", "other_order", "of_an_attribute")
OTHERS = ("two_names", "older_name", "kept", "of_two_lists", "longer_list", "one_twice")
CALLS = [
    *(f"{name}(model, i64[B, T], 4)" for name in GENERATE),
    "cache_of_lists(model, i64[B, T], 4, 1)",
    "until_all_end(model, i64[B, T], 8, 1)",
    "sampled(model, i64[B, T], 4, 3)",
    "translated(translator, i64[B, T], 4, 2)",
    "by_beams(translator, i64[1, T], 4, 3)",
    "stacked(translator, i64[B, T], 4)",
    "from_a_view(f32[B, N], 4)",
    "while_from_a_view(f32[B, N], 8)",
    *(f"{name}(f32[N], 4)" for name in LOOPS + OTHERS),
]
UNROLLED = {"two_names", "older_name", "kept", "of_two_lists", "longer_list", "one_twice"}
GENERATION = harness.program("generation_loops", SOURCE, CALLS, ["--force"], flags="-O0")


def tokens(batch, length):
    return lambda: torch.arange(batch * length).reshape(batch, length) * 7 % 11


def check(name, *rest, prompt, model="model", **options):
    harness.check(
        GENERATION.load(),
        lambda m: lambda *args: (torch.manual_seed(3), getattr(m, name)(getattr(m, model), *args), torch.rand(1))[1:],
        lambda: (prompt(), *rest),
        **options,
    )


def test_one_variant_serves_every_number_of_steps():
    guards = GENERATION.load().built.__pyaot__.guards()
    fixed = re.compile(r"\b(steps|most) [=!]=|[=!]= (steps|most)\b")
    counted = {guard["entry"] for guard in guards if fixed.search(guard["guard"])}
    assert not counted & ({call.partition("(")[0] for call in CALLS} - UNROLLED)


@pytest.mark.parametrize("steps", STEPS)
@pytest.mark.parametrize("name", GENERATE)
def test_caches(name, steps):
    for batch, length in ((2, 3), (1, 3), (3, 2)):
        check(name, steps, prompt=tokens(batch, length), expect="whole")
    check(name, steps, prompt=tokens(2, 1))


@pytest.mark.parametrize("steps", STEPS)
@pytest.mark.parametrize("end", (1, 5, 100))
def test_left_early(end, steps):
    for batch, length in ((2, 3), (1, 3), (1, 1)):
        expect = "whole" if length > 1 else None
        check("cache_of_lists", steps, end, prompt=tokens(batch, length), expect=expect)
        check("until_all_end", steps, end, prompt=tokens(batch, length), expect=expect)


@pytest.mark.parametrize("steps", STEPS)
def test_drawn(steps):
    for most in (1, 3, 50):
        check("sampled", steps, most, prompt=tokens(2, 3), expect="whole")


@pytest.mark.parametrize("steps", STEPS)
def test_encoder_and_decoder(steps):
    for batch, length in ((2, 3), (1, 3), (3, 1)):
        prompt = tokens(batch, length)
        for end in (2, 5):
            expect = "whole" if length > 1 else None
            check("translated", steps, end, prompt=prompt, model="translator", expect=expect)
        expect = "whole" if steps else None
        check("stacked", steps, prompt=prompt, model="translator", expect=expect)
    for width in (1, 3):
        check("by_beams", steps, width, prompt=tokens(1, 3), model="translator", expect="whole" if width > 1 else None)


@pytest.mark.parametrize("steps", STEPS)
def test_a_prompt_longer_than_the_table(steps):
    """Eager raises in one of the steps, or in none."""
    check("cache_objects", steps, prompt=tokens(2, 25))


@pytest.mark.parametrize("steps", STEPS)
def test_from_views(steps):
    for shape in ((2, 3), (1, 3), (3, 1), (0, 2)):
        harness.check(GENERATION.load(), "from_a_view", lambda shape=shape: (randn(*shape, seed=1), steps))
        harness.check(GENERATION.load(), "while_from_a_view", lambda shape=shape: (randn(*shape, seed=1), steps))


@pytest.mark.parametrize("steps", (*STEPS, 4))
@pytest.mark.parametrize("name", LOOPS + OTHERS)
def test_lists_and_dicts(name, steps):
    for size in (1, 3):
        expect = "whole" if name in LOOPS and steps else None
        harness.check(GENERATION.load(), name, lambda size=size: (randn(size, seed=1), steps), expect=expect)
