"""torch._tensor: the class of tensors is that of torch."""

from torch_tensor import Tensor
