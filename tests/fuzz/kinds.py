"""The kinds of random programs: what gives, for a seed and a name, the text of a function of grammar.PARAMETERS, behind
what it needs at module level, whose names begin with the function's."""

import calls
import generate
import mutants
import oddities
import protocols
import signatures
import unread

KINDS = {
    "grammar": generate.function,  # tensors, control flow and objects, from tables by feature
    "calls": calls.function,  # functions of torch and NumPy on odd arguments
    "signatures": signatures.function,  # all of torch that the compiler has a signature of, given odd but typed arguments
    "oddities": oddities.function,  # single calls of Python's library, and of torch's, that others hardly make
    "protocols": protocols.function,  # what Python's objects, statements and containers do
    "unread": unread.function,  # programs of these, much of whose values is dropped
    "mutants": mutants.function,  # programs of the other kinds, changed at random
}
