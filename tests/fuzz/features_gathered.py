"""Further templates for random programs: what loops and branches gather. Numbers that become tensors when the data say so,
variables that are None until then, lists that loops of unknown length fill, extend and give in another order, and dicts in
which a loop counts or groups.

Tables have the form of those in features.py; a variable of each kind in `begins` is there from the start. `total` is a number, or a tensor like `x.sum()` or `x`; `best` is None or such
a tensor; `filled` is a list of rows or None; `tally` is a dict of numbers, tensors and lists.
"""

DEFAULTS = {"total": "0", "best": "None", "filled": "[]", "tally": "{}"}

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

FEATURES = {"totals": TOTALS, "bests": BESTS, "filled": FILLED, "tallies": TALLIES}
