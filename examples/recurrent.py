"""Recurrent networks: the modules of torch.nn, and cells that are written out by hand and run over time in a loop."""

import torch
from torch import nn


class Tagger(nn.Module):
    """A label for each word of a sentence, by an LSTM in both directions."""

    def __init__(self, words=50, width=16, hidden=24, labels=7, layers=1):
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        self.lstm = nn.LSTM(width, hidden, layers, batch_first=True, bidirectional=True)
        self.out = nn.Linear(2 * hidden, labels)

    def forward(self, sentence):
        states, _ = self.lstm(self.embedding(sentence))
        return self.out(states).log_softmax(-1)


class Reader(nn.Module):
    """The last state of a GRU."""

    def __init__(self, width=16, hidden=24):
        super().__init__()
        self.gru = nn.GRU(width, hidden)
        self.norm = nn.LayerNorm(hidden)

    def forward(self, steps):
        _, last = self.gru(steps)
        return self.norm(last[0])


class LongShortCell(nn.Module):
    def __init__(self, width, hidden):
        super().__init__()
        self.hidden = hidden
        self.gates = nn.Linear(width + hidden, 4 * hidden)

    def forward(self, x, h, c):
        enter, forget, value, leave = self.gates(torch.cat([x, h], dim=1)).split(self.hidden, dim=1)
        c = torch.sigmoid(forget) * c + torch.sigmoid(enter) * torch.tanh(value)
        return torch.sigmoid(leave) * torch.tanh(c), c


class HandWritten(nn.Module):
    """The same recurrence, one step after the other."""

    def __init__(self, width=16, hidden=24):
        super().__init__()
        self.cell = LongShortCell(width, hidden)
        self.hidden = hidden

    def forward(self, steps):
        h = c = torch.zeros(steps.size(1), self.hidden, dtype=steps.dtype)
        for t in range(steps.size(0)):
            h, c = self.cell(steps[t], h, c)
        return h


class GatedUnit(nn.Module):
    """A GRU that is written out."""

    def __init__(self, width=16, hidden=24):
        super().__init__()
        self.hidden = hidden
        self.enter = nn.Linear(width, 3 * hidden)
        self.turn = nn.Linear(hidden, 3 * hidden)

    def forward(self, steps):
        h = torch.zeros(steps.size(1), self.hidden, dtype=steps.dtype)
        for t in range(steps.size(0)):
            r, z, n = self.enter(steps[t]).split(self.hidden, dim=1)
            r_h, z_h, n_h = self.turn(h).split(self.hidden, dim=1)
            z = torch.sigmoid(z + z_h)
            n = torch.tanh(n + torch.sigmoid(r + r_h) * n_h)
            h = (1 - z) * n + z * h
        return h


if __name__ == "__main__":
    with torch.no_grad():
        print(Tagger().eval()(torch.randint(0, 50, (3, 9))).shape)
        print(Reader().eval()(torch.randn(9, 3, 16)).shape)
        print(HandWritten().eval()(torch.randn(9, 3, 16)).shape)
        print(GatedUnit().eval()(torch.randn(9, 3, 16)).shape)
