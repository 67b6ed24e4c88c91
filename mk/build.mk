# How the compiler and its unit tests are built.

PYAOT      := $(BUILD)/pyaot
LIB        := $(BUILD)/lib/pyaot
TREES      := $(LIB)/torch.trees
UNIT_TESTS := $(BUILD)/unit_tests

SANITIZE_FLAGS := $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
ALL_CFLAGS = -std=c11 -D_GNU_SOURCE -I. -I$(BUILD)/gen -I$(DEPS)/tree-sitter/include $(OPTIMIZE) $(WARNINGS) \
             $(SANITIZE_FLAGS) $(CFLAGS)
DEPS_CFLAGS = -std=c11 -D_GNU_SOURCE -O3 -DNDEBUG -w -I$(DEPS)/tree-sitter/include -I$(DEPS)/tree-sitter/src \
              -I$(DEPS)/tree-sitter-python $(SANITIZE_FLAGS)

$(PYAOT): $(COMPILER_OBJS) $(PARSER_OBJS) | $(TREES)
	$(call short,LINK,$@)
	$(Q)$(CC) $(SANITIZE_FLAGS) -rdynamic -o $@ $^ $(LDFLAGS) $(LDLIBS)

$(UNIT_TESTS): $(UNIT_OBJS) $(filter-out $(OBJ)/driver/main.o,$(COMPILER_OBJS)) $(PARSER_OBJS)
	$(call short,LINK,$@)
	$(Q)$(CC) $(SANITIZE_FLAGS) -o $@ $^ $(LDFLAGS) -lcriterion $(LDLIBS)

# Turns graphs in text form into C, for the tests of code generation alone.
$(BUILD)/emit: $(OBJ)/tests/codegen/emit.o $(filter-out $(OBJ)/driver/main.o,$(COMPILER_OBJS)) $(PARSER_OBJS)
	$(call short,LINK,$@)
	$(Q)$(CC) $(SANITIZE_FLAGS) -o $@ $^ $(LDFLAGS) $(LDLIBS)

$(OBJ)/%.o: %.c | $(DEPS)/.stamp
	$(call short,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# The prelude and the run time travel inside the binary, so that build/pyaot is one file that can be moved.
$(BUILD)/gen/embedded.c: scripts/embed.py $(EMBED_FILES) $(BUILD)/gen/embedded.list
	$(call short,GEN,$@)
	$(Q)$(PYTHON) scripts/embed.py $@ $(EMBED_FILES)

# Rewritten only when the set of embedded files changes, so that a removed file is noticed too.
$(BUILD)/gen/embedded.list: FORCE
	@mkdir -p $(@D)
	@echo '$(EMBED_FILES)' | cmp -s - $@ || echo '$(EMBED_FILES)' > $@

$(OBJ)/gen/%.o: $(BUILD)/gen/%.c support/embedded.h parser/index_pack.h parser/tree_file.h
	$(call short,CC,$(@:$(OBJ)/%.o=%.c))
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -c -o $@ $<

# Trees are made with the parser that the compiler has: those of the prelude, and of what is inlined of torch, once it
# is installed. Another parser takes none of them.
$(BUILD)/pack_trees: $(PACK_OBJS)
	$(call short,LINK,$@)
	$(Q)$(CC) $(SANITIZE_FLAGS) -o $@ $^ $(LDFLAGS) $(LDLIBS)

$(BUILD)/gen/prelude_pack.c: $(BUILD)/pack_trees $(PRELUDE_FILES) $(BUILD)/gen/embedded.list
	$(call short,GEN,$@)
	$(Q)$(BUILD)/pack_trees $@ $(PRELUDE_FILES)

$(TREES): $(BUILD)/pack_trees $(wildcard $(VENV)/.stamp)
	$(Q)set -- $(VENV)/lib/python3*/site-packages/torch; [ ! -d "$$1" ] || { \
	    $(if $(SILENT)$(V),,printf '  %-5s %s\n' GEN $@;) mkdir -p $(@D) && \
	    $(BUILD)/pack_trees $@ $$(find $$1/*.py $$1/nn $$1/autograd $$1/linalg $$1/distributions -name '*.py' | LC_ALL=C sort) \
	        $$($(VENV)/bin/python -c 'import collections; print(collections.__file__)'); }

$(BUILD)/gen/parser_stamp.c: $(wildcard parser/*) scripts/fetch_deps.sh
	@mkdir -p $(@D)
	@cat $^ | cksum | sed 's|^\([0-9]*\).*|#include "parser/tree_file.h"\nconst uint32_t parser_stamp = \1u;|' >$@

$(DEPS)/.stamp: scripts/fetch_deps.sh
	$(call short,GET,$(DEPS))
	$(Q)sh scripts/fetch_deps.sh $(DEPS)
	@touch $@

$(OBJ)/deps/tree_sitter_core.o: | $(DEPS)/.stamp
	$(call short,CC,$(@:$(OBJ)/%.o=%.c))
	@mkdir -p $(@D)
	$(Q)$(CC) $(DEPS_CFLAGS) -c -o $@ $(DEPS)/tree-sitter/src/lib.c
$(OBJ)/deps/tree_sitter_python.o: | $(DEPS)/.stamp
	$(call short,CC,$(@:$(OBJ)/%.o=%.c))
	@mkdir -p $(@D)
	$(Q)$(CC) $(DEPS_CFLAGS) -c -o $@ $(DEPS)/tree-sitter-python/parser.c
$(OBJ)/deps/tree_sitter_scanner.o: | $(DEPS)/.stamp
	$(call short,CC,$(@:$(OBJ)/%.o=%.c))
	@mkdir -p $(@D)
	$(Q)$(CC) $(DEPS_CFLAGS) -c -o $@ $(DEPS)/tree-sitter-python/scanner.c

.PHONY: FORCE
FORCE:

-include $(COMPILER_OBJS:.o=.d) $(UNIT_OBJS:.o=.d) $(OBJ)/tests/codegen/emit.d $(OBJ)/scripts/pack_trees.d
