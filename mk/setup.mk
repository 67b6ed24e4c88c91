# Installing what is missing: system packages (only as root) and the virtual environment that runs what is built.

SETUP_STAMP := $(VENV)/.stamp
.PHONY: setup

setup: $(SETUP_STAMP) ## install what is missing: gcc, Criterion, a virtual environment with torch

$(SETUP_STAMP): scripts/setup.sh
	$(call short,SETUP,$(VENV))
	$(Q)PYTHON="$(PYTHON)" VENV="$(VENV)" TORCH="$(TORCH)" PIP_FLAGS="$(PIP_FLAGS)" sh scripts/setup.sh
	@touch $@
