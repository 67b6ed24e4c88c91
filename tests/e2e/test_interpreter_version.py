"""sys.version_info: its first two numbers are known and guarded; more of it stays Python."""

import pytest
import torch
from harness import check, program

SOURCE = """
import sys
from sys import version_info

import torch

if sys.version_info >= (3, 8):

    def helper(x):
        return x + 1

else:

    def helper(x):
        return x + 2


NEW = sys.version_info[0] == 3


def compared(x):
    if sys.version_info >= (3, 9):
        return helper(x), version_info > (3, 0), version_info < (4,), version_info <= (3, 30), sys.version_info >= (3,)
    return x


def numbers(x):
    return x + sys.version_info[1], sys.version_info[:2], sys.version_info.major, len(version_info), NEW


def equal(x):
    return x * 2, sys.version_info == (3, 11), sys.version_info != (3,), "%d.%d" % sys.version_info[:2]


def deeper(x):
    return x + 1, version_info >= (3, 11, 0), sys.version_info.micro


def returned(x):
    return x + 1, sys.version_info


if __name__ == "__main__":
    for function in (compared, numbers, equal, deeper, returned):
        function(torch.randn(3))
"""
PROGRAM = program("interpreter_version", SOURCE, args=("--force",), flags="-O0")


@pytest.mark.parametrize("name", ["compared", "numbers", "equal"])
def test_the_first_two_numbers(name):
    check(PROGRAM.load(), name, lambda: (torch.ones(3),), expect="whole")


@pytest.mark.parametrize("name", ["deeper", "returned"])
def test_more_of_it(name):
    check(PROGRAM.load(), name, lambda: (torch.ones(3),))
