"""torch.ops: the operators of ATen and of torch's primitives."""

from torch.ops import aten, prims
