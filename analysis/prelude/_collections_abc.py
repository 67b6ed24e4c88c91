"""The module collections.abc under the name by which Python's own code imports it."""

from collections.abc import *
