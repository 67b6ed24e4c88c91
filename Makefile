# pyaot: one Makefile. `make` builds build/pyaot, `make test` and `make demo` set up whatever is missing first.
#
# Objects lie under $(BUILD)/obj; every *.c below the five compiler folders is compiled, and dependencies are tracked.
# Variables that a user may set: CC, CFLAGS (added), PYTHON, TORCH, TRANSFORMERS, PIP_FLAGS, PREFIX, BUILD, SANITIZE, REF, JOBS, V.

BUILD     ?= build
DEPS      ?= build/deps
VENV      ?= .venv
PYTHON    ?= python3
TORCH     ?= torch==2.13.0
TRANSFORMERS ?= transformers==5.23.0
PREFIX    ?= /usr/local
JOBS      ?= $(shell nproc 2>/dev/null || echo 2)
CC        := $(if $(filter default,$(origin CC)),gcc,$(CC))
PY        := $(VENV)/bin/python

WARNINGS  := -Wall -Wextra -Wshadow -Werror
OPTIMIZE  := -O3 -g
LDLIBS    := -ldl -lm -lpthread

# What `make` prints: a short line for each file, nothing with -s, the whole commands with V=1.
Q         := $(if $(V),,@)
SILENT    := $(findstring s,$(firstword -$(MAKEFLAGS)))
short      = $(if $(V)$(SILENT),,@printf '  %-5s %s\n' '$(1)' '$(2)')

include mk/sources.mk
include mk/build.mk
include mk/llvm.mk
include mk/setup.mk
include mk/test.mk
include mk/tools.mk

.DEFAULT_GOAL := all
.PHONY: all help clean install

# A plug-in shares the compiler's structs: once built, it is kept in step.
all: $(PYAOT) $(if $(wildcard $(LLVM_PLUGIN)),llvm) ## build the compiler: build/pyaot

install: $(PYAOT) ## copy the compiler to $(DESTDIR)$(PREFIX)/bin, the header for back ends, what lies in lib/pyaot, the docs
	$(call short,CP,$(DESTDIR)$(PREFIX)/bin/pyaot)
	$(Q)install -d $(DESTDIR)$(PREFIX)/bin
	$(Q)install -m 755 $(PYAOT) $(DESTDIR)$(PREFIX)/bin/pyaot
	$(Q)install -d $(DESTDIR)$(PREFIX)/include
	$(Q)install -m 644 include/pyaot_backend.h $(DESTDIR)$(PREFIX)/include/pyaot_backend.h
	$(Q)if [ -n "$$(ls $(LIB) 2>/dev/null)" ]; then install -d $(DESTDIR)$(PREFIX)/lib/pyaot && \
	    install -m 644 $(LIB)/* $(DESTDIR)$(PREFIX)/lib/pyaot; fi
	$(Q)install -d $(DESTDIR)$(PREFIX)/share/doc/pyaot/docs $(DESTDIR)$(PREFIX)/share/doc/pyaot/examples/backend_plugin
	$(Q)install -m 644 README.md $(DESTDIR)$(PREFIX)/share/doc/pyaot
	$(Q)install -m 644 $(wildcard docs/*.md) $(DESTDIR)$(PREFIX)/share/doc/pyaot/docs
	$(Q)install -m 644 $(wildcard examples/backend_plugin/*.*) \
	    $(DESTDIR)$(PREFIX)/share/doc/pyaot/examples/backend_plugin

clean: ## remove what was built; keeps .venv and the fetched sources in build/deps
	@if [ -d $(BUILD) ]; then find $(BUILD) -mindepth 1 -maxdepth 1 ! -name deps -exec rm -rf {} +; fi

help: ## list the targets
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
