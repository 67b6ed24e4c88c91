# What is compiled into the compiler, and what is embedded in it.

COMPILER_DIRS := support parser analysis codegen driver
rwildcard      = $(foreach d,$(wildcard $(1:=/*)),$(call rwildcard,$d,$2)$(filter $(subst *,%,$2),$d))

COMPILER_SRCS := $(sort $(filter-out codegen/llvm/%,$(call rwildcard,$(COMPILER_DIRS),*.c)))
LLVM_SRCS     := $(sort $(wildcard codegen/llvm/*.c))
UNIT_SRCS     := $(sort $(wildcard tests/unit/test_*.c))
PRELUDE_FILES := $(sort $(wildcard analysis/prelude/*.py))
EMBED_FILES   := $(sort $(PRELUDE_FILES) $(wildcard driver/minify/*.py runtime/*.h runtime/*.c runtime/*.py))

OBJ           := $(BUILD)/obj
COMPILER_OBJS := $(COMPILER_SRCS:%.c=$(OBJ)/%.o) $(OBJ)/gen/embedded.o \
                 $(OBJ)/gen/prelude_pack.o $(OBJ)/gen/parser_stamp.o
PARSER_OBJS   := $(OBJ)/deps/tree_sitter_core.o $(OBJ)/deps/tree_sitter_python.o $(OBJ)/deps/tree_sitter_scanner.o
UNIT_OBJS     := $(UNIT_SRCS:%.c=$(OBJ)/%.o)
# What the tool that packs trees is made of: the parser, and what it stands on.
PACK_OBJS     := $(OBJ)/scripts/pack_trees.o $(OBJ)/gen/parser_stamp.o $(PARSER_OBJS) \
                 $(filter-out $(OBJ)/support/embedded.o,$(filter $(OBJ)/support/% $(OBJ)/parser/%,$(COMPILER_OBJS)))
