"""torch.nn.utils.rnn: sequences of several lengths, packed and padded, and recurrent layers over them."""

import pytest
import torch
from harness import check, program
from table import randn

SOURCE = """
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pack_sequence, pad_packed_sequence


def packed(x, lengths):
    result = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
    return result.data, result.batch_sizes, result.sorted_indices, result.unsorted_indices


def padded(x, lengths):
    again, found = pad_packed_sequence(pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False), True, -1.5)
    return again * 2, found


def to_length(x, lengths):
    sequence = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
    return pad_packed_sequence(sequence, total_length=x.size(1) + 1)


def in_order(x, lengths):
    again, found = pad_packed_sequence(pack_padded_sequence(x.transpose(0, 1), lengths))
    return again + 1, found


def listed(x, lengths):
    return pad_packed_sequence(pack_sequence([x[0], x[1, :2]]), batch_first=True)


class Tagger(nn.Module):
    def __init__(self, kind, **options):
        super().__init__()
        self.rnn = kind(4, 3, batch_first=True, **options)

    def forward(self, x, lengths):
        output, state = self.rnn(pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False))
        return pad_packed_sequence(output, batch_first=True)[0] + 1, state


torch.manual_seed(0)
lstm = Tagger(nn.LSTM, num_layers=2, bidirectional=True).eval()
projected = Tagger(nn.LSTM, proj_size=2).eval()
gru = Tagger(nn.GRU).eval()
rnn = Tagger(nn.RNN, nonlinearity="relu").eval()


def with_state(x, lengths):
    sequence = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
    output, last = gru.rnn(sequence, torch.ones(1, x.size(0), 3))
    return output.data, last
"""
FUNCTIONS = ["packed", "padded", "to_length", "in_order", "listed", "with_state"]
PROGRAM = program(
    "packed_sequences",
    SOURCE,
    [f"{name}(f32[B, T, 4], i64[B])" for name in [*FUNCTIONS, "lstm", "projected", "gru", "rnn"]],
    ["--force"],
    flags="-O0",
)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_sequences(name):
    for rows in ([5, 3, 2], [4, 4]):
        args = lambda rows=rows: (randn(len(rows), 5, 4), torch.tensor(rows))  # noqa: E731
        check(PROGRAM.load(), name, args, expect="whole")


@pytest.mark.parametrize("name", ["lstm", "projected", "gru", "rnn"])
def test_layers(name):
    for rows in ([2, 5, 3], [1, 1], [4]):
        args = lambda rows=rows: (randn(len(rows), 5, 4), torch.tensor(rows))  # noqa: E731
        check(PROGRAM.load(), name, args, expect="whole", context=torch.no_grad)


@pytest.mark.parametrize("name", ["packed", "padded", "in_order", "lstm"])
@pytest.mark.parametrize("rows", [[3, 0, 2], [2, 3], [6, 6, 6], [1, 2, 3], []])
def test_lengths_that_are_refused(name, rows):
    check(PROGRAM.load(), name, lambda: (randn(3, 5, 4), torch.tensor(rows, dtype=torch.int64)), context=torch.no_grad)
