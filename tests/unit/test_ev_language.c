/* The language: each program binds `result`; the evaluator's repr of it must be what CPython prints. */
#include <criterion/criterion.h>

#include <unistd.h>

#include "analysis/ev_internal.h"
#include "parser/parser.h"

static const char *const programs[] = {
    /* numbers */
    "result = [7 // 2, -7 // 2, 7 // -2, 7 % 3, -7 % 3, 7 % -3, 2 ** 10, 2 ** -1, 7 / 2, -(3), +True, ~5, True + True]",
    "result = [7.5 // 2, -7.5 // 2, 7.5 % -2, -0.0, 1e300 * 1e10, 0.1 + 0.2, 3 * 1.5, 2 ** 0.5, 10 ** 18]",
    "result = [1 << 5, 1000 >> 3, -9 >> 1, 6 & 3, 6 | 3, 6 ^ 3, True & False, True ^ True, divmod(-7, 3), divmod(7.5, "
    "2)]",
    "result = [1 < 2 < 3, 1 < 3 < 2, 1 == 1.0, True == 1, 'a' < 'b', (1, 2) < (1, 3), [1, 2] == [1, 2], {1: 2} == {1: "
    "2.0}]",
    "result = [int(3.9), int(-3.9), int('42'), float('2.5'), bool([]), bool('x'), round(2.5), round(3.5), round(2.675, "
    "2), abs(-3)]",
    "result = [min(3, 1, 2), max([1, 5, 2]), sum([1, 2, 3]), sum((x * x for x in range(4)), 10), any([0, 1]), all([]), "
    "max('ab', 'b', key=len)]",
    /* strings */
    "n = 3\nresult = f'{n} {n:03d} {n!r} {3.14159:.2f} {\"x\":>4} {[n, \"a\"]}'",
    "result = ['a,b'.split(','), '-'.join(['x', 'y']), 'Abc'.lower(), 'abc'[1:], 'abc'[::-1], 'abc'[-1], 'x' * 3, 'b' "
    "in 'abc', 'a%sb%d' % ('Q', 4)]",
    "result = ['  hi '.strip(), 'hello'.replace('l', 'L'), 'hello'.find('l'), 'a-b'.partition('-'), "
    "'abc'.startswith('ab'), '{} {x}'.format(1, x=2)]",
    /* containers */
    "a = [1, 2, 3]\nb = a\nb.append(4)\na[0] = 9\ndel a[1]\na += [7]\nresult = [a, b is a, a[1:], a[::-1], a.index(4), "
    "len(a), a * 2, a + [0]]",
    "d = {'x': 1}\nd['y'] = 2\nd.update(z=3)\nd.setdefault('w', []).append(1)\nresult = [d, list(d), d.get('q', 5), "
    "d.pop('x'), 'x' in d, list(d.items())]",
    "a, (b, *c), d = 1, (2, 3, 4), 5\nx, *y = 'hey'\nresult = [a, b, c, d, x, y]",
    "result = [sorted([3, 1, 2], reverse=True), sorted(['bb', 'a'], key=len), list(reversed([1, 2])), "
    "list(enumerate('ab', 1)), list(zip([1, 2], 'ab')), list(map(lambda v: v + 1, [1, 2])), list(filter(None, [0, 1, "
    "2]))]",
    "result = [[x * y for x in range(3) if x for y in (1, 2)], {k: v for k, v in zip('ab', (1, 2))}, len({1, 1, 2}), "
    "{1} | {1}, [(i, j) for i in range(2) for j in range(i)]]",
    "it = iter([1, 2, 3])\nresult = [next(it), list(it), next(it, 'end'), [*range(3), *'ab'], {**{'a': 1}, 'b': 2}]",
    "result = [(n := 5), n + 1, [m := 1, m + 1], range(5)[2], list(range(10, 0, -3)), len(range(3, 9, 2)), (1,) + "
    "(2,), slice(1, 5).indices(3)]",
    /* functions */
    "def f(a, b=2, *args, c, d=4, **kw):\n    return [a, b, args, c, d, kw]\nresult = [f(1, c=3), f(1, 5, 6, 7, c=8, "
    "z=9), f(*[1, 2], **{'c': 3})]",
    "def f(a, /, b, *, c=1):\n    return (a, b, c)\nresult = [f(1, b=2), f(1, 2, c=3)]",
    "def outer():\n    n = 0\n    def inc():\n        nonlocal n\n        n += 1\n        return n\n    inc()\n    "
    "return [inc(), n]\nresult = outer()",
    "fs = [lambda x, k=k: x + k for k in range(3)]\nresult = [f(10) for f in fs]",
    "def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\nresult = fib(12)",
    "def twice(f):\n    def inner(*a):\n        return f(f(*a))\n    return inner\n@twice\ndef add3(x):\n    return x "
    "+ 3\nresult = add3(1)",
    "x = 1\ndef f():\n    global x\n    x = 2\nf()\nresult = x",
    "from functools import partial, reduce\ndef f(a, b, c=0):\n    return (a, b, c)\nresult = [partial(f, 1)(2), "
    "partial(f, c=5)(1, 2), reduce(lambda a, b: a * b, [1, 2, 3, 4], 2)]",
    "def gen(n):\n    for i in range(n):\n        yield i * i\nresult = [list(gen(4)), sum(gen(3))]",
    /* statements */
    "out = []\nfor i in range(6):\n    if i == 1:\n        continue\n    if i == 4:\n        break\n    "
    "out.append(i)\nelse:\n    out.append('else')\nresult = out",
    "out = []\nfor i in range(2):\n    out.append(i)\nelse:\n    out.append('else')\ni = 0\nwhile i < 3:\n    i += "
    "1\nresult = [out, i]",
    "def f(x):\n    try:\n        if x == 0:\n            raise ValueError('zero')\n        return 10 // (x - 1)\n    "
    "except ZeroDivisionError:\n        return 'div'\n    except (ValueError, KeyError) as e:\n        return str(e)\n "
    "   finally:\n        log.append(x)\nlog = []\nresult = [f(0), f(1), f(2), log]",
    "def f():\n    try:\n        return {}['k']\n    except LookupError as e:\n        return repr(e)\nresult = f()",
    "class CM:\n    def __enter__(self):\n        log.append('in')\n        return 5\n    def __exit__(self, t, v, "
    "tb):\n        log.append(t is None)\n        return True\nlog = []\nwith CM() as v:\n    log.append(v)\n    raise "
    "KeyError(1)\nresult = log",
    "def f(p):\n    match p:\n        case 0:\n            return 'zero'\n        case [a, b]:\n            return a + "
    "b\n        case {'k': v, **rest}:\n            return (v, rest)\n        case str() as s if len(s) > 2:\n         "
    "   return s\n        case 1 | 2:\n            return 'small'\n        case _:\n            return 'other'\nresult "
    "= [f(0), f([1, 2]), f({'k': 1, 'z': 2}), f('abc'), f(2), f('a')]",
    /* classes */
    "class A:\n    k = 1\n    def __init__(self, v):\n        self.v = v\n    @property\n    def double(self):\n       "
    " return self.v * 2\n    @double.setter\n    def double(self, d):\n        self.v = d // 2\n    @staticmethod\n    "
    "def s(x):\n        return x\n    @classmethod\n    def make(cls):\n        return cls(7)\nclass B(A):\n    def "
    "__init__(self, v):\n        super().__init__(v + 1)\nb = B(1)\nb.double = 20\nresult = [b.v, b.double, "
    "B.make().v, A.s(3), b.k, isinstance(b, A), type(b).__name__, hasattr(b, 'q'), getattr(b, 'q', 9)]",
    "class V:\n    def __init__(self, x):\n        self.x = x\n    def __add__(self, o):\n        return V(self.x + "
    "(o.x if isinstance(o, V) else o))\n    __radd__ = __add__\n    def __eq__(self, o):\n        return self.x == "
    "o.x\n    def __repr__(self):\n        return f'V({self.x})'\n    def __len__(self):\n        return self.x\n    "
    "def __getitem__(self, i):\n        return self.x * i\n    def __call__(self, y):\n        return self.x + y\n    "
    "def __contains__(self, i):\n        return i == self.x\nv = V(2)\nresult = [v + v, 1 + v, v == V(2), len(v), "
    "v[3], v(4), 2 in v, bool(V(0)), v != V(3)]",
    "class A:\n    def who(self):\n        return 'A'\nclass B(A):\n    def who(self):\n        return 'B' + "
    "super().who()\nclass C(A):\n    def who(self):\n        return 'C' + super().who()\nclass D(B, C):\n    "
    "pass\nresult = [D().who(), [c.__name__ for c in D.__mro__]]",
    "class A:\n    def __getattr__(self, n):\n        return n + '!'\nresult = A().zip",
    "class A:\n    __x = 5\n    def get(self):\n        return self.__x\nresult = A().get()",
    "from dataclasses import dataclass, field\n@dataclass\nclass P:\n    x: int\n    y: int = 2\n    z: list = "
    "field(default_factory=list)\n    def s(self):\n        return self.x + self.y\n@dataclass\nclass Q(P):\n    w: "
    "float = 0.5\nresult = [P(1), P(1).s(), P(1, y=5).y, P(1) == Q(1), Q(3, w=1.5)]",
    "from enum import Enum, IntEnum, auto\nclass C(Enum):\n    RED = 1\n    BLUE = auto()\nclass I(IntEnum):\n    A = "
    "4\nresult = [C.RED.value, C.BLUE.value, C.RED.name, C(1) is C.RED, C['BLUE'] is C.BLUE, C.RED == C.BLUE, [c.name "
    "for c in C], I.A + 1, C.RED]",
    "from typing import NamedTuple\nclass P(NamedTuple):\n    x: int\n    y: int = 5\np = P(1)\na, b = p\nresult = "
    "[p.x, p.y, a + b, p[1], len(p), isinstance(p, tuple), P(1, y=2).y]",
    "import math, itertools, operator\nresult = [math.sqrt(2.0), math.floor(-2.5), math.prod([2, 3]), math.gcd(12, "
    "18), list(itertools.chain([1], [2])), list(itertools.product('ab', [1])), operator.mul(2, 3), "
    "operator.itemgetter(1)([4, 5]), math.pi, list(itertools.accumulate([1, 2, 3]))]",
    "class Stack:\n    def __init__(self):\n        self.items = []\n    def push(self, x):\n        "
    "self.items.append(x)\n        return self\n    def __iter__(self):\n        return iter(self.items)\nresult = [x "
    "for x in Stack().push(1).push(2)]",
    "class Meta:\n    registry = {}\n    def __init_subclass__(cls, **kw):\n        Meta.registry[cls.__name__] = "
    "1\nclass X(Meta):\n    pass\nresult = Meta.registry",
};

/* What CPython prints for each program, all in one run of it; programs see names of their own. */
static char *expected[COUNT_OF(programs)];

static void ask_python(void) {
    char path[64], command[96];
    snprintf(path, sizeof path, "/tmp/pyaot_ev_%d.py", (int)getpid());
    snprintf(command, sizeof command, "python3 %s", path);
    FILE *file = fopen(path, "w");
    fputs("import json, sys\nfor text in json.load(open(sys.argv[0] + '.json')):\n"
          "    space = {'__name__': '__main__'}\n    exec(text, space)\n"
          "    sys.stdout.write(repr(space['result']) + chr(0))\n",
          file);
    fclose(file);
    char *data = malloc(strlen(path) + 8);
    sprintf(data, "%s.json", path);
    file = fopen(data, "w");
    for (size_t i = 0; i < COUNT_OF(programs); i++) {
        fputs(i ? ",\"" : "[\"", file);
        for (const char *at = programs[i]; *at; at++)
            fprintf(file, *at == '\n' ? "\\n" : *at == '"' || *at == '\\' ? "\\%c" : "%c", *at);
        fputc('"', file);
    }
    fputs("]", file);
    fclose(file);
    FILE *pipe = popen(command, "r");
    static char text[65536];
    size_t len = fread(text, 1, sizeof text - 1, pipe);
    text[len] = '\0';
    cr_assert_eq(pclose(pipe), 0, "python3 failed");
    remove(path);
    remove(data);
    free(data);
    char *at = text;
    for (size_t i = 0; i < COUNT_OF(programs); i++, at += strlen(at) + 1)
        expected[i] = at;
}

static void check_program(const char *program, const char *python) {
    Arena *arena = arena_new();
    DiagList diags;
    diag_init(&diags, arena);
    SourceFile *file = source_from_text(arena, "program.py", program, strlen(program), &diags);
    AstNode *tree = parse_source(arena, file, &diags);
    cr_assert_not_null(tree);
    Ev *ev = ev_new(arena, NULL, &diags);
    Module *module = ev_run_main(ev, file, tree, str_of("program"));
    const Value *result = ev_module_getattr(ev, module, str_of("result"), no_span());
    cr_assert_not_null(result, "no result: %s", program);
    Frame frame = {.module = module, .scope = module->globals};
    ev->frame = &frame;
    const Value *text = result->kind == V_UNKNOWN ? NULL : ev_text_of(ev, result, false, no_span());
    cr_expect(text, "%s\n  not known: %s", program, result->kind == V_UNKNOWN ? result->u.str : ev->fail.reason);
    if (text)
        cr_expect_str_eq(text->u.str, python, "%s\n  evaluator: %s\n  python:    %s", program, text->u.str, python);
    arena_free(arena);
}

Test(ev_language, programs_give_what_python_gives) {
    ask_python();
    for (size_t i = 0; i < COUNT_OF(programs); i++)
        check_program(programs[i], expected[i]);
}
