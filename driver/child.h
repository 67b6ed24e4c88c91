/* Child processes that do not outlive pyaot. */
#ifndef PYAOT_DRIVER_CHILD_H
#define PYAOT_DRIVER_CHILD_H

#include <sys/types.h>

/* As fork(), and the child gets `signal` once its parent is gone, however early that is. */
pid_t fork_child(int signal);

/* Waits for the end of `child`; its status is as wait() gives it. */
int wait_for_child(pid_t child);
/* Waits for the end of one of them, there being some. */
pid_t wait_for_any_child(int *status);

#endif
