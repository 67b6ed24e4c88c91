"""torch.nn.modules.batchnorm: what new parameters hold does not matter. The classes are those of the installed source."""

import torch


class _NormBase:
    __installed__ = True

    def reset_parameters(self):
        if self.affine:
            torch.random_contents(self)
        elif not prim.in_driver():
            self.reset_running_stats()
