"""What happens to a program's world between two of its calls: other objects in the same places, other code under the same
names, other tensors in the same objects. A built program must see all of it, as eager does.

Each function gets the module and the arguments of the program, and a stack to which it gives what undoes a change of the
module. Arguments are made anew for each case: nothing has to be put back into them.
"""

import contextlib
import types

import torch


def replaced(stack, owner, name, value):
    """Sets an attribute until the case ends."""
    own = vars(owner) if isinstance(owner, (type, types.ModuleType)) else {name: getattr(owner, name)}
    has_own, old = name in own, own.get(name)
    setattr(owner, name, value)
    stack.callback(*((setattr, owner, name, old) if has_own else (delattr, owner, name)))


def method_of_a_class(module, args, stack):
    replaced(stack, module.Box, "scaled", lambda self, by=2: self.t + by)


def property_of_a_class(module, args, stack):
    replaced(stack, module.Box, "half", property(lambda self: self.t * 0.25))


def operator_of_a_class(module, args, stack):
    replaced(stack, module.Box, "__add__", lambda self, other: type(self)(self.t - other.t, self.k + 1))


def method_that_a_subclass_gets(module, args, stack):
    replaced(stack, module.Crate, "bump", lambda self: self)


def truth_of_a_class(module, args, stack):
    replaced(stack, module.Box, "__bool__", lambda self: self.k > 2)


def attributes_by_hook(module, args, stack):
    replaced(stack, module.Box, "__setattr__", lambda self, name, value: object.__setattr__(self, name, value))


def layer_of_a_class(module, args, stack):
    replaced(stack, module.Layer, "forward", lambda self, t: t * self.scale)


def forward_of_one_layer(module, args, stack):
    args[10].layers[0].forward = lambda t: t + 1


def hook(module, args, stack):
    args[10].layers[0].register_forward_hook(lambda layer, inputs, output: output * 2)


def hook_before(module, args, stack):
    args[10].first.register_forward_pre_hook(lambda layer, inputs: (inputs[0] + 1,))


def another_layer(module, args, stack):
    args[10].layers.append(module.Layer(0.25))


def one_layer_twice(module, args, stack):
    args[10].layers[-1] = args[10].layers[0]


def other_layers(module, args, stack):
    args[10].first = torch.nn.Tanh()


def function_in_the_place_of_a_layer(module, args, stack):
    del args[10].first
    args[10].first = torch.tanh


def other_parameter(module, args, stack):
    args[10].layers[0].scale = torch.nn.Parameter(torch.tensor([0.5]))


def parameter_of_another_type(module, args, stack):
    args[10].gain.data = args[10].gain.data.double()


def buffer_that_is_none(module, args, stack):
    args[10].seen = None


def training(module, args, stack):
    args[10].train(not args[10].training)


def mode_of_one_layer(module, args, stack):
    args[10].first[1].train(not args[10].first[1].training)


def class_of_an_object(module, args, stack):
    args[6].__class__ = module.Crate if type(args[6]) is module.Box else module.Box


def attribute_of_another_type(module, args, stack):
    args[6].k = float(args[6].k)


def attribute_that_is_gone(module, args, stack):
    del args[6].log


def attribute_that_is_new(module, args, stack):
    args[6].extra = args[0]


def attribute_that_hides_a_method(module, args, stack):
    args[6].scaled = lambda by=1: args[1]


def attribute_that_is_an_argument(module, args, stack):
    args[6].t = args[0]


def tensor_of_another_type(module, args, stack):
    args[6].t = args[6].t.double()


def list_that_grew(module, args, stack):
    args[4].append(args[0])


def list_that_shrank(module, args, stack):
    del args[4][:-1]


def list_of_one_tensor(module, args, stack):
    args[4][:] = [args[1]] * len(args[4])


def dict_in_another_order(module, args, stack):
    items = list(reversed(args[5].items()))
    args[5].clear()
    args[5].update(items)


def dict_with_another_key(module, args, stack):
    args[5]["c"] = args[0]
    args[5].pop("b", None)


def dict_of_one_tensor(module, args, stack):
    for key in args[5]:
        args[5][key] = args[0]


def transposed_in_place(module, args, stack):
    if args[0].shape[0] == args[0].shape[1]:
        args[0].t_()


def other_data(module, args, stack):
    args[1].data = args[1].data.t().contiguous().t()


def that_requires_grad(module, args, stack):
    if args[0].is_floating_point() and not args[0].is_inference() and args[0].is_leaf:
        args[0].requires_grad_(not args[0].requires_grad)


def keyword_defaults(module, args, stack):
    replaced(stack, module.mixed, "__kwdefaults__", {"weight": 0.25})


def code_of_a_function(module, args, stack):
    replaced(stack, module.twice, "__code__", (lambda f, t: f(t) - 1).__code__)


def function_by_another_name(module, args, stack):
    replaced(stack, module, "twice", module.mixed)


def builtin_of_the_module(module, args, stack):
    replaced(stack, module, "len", lambda items: 2)


def exception_of_the_module(module, args, stack):
    replaced(stack, module, "Refused", type("Refused", (Exception,), {}))


def class_of_the_module(module, args, stack):
    replaced(stack, module, "Box", type("Box", (module.Box,), {"limit": 5, "__module__": module.__name__}))


def constant_of_another_type(module, args, stack):
    replaced(stack, module, "SCALE", 2)


def number_of_a_class(module, args, stack):
    replaced(stack, module.Box, "limit", 2.5)


def function_of_torch(module, args, stack):
    replaced(stack, torch, "tanh", lambda t: t * 2)


def function_of_functional(module, args, stack):
    replaced(stack, torch.nn.functional, "relu", lambda t, inplace=False: t - 1)


def method_of_tensors(module, args, stack):
    replaced(stack, torch.Tensor, "mean", lambda self, *args, **kwargs: self.sum())


def step_of_a_worker(module, args, stack):
    replaced(stack, module.Worker, "report", lambda self, u: self.seen.append(u))


def manager_that_swallows(module, args, stack):
    replaced(stack, module.Section, "__exit__", lambda self, kind, value, trace: True)


ALL = [value for value in list(globals().values()) if isinstance(value, types.FunctionType) and value is not replaced]


def disturb(module, args, stack, random):
    """One or two changes, some of which may be refused."""
    for change in random.sample(ALL, random.choice([1, 1, 2])):
        with contextlib.suppress(Exception):
            change(module, args, stack)
