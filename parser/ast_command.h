/* `pyaot ast`: prints what the parser made of a file. For developers and for the round-trip test. */
#ifndef PYAOT_AST_COMMAND_H
#define PYAOT_AST_COMMAND_H

/* Arguments behind "ast": [--dump] FILE..., or --batch, which reads one path a line from standard input and writes for each
 * "ok <bytes>\n<text>" or "error <bytes>\n<diagnostics>". Gives the exit status: 0, 1 if a file has errors, 2 for wrong use. */
int ast_command(int argc, char **argv);

#endif
