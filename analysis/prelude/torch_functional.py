"""torch.functional: functions of torch by the name of the module that defines them in Python."""

from torch import (
    atleast_1d,
    atleast_2d,
    atleast_3d,
    block_diag,
    broadcast_tensors,
    cartesian_prod,
    cdist,
    meshgrid,
    tensordot,
    unique,
    unique_consecutive,
)
