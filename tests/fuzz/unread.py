"""Programs of the other kinds, where nobody reads much of what is computed: it must raise, print and write as before."""

import ast
import random

import calls
import generate
import protocols

SOURCES = [generate.function, calls.function, calls.function, protocols.function]
CHANCE = 0.6  # for each value to be dropped


class Dropping(ast.NodeTransformer):
    """`out.append(value)` becomes `value`, or `zz = value`; that also stands before some `name = value`."""

    def __init__(self, chance):
        self.chance = chance

    def dropped(self, value):
        if self.chance.random() < 0.3:
            return ast.Assign([ast.Name("zz", ast.Store())], value)
        return ast.Expr(value)

    def visit_Expr(self, node):
        call = node.value
        appends = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "append"
        drops = appends and len(call.args) == 1 and self.chance.random() < CHANCE
        return self.dropped(call.args[0]) if drops else self.generic_visit(node)

    def visit_Assign(self, node):
        to_name = len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
        return [self.dropped(node.value), node] if to_name and self.chance.random() < 0.3 else node


def function(seed, name):
    chance = random.Random(f"unread {seed}")
    text = chance.choice(SOURCES)(chance.randrange(10**6), name)
    tree = ast.parse(text)
    tree.body[-1] = Dropping(chance).visit(tree.body[-1])
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"
