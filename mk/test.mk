# Tests. Each part of `make test` is one command whose last line is "N passed, N failed"; scripts/run_tests.sh adds them up.

.PHONY: test check check-backend check-parser check-math fuzz unit conformance transformers coverage-programs

test: $(SETUP_STAMP) ## everything: unit, maths, parser sample, golden, end to end against eager
	@BUILD="$(BUILD)" PY="$(PY)" CC="$(CC)" MAKE="$(MAKE)" sh scripts/run_tests.sh

conformance: $(SETUP_STAMP) $(PYAOT) ## all of torch's operator database against eager; writes docs/coverage.md (LIMIT=n: samples an operator)
	@PYAOT="$(PYAOT)" $(PY) tests/conformance/run.py --write --limit $(or $(LIMIT),0) --jobs $(JOBS)
	@PYAOT="$(PYAOT)" $(PY) tests/conformance/run.py --modules --write --limit $(or $(LIMIT),0) --jobs $(JOBS)

coverage-programs: $(SETUP_STAMP) $(PYAOT) ## what compiling the models of examples/ costs and how they run; writes its part of docs/coverage.md
	@PYAOT="$(PYAOT)" $(PY) tests/conformance/programs.py

unit: $(UNIT_TESTS) ## unit tests alone (Criterion)
	$(UNIT_TESTS)

check: $(SETUP_STAMP) ## the sanitizer run: make check SANITIZE=address,undefined
	@BUILD="$(BUILD)" PY="$(PY)" CC="$(CC)" MAKE="$(MAKE)" sh scripts/check_sanitized.sh "$(or $(SANITIZE),address,undefined)"

check-backend: $(SETUP_STAMP) $(if $(findstring llvm,$(or $(BACKEND),llvm)),llvm) $(PYAOT) ## end-to-end tests, conformance and examples with BACKEND=llvm, or another (LIMIT=0: all samples)
	@BUILD="$(BUILD)" PY="$(PY)" LIMIT="$(or $(LIMIT),1)" sh scripts/check_backend.sh "$(or $(BACKEND),llvm)"

check-parser: $(SETUP_STAMP) $(PYAOT) ## round trip of every file of the standard library and torch
	$(PY) tests/parser/roundtrip.py --all --pyaot $(PYAOT)

check-math: $(SETUP_STAMP) ## the maths of the run time over the whole f32 range
	@CC="$(CC)" PY="$(PY)" sh tests/math/run.sh --all

fuzz: $(SETUP_STAMP) $(PYAOT) ## random programs, eager against built: make fuzz N=10000 SEED=0; findings in build/fuzz
	@$(PY) tests/fuzz/run.py --pyaot $(PYAOT) --count $(or $(N),1000) --seed $(or $(SEED),0) --jobs $(JOBS) --out $(BUILD)/fuzz

# A virtual environment of its own, on top of the project's: the package is large, and only this target needs it.
transformers: $(SETUP_STAMP) $(PYAOT) ## models of the package transformers (installs it), against eager; writes its part of docs/coverage.md
	@VENV="$(VENV)" TRANSFORMERS="$(TRANSFORMERS)" PIP_FLAGS="$(PIP_FLAGS)" sh scripts/setup_transformers.sh $(BUILD)/transformers
	@$(BUILD)/transformers/bin/python tests/packages/run.py --write --pyaot $(PYAOT)
