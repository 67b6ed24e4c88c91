#!/usr/bin/env python3
"""The conformance run over torch's operator and module databases.

run.py --write              all operators and samples, in three dtypes; writes its part of docs/coverage.md
run.py --sample             the fixed sample of `make test`: every operator, one sample in float32; writes nothing
run.py --only sort,topk -v  some operators, with what differs
run.py --dtypes uint8,bfloat16   the operators that take these dtypes
run.py --modules            the modules of torch.nn in eval mode, with the other options as above
"""

import argparse
import collections
import os
import sys
import warnings

import coverage
import module_samples
import op_samples
import runner
import torch

WRITTEN_DTYPES = ["float32", "int64", "bool"]
# What the sample of `make test` has to reach, in per cent of the operators.
WITHOUT_PYTHON, FUSED = 60, 40


def print_report(report, verbose):
    for subject, counts in sorted(report.counts.items()):
        if verbose and counts:
            print(f"{subject:45} " + " ".join(f"{kind}:{counts[kind]}" for kind in runner.OUTCOMES if counts.get(kind)))
            for reason, count in report.reasons[subject].items():
                if count:
                    print(f"{'':8}{count} x {reason}")
    for subject, outcome, note in report.notes:
        print(f"{outcome}: {subject}: {note}")
    by_sample = collections.Counter()
    for counts in report.counts.values():
        by_sample.update(counts)
    rows = {
        "operators, by most samples": coverage.totals(report, coverage.usual),
        "operators, by the worst sample": coverage.totals(report, coverage.worst),
        "samples": by_sample,
    }
    for title, count in rows.items():
        print(f"{title:32}{sum(count.values()):6} " + " ".join(f"{kind} {count[kind]}" for kind in runner.OUTCOMES))


def run(samples, database, dtype, names, limit, arguments):
    wanted = [name for name, info in database.items() if dtype in op_samples.dtypes_of(info)]
    if names:
        wanted = [name for name in wanted if name in names or database[name].name in names]

    def cases_of(name):
        return samples.cases_of(database[name], dtype, limit)

    return runner.run_all(cases_of, wanted, arguments.group, arguments.jobs)


def sample_reached(report):
    """Does the sample reach what it has to?"""
    count = coverage.totals(report, coverage.usual)
    total = sum(count.values())
    compiled = count["fused"] + count["library"] + count["aten"]
    return 100 * compiled >= WITHOUT_PYTHON * total and 100 * count["fused"] >= FUSED * total


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--limit", type=int, default=0, help="samples an operator; 0: all")
    parser.add_argument("--dtypes", default="float32")
    parser.add_argument("--group", type=int, default=12)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--modules", action="store_true")
    parser.add_argument("-v", "--verbose", action="store_true")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    warnings.simplefilter("ignore")
    samples = module_samples if arguments.modules else op_samples
    database = {samples.subject_of(info): info for info in samples.load_database()}
    names = arguments.only.split(",") if arguments.only else []
    limit = arguments.limit or (1 if arguments.sample else None)
    dtypes = WRITTEN_DTYPES if arguments.write and not arguments.modules else arguments.dtypes.split(",")
    reports = {}
    passed = failed = 0
    for dtype in dtypes:
        report = reports[dtype] = run(samples, database, getattr(torch, dtype), names, limit, arguments)
        print_report(report, arguments.verbose)
        bad = coverage.totals(report, coverage.worst)
        failed += bad["wrong"] + bad["crashed"]
        passed += len(report.counts) - bad["wrong"] - bad["crashed"]
    if arguments.write:
        count = f"at most {limit} samples an operator" if limit else "all samples"
        name, title = ("module_db", "Modules") if arguments.modules else ("op_db", "Operators")
        note = f"Entries of torch {torch.__version__.split('+')[0]}'s {name} that take the dtype; {count}."
        coverage.write(name, title, note, reports)
    if arguments.sample and not arguments.modules and not sample_reached(reports["float32"]):
        print(f"fewer than {WITHOUT_PYTHON} % of the operators without Python, or than {FUSED} % in fused C")
        failed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
