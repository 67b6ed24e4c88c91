"""einops.layers.torch: layers do what the functions do, by the pattern that they were made with."""

from einops.einops import reduce


class Rearrange:
    __installed__ = True

    def forward(self, input):
        return reduce(input, self.pattern, "rearrange", **prim.settled(self.axes_lengths))


class Reduce:
    __installed__ = True

    def forward(self, input):
        return reduce(input, self.pattern, self.reduction, **prim.settled(self.axes_lengths))
