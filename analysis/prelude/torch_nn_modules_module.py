"""torch.nn.modules.module: class Module.

Parameters, buffers and submodules are plain attributes, and are also listed in `_parameters`, `_buffers` and `_modules`,
as at run time. Of hooks those are modelled that driver code registers for the forward pass; a module that has others is
guarded against.
"""

from collections import OrderedDict

import torch
from torch.nn.parameter import MadeBuffer, Parameter


def not_compiled(name):
    def method(self, *args, **kwargs):
        prim.cut("Module." + name + "()")

    return method


def table(name):
    def get(self):
        prim.cut("Module." + name)

    return property(get)


def refuse_name(module, name, kind, held):
    """What cannot name a part of that kind, of which `held` are there, is refused: of two reasons a module names the first."""
    if not isinstance(name, str):
        raise TypeError(kind + " name should be a string. Got " + torch.typename(name))
    is_taken = name not in held and hasattr(module, name)
    if is_taken and (kind == "module" or (name and "." not in name)):
        raise KeyError("attribute '" + name + "' already exists")
    if "." in name:
        raise KeyError(kind + ' name can\'t contain "."' + (", got: " + name if kind == "module" else ""))
    if not name:
        raise KeyError(kind + " name can't be empty string \"\"")


class RemovableHandle:
    def __init__(self, module, kept):
        self.place = module, kept

    def remove(self):
        if not prim.in_driver():
            prim.cut("a hook that is removed")
        module, kept = self.place
        prim.set_attribute(module, kept, tuple([one for one in prim.hooks(module, kept) if one[2] is not self]))


class StateHandle:
    def remove(self):
        if not prim.in_driver():
            prim.cut("a hook that is removed")


def hook_of_state(name):
    """Driver code registers what is called when a state is saved or loaded: the forward pass does not see it."""

    def method(self, hook, *args, **kwargs):
        if not prim.in_driver():
            prim.cut("Module." + name + "()")
        return StateHandle()

    return method


class HooksOf:
    """The hooks of a module, as driver code looks for one of them, and removes it."""

    def __init__(self, module, kept):
        self.place = module, kept

    def __len__(self):
        return len(prim.hooks(*self.place))

    def __iter__(self):
        return iter(range(len(self)))

    def values(self):
        return [one[0] for one in prim.hooks(*self.place)]

    def items(self):
        return list(enumerate(self.values()))

    def __getitem__(self, key):
        return self.values()[key]

    def __delitem__(self, key):
        module, kept = self.place
        there = prim.hooks(module, kept)
        prim.set_attribute(module, kept, there[:key] + there[key + 1 :])


def hooked(module, kept, hook, prepend, with_kwargs):
    """Driver code registers a hook, as what ev_hooks.c reads."""
    if hasattr(type(module), "cls_to_become"):  # what a lazy module does before its first call is no part of later ones
        prim.cut("a hook of a lazy module")
    there = prim.hooks(module, kept)
    if not prim.in_driver() or with_kwargs not in (True, False) or (there and there[0][1] is not with_kwargs):
        prim.cut("a hook of a module")
    handle = RemovableHandle(module, kept)
    one = hook, with_kwargs, handle
    prim.set_attribute(module, kept, (one,) + there if prepend else there + (one,))
    return handle


def called_with_hooks(module, before, after, args, kwargs):
    for hook, with_kwargs, _ in before:
        if with_kwargs:
            given = hook(module, args, kwargs)
            if given is not None:
                if not isinstance(given, tuple) or len(given) != 2:
                    raise RuntimeError("forward pre-hook must return None or a tuple of (new_args, new_kwargs)")
                args, kwargs = given
        else:
            given = hook(module, args)
            if given is not None:
                args = given if isinstance(given, tuple) else (given,)
    result = module.forward(*args, **kwargs)
    for hook, with_kwargs, _ in after:
        given = hook(module, args, kwargs, result) if with_kwargs else hook(module, args, result)
        if given is not None:
            result = given
    return result


def _forward_unimplemented(self, *input):
    raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')


def need_kind(module, name, value):
    if prim.in_driver() or value is None:
        return
    is_buffer = name in getattr(module, "_buffers", ()) and not isinstance(value, torch.Tensor)
    if is_buffer or name in getattr(module, "_parameters", ()) or name in getattr(module, "_modules", ()):
        prim.cut("a value that torch refuses to register")


class Module:
    forward = _forward_unimplemented

    def __init__(self, *args, **kwargs):
        if len(args) + len(kwargs) > 0:
            prim.cut("arguments of nn.Module(), which takes none")
        if not prim.in_driver() and self.call_super_init:  # asks a __getattribute__() too
            prim.cut("call_super_init")
        prim.begin_module(self)

    @property
    def _forward_hooks(self):
        if prim.in_driver():
            return HooksOf(self, "forward hooks")
        if prim.hooks(self, "forward hooks"):
            prim.cut("Module._forward_hooks")
        return {}

    @property
    def _forward_pre_hooks(self):
        if prim.in_driver():
            return HooksOf(self, "forward pre-hooks")
        if prim.hooks(self, "forward pre-hooks"):
            prim.cut("Module._forward_pre_hooks")
        return {}

    def __setattr__(self, name, value):  # see set_plain() in ev_setattr.c
        if prim.is_of_caller(self):  # by way of a __setattr__ of the program
            prim.set_attribute(self, name, value)
            return
        if prim.is_parameter(value):
            self._parameters[name] = value
        elif prim.is_unknown(value):
            pass
        elif isinstance(value, MadeBuffer):
            self.register_buffer(name, value.data)
            return
        elif isinstance(value, Module):
            self._modules[name] = value
        else:
            need_kind(self, name, value)
            if name in getattr(self, "_buffers", ()):  # plain attributes may come before Module.__init__()
                self._buffers[name] = value
            if name in getattr(self, "_parameters", ()):
                self._parameters[name] = value
        prim.set_attribute(self, name, value)

    def __call__(self, *args, **kwargs):
        before, after = prim.hooks(self, "forward pre-hooks"), prim.hooks(self, "forward hooks")
        if before or after:
            return called_with_hooks(self, before, after, args, kwargs)
        return self.forward(*args, **kwargs)

    def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
        if always_call:
            prim.cut("a hook that is called in any case")
        return hooked(self, "forward hooks", hook, prepend, with_kwargs)

    def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
        return hooked(self, "forward pre-hooks", hook, prepend, with_kwargs)

    def register_parameter(self, name, param):
        if not prim.in_driver():
            refuse_name(self, name, "parameter", self._parameters)
            if param is not None and not isinstance(param, Parameter):
                prim.cut("a parameter that is none")
        self._parameters[name] = param
        prim.set_attribute(self, name, param)

    def register_buffer(self, name, tensor, persistent=True):
        if not prim.in_driver():
            of_caller = prim.is_of_caller(self)
            if of_caller:
                refuse_name(self, name, "buffer", [name] if prim.has_buffer(self, name) else [])
            else:
                refuse_name(self, name, "buffer", self._buffers)
            if tensor is not None and not isinstance(tensor, torch.Tensor):
                prim.cut("a buffer that is no tensor")
            if of_caller:
                prim.put_buffer(self, name, tensor, persistent)
                return
        self._buffers[name] = tensor
        prim.set_attribute(self, name, tensor)
        prim.note_persistence(self, name, persistent)

    def add_module(self, name, module):
        if not prim.in_driver():
            if module is not None and not isinstance(module, Module):
                prim.cut("a module that is none")
            refuse_name(self, name, "module", self._modules)
        self._modules[name] = module
        prim.set_attribute(self, name, module)

    register_module = add_module

    def _get_name(self):
        return type(self).__name__

    def get_submodule(self, target):
        result = self
        if target != "":
            for part in target.split("."):
                result = named_part(result, part)
                if not isinstance(result, Module):
                    raise AttributeError("`" + part + "` is not an nn.Module")
        return result

    def get_parameter(self, target):
        path, _, name = target.rpartition(".")
        result = named_part(self.get_submodule(path), name)
        if not isinstance(result, Parameter):
            raise AttributeError("`" + name + "` is not an nn.Parameter")
        return result

    def get_buffer(self, target):
        path, _, name = target.rpartition(".")
        owner = self.get_submodule(path)
        result = named_part(owner, name)
        if name not in owner._buffers:
            raise AttributeError("`" + name + "` is not a buffer")
        return result

    def named_children(self):
        return iter(prim.each_module(self, below(self), False))

    def children(self):
        return iter([module for name, module in self.named_children()])

    def modules(self):
        return iter([module for name, module in self.named_modules()])

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is not None:
            prim.cut("modules that were seen before")
        return iter(all_modules(self, prefix, remove_duplicate))

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        return iter(members(self, prefix, recurse, "_parameters", remove_duplicate))

    def parameters(self, recurse=True):
        return iter([value for name, value in self.named_parameters(recurse=recurse)])

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        return iter(members(self, prefix, recurse, "_buffers", remove_duplicate))

    def buffers(self, recurse=True):
        return iter([value for name, value in self.named_buffers(recurse=recurse)])

    def apply(self, fn):
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def train(self, mode=True):
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        if not prim.in_driver() and type(self).__setattr__ is not Module.__setattr__:
            self.training = mode  # the program's own is asked
        else:
            prim.set_attribute(self, "training", mode)
        if not prim.in_driver() or self._modules:
            for module in self.children():
                module.train(mode)
        return self

    def eval(self):
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        if not prim.in_driver():
            prim.cut("requires_grad_()")
        return self

    def to(self, *args, **kwargs):
        if not prim.in_driver():
            prim.cut("Module.to()")
        dtype = kwargs.get("dtype")
        for value in args:  # what is not known is likely a device
            if not prim.is_unknown(value) and prim.kind(value, "none") == "dtype":
                dtype = value
        return self if dtype is None else converted(self, dtype)

    def _apply(self, fn, recurse=True):
        if recurse:
            for module in self.children():
                module._apply(fn)
        for table in [self._parameters, self._buffers]:
            for name, value in list(table.items()):
                if value is not None:
                    table[name] = fn(value)
                    prim.set_attribute(self, name, table[name])
        return self

    def type(self, dst_type):
        return converted(self, dst_type)

    def cpu(self):
        return self

    def float(self):
        return converted(self, torch.float32)

    def double(self):
        return converted(self, torch.float64)

    def half(self):
        return converted(self, torch.float16)

    def bfloat16(self):
        return converted(self, torch.bfloat16)

    def extra_repr(self):
        return ""

    def load_state_dict(self, state_dict, strict=True, assign=False):
        if not prim.in_driver():  # which asks for examples alone: other values, of the same types
            prim.cut("Module.load_state_dict()")

    def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
        if prim.in_driver() or args or not isinstance(prefix, str):
            prim.cut("Module.state_dict()")
        prim.passed_over(self)  # no hooks
        if destination is None:
            destination = OrderedDict()
            destination._metadata = OrderedDict()
        if hasattr(destination, "_metadata"):
            destination._metadata[prefix[:-1]] = {"version": self._version}
        self._save_to_state_dict(destination, prefix, keep_vars)
        for name, child in below(self):
            child.state_dict(destination=destination, prefix=prefix + name + ".", keep_vars=keep_vars)
        return destination

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        if prim.in_driver():
            prim.cut("Module._save_to_state_dict()")
        for name, value in self._parameters.items():
            if value is not None:
                destination[prefix + name] = value if keep_vars else value.detach()
        passed_over = prim.passed_over(self)
        for name, value in self._buffers.items():
            if value is not None and name not in passed_over:
                destination[prefix + name] = value if keep_vars else value.detach()
        if type(self).get_extra_state is not Module.get_extra_state:
            destination[prefix + "_extra_state"] = self.get_extra_state()

    def zero_grad(self, set_to_none=True):
        if not prim.in_driver():
            prim.cut("Module.zero_grad()")

    def share_memory(self):
        if not prim.in_driver():
            prim.cut("Module.share_memory()")
        return self

    # The others exist, as hasattr() and getattr() tell, and run as Python.
    set_submodule = not_compiled("set_submodule")
    to_empty = not_compiled("to_empty")
    cuda = not_compiled("cuda")
    xpu = not_compiled("xpu")
    ipu = not_compiled("ipu")
    mtia = not_compiled("mtia")
    get_extra_state = not_compiled("get_extra_state")
    set_extra_state = not_compiled("set_extra_state")
    compile = not_compiled("compile")
    register_backward_hook = not_compiled("register_backward_hook")
    register_full_backward_hook = not_compiled("register_full_backward_hook")
    register_full_backward_pre_hook = not_compiled("register_full_backward_pre_hook")
    register_load_state_dict_pre_hook = hook_of_state("register_load_state_dict_pre_hook")
    register_load_state_dict_post_hook = hook_of_state("register_load_state_dict_post_hook")
    register_state_dict_pre_hook = hook_of_state("register_state_dict_pre_hook")
    register_state_dict_post_hook = hook_of_state("register_state_dict_post_hook")
    _register_state_dict_hook = hook_of_state("_register_state_dict_hook")
    _register_load_state_dict_pre_hook = hook_of_state("_register_load_state_dict_pre_hook")
    _load_from_state_dict = not_compiled("_load_from_state_dict")
    _named_members = not_compiled("_named_members")
    _call_impl = not_compiled("_call_impl")
    _slow_forward = not_compiled("_slow_forward")
    _wrapped_call_impl = not_compiled("_wrapped_call_impl")
    _get_backward_hooks = not_compiled("_get_backward_hooks")
    _get_backward_pre_hooks = not_compiled("_get_backward_pre_hooks")
    _replicate_for_data_parallel = not_compiled("_replicate_for_data_parallel")
    _maybe_warn_non_full_backward_hook = not_compiled("_maybe_warn_non_full_backward_hook")
    __setstate__ = not_compiled("__setstate__")
    _backward_hooks = table("_backward_hooks")
    _backward_pre_hooks = table("_backward_pre_hooks")
    _forward_hooks_with_kwargs = table("_forward_hooks_with_kwargs")
    _forward_hooks_always_called = table("_forward_hooks_always_called")
    _forward_pre_hooks_with_kwargs = table("_forward_pre_hooks_with_kwargs")
    _state_dict_hooks = table("_state_dict_hooks")
    _state_dict_pre_hooks = table("_state_dict_pre_hooks")
    _load_state_dict_pre_hooks = table("_load_state_dict_pre_hooks")
    _load_state_dict_post_hooks = table("_load_state_dict_post_hooks")
    _non_persistent_buffers_set = table("_non_persistent_buffers_set")
    _is_full_backward_hook = table("_is_full_backward_hook")
    T_destination = table("T_destination")
    dump_patches = False
    call_super_init = False
    _version = 1
    _compiled_call_impl = None


def named_part(module, name):
    if not hasattr(module, name):
        raise AttributeError(module._get_name() + " has no attribute `" + name + "`")
    return getattr(module, name)


def below(module):
    return [(name, child) for name, child in module._modules.items() if child is not None]


def all_paths(module, prefix):
    result = [(prefix, module)]
    for name, child in below(module):
        if not prim.in_driver() and type(child).named_modules is not Module.named_modules:
            prim.cut("named_modules() of a part of a module")
        result = result + all_paths(child, prefix + "." + name if prefix else name)
    return result


def all_modules(module, prefix, apart=True):
    paths = all_paths(module, prefix)
    return prim.each_module(module, paths, True) if apart else paths


def converted(module, dtype):
    """Floating-point parameters and buffers get the dtype; what modules share they share afterwards."""
    if not prim.in_driver():
        prim.cut("the conversion of a module to a dtype")
    made = {}

    def convert(value):
        if not value.dtype.is_floating_point:
            return value
        if value not in made:
            new = value.to(dtype)
            made[value] = prim.parameter(new) if prim.is_parameter(value) else new
        return made[value]

    return module._apply(convert)


most_apart = 64  # a guard says of each two of them that they are two


def is_among(value, seen):
    """Driver code, which may make large modules, is left with one tensor under all its names: nothing comes of that."""
    if prim.in_driver():
        return False
    if len(seen) > most_apart:
        prim.cut("many tensors of a module, each of them once")
    for other in seen:
        if other is value:
            return True
    return False


def each_once(named):
    """Without those that came before under another name."""
    seen, result = [], []
    for name, value in named:
        if not is_among(value, seen):
            seen.append(value)
            result.append((name, value))
    return result


def members(module, prefix, recurse, kind, apart=True):
    result = []
    for path, part in module.named_modules(prefix=prefix, remove_duplicate=apart) if recurse else [(prefix, module)]:
        for name, value in getattr(part, kind).items():
            if value is not None:
                result.append((path + "." + name if path else name, value))
    return each_once(result) if apart else result
