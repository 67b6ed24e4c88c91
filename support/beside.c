/* A second thread: see beside.h. */
#include "support/beside.h"

#include <pthread.h>
#include <sched.h>

bool support_is_shared;

static pthread_t thread;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of what follows, and of is_pending */
static pthread_cond_t asked = PTHREAD_COND_INITIALIZER, done = PTHREAD_COND_INITIALIZER;
static Beside *first, *last; /* what is to be done, in turn */
static bool is_over;

static void run_first(void) {
    Beside *beside = first;
    first = beside->next;
    pthread_mutex_unlock(&lock);
    beside->run(beside->env);
    pthread_mutex_lock(&lock);
    beside->is_pending = false;
    pthread_cond_signal(&done);
}

static bool clear_page(void) {
    pthread_mutex_unlock(&lock);
    bool cleared = support_clear_page();
    pthread_mutex_lock(&lock);
    return cleared;
}

static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    while (first || !is_over) {
        if (first)
            run_first();
        else if (!clear_page() && !first && !is_over)
            pthread_cond_wait(&asked, &lock);
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

/* Systems are slow to see that two threads on one processor keep each other waiting while another one is at rest. */
static void keep_apart(pthread_attr_t *attributes) {
    cpu_set_t others;
    int own = sched_getcpu();
    if (own < 0 || pthread_getaffinity_np(pthread_self(), sizeof others, &others) != 0)
        return;
    CPU_CLR(own, &others);
    if (CPU_COUNT(&others))
        pthread_attr_setaffinity_np(attributes, sizeof others, &others);
}

void beside_start(void) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, SUPPORT_STACK);
    keep_apart(&attributes);
    support_is_shared = true;
    is_over = false;
    if (pthread_create(&thread, &attributes, work, NULL) != 0)
        support_is_shared = false;
    pthread_attr_destroy(&attributes);
}

void beside_stop(void) {
    if (!support_is_shared)
        return;
    pthread_mutex_lock(&lock);
    is_over = true;
    pthread_cond_signal(&asked);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    support_is_shared = false;
}

/* It may be missed, when the thread is about to wait: a page is cleared by who uses it then. */
void support_wake(void) { pthread_cond_signal(&asked); }

void beside_begin(Beside *beside, void (*run)(void *env), void *env) {
    *beside = (Beside){.run = run, .env = env, .is_pending = support_is_shared};
    if (!beside->is_pending) {
        run(env);
        return;
    }
    pthread_mutex_lock(&lock);
    if (first)
        last->next = beside;
    else
        first = beside;
    last = beside;
    pthread_cond_signal(&asked);
    pthread_mutex_unlock(&lock);
}

void beside_end(Beside *beside) {
    pthread_mutex_lock(&lock);
    while (beside->is_pending)
        pthread_cond_wait(&done, &lock);
    pthread_mutex_unlock(&lock);
}
