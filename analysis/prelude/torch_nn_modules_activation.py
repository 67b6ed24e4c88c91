"""torch.nn.modules.activation: functions said in another way. The classes are those of the installed source."""


def _arg_requires_grad(x):
    """It is asked with grad mode on, and then a tensor that requires grad is a miss."""
    return False


def _is_make_fx_tracing():
    """Compiled code is not entered while something traces."""
    return False
