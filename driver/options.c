/* Parses the command line by the table in options.def. `--name VALUE` and `--name=VALUE` are the same; `-oDIR` and
 * `-dLETTERS` may be written together. */
#include "driver/options.h"

#include <stdio.h>
#include <string.h>

#include "analysis/ir.h"

typedef enum {
#define OPTION(id, flag, argument, doc) id,
#include "driver/options.def"
#undef OPTION
    OPTION_COUNT
} OptionId;

typedef struct OptionInfo {
    const char *flag, *argument, *doc;
} OptionInfo;

static const OptionInfo option_info[OPTION_COUNT] = {
#define OPTION(id, flag, argument, doc) [id] = {flag, argument, doc},
#include "driver/options.def"
#undef OPTION
};

void options_help(Buf *out) {
    buf_puts(
        out,
        "usage: pyaot SRC.py -o DIR [options]\n"
        "       pyaot explain SRC.py [options]\n"
        "       pyaot minify SRC.py -o DIR [options]\n\n"
        "Compiles the functions of a PyTorch program ahead of time: writes DIR/SRC.py, a stub to import in place "
        "of SRC,\n"
        "DIR/SRC_kernels.c, the C code to review, and the extension built from it.\n"
        "explain writes no file: it prints what would be compiled, under which guards, and what not and why.\n"
        "minify cuts a program whose build fails or gives something else than Python down to the smallest that still "
        "does.\n\n");
    for (int i = 0; i < OPTION_COUNT; i++) {
        const OptionInfo *info = &option_info[i];
        char left[40];
        snprintf(left, sizeof left, "%s%s%s", info->flag, info->argument ? " " : "",
                 info->argument ? info->argument : "");
        buf_printf(out, "  %-22s %s\n", left, info->doc);
    }
    buf_puts(out,
             "\nEnvironment: CC and CFLAGS name the C compiler and flags to add, LD the linker of --backend=llvm.\n"
             "Exit status: 0 built, 1 an error in the input, 2 wrong usage, 3 a fault of pyaot.\n");
}

static bool usage_error(const char *message, const char *what) {
    fprintf(stderr, "pyaot: error: %s%s%s [PY007]\n  hint: see pyaot --help\n", message, what ? ": " : "",
            what ? what : "");
    return false;
}

/* Matches argv[*at] with an option; sets *value for those that take one. OPTION_COUNT: none matches. */
static OptionId match_option(int argc, char **argv, int *at, const char **value, bool *missing) {
    const char *text = argv[*at];
    for (int i = 0; i < OPTION_COUNT; i++) {
        const OptionInfo *info = &option_info[i];
        size_t len = strlen(info->flag);
        if (strncmp(text, info->flag, len) != 0)
            continue;
        const char *rest = text + len;
        if (!*rest) {
            if (info->argument) {
                if (*at + 1 < argc)
                    *value = argv[++*at];
                else
                    *missing = true;
            }
            return (OptionId)i;
        }
        if (!info->argument)
            continue;
        if (len > 2 && *rest == '=') {
            *value = rest + 1;
            return (OptionId)i;
        }
        if (len == 2) {
            *value = rest;
            return (OptionId)i;
        }
    }
    return OPTION_COUNT;
}

static bool is_cpu(const char *text) {
    static const char *const known[] = {"native", "x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"};
    for (size_t i = 0; i < COUNT_OF(known); i++)
        if (strcmp(known[i], text) == 0)
            return true;
    return false;
}

static bool are_passes(const char *letters) {
    for (; *letters; letters++) {
        int at = 0;
        while (at < ir_pass_count && ir_passes[at].letter != *letters)
            at++;
        if (at == ir_pass_count)
            return false;
    }
    return true;
}

static bool apply_option(Options *options, Arena *arena, OptionId id, const char *value) {
    switch (id) {
    case OPT_OUTPUT:
        options->output = value;
        return *value ? true : usage_error("-o needs a folder", NULL);
    case OPT_CALL:
        vec_push(arena, &options->calls, value);
        return true;
    case OPT_CALLS:
        options->calls_file = value;
        return true;
    case OPT_EMIT:
        options->emit_llvm = strcmp(value, "llvm-ir") == 0;
        options->emit_text = options->emit_llvm || strcmp(value, "c") == 0;
        return options->emit_text || strcmp(value, "so") == 0
                   ? true
                   : usage_error("--emit takes c, llvm-ir or so, not", value);
    case OPT_CPU:
        options->cpu = value;
        return is_cpu(value) ? true : usage_error("--cpu takes native or a level of x86-64, not", value);
    case OPT_BACKEND:
        options->backends = value;
        return true;
    case OPT_LIST_BACKENDS:
        options->list_backends = true;
        return true;
    case OPT_FORCE:
        options->force = true;
        return true;
    case OPT_PYTHON:
        options->python = value;
        return true;
    case OPT_DUMP:
        options->dump_letters = value;
        return are_passes(value) ? true : usage_error("-d takes letters that pyaot --passes lists, not", value);
    case OPT_PASSES:
        options->list_passes = true;
        return true;
    case OPT_DEBUG:
        options->debug = true;
        return true;
    case OPT_VERBOSE:
        options->verbose = true;
        return true;
    case OPT_VERSION:
        options->version = true;
        return true;
    case OPT_HELP:
        options->help = true;
        return true;
    case OPTION_COUNT:
        break;
    }
    return false;
}

static Command command_named(const char *word) {
    return strcmp(word, "explain") == 0  ? COMMAND_EXPLAIN
           : strcmp(word, "minify") == 0 ? COMMAND_MINIFY
                                         : COMMAND_BUILD;
}

static bool has_suffix(const char *text, const char *suffix) {
    size_t len = strlen(text), end = strlen(suffix);
    return len >= end && strcmp(text + len - end, suffix) == 0;
}

bool options_parse(Options *options, Arena *arena, int argc, char **argv) {
    memset(options, 0, sizeof *options);
    bool only_files = false;
    options->command = argc > 1 ? command_named(argv[1]) : COMMAND_BUILD;
    for (int at = options->command == COMMAND_BUILD ? 1 : 2; at < argc; at++) {
        const char *text = argv[at];
        if (!only_files && strcmp(text, "--") == 0) {
            only_files = true;
        } else if (!only_files && text[0] == '-' && text[1]) {
            const char *value = NULL;
            bool missing = false;
            OptionId id = match_option(argc, argv, &at, &value, &missing);
            if (id == OPTION_COUNT)
                return usage_error("unknown option", text);
            if (missing)
                return usage_error("a value is missing after", text);
            if (!apply_option(options, arena, id, value))
                return false;
        } else if (!*text) {
            return usage_error("the name of a source file is empty", NULL);
        } else if (options->source) {
            bool is_word = !strpbrk(options->source, "./");
            return is_word ? usage_error("this is no command", options->source)
                           : usage_error("more than one source file", text);
        } else {
            options->source = text;
        }
    }
    if (options->help || options->version || options->list_passes || options->list_backends)
        return true;
    if (!options->source)
        return usage_error("no source file", NULL);
    if (has_suffix(options->source, ".ipynb"))
        return usage_error("this is a notebook, and not Python: jupyter nbconvert --to script writes its code",
                           options->source);
    if (options->command == COMMAND_EXPLAIN)
        return options->output ? usage_error("explain writes no files, so that -o has no meaning", NULL) : true;
    if (!options->output)
        return usage_error("no output folder: give one with -o DIR", NULL);
    return true;
}
