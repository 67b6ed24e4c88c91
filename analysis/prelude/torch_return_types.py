"""The module torch.return_types: the named tuples that some functions return."""

from typing import NamedTuple


class sort(NamedTuple):
    values: object
    indices: object


class topk(NamedTuple):
    values: object
    indices: object
