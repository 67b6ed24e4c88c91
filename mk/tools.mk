# Demonstration, figures, lint, documentation, replay.

.PHONY: demo bench bench-backends lint format docs replay

demo: $(SETUP_STAMP) $(PYAOT) ## transpile the examples, run each against eager, print a table (DEMO_COMPILE=1: and torch.compile; BACKEND=NAME)
	@$(PY) bench/demo.py --pyaot $(PYAOT) --out $(BUILD)/demo $(if $(BACKEND),--backend $(BACKEND))

bench: $(SETUP_STAMP) $(PYAOT) ## the figures: eager, pyaot and torch.compile interleaved (BENCH_COMPILE=0: without torch.compile)
	@$(PY) bench/figures.py --pyaot $(PYAOT) --out $(BUILD)/bench
	@$(PY) bench/operators.py --pyaot $(PYAOT) --out $(BUILD)/bench
	@$(PY) bench/border.py --pyaot $(PYAOT) --out $(BUILD)/bench
	@$(PY) bench/models.py --pyaot $(PYAOT) --out $(BUILD)/bench

bench-backends: $(SETUP_STAMP) llvm ## the LLVM back end against the C one: speed and build time
	@$(PY) bench/backends.py --pyaot $(PYAOT) --out $(BUILD)/bench/backends

lint: $(SETUP_STAMP) ## formatting, ruff, include order, file sizes
	@VENV="$(VENV)" sh scripts/lint.sh

format: $(SETUP_STAMP) ## put C (where clang-format is installed) and Python into the form that lint checks
	@! command -v clang-format >/dev/null || git ls-files '*.c' '*.h' | grep -v '^tests/golden/' | xargs clang-format -i
	@$(PY) -m ruff format -q .

docs: $(SETUP_STAMP) ## regenerate docs/diagnostics.md and docs/operations.md from the tables
	$(PY) scripts/make_docs.py

replay: ## what the generated C of all examples looks like now against REF=commit
	@BUILD="$(BUILD)" MAKE="$(MAKE)" sh scripts/replay.sh "$(REF)"
