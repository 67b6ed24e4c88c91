/* The command line of pyaot. */
#ifndef PYAOT_OPTIONS_H
#define PYAOT_OPTIONS_H
#include "support/support.h"

#define PYAOT_VERSION "0.1.0"

enum { EXIT_BUILT = 0, EXIT_INPUT = 1, EXIT_USAGE = 2, EXIT_FAULT = 3 };

typedef enum {
    COMMAND_BUILD,
    COMMAND_EXPLAIN, /* analyse and print, write nothing */
    COMMAND_MINIFY,  /* look for the smallest program that fails */
} Command;

typedef struct Options {
    Command command;
    const char *source;
    const char *output;
    VEC(const char *) calls;
    const char *calls_file;
    const char *python;
    const char *dump_letters;
    const char *backends; /* as --backend names them; NULL: the default */
    const char *cpu;      /* NULL: the default */
    bool emit_text;       /* no extension */
    bool emit_llvm;       /* LLVM's code as text */
    bool force, verbose, debug;
    bool help, version, list_passes, list_backends;
} Options;

/* Fills `options`. False after a message on stderr: wrong usage. */
bool options_parse(Options *options, Arena *arena, int argc, char **argv);
void options_help(Buf *out);
#endif
