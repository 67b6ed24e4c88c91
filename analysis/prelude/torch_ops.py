"""torch.ops: only the operators of ATen are known."""

from torch.ops import aten
