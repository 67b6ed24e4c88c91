"""torch._VF: functions of torch under a name of its own, as torch.nn calls them."""

import torch
from torch_aten import any_like, complex_dtype
from torch_layers import gru, gru_cell, lstm, lstm_cell, rnn_relu, rnn_relu_cell, rnn_tanh, rnn_tanh_cell


def masked(schema, input, p, train):
    """Dropout: what it draws comes from torch's generator; without it the input itself is returned."""
    if not 0.0 <= p <= 1.0:
        raise RuntimeError("dropout probability has to be between 0 and 1")
    if not train or p == 0.0 or prim.in_driver():
        return input
    if torch.is_nothing(input):
        return input
    if p == 1.0 and not torch.is_floating_point(input):
        prim.cut("dropout of all that is no float, which torch does not refuse")
    torch.need_float_for_elements("dropout", input, RuntimeError)
    prim.assume_at_least(prim.numel(input), 1)
    return prim.aten_random(schema, (input, p, train), any_like(input))


def dropout(input, p, train):
    return masked("dropout(Tensor input, float p, bool train)", input, p, train)


def alpha_dropout(input, p, train):
    return masked("alpha_dropout(Tensor input, float p, bool train)", input, p, train)


def feature_dropout(input, p, train):
    return masked("feature_dropout(Tensor input, float p, bool train)", input, p, train)


def feature_alpha_dropout(input, p, train):
    return masked("feature_alpha_dropout(Tensor input, float p, bool train)", input, p, train)


def stft(
    input,
    n_fft,
    hop_length=None,
    win_length=None,
    window=None,
    normalized=False,
    onesided=None,
    return_complex=None,
    align_to_window=None,
):
    schema = (
        "stft(Tensor self, int n_fft, int? hop_length=None, int? win_length=None, Tensor? window=None, "
        "bool normalized=False, bool? onesided=None, bool? return_complex=None, bool? align_to_window=None)"
    )
    if not return_complex:
        prim.cut("stft() but with return_complex=True")
    if window is None:
        torch.warns("stft() without a window")
    values = (input, n_fft, hop_length, win_length, window, normalized, onesided, return_complex, align_to_window)
    rank = prim.rank(input, 1)
    if onesided is None:
        onesided = not torch.is_complex(input)
    hop = n_fft // 4 if hop_length is None else hop_length
    frames = (prim.size(input, -1) - n_fft) // hop + 1
    sizes = tuple(prim.shape(input))[: rank - 1] + (frames, n_fft // 2 + 1 if onesided else n_fft)
    model = torch.transpose(prim.empty(sizes, complex_dtype(input)), -2, -1)
    return prim.aten(schema, values, (complex_dtype(input), model))


def threshold_(input, threshold, value):
    return torch.threshold_(input, threshold, value)
