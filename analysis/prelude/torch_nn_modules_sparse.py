"""torch.nn.modules.sparse: what new parameters hold does not matter. The classes are those of the installed source."""

import torch


class Embedding:
    __installed__ = True

    def reset_parameters(self):
        torch.random_contents(self)
