/* Subcommands for those who work on pyaot itself. Each returns the exit status. */
#ifndef PYAOT_TOOLS_H
#define PYAOT_TOOLS_H

int tool_opt(int argc, char **argv); /* pyaot opt [--pass=NAME]... FILE.ir: runs passes on a graph and prints it */
#endif
