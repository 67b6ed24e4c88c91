"""Images that lie channels last, viewed with a number of images that is computed: their pixels as rows, made on one side of
a branch, where nothing says that the number computed is that of before."""

import pytest
import torch
from harness import check, program
from table import randn

IMAGES = program(
    "rows_of_images",
    """
import torch
import torch.nn.functional as F


def rows(x):
    b, c, h, w = x.shape
    last = x.permute(0, 2, 3, 1).contiguous().permute(0, 3, 1, 2)
    padded = F.pad(last, [1, 1, 1, 1], mode="reflect").view(-1, c, h + 2, w + 2)
    blurred = F.conv2d(padded, torch.ones(c, 1, 3, 3) / 9, groups=c).view(b, c, h, w)
    return blurred.permute(0, 2, 3, 1).reshape(b * h * w, c)


def chosen_by_data(x):
    y = x * 2
    if x.sum() > 1:
        y = rows(x) * 2
    return y.flatten() + 1


def chosen_by_size(x):
    if x.shape[1] > 2:
        y = rows(x)
    else:
        y = x.flatten(1).unsqueeze(-1).expand(-1, -1, 3).flatten(0, 1)
    return y @ torch.ones(3, 2)


if __name__ == "__main__":
    images = torch.rand(2, 3, 4, 5)
    rows(images), chosen_by_data(images), chosen_by_size(images)
""",
    args=["--force"],
)


@pytest.mark.parametrize("shape", [(2, 3, 4, 5), (3, 4, 7, 2), (1, 3, 4, 5), (2, 3, 2, 6), (2, 1, 4, 5)], ids=str)
def test_pixels_as_rows(shape):
    expect = "whole" if shape == (2, 3, 4, 5) else None
    for sign in (1, -1):
        images = sign * (randn(*shape).abs() + 1)
        check(IMAGES.load(), "rows", lambda: [images.clone()])
        check(IMAGES.load(), "chosen_by_data", lambda: [images.clone()], expect=expect)
        if shape[1] in (1, 3):
            check(IMAGES.load(), "chosen_by_size", lambda: [images.clone()])
    check(IMAGES.load(), "rows", lambda: [torch.ones(shape).to(memory_format=torch.channels_last)])
