"""torch.random: the functions of torch by the names of the module that defines them."""

import torch


def manual_seed(seed):
    return torch.manual_seed(seed)
