#include "driver/child.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

pid_t fork_child(int signal) {
    pid_t parent = getpid(), child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, signal);
        if (getppid() != parent) /* it was gone before the system was told */
            raise(signal);
    }
    return child;
}

static pid_t wait_for(pid_t child, int *status) {
    pid_t ended;
    *status = 0;
    do
        ended = waitpid(child, status, 0);
    while (ended < 0 && errno == EINTR);
    return ended;
}

int wait_for_child(pid_t child) {
    int status;
    wait_for(child, &status);
    return status;
}

pid_t wait_for_any_child(int *status) { return wait_for(-1, status); }
