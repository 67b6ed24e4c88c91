import importlib.util as _aot_util, os as _aot_os  # pyaot: load what was compiled from this file
_aot_spec = _aot_util.spec_from_file_location("pyaot_stub", _aot_os.path.join(_aot_os.path.dirname(_aot_os.path.abspath(__file__)), "pyaot_stub.py"))
_aot = _aot_util.module_from_spec(_aot_spec)
_aot_spec.loader.exec_module(_aot)
_aot = _aot.open(__file__, globals(), "d", 0xcbf2a69b09931da2)
import torch


@_aot.segment(0)
def _aot_case_row_write_4_1(x):  # d.py:5
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    return outs


def _aot_case_row_write_4(x):  # d.py:4
    outs = _aot_case_row_write_4_1(x)  # d.py:5
    outs[0].add_(1)
    return torch.stack(outs)


@_aot.segmented(_aot_case_row_write_4)
def case_row_write(x):
    outs = []
    for t in range(x.size(0)):
        outs.append(x[t] * 2)
    outs[0].add_(1)
    return torch.stack(outs)


@_aot.segment(1)
def _aot_case_reverse_12_1(x):  # d.py:13
    outs = []
    for t in reversed(range(x.size(1))):
        outs.append(x[:, t] * t)
    return outs


def _aot_case_reverse_12(x):  # d.py:12
    outs = _aot_case_reverse_12_1(x)  # d.py:13
    outs.reverse()
    return torch.stack(outs, 1)


@_aot.segmented(_aot_case_reverse_12)
def case_reverse(x):
    outs = []
    for t in reversed(range(x.size(1))):
        outs.append(x[:, t] * t)
    outs.reverse()
    return torch.stack(outs, 1)
_aot.ready()
