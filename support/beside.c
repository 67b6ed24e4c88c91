/* A second thread: see beside.h. */
#include "support/beside.h"

bool support_is_shared;

static void *run_beside(void *data) {
    const Beside *beside = data;
    beside->run(beside->env);
    return NULL;
}

void beside_begin(Beside *beside, void (*run)(void *env), void *env) {
    *beside = (Beside){.run = run, .env = env};
    if (support_is_shared)
        ICE("a third thread");
    support_is_shared = true;
    beside->is_running = pthread_create(&beside->thread, NULL, run_beside, beside) == 0;
    support_is_shared = beside->is_running;
    if (!beside->is_running)
        run(env);
}

void beside_end(Beside *beside) {
    if (!beside->is_running)
        return;
    pthread_join(beside->thread, NULL);
    beside->is_running = support_is_shared = false;
}
