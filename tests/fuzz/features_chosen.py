"""Further templates for random programs: what the data choose. Tensors that one side of a branch makes longer, loops over a
few items that are left early, searches through items, objects that are chosen and then written, records that loops keep,
and numbers of the data that `match` tells apart.

Tables have the form of those in features.py; a variable of each kind in `begins` is there from the start. `grown` is a
tensor of rows like those of `x`, how many of them the data may say; `records` is a list of tuples or dicts; `bins` is a
list of lists; `counted` is a list of three numbers; `level` is a number that the data decide.
"""

DEFAULTS = {
    "grown": "(x * 1)",
    "records": "[]",
    "bins": "[[], []]",
    "counted": "[0, 0, 0]",
    "level": "int((x > 0.1037).sum())",
}

BRANCHES = [
    ("if x.sum() > 0.1037:", False, None),
    ("if y.max() > 0.6037:", False, None),
    ("if (x > 0.1037).any() and flag:", False, None),
    ("for {new int} in range(3):", True, None),
    ("for {new N} in x:", True, None),
]

GROWN = {
    "begins": ["grown"],
    "grown": [
        "{MN} * 1",
        "torch.cat([{MN}, {MN}])",
        "{grown}[1:]",
        "{grown} * 0.5",
        "torch.cat([{grown}, {N}[None]])",
        "{grown}.flip(0)",
        "torch.cat([{grown}, x]) if {cond} else {grown}",
        "{grown}[:1] if {cond} else {grown}",
    ],
    "writes": [
        [
            "if {cond}: {grown} = torch.cat([{grown}, {MN}])",
            "if {cond}: {grown} = torch.cat([{grown}, {N}[None]], 0)",
            "if {cond}: {grown} = {grown}[:1]",
            "{grown} = torch.cat([{grown}, {grown}]) if {cond} else {grown} * 2",
        ],
        [
            "try:\n    if {cond}: {grown} = torch.cat([{grown}, {MN}])\n    boom_at({int})\nexcept Refused: pass",
            "with Section(True):\n    if {cond}: {grown} = torch.cat([{MN}, {grown}])\n    boom_at({int})",
        ],
        ["{new grown} = {grown}", "{grown} += 1", "{grown}[0] = 0.5", "{grown}.mul_(0.5)", "{grown}[-1] = {N}"],
    ],
    "MN": ["{MN} + {grown}.sum(0)", "{MN} * {grown}.shape[0]", "{MN} + {grown}[0]", "{MN} - {grown}.mean(0)"],
    "N": ["{grown}.sum(0)", "{grown}[-1]", "{grown}.amax(0) if len({grown}) else {N}"],
    "int": ["len({grown})", "{grown}.shape[0] % 3", "{grown}.numel() % 4"],
    "blocks": BRANCHES,
    "conditions": ["len({grown}) > 3", "{grown}.shape[0] == x.shape[0]", "{grown} is x"],
    "results": [
        "{grown}",
        "{grown}, {grown}.shape",
        "{grown}.sum(0), {grown}",
        "[{grown}, {MN}]",
        "{grown}.t()",
        "torch.softmax({grown}, 0)",
        "{grown} @ {grown}.t()",
    ],
}

LEFT_EARLY = {
    "blocks": [
        ("for {new int} in (0, 1, 2):", True, None),
        ("for {new int} in range(3):", True, None),
        ("for {new int}, {new MN} in enumerate((x, y)):", True, None),
        ("for {new MN}, {new int} in zip((x, y, x), (3, 1, 2)):", True, None),
        ("for {new str}, {new MN} in (('a', x), ('b', y)):", True, None),
        ("for {new MN} in [{MN}, {MN}]:", True, None),
        ("for {new int} in reversed(range(3)):", True, None),
    ],
    "jumps": [
        "return {int}, {MN}",
        "return {MN}",
        "return None",
        "return {str}, {int}",
        "break",
        "continue",
        "raise Refused({int})",
        "return x",
    ],
    "writes": [
        ["if {cond}: {new made} = {int}", "if {cond}: {new made} = ({int}, {MN})", "if {cond}: {new made} = {str}"],
        ["{new list} = [{MN}]\nif {cond}: {list}.append({MN})", "if {cond}: {new dict} = {{'k': {MN}}}"],
    ],
    "results": ["{made}", "{made}, {int}", "{str}", "{made} is None"],
}

SEARCHED = {
    "S": [
        "sum(v for v in {N} if v > 0.1037)",
        "max((v for v in {N} if v > 0.1037), default={S})",
        "min([v for v in {N} if v > 0.1037], default={S})",
        "next((v for v in {N} if v > 0.1037), {S})",
        "next((t.sum() for t in {MN} if t[0] > 0.1037), {S})",
    ],
    "MN": [
        "{MN} * any(v > 0.6037 for v in x[:, 0])",
        "{MN} + sum(1 for t in x if t[0] > 0.1037)",
        "{MN} * (2 if all(v > -0.8963 for v in r) else 3)",
        "{MN} + len([v for v in r if v > 0.1037])",
        "{MN} + next((i for i, v in enumerate(r) if v > 0.1037), -1)",
    ],
    "N": ["next((t for t in x if t[0] > 0.1037), {N})", "next((t * 2 for t in {MN} if t[-1] > 0.1037), {N})"],
    "conditions": [
        "any(v > 0.6037 for v in x[:, 0])",
        "all(v > -0.8963 for v in r)",
        "any(t[0] > 0.1037 and flag for t in x)",
        "not any((t > 0.9037).all() for t in x)",
        "any(i > 1 and v > 0.1037 for i, v in enumerate(r))",
    ],
    "results": [
        "[i for i, v in enumerate(r) if v > 0.1037]",
        "[v for v in x[:, 0] if v > 0.1037]",
        "next((i for i, v in enumerate(x[:, 0]) if v > 0.1037), None)",
        "sorted(v for v in x[:, 0].tolist() if v > 0.1037)",
        "list(v * 2 for v in r if v > 0.1037)",
        "max((i for i, v in enumerate(r) if v > 0.1037), default=-1)",
        "[(i, v) for i, v in enumerate(r.tolist()) if v > 0.1037]",
    ],
}

RECORDS = {
    "begins": ["records"],
    "records": ["[]", "[]", "{records}[1:]", "list({records})"],
    "writes": [
        [
            "for i, v in enumerate(x[:, 0].tolist()):\n    if v > 0.1037: {records}.append((i, v))",
            "for i, v in enumerate(x[:, 0]):\n    if v > 0.1037: {records}.append((v * 2, i))",
            "for i, t in enumerate(x):\n    if t[0] > 0.1037: {records}.append({{'row': i, 't': t * 2}})",
            "for i, t in enumerate(x):\n    if t[0] > 0.1037: {records}.append((i, 'high'))",
            "for t in x:\n    if t[0] > 0.1037:\n        one = (t.sum(), t + 1)\n        {records}.append(one)",
            "for i, t in enumerate(x):\n    if t.sum() > 0.1037: {records} += [(i, t[0])]",
        ],
        ["{new records} = {records}", "{records}.reverse()", "if {records}: {records}.pop()"],
    ],
    "int": ["len({records})", "len({records}) % 3"],
    "blocks": [*BRANCHES, ("for {new made} in {records}:", True, "records")],
    "conditions": ["{records}", "len({records}) > 2", "not {records}"],
    "results": [
        "{records}",
        "{records}, len({records})",
        "{records}[0] if {records} else None",
        "[p[0] for p in {records} if isinstance(p, tuple)]",
        "{records}[::-1]",
        "sorted({records}, key=lambda p: p[0]) if {records} and isinstance({records}[0], tuple) else 0",
    ],
}

BINNED = {
    "begins": ["bins", "counted"],
    "bins": ["[[], []]", "[[x], [y]]", "[[], [r]]"],
    "counted": ["[0, 0, 0]", "[{int} % 3, 1, 2]", "list({counted})"],
    "writes": [
        [
            "({bins}[0] if {cond} else {bins}[1]).append({N})",
            "{bins}[{cond}].append({N})",
            "(xs if {cond} else {bins}[0]).append({MN})",
            "for t in x: ({bins}[0] if t[0] > 0.1037 else {bins}[1]).append(t * 2)",
            "for i, v in enumerate(r): ({bins}[0] if v > 0.1037 else {bins}[1]).append(i)",
        ],
        [
            "{counted}[int((x > 0.1037).sum()) % 3] += 1",
            "for v in r: {counted}[int(v > 0.1037)] += 1",
            "for v in r: {counted}[0 if v > 0.1037 else 2] += 2",
            "{counted}[{int} % 3] = {int}",
        ],
        [
            "if {cond}: {MN}.mul_(0.5)\nelse: {MN}.add_(1)",
            "(x if {cond} else y)[0] = 0.5",
            "for v in r:\n    d['n' if v > 0.1037 else 'm'] = v * 2",
        ],
    ],
    "MN": ["{MN} * {counted}[0]", "{MN} + {counted}[int(x[0, 0] > 0.1037)]", "{MN} + len({bins}[0])"],
    "str": ["('low', 'high')[int((x > 0.1037).any())]", "'p' if x.sum() > 0.1037 else 'q'"],
    "blocks": BRANCHES,
    "results": ["{bins}", "{counted}", "{bins}[0], {bins}[1]", "len({bins}[0]), {counted}", "{str}"],
}

LEVELS = {
    "begins": ["level"],
    "level": [
        "int((x > 0.1037).sum())",
        "(x > 0.1037).sum().item()",
        "int(x.argmax()) % 3",
        "(y > 0.6037).any().item()",
        "int((r * 0 + 2).sum()) % 4",
    ],
    "matches": [
        ("{level}", ["case 0:", "case 1 | 2:", "case _:"]),
        ("{level} % 3", ["case 0:", "case k2 if k2 > 1:", "case 1:"]),
        ("int(x[0, 0] > 0.1037)", ["case 0:", "case 1:"]),
        ("({level} > 2, {int} % 2)", ["case (True, 0):", "case (False, _):", "case (_, 1):"]),
    ],
    "MN": ["{MN} * {level}", "{MN} + ({level} > 1)", "{MN}[: {level} % 3].sum(0) + {MN}"],
    "int": ["{level}", "{level} % 3", "min({level}, 2)"],
    "conditions": ["{level} > 1", "{level} == 0", "{level} in (0, 2)", "0 < {level} < 3"],
    "results": ["{level}", "x[: {level}]", "{level} % 2 == 0", "[{level}, {MN}]", "list(range({level} % 4))"],
    "blocks": [*BRANCHES, ("for {new int} in range({level} % 4):", True, None)],
    "loops": ["{level} % 4"],
}

FEATURES = {
    "grown": GROWN,
    "left_early": LEFT_EARLY,
    "searched": SEARCHED,
    "records": RECORDS,
    "binned": BINNED,
    "levels": LEVELS,
}
