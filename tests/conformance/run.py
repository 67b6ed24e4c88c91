#!/usr/bin/env python3
"""The conformance run over torch's operator and module databases.

run.py                      all operators and samples, writes docs/coverage.md
run.py --sample             the fixed sample of `make test`: every operator, few samples, no file is written
run.py --only sort,topk -v  some operators, with what differs
run.py --modules            the modules of torch.nn in eval mode, with the other options as above
"""

import argparse
import collections
import os
import sys
import warnings

import module_samples
import op_samples
import runner
import torch

DTYPES = {"float32": torch.float32, "int64": torch.int64, "bool": torch.bool}


def worst(counts):
    return max(counts, key=runner.OUTCOMES.index)


def totals(report):
    """Operators by the worst outcome among their samples."""
    return collections.Counter(worst(counts) for counts in report.counts.values())


def print_report(report, verbose):
    for subject, counts in sorted(report.counts.items()):
        if verbose:
            print(f"{subject:45} " + " ".join(f"{kind}:{counts[kind]}" for kind in runner.OUTCOMES if counts[kind]))
            for reason, count in report.reasons[subject].most_common(2):
                print(f"{'':8}{count} x {reason}")
    for subject, outcome, note in report.notes:
        print(f"{outcome}: {subject}: {note}")
    by_operator = totals(report)
    by_sample = collections.Counter()
    for counts in report.counts.values():
        by_sample.update(counts)
    for title, count in (("operators", by_operator), ("samples", by_sample)):
        total = sum(count.values())
        print(f"{title:10} {total:6} " + " ".join(f"{kind} {count[kind]}" for kind in runner.OUTCOMES))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--dtype", default="float32")
    parser.add_argument("--group", type=int, default=12)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--modules", action="store_true")
    parser.add_argument("-v", "--verbose", action="store_true")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    warnings.simplefilter("ignore")
    samples = module_samples if arguments.modules else op_samples
    database = {samples.subject_of(info): info for info in samples.load_database()}
    dtype = DTYPES[arguments.dtype]
    wanted = [name for name, info in database.items() if dtype in op_samples.dtypes_of(info)]
    if arguments.only:
        names = arguments.only.split(",")
        wanted = [name for name in wanted if name in names or database[name].name in names]
    limit = arguments.limit or (2 if arguments.sample else None)

    def cases_of(name):
        return samples.cases_of(database[name], dtype, limit)

    report = runner.run_all(cases_of, wanted, arguments.group, arguments.jobs)
    print_report(report, arguments.verbose)
    bad = totals(report)
    failed = bad["wrong"] + bad["crashed"]
    print(f"{len(report.counts) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
