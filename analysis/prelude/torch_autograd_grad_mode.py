"""torch.autograd.grad_mode: where the modes are defined that torch has by name.

Never run by Python: pyaot's evaluator reads it, one definition at a time.
"""

from torch import enable_grad, inference_mode, no_grad, set_grad_enabled
