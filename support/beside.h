/* Work beside the thread that asks for it.
 *
 * Arenas, texts and interned strings may be made in both threads; an arena is one thread's at a time. Whatever else the
 * two look at, neither changes. */
#ifndef PYAOT_BESIDE_H
#define PYAOT_BESIDE_H
#include <pthread.h>

#include "support/support.h"

typedef struct Beside {
    void (*run)(void *env);
    void *env;
    pthread_t thread;
    bool is_running;
} Beside;

/* Begins run(env), which has ended once beside_end() returns. Where no thread can be started it runs at once. A fault
 * of ours ends the process. */
void beside_begin(Beside *beside, void (*run)(void *env), void *env);
void beside_end(Beside *beside);

#endif
