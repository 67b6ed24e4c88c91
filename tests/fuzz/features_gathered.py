"""Further templates for random programs: what loops and branches gather. Numbers that become tensors when the data say so,
variables that are None until then, lists that loops of unknown length fill, extend and give in another order, and dicts in
which a loop counts or groups; positions in lists whose length only run time knows, and states that begin as equal tensors.

Tables have the form of those in features.py; a variable of each kind in `begins` is there from the start. `total` is a number, or a tensor like `x.sum()` or `x`; `best` is None or such
a tensor; `filled` is a list of rows or None; `tally` is a dict of numbers, tensors and lists; `numbers` is
a list of numbers, and `state` two rows in a tuple.
"""

DEFAULTS = {
    "total": "0",
    "best": "None",
    "filled": "[]",
    "tally": "{}",
    "numbers": "x[:, 0].tolist()",
    "state": "(torch.zeros_like(r), torch.zeros_like(r))",
}

LOOPS = [
    ("for {new int} in range(x.shape[0]):", True, None),
    ("for {new int} in range({int} % 4):", True, None),
    ("for {new int} in reversed(range(len(x))):", True, None),
    ("for {new N} in x:", True, None),
    ("for {new int}, {new N} in enumerate({MN}):", True, None),
    ("for {new MN} in xs:", True, None),
]

TOTALS = {
    "begins": ["total"],
    "total": ["0", "0.0", "0", "1", "{S} * 1", "{total} + 0", "{int} % 3", "{MN} * 1"],
    "writes": [
        [
            "{total} = {total} + {S}",
            "{total} += {S}",
            "{total} = {total} + {MN}",
            "{total} += {N}.sum()",
            "{total} += 1",
        ],
        ["if {cond}: {total} = {total} + {S}", "if {cond}: {total} += {MN}.sum()", "if {cond}: {total} = {MN} * 1"],
        [
            "{total} = {S} if {cond} else {total}",
            "{total} = {total} * 0.5",
            "{total} = {total} - {total}",
            "{total} = -{total}",
        ],
        ["{new total} = {total}", "{total}, {total} = {total}, {total}", "{total} = 0", "if {cond}: {total} = 0.0"],
    ],
    "MN": [
        "{MN} + {total}",
        "{MN} * ({total} + 1)",
        "{total} - {MN}",
        "torch.where({mask}, {MN}, {total} * 1.0)",
        "{MN}.add({total})",
    ],
    "blocks": LOOPS,
    "conditions": [
        "isinstance({total}, torch.Tensor)",
        "torch.is_tensor({total})",
        "type({total}) is int",
        "{total} is {total}",
    ],
    "results": [
        "{total}",
        "{total}, {total}",
        "{total} / (len(x) + 1)",
        "[{total}, {MN}]",
        "{{'t': {total}}}",
        "{total} + {total}",
    ],
}

BESTS = {
    "begins": ["best"],
    "best": ["None", "None", "{MN} * 1", "{S} * 1", "{MN}", "{best}"],
    "writes": [
        [
            "if {cond}: {best} = {MN}",
            "if {cond}: {best} = {S}",
            "{best} = {MN}",
            "{best} = None",
            "if {cond}: {best} = None",
        ],
        [
            "{best} = {MN} if {best} is None else {best} + {MN}",
            "{best} = {S} if {best} is None else {best} * 0.5",
            "if {best} is None or {cond}: {best} = {MN}",
            "if {best} is None: {best} = {MN}",
            "if {best} is not None and {cond}: {best} = {best} * 2",
        ],
        [
            "{new best} = {best}",
            "if {best} is not None: {best} += 1",
            "{new MN} = {MN} if {best} is None else {MN} * {best}",
        ],
    ],
    "MN": ["({MN} if {best} is None else {best} + {MN})", "{MN} * (1 if {best} is None else 2)", "({best} or {MN})"],
    "blocks": LOOPS,
    "conditions": ["{best} is None", "{best} is not None", "{best} is x", "{best} == None", "not ({best} is None)"],
    "results": [
        "{best}",
        "{best}, {best}",
        "[{best}, {MN}]",
        "{best} is None",
        "{{'b': {best}}}",
        "{best} if {best} is not None else x",
    ],
}

FILLED = {
    "begins": ["filled"],
    "filled": [
        "[]",
        "[]",
        "[{N}]",
        "[r, {N}]",
        "[t * 2 for t in {MN}]",
        "list({filled})",
        "{filled}[::-1]",
        "{filled}[1:]",
    ]
    + ["{filled} + [{N}]", "{filled}[:-1]", "list(reversed({filled}))", "[t + 1 for t in {filled}]", "{filled}.copy()"],
    "writes": [
        ["{filled}.append({N})", "{filled}.append({N})", "{filled}.append({N} * {float})", "{filled}.insert(0, {N})"],
        [
            "{filled}.extend([{N}, {N}])",
            "{filled} += [{N}]",
            "{filled}.extend({filled})",
            "{filled}.reverse()",
            "{filled}.clear()",
        ],
        [
            "if {cond}: {filled}.append({N})",
            "if {cond}: {filled} = []",
            "if {filled}: {filled}.pop()",
            "{new filled} = {filled}",
        ],
        [
            "if {filled}: {filled}[-1] = {N}",
            "if {filled}: {filled}[0] += 1",
            "{new N} = {filled}[-1] if {filled} else {N}",
        ],
    ],
    "N": ["sum({filled}, {N})", "({filled}[0] if {filled} else {N})", "sum({filled}[1:], {N})", "{N} * len({filled})"],
    "MN": [
        "(torch.stack({filled}).sum(0) if {filled} else {N}) + {MN}",
        "{MN} * (len({filled}) + 1)",
        "sum({filled}) + {MN}",
    ],
    "int": ["len({filled})", "len({filled}[1:])", "len({filled}) % 3"],
    "blocks": [
        *LOOPS,
        ("for {new N} in {filled}:", True, "filled"),
        ("for {new N} in {filled}[::-1]:", True, "filled"),
    ],
    "conditions": ["{filled}", "not {filled}", "len({filled}) > 2", "len({filled}) == x.shape[0]"],
    "results": [
        "{filled}",
        "{filled}[::-1]",
        "{filled}[1:]",
        "list({filled})",
        "len({filled})",
        "tuple({filled})",
        "sum({filled})",
    ]
    + [
        "torch.stack({filled}) if {filled} else None",
        "{filled}, {filled}",
        "list(zip({filled}, {filled}))",
        "torch.cat([r, *{filled}])",
    ],
}

TALLIES = {
    "begins": ["tally"],
    "tally": [
        "{{}}",
        "{{}}",
        "{{'n': 0}}",
        "dict({tally})",
        "collections.defaultdict(list)",
        "collections.Counter()",
        "d.copy()",
        "dict(d, n={int})",
    ],
    "writes": [
        [
            "{tally}['n'] = {int}",
            "{tally}[{int} % 3] = {N}",
            "{tally}['s'] = {tally}.get('s', 0) + {S}",
            "{tally}.setdefault('l', []).append({N})",
        ],
        [
            "d['k'] = {MN}",
            "d['n'] = d.get('n', 0) + 1",
            "d.setdefault('l', []).append({int})",
            "d[{int} % 3] = {S}",
            "d.update(k={MN})",
        ],
        [
            "if {cond}: {tally}['m'] = {MN}",
            "if {cond}: d['m'] = {MN}",
            "{tally}.pop('n', None)",
            "d.pop('k', None)",
            "{new tally} = {tally}",
        ],
        [
            "{tally}[str({int} % 2)] = {tally}.get(str({int} % 2), 0) + 1",
            "if 'k' in d: d['k'] += 1",
            "if 'n' in {tally}: {tally}['n'] += 1",
        ],
    ],
    "MN": [
        "{MN} + d.get('n', 0)",
        "d.get('m', {MN})",
        "{tally}.get('m', {MN}) + 1",
        "{MN} * (len({tally}) + 1)",
        "d.get('k', x) * 1",
    ],
    "blocks": [
        *LOOPS,
        ("for {new str} in list(d):", True, None),
        ("for {new str}, {new made} in list({tally}.items()):", True, None),
    ],
    "conditions": [
        "'n' in {tally}",
        "'k' in d",
        "{tally}",
        "len(d) > 2",
        "{tally}.get('n') == 1",
        "d.get('m') is None",
    ],
    "results": [
        "{tally}",
        "len({tally})",
        "list(d)",
        "list({tally}.keys())",
        "d.get('s')",
        "{tally}.get('m'), d",
        "sorted(map(str, d))",
    ],
}

PLACED = {
    "begins": ["numbers"],
    "numbers": [
        "{MN}[:, 0].tolist()",
        "{N}.tolist()",
        "list(range(len(x)))",
        "[i * 2 for i in range(len(x))]",
        "[v + 1 for v in {numbers}]",
        "[{float}] * len(x)",
        "{numbers}[1:]",
    ],
    "writes": [
        ["{new float} = {numbers}[{int}]", "{new float} = {numbers}[{int} - 1]", "{new float} = {numbers}[-{int}]"],
        [
            "{numbers}[{int} % len(x)] = {int}",
            "{new N} = [t * 2 for t in {MN}][{int} - 1]",
            "{new numbers} = {numbers}",
        ],
        [
            "if {int} + 1 < len({numbers}): {new float} = {numbers}[{int} + 1]",
            "if {int} > 0: {N} = {N} + {numbers}[{int} - 1]",
            "try: {new float} = {numbers}[{int}]\nexcept IndexError: {new float} = 0.0",
        ],
    ],
    "float": ["{numbers}[0]", "{numbers}[{int} % max(len({numbers}), 1)]", "{numbers}[-1] * 0.5", "sum({numbers})"],
    "N": [
        "[t + 1 for t in {MN}][{int} % max(len(x), 1)]",
        "{MN}.unbind()[{int} % max(len(x), 1)]",
        "{N} * {numbers}[-1]",
    ],
    "MN": [
        "{MN}[[i for i in range(len(x)) if i % 2 == 0]].sum(0) + {MN}",
        "{MN}[{I}.tolist()].sum(0) + {MN}",
        "{MN} * {numbers}[{I}[0].item() % len(x)]",
        "{MN}[list(range(len(x)))]",
    ],
    "blocks": [*LOOPS, ("for {new int}, {new float} in enumerate({numbers}):", True, None)],
    "conditions": ["{numbers}[{int} % max(len({numbers}), 1)] > 0", "len({numbers}) > {int}"],
    "results": [
        "{numbers}",
        "{numbers}[{int}]",
        "{numbers}[::-1]",
        "{{f'k{{i}}': {MN}[i] for i in range(len(x))}}",
        "[{numbers}[i] - {numbers}[i - 1] for i in range(len({numbers}))]",
    ],
}

ALIKE = {
    "begins": ["state"],
    "state": ["({N}, {N})", "(torch.zeros_like(r), torch.zeros_like(r))", "(torch.ones(x.shape[1]),) * 2", "{state}"],
    "writes": [
        ["{state} = ({state}[0] + {N}, {state}[1] * 0.5)", "{state} = {state}[1], {state}[0] + {N}"],
        ["{new N}, {new N} = {state}", "{state} = ({N} * 2, {N} * 2)", "if {cond}: {state} = ({N}, {state}[0])"],
        ["if {cond}: {state} = ({state}[0] * 2, {state}[1] * 2)", "{new state} = {state}", "{new N} = {state}[0] + 1"],
    ],
    "N": ["{state}[0] * {state}[1]", "{state}[0] + {N}", "torch.tanh({state}[1])"],
    "MN": ["{MN} + {state}[0]", "{MN} * {state}[1]"],
    "blocks": LOOPS,
    "conditions": ["{state}[0] is {state}[1]", "{state}[0].sum() > 0"],
    "results": [
        "{state}",
        "{state}[0], {state}[1]",
        "[*{state}]",
        "{{'h': {state}[0], 'c': {state}[1]}}",
        "{state}, {state}",
    ],
}

FEATURES = {"totals": TOTALS, "bests": BESTS, "filled": FILLED, "tallies": TALLIES, "placed": PLACED, "alike": ALIKE}
