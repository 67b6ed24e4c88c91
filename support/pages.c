/* Huge pages, cleared ahead of the thread that works.
 *
 * The system clears each page when it is first touched: for a run that takes 50 MB that is a tenth of its time. Pages
 * lie in one range of addresses, each behind the one before, so that another thread knows which comes next and can
 * touch it first. Nothing waits for that thread: a page that it has not come to is cleared by who uses it. */
#include <pthread.h>
#include <sys/mman.h>

#include "support/support.h"

enum { PAGES_IN_RANGE = 512, AHEAD = 4, SYSTEM_PAGE = 4096 }; /* AHEAD: pages that are cleared and not yet taken */

static char *range; /* of PAGES_IN_RANGE pages; NULL: not asked for yet, or there is none */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t taken, cleared; /* pages from the beginning of the range */
static bool is_enough;

/* Addresses only: memory is taken page by page. */
static bool open_range(void) {
    const size_t size = (size_t)PAGES_IN_RANGE * SUPPORT_PAGE;
    char *whole =
        mmap(NULL, size + SUPPORT_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (whole == MAP_FAILED)
        return false;
    char *aligned = whole + (-(uintptr_t)whole & (SUPPORT_PAGE - 1));
    madvise(aligned, size, MADV_HUGEPAGE); /* a hint: it may be refused */
    range = aligned;
    return true;
}

void *support_take_page(void) {
    pthread_mutex_lock(&lock);
    bool is_open = range || (taken == 0 && open_range());
    void *page = is_open && taken < PAGES_IN_RANGE ? range + (size_t)taken++ * SUPPORT_PAGE : NULL;
    pthread_mutex_unlock(&lock);
    support_wake();
    return page;
}

/* Somebody may write there by now: zero takes the place of zero only. Where the system has huge pages, the first touch
 * clears all of one. MADV_POPULATE_WRITE would have whoever asks for other addresses wait meanwhile. */
static void touch(char *page) {
    for (char *at = page; at < page + SUPPORT_PAGE; at += SYSTEM_PAGE) {
        char zero = 0;
        __atomic_compare_exchange_n(at, &zero, 0, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    }
}

bool support_clear_page(void) {
    pthread_mutex_lock(&lock);
    bool at_end = taken == PAGES_IN_RANGE || cleared == PAGES_IN_RANGE;
    char *page = NULL;
    if (range && !at_end && !is_enough && cleared < taken + AHEAD) {
        cleared = cleared > taken ? cleared : taken;
        page = range + (size_t)cleared++ * SUPPORT_PAGE;
    }
    pthread_mutex_unlock(&lock);
    if (page)
        touch(page);
    return page != NULL;
}

void support_clear_no_more(void) {
    pthread_mutex_lock(&lock);
    is_enough = true;
    pthread_mutex_unlock(&lock);
}
