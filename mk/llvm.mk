# The LLVM back end: a plug-in, and what its extensions are linked with, all in $(BUILD)/lib/pyaot. Needs LLVM 19 and
# clang 19, which turns the inline functions of the run time into bitcode; pyaot itself needs neither.

LLVM_CONFIG  ?= llvm-config-19
CLANG        ?= clang-19
LLVM_GEN     := $(BUILD)/gen/llvm
LLVM_PLUGIN  := $(LIB)/libpyaot_llvm.so
LLVM_OBJS    := $(LLVM_SRCS:%.c=$(OBJ)/%.o)
LLVM_STAMP   := $(BUILD)/.llvm_installed

# As generated C is compiled, and with nothing decided that depends on the machine: the maths may fuse where one can.
VIEW_CFLAGS   = -std=gnu11 -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -fno-math-errno \
                -fno-trapping-math -ffp-contract=fast -fPIC -D_OPENMP=201511 -I$(LLVM_GEN) -Iruntime -I$(PYTHON_INCLUDE)
RUNTIME_CFLAGS = -std=gnu11 -O3 -mprefer-vector-width=512 -fno-math-errno -fno-trapping-math -ffp-contract=fast \
                -fopenmp -fPIC -fvisibility=hidden -ffunction-sections -Iruntime -I$(PYTHON_INCLUDE)
PYTHON_INCLUDE = $(shell $(if $(wildcard $(PY)),$(PY),$(PYTHON)) -c \
                 'import sysconfig; print(sysconfig.get_path("include"))')

RUNTIME_LEVELS := x86-64 x86-64-v3 x86-64-v4
RUNTIME_SRCS   := $(sort $(wildcard runtime/*.c))
RUNTIME_HEADERS := $(sort $(wildcard runtime/*.h))
RUNTIME_ARCHIVES := $(RUNTIME_LEVELS:%=$(LIB)/libpyaot_runtime_%.a)

.PHONY: llvm
llvm: $(PYAOT) $(LLVM_PLUGIN) $(RUNTIME_ARCHIVES) $(LIB)/libgomp.so.1 ## build the LLVM back end (installs LLVM 19 where it is missing, as root)

$(LLVM_STAMP): scripts/setup_llvm.sh
	$(Q)LLVM_CONFIG="$(LLVM_CONFIG)" CLANG="$(CLANG)" sh scripts/setup_llvm.sh
	@mkdir -p $(@D) && touch $@

$(LLVM_PLUGIN): $(LLVM_OBJS)
	$(call short,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) -shared -o $@ $^ $$($(LLVM_CONFIG) --ldflags --libs) -Wl,-rpath,$$($(LLVM_CONFIG) --libdir)

$(OBJ)/codegen/llvm/%.o: codegen/llvm/%.c $(LLVM_STAMP) $(LLVM_GEN)/view.bc
	$(call short,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -fPIC -fvisibility=hidden -isystem $$($(LLVM_CONFIG) --includedir) \
	    -DPYAOT_BITCODE='"$(LLVM_GEN)/view.bc"' -MMD -MP -c -o $@ $<

$(LLVM_GEN)/view.bc: scripts/llvm_view.py $(RUNTIME_HEADERS) $(LLVM_STAMP)
	$(call short,GEN,$@)
	@mkdir -p $(@D)
	$(Q)printf 'int omp_get_max_threads(void);\nint omp_get_num_threads(void);\nint omp_get_thread_num(void);\n' \
	    > $(LLVM_GEN)/omp.h
	$(Q)$(CLANG) $(VIEW_CFLAGS) -E -P runtime/pyaot_kernel.h -o $(LLVM_GEN)/view.i
	$(Q)$(PYTHON) scripts/llvm_view.py $(LLVM_GEN)/view.c $(LLVM_GEN)/view.i \
	    runtime/pyaot_kernel.h runtime/pyaot_math.h runtime/pyaot_runtime.h
	$(Q)$(CLANG) $(VIEW_CFLAGS) -emit-llvm -c $(LLVM_GEN)/view.c -o $@

# The run time for each level of x86-64, with what it uses of libgcc (which processor runs it), which a machine without
# a compiler lacks.
define runtime_level
$(OBJ)/runtime/$(1)/%.o: runtime/%.c $(RUNTIME_HEADERS)
	$$(call short,CC,$$< ($(1)))
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $$(RUNTIME_CFLAGS) -march=$(1) -c -o $$@ $$<

$(LIB)/libpyaot_runtime_$(1).a: $(RUNTIME_SRCS:runtime/%.c=$(OBJ)/runtime/$(1)/%.o)
	$$(call short,AR,$$@)
	@mkdir -p $$(@D)
	$$(Q)rm -f $$@ && cd $(OBJ)/runtime/$(1) && ar x $$$$($$(CC) -print-libgcc-file-name) cpuinfo.o
	$$(Q)ar rcs $$@ $$^ $(OBJ)/runtime/$(1)/cpuinfo.o
endef
$(foreach level,$(RUNTIME_LEVELS),$(eval $(call runtime_level,$(level))))

# Names libgomp for the linker. The one that PyTorch has loaded has the same name and is found at run time.
$(LIB)/libgomp.so.1: mk/llvm.mk
	$(call short,LINK,$@)
	@mkdir -p $(@D)
	$(Q)printf 'void %s(void) {}\n' GOMP_parallel GOMP_barrier omp_get_max_threads omp_get_num_threads \
	    omp_get_thread_num omp_in_parallel | $(CC) -x c -w -fPIC -shared -Wl,-soname,libgomp.so.1 -o $@ -

-include $(LLVM_OBJS:.o=.d)
