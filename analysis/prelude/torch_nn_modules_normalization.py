"""torch.nn.modules.normalization: what new parameters hold does not matter. The classes are those of the installed source."""

import torch


class LayerNorm:
    __installed__ = True

    def reset_parameters(self):
        if self.elementwise_affine:
            torch.random_contents(self)


class GroupNorm:
    __installed__ = True

    def reset_parameters(self):
        if self.affine:
            torch.random_contents(self)
