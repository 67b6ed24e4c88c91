# How the compiler and its unit tests are built.

PYAOT      := $(BUILD)/pyaot
UNIT_TESTS := $(BUILD)/unit_tests

SANITIZE_FLAGS := $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
ALL_CFLAGS = -std=c11 -D_GNU_SOURCE -I. -I$(BUILD)/gen -I$(DEPS)/tree-sitter/include $(OPTIMIZE) $(WARNINGS) \
             $(SANITIZE_FLAGS) $(CFLAGS)
DEPS_CFLAGS = -std=c11 -D_GNU_SOURCE -O3 -DNDEBUG -w -I$(DEPS)/tree-sitter/include -I$(DEPS)/tree-sitter/src \
              -I$(DEPS)/tree-sitter-python $(SANITIZE_FLAGS)

$(PYAOT): $(COMPILER_OBJS) $(PARSER_OBJS)
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

$(OBJ)/gen/embedded.o: $(BUILD)/gen/embedded.c support/embedded.h
	$(call short,CC,$(@:$(OBJ)/%.o=%.c))
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -c -o $@ $<

# The prelude's trees, made with the parser that the compiler has.
$(BUILD)/pack_prelude: $(PACK_OBJS)
	$(call short,LINK,$@)
	$(Q)$(CC) $(SANITIZE_FLAGS) -o $@ $^ $(LDFLAGS) $(LDLIBS)

$(BUILD)/gen/prelude_pack.c: $(BUILD)/pack_prelude $(PRELUDE_FILES) $(BUILD)/gen/embedded.list
	$(call short,GEN,$@)
	$(Q)$(BUILD)/pack_prelude $@ $(PRELUDE_FILES)

$(OBJ)/gen/prelude_pack.o: $(BUILD)/gen/prelude_pack.c parser/index_pack.h
	$(call short,CC,$(@:$(OBJ)/%.o=%.c))
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -c -o $@ $<

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

-include $(COMPILER_OBJS:.o=.d) $(UNIT_OBJS:.o=.d) $(OBJ)/tests/codegen/emit.d $(OBJ)/scripts/pack_prelude.d
