/* A second thread, for work beside the one that asks for it. While there is nothing to do it clears pages ahead.
 *
 * Arenas, texts, interned strings and sources may be made in both threads; an arena is one thread's at a time. Whatever
 * else the two look at, neither changes. */
#ifndef PYAOT_BESIDE_H
#define PYAOT_BESIDE_H
#include "support/support.h"

enum { SUPPORT_STACK = 512 << 20 }; /* bytes, of addresses: programs may be nested as deeply as Python allows */

/* Starts the thread. Where none can be started, all work is done by who asks for it. */
void beside_start(void);
/* All work has been waited for. */
void beside_stop(void);

typedef struct Beside Beside;
struct Beside {
    void (*run)(void *env);
    void *env;
    Beside *next;
    bool is_pending;
};

/* Runs run(env) after what was begun before it. Once beside_end() has returned, which may be called again, it is done.
 * A fault of ours that run does not catch ends the process. */
void beside_begin(Beside *beside, void (*run)(void *env), void *env);
void beside_end(Beside *beside);
#endif
