"""Makes a failing function smaller: leaves out statements, takes blocks apart, puts parts in place of expressions.

`smaller(text, fails)` gives the smallest text found for which `fails(texts)` still holds; `fails` takes several candidates at
once and gives one truth value each, so that they share one build.
"""

import ast
import copy

BATCH = 24
ROUNDS = 12


def bodies(tree):
    """Every list of statements in the tree."""
    for node in ast.walk(tree):
        for field in ("body", "orelse", "finalbody"):
            body = getattr(node, field, None)
            if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
                yield body


def text_of(tree):
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def inside(statement):
    """The statements of a block, in place of it."""
    parts = [getattr(statement, field, []) for field in ("body", "orelse", "finalbody")]
    parts += [handler.body for handler in getattr(statement, "handlers", [])]
    return [part for part in parts if part and isinstance(part[0], ast.stmt)]


def without_statements(tree):
    count = sum(len(body) for body in bodies(tree))
    for size in (8, 4, 2, 1):
        for start in range(0, count, size):
            small, position = copy.deepcopy(tree), 0
            for body in list(bodies(small)):
                kept = [s for i, s in enumerate(body) if not start <= position + i < start + size]
                position += len(body)
                body[:] = kept or [ast.Pass()]
            yield small


def without_blocks(tree):
    spots = [
        (i, j, k) for i, body in enumerate(bodies(tree)) for j, s in enumerate(body) for k in range(len(inside(s)))
    ]
    for i, j, k in spots:
        small = copy.deepcopy(tree)
        body = list(bodies(small))[i]
        body[j : j + 1] = inside(body[j])[k]
        yield small


def with_parts(tree):
    """An expression replaced by one of its operands."""
    count = sum(isinstance(node, ast.expr) for node in ast.walk(tree))
    for index in range(count):
        node = [node for node in ast.walk(tree) if isinstance(node, ast.expr)][index]
        parts = [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]
        for place in range(len(parts)):
            small = copy.deepcopy(tree)
            target = [node for node in ast.walk(small) if isinstance(node, ast.expr)][index]
            part = [part for part in ast.iter_child_nodes(target) if isinstance(part, ast.expr)][place]
            if isinstance(getattr(target, "ctx", None), ast.Store) or isinstance(part, ast.Lambda):
                continue
            replaced = Replace(target, part).visit(small)
            yield replaced


class Replace(ast.NodeTransformer):
    def __init__(self, old, new):
        self.old, self.new = old, new

    def visit(self, node):
        return self.new if node is self.old else super().generic_visit(node)


def candidates(text):
    tree = ast.parse(text)
    seen = {text}
    for make in (without_statements, without_blocks, with_parts):
        for small in make(tree):
            try:
                result = text_of(small)
                compile(result, "candidate", "exec")
            except (SyntaxError, ValueError, TypeError, AttributeError):
                continue
            if result not in seen and len(result) < len(text):
                seen.add(result)
                yield result


def smaller(text, fails):
    for _ in range(ROUNDS):
        tries = sorted(candidates(text), key=len)[: 8 * BATCH]
        for start in range(0, len(tries), BATCH):
            batch = tries[start : start + BATCH]
            good = [candidate for candidate, bad in zip(batch, fails(batch)) if bad]
            if good:
                text = good[0]
                break
        else:
            return text
    return text
