"""torch.nn.modules.rnn: methods said in another way. The classes are those of the installed source."""


class RNNBase:
    __installed__ = True

    def _weights_have_changed(self):
        """Weak references cannot be looked into. Where each weight of the list is the attribute's, they say nothing."""
        for i in range(len(self._flat_weights_names)):
            weight = getattr(self, self._flat_weights_names[i], None)
            if weight is not None:
                prim.assume_same(weight, self._flat_weights[i])
        return False
