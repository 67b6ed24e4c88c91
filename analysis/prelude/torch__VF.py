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


def _pack_padded_sequence(input, lengths, batch_first):
    if prim.rank(input, 3) < 2:
        raise RuntimeError("Expected at least 2 dimensions for input tensor")
    results = [(prim.dtype_of(input), (None,) + tuple(prim.shape(input))[2:]), (torch.int64, (None,))]
    schema = "_pack_padded_sequence(Tensor input, Tensor lengths, bool batch_first)"
    return prim.aten(schema, (input, lengths, batch_first), results)


def _pad_packed_sequence(data, batch_sizes, batch_first, padding_value, total_length):
    """Rows of `data` by step and sequence: those of a step lie behind one another, as many as sequences reach it."""
    if prim.rank(batch_sizes, 1) != 1 or prim.rank(data, 2) < 1:
        prim.cut("a packed sequence of other ranks")
    steps = prim.size(batch_sizes, 0)
    prim.assume_at_least(steps, 1)
    sequence = torch.arange(batch_sizes[0].item())
    count = torch.cat([batch_sizes, prim.full((total_length - steps,), 0, torch.int64)])
    present = sequence < count[:, None]
    rows = data[torch.where(present, (torch.cumsum(count, 0) - count)[:, None] + sequence, 0)]
    present_rows = present.reshape(tuple(prim.shape(present)) + (1,) * (prim.rank(rows, 3) - 2))
    output = torch.where(present_rows, rows, prim.full((), padding_value, prim.dtype_of(data)))
    return torch.transpose(output, 0, 1) if batch_first else output, torch.sum(present, 0)
