/* The subcommand `pyaot minify`. */
#ifndef PYAOT_MINIFY_H
#define PYAOT_MINIFY_H
#include "driver/options.h"

/* Cuts options->source down to the smallest program that still fails; writes it, and a script that shows the failure,
 * into options->output. Exit status 0: written, 1: nothing fails, or it cannot be run. */
int minify_command(Arena *arena, const Options *options);
#endif
