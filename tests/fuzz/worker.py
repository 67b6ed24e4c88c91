"""Runs the functions of a built module beside the original on many inputs; one JSON line for each function.

`worker.py SOURCE STUB NAME=CALL...`: a line {"start": name} before each function, then {"done": name, "failure": text or null,
"undetermined": what differs where rounding decides, or null, "compiled": whether a variant ran}. A crash is seen by what is missing.
"""

import contextlib
import gc
import json
import os
import random
import re
import signal
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / "e2e"), str(Path(__file__).parent)]

import disturb  # noqa: E402
import features  # noqa: E402
import harness  # noqa: E402
import numpy  # noqa: E402
import rounding  # noqa: E402
import torch  # noqa: E402

PROGRAM_SECONDS = 600  # on all inputs
EAGER_SECONDS = 5  # of the processor
SIZES = [(4, 5), (1, 1), (3, 4), (1, 7), (7, 1), (0, 3), (3, 0), (5, 2), (2, 2), (1, 4), (4, 1), (6, 3)]
SIZES += [(0, 1), (1, 0), (0, 0)]
COARSE = {torch.float16: 1e-2, torch.bfloat16: 4e-2}  # by dtype, where it is more than what is asked for
LAYOUTS = [
    "contiguous",
    "transposed",
    "expanded",
    "sliced",
    "aliased",
    "views",
    "double",
    "integers",
    "half",
    "halves",
    "bools",
    "gradients",
    "inference",
    "parameter",
    "bytes",
    "mixed",
    "lists of one",
    "scalars",
    "negated",
    "doubles by default",
    "autocast",
    "strided",
    "interleaved",
    "extremes",
]
ALWAYS = [("strided", 4, 5), ("strided", 2, 3), ("interleaved", 3, 4)]  # besides what the program was built for
SOMETIMES = 16  # of all layouts in all sizes
ELSEWHERE = 6  # how often eager runs again, with objects in other places, where a built program differs
TURNS = 3  # how often some cases call a program with the same objects
ADDRESS = re.compile("0x[0-9a-f]{6,}", re.IGNORECASE)
NUMBER = re.compile(r"(?<![\w.])[+-]?\d+(\.\d*)?(e[+-]?\d+)?(?![\w])")
FRAMES = re.compile(r"(\\n|\n)+Exception raised from .*", re.DOTALL)  # of C++, the callers among them
USUAL = 12  # the numbers below it give the arguments that the call describes, the others mostly


def tensor(generator, *size):
    return torch.randn(*size, generator=generator).mul_(4).round_().div_(4)  # exact sums: conditions do not waver


def with_layout(layout, generator, m, n, tensors):
    """x, y, r, c and the others in a layout."""
    x, y, r, c, *others = tensors
    if layout == "transposed":
        x = x.t().contiguous().t()
    elif layout == "expanded":
        y, c = tensor(generator, 1, n).expand(m, n), c.expand(m, 1)
    elif layout == "strided":
        x, y = x.t().contiguous().t(), tensor(generator, 1, n).expand(m, n)
    elif layout == "interleaved":
        x, y = tensor(generator, m, n, 2)[..., 0], y.t().contiguous().t()
    elif layout == "sliced":
        x, r = tensor(generator, m, 2 * n)[:, ::2], tensor(generator, n + 2)[2:]
    elif layout == "aliased":
        y = others[0] = x
    elif layout == "views":
        base = tensor(generator, 2 * m + 1, n)
        x, y, others[1] = base[:m], base[m : 2 * m], base[1 : m + 1]
    elif layout == "double":
        x, y, r, c, *others = (t.double() for t in tensors)
    elif layout == "integers":
        x, y, r, c, *others = (t.mul(4).long() for t in tensors)
    elif layout == "half":
        x = x.bfloat16()
    elif layout == "halves":
        x, y, r, c, *others = (t.half() for t in tensors)
    elif layout == "bytes":
        x, y, others[0] = x.mul(4).to(torch.int8), y.abs().mul(4).to(torch.uint8), others[0].mul(4).to(torch.int16)
    elif layout == "mixed":
        x, y, r, c = x.half(), y.double(), r.bfloat16(), c.mul(4).int()
    elif layout == "lists of one":
        others[:] = [x] * len(others)
    elif layout == "scalars":
        r, c, others[0] = r.sum(), c.sum(), x.sum()
    elif layout == "bools":
        x, y = x > 0, y > 0
    elif layout == "gradients":
        x, r = x.requires_grad_(), r.requires_grad_()
    elif layout == "parameter":
        x = torch.nn.Parameter(x, requires_grad=False)
    elif layout == "extremes":
        for t, value in ((x, torch.nan), (y, torch.inf), (r, -0.0), (others[0], -torch.inf), (c, torch.nan)):
            t.view(-1)[::3] = value
    elif layout == "negated":
        y = torch.complex(x, y).conj().imag
    return x, y, r, c, *others


def arguments(module, call, layout, m, n, number):
    """One set of arguments, mostly like those of the call; the same for equal parameters."""
    generator, odd = torch.Generator().manual_seed(number), random.Random(number)

    def usually(value, *others):
        return value if number < USUAL or odd.random() > 0.1 else odd.choice(others)

    tensors = [tensor(generator, *size) for size in ((m, n), (m, n), (n,), (m, 1))]
    tensors += [tensor(generator, m, n) for _ in range(5)]
    x, y, r, c, a, b, d0, d1, held = with_layout(layout, generator, m, n, tensors)
    box = getattr(module, usually(call.box, "Box", "Crate"))(held, usually(call.box_k, 0, 1, 3))
    net = module.Net(usually(call.depth, 1, 3)).train(usually(call.training, not call.training))
    flag = usually(call.flag, not call.flag)
    xs = [a, b, x][: usually(2 + len(call.extra), 1, 2, 3)]
    return x, y, r, c, xs, {"a": d0, "b": d1}, box, usually(call.n, -1, 0, 1, 2, 3), usually(call.k, 0, 1, 2), flag, net


def cases(name, call):
    """(layout, m, n, number): some always, and some of all the others, chosen by the function's name."""
    sizes = [call.size, *SIZES[:5]] if call.size else SIZES[:7]
    for index, case in enumerate([(call.layout, *size) for size in sizes] + ALWAYS):
        yield *case, index
    chosen = random.Random(f"cases of {name}")
    for index in range(SOMETIMES):
        layout = LAYOUTS[(index + chosen.randrange(2)) % len(LAYOUTS)]
        size = call.size if call.size and chosen.random() < 0.5 else chosen.choice(SIZES)
        yield call.layout if chosen.random() < 0.3 else layout, *size, chosen.randrange(60)


@contextlib.contextmanager
def surroundings(module, layout, number):
    """What a program may find around it: modes, and globals that have changed since it was built."""
    changes = {11: ("SCALE", 0.75), 12: ("boom", lambda k: None), 13: ("twice", lambda f, t: f(t) + 1)}
    changes |= {14: ("BIAS", torch.tensor([1.0, 2.0, 3.0])), 15: ("BIAS", torch.ones(3, dtype=torch.float64))}
    changed = changes.get(number % 23)
    old = getattr(module, changed[0]) if changed else None
    limit = module.Box.limit
    with contextlib.ExitStack() as stack:
        stack.enter_context(torch.set_grad_enabled(layout == "gradients" and number % 2 == 0))
        if layout == "inference":
            stack.enter_context(torch.inference_mode())
        elif layout == "autocast":
            stack.enter_context(torch.autocast("cpu", dtype=torch.bfloat16))
        elif layout == "doubles by default":
            torch.set_default_dtype(torch.float64)
            stack.callback(torch.set_default_dtype, torch.float32)
        if changed:
            setattr(module, *changed)
            stack.callback(setattr, module, changed[0], old)
        stack.callback(setattr, module.Box, "limit", limit)
        yield


def changed(outcome):
    return [version != harness.version_of(t) for version, t in zip(outcome.versions_before, outcome.inputs)]


def kept(outcome):
    """The aliases of results, without versions: nothing depends on how often a new tensor was written."""
    return [row[:2] for row in harness.alias_table(outcome)]


def state(module, args):
    """Attributes of the objects that a program gets; its globals."""
    box, net = args[6], args[10]
    attributes = {key: value for key, value in vars(net).items() if not key.startswith("_") or key == "_buffers"}
    attributes |= {"trunk": [net.trunk.training, net.trunk.momentum, *net.trunk.buffers()]}
    layers = [vars(layer)["calls"] for layer in net.layers]
    named = {name: p.detach() for name, p in net.named_parameters()}
    seen = [list(module.events), module.Worker.made]
    globals_ = [seen, list(module.clock), module.total, dict(module.kept), module.Box.limit, module.BIAS.clone()]
    globals_ += [module.TABLE["scale"].clone(), list(module.TABLE)]
    return [globals_, dict(vars(box)), list(args[4]), dict(args[5]), attributes, layers, named]


class Judge:
    """Compares numbers, those of half precision with less asked of what they can hold. `draws`: what a number that
    differs may be as well (rounding.py); `noting`: the numbers of a call are put there."""

    draws = noting = None
    modules = re.compile("(?!)")  # the names of the original module and the built one, which texts of Python may have

    def unnamed(self, text):
        """Where objects lie, what the two modules are called, and who called torch, is not the program's business."""
        return ADDRESS.sub("0x", self.modules.sub("program", FRAMES.sub("", text)))

    @contextlib.contextmanager
    def presiding(self):
        """The harness asks it."""
        harness.compare_values, harness.compare_objects, harness.compare_arrays = (
            self.tensors,
            self.objects,
            self.arrays,
        )
        try:
            yield
        finally:
            harness.compare_values, harness.compare_objects, harness.compare_arrays = (
                exact_values,
                exact_objects,
                exact_arrays,
            )

    def tensors(self, where, eager, built, atol=None, rtol=None):
        if eager.dtype == built.dtype == torch.complex32:  # of which torch compares nothing
            eager, built = (torch.view_as_real(t.resolve_conj()) for t in (eager, built))
        if eager.is_meta and built.is_meta:  # which have no values
            return
        if reaches_past_its_memory(eager):
            assert reaches_past_its_memory(built), f"{where}: eager has no memory for it"
            return
        if self.noting:
            self.noting.note(where, as_real(built))
        if self.noting or torch.equal(eager, built):
            return
        rough = COARSE.get(eager.dtype)
        if rough and eager.numel():
            atol, rtol = rough * max(1.0, eager.float().nan_to_num(0, 0, 0).abs().max().item()), rough
        try:
            exact_values(where, eager, built, atol=atol, rtol=rtol)
        except AssertionError:
            if not self.may_be(where, as_real(built), atol=atol, rtol=rtol):
                raise

    def objects(self, where, eager, built, **tolerance):
        if type(eager) is type(built) is str:
            return self.texts(where, self.unnamed(eager), self.unnamed(built), **tolerance)
        is_number = type(built) in (bool, int, float) or isinstance(built, (numpy.number, numpy.bool_))
        if self.noting and is_number:
            self.noting.note(where, built)
        try:
            exact_objects(where, eager, built, **tolerance)
        except AssertionError:
            if not is_number or type(eager) is not type(built) or not self.may_be(where, built, **tolerance):
                raise

    def texts(self, where, eager, built, **tolerance):
        """They may hold numbers that rounding decides: all around them is the same, but for what fills up columns."""
        (words, numbers), (built_words, built_numbers) = told_apart(eager), told_apart(built)
        if self.noting:
            self.noting.note(where, built_numbers)
        by_numbers = words == built_words and not torch.equal(numbers, built_numbers)
        same = eager == built or (by_numbers and self.may_be(where, built_numbers, **tolerance))
        assert same, f"{where}: eager {eager!r}, built {built!r}"

    def arrays(self, where, eager, built, **tolerance):
        if self.noting:
            self.noting.note(where, torch.tensor(built.tolist()))
        try:
            exact_arrays(where, eager, built, **tolerance)
        except AssertionError:
            alike = (eager.dtype, eager.shape, eager.strides) == (built.dtype, built.shape, built.strides)
            if not alike or not self.may_be(where, torch.tensor(built.tolist()), **tolerance):
                raise

    def may_be(self, where, value, atol=None, rtol=None):
        return self.draws is not None and self.draws.allow(where, value, atol or 1e-6, rtol or 1e-5)


def told_apart(text):
    """The words of a text without its numbers and spaces, and its numbers."""
    numbers = [found[0] for found in NUMBER.finditer(text)]
    return re.sub(r"\s+", "", NUMBER.sub("#", text)), torch.tensor([float(n) for n in numbers], dtype=torch.float64)


def reaches_past_its_memory(t):
    """torch leaves a tensor so when it has changed its sizes and then may not resize its storage, which NumPy sees: to read
    it ends the process."""
    if t.layout != torch.strided or t.is_meta or harness.storage_of(t) is None or not t.numel():
        return False
    last = t.storage_offset() + sum((size - 1) * stride for size, stride in zip(t.shape, t.stride()))
    return (last + 1) * t.element_size() > t.untyped_storage().nbytes()


def as_real(t):
    return torch.view_as_real(t.detach().resolve_conj()) if t.is_complex() else t


exact_values, exact_objects, exact_arrays = harness.compare_values, harness.compare_objects, harness.compare_arrays
judge = Judge()


def told(function, error):
    """What an exception gives for its text: a class of the program may fail to."""
    try:
        return function(error)
    except Exception as refused:
        return f"{type(refused).__name__}: {refused}"


def raised(error):
    """What an exception says, and those behind it."""
    what = []
    while error is not None and len(what) < 10:
        cause = "cause" if error.__cause__ else "hidden" if error.__suppress_context__ else "context"
        texts = told(str, error), told(lambda e: repr(e.args), error)
        what.append((type(error).__name__, *map(judge.unnamed, texts), cause))
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return what


def compare(eager, built, m, n):
    errors = [raised(outcome.error) for outcome in (eager, built)]
    assert errors[0] == errors[1], f"exceptions: eager {errors[0]}, built {errors[1]}"
    compare_numbers(eager, built, m, n)
    assert kept(eager) == kept(built), f"aliasing: eager {kept(eager)}, built {kept(built)}"
    assert changed(eager) == changed(built), f"inputs whose version changed: {changed(eager)}, {changed(built)}"


def compare_numbers(eager, built, m, n):
    rough = max((COARSE.get(t.dtype, 1e-3) for t in eager.inputs))  # what float32 results are made of
    tolerance = {"rtol": rough, "atol": rough * 0.1 * max(1, m, n)}
    seen = ("result", "result"), ("arguments after the call", "arguments"), ("state", "state"), ("output", "output")
    for where, name in seen:
        harness.compare_objects(where, getattr(eager, name), getattr(built, name), **tolerance)


def draws_of(module, name, call, case):
    """What eager gives on a case when its kernels round otherwise, by the turn."""
    turns = [rounding.Draws() for _ in range(TURNS)]
    for draw in range(rounding.COUNT):
        with contextlib.suppress(Endless):
            outcomes = run_one(module, name, call, *case, True, rounding.Noise(draw))
            for judge.noting, outcome in zip(turns, outcomes):
                with contextlib.suppress(Exception):
                    compare_numbers(outcome, outcome, *case[1:3])
        judge.noting = None
    return turns


def is_undetermined(pair, name, call, case, outcomes):
    """Do all calls give what eager may give as well where it rounds otherwise? All that is no number is as in eager."""
    for judge.draws, (eager, built) in zip(draws_of(pair.eager, name, call, case), outcomes):
        try:
            compare(eager, built, *case[1:3])
        except AssertionError:
            return False
        finally:
            judge.draws = None
    return True


class Endless(BaseException):
    """The program itself does not end."""


class Clock:
    """Stops an original that does not end; what was built must end, or the process does. The program's own handlers may
    put another exception in the place of what stopped it."""

    is_eager = has_stopped = False

    def start(self):
        self.has_stopped = False
        signal.signal(signal.SIGVTALRM, self.rang)
        signal.setitimer(signal.ITIMER_VIRTUAL, EAGER_SECONDS, EAGER_SECONDS)
        signal.alarm(PROGRAM_SECONDS)

    def rang(self, number, frame):
        if self.is_eager:
            self.has_stopped = True
            raise Endless


timer = Clock()


def gradients(outcome, args):
    """What backward() of all results gives the arguments; the type of what it raises."""
    try:
        leaves = [t for t in outcome.inputs if t.requires_grad and t.is_leaf]
        results = [t for t in harness.tensors_in(outcome.result) if t.requires_grad and t.is_floating_point()]
        if not leaves or not results:
            return []
        with torch.enable_grad():
            total = sum((t.double().nan_to_num() * (i + 1)).sum() for i, t in enumerate(results))
        return list(torch.autograd.grad(total, leaves, retain_graph=True, allow_unused=True))
    # Written in place after it was used, a view whose place in the graph torch refuses, a hook that raises.
    except Exception as error:
        return type(error).__name__


def begin(module):
    """Puts back what programs may have changed outside their arguments; what earlier calls left ends before, not within."""
    if not gc.isenabled():  # main() has switched it off
        gc.collect(0)  # all that is new since the last one
    module.clock[:] = [0]
    module.total = 0
    module.kept.clear()
    module.events.clear()
    module.Worker.made = 0
    module.BIAS.copy_(torch.tensor([0.25, -0.5, 1.0]))
    module.TABLE["scale"].fill_(0.5)
    module.Plug.tag, module.Jack.tag, module.Plug.level = "plug", "jack", 1
    torch.default_generator.manual_seed(0)


def run_one(module, name, call, layout, m, n, number, is_eager, noise=None):
    """What each of one to three calls with the same objects did, of which some change in between."""
    begin(module)
    args = arguments(module, call, layout, m, n, number)
    changes = random.Random(f"{layout} {m} {n} {number}")
    outcomes = []
    with contextlib.ExitStack() as stack:
        for turn in range(1 if number % 4 else TURNS):
            torch.default_generator.manual_seed(turn)  # torch.manual_seed() also notes who called it: slow
            random.seed(turn)
            if turn and changes.random() < 0.6:
                disturb.disturb(module, args, stack, changes)
            with surroundings(module, layout, number), noise or contextlib.nullcontext():
                timer.is_eager = is_eager
                outcome = harness.run(getattr(module, name), args, {})
                timer.is_eager = False
                outcome.state = [state(module, args), gradients(outcome, args)]
            outcomes.append(outcome)
            if any(map(reaches_past_its_memory, outcome.inputs)):
                break  # the next call may read it
    return outcomes


@judge.presiding()
def check(pair, name, call_name="f32"):
    """What differs first and for which arguments, or None; and what differs where rounding decides, or None."""
    timer.start()
    judge.modules = re.compile(rf"\b({pair.eager.__name__}|{pair.built.__name__})\b")
    call, undetermined = features.CALLS[call_name], None
    for case in cases(name, call):
        eager = []
        with contextlib.suppress(Endless):
            eager = run_one(pair.eager, name, call, *case, True)
        timer.is_eager = False
        if timer.has_stopped:
            break
        outcomes = list(zip(eager, run_one(pair.built, name, call, *case, False)))
        difference = first_difference(outcomes, case)
        if difference and differs_from_itself(pair, name, call, case, eager):
            continue
        if difference and not is_undetermined(pair, name, call, case, outcomes):
            return difference, undetermined
        undetermined = undetermined or difference
    return None, undetermined


def differs_from_itself(pair, name, call, case, eager):
    """Where a program shows where objects lie (or in which order a set has them, which that decides), eager gives something
    else when objects lie elsewhere."""
    for attempt in range(ELSEWHERE):
        again, taken = [], [torch.empty(0) for _ in range(9 * attempt)]
        del taken[:: attempt + 1]  # what is made next lies in these gaps
        with contextlib.suppress(Endless):
            again = run_one(pair.eager, name, call, *case, True)
        timer.is_eager = False
        if first_difference(list(zip(eager, again)), case):
            return True
    return False


def first_difference(outcomes, case):
    for turn, (eager, built) in enumerate(outcomes):
        try:
            compare(eager, built, *case[1:3])
        except AssertionError as error:
            return f"arguments{case}, call {turn + 1}: {error}"
        except RecursionError:  # a list that holds itself: of that no comparison ends
            continue
    return None


def main():
    """worker.py SOURCE STUB [--eager] NAME=CALL...: compares, or with --eager runs Python's side alone."""
    source, stub, *names = sys.argv[1:]
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "2")))
    pair = harness.Pair(Path(source), Path(stub).parent)
    gc.disable()
    if names[0] == "--eager":
        for name, call in (item.split("=") for item in names[1:]):
            for case in cases(name, features.CALLS[call]):
                run_one(pair.eager, name, features.CALLS[call], *case, True)
        return
    for name, call in (item.split("=") for item in names):
        gc.collect()
        gc.freeze()  # what has come so far lasts: collections within this program need not go over it
        print(json.dumps({"start": name}), flush=True)
        before = pair.counters()
        failure, undetermined = check(pair, name, call)
        compiled = pair.counters()["compiled"] > before["compiled"]
        done = {"done": name, "failure": failure, "undetermined": undetermined, "compiled": compiled}
        print(json.dumps(done), flush=True)


if __name__ == "__main__":
    main()
