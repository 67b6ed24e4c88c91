/* `pyaot ast`: prints what the parser made of a file. For developers and for the round-trip test. */
#ifndef PYAOT_AST_COMMAND_H
#define PYAOT_AST_COMMAND_H

/* Arguments behind "ast": FILE..., or --batch, which reads one path a line from standard input and writes for each
 * "ok <bytes>\n<text>" or "error <bytes>\n<diagnostics>". The text is Python; with --dump, what ast.dump() gives; with
 * --spans, a line "<kind> <first byte> <byte behind>" for each statement and expression outside of f-strings. Gives the
 * exit status: 0, 1 if a file has errors, 2 for wrong use. */
int ast_command(int argc, char **argv);

#endif
