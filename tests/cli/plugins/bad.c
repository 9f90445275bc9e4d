/* Faulty strategies, one for each fault. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#include <weft/plugin.h>

#define DO(word, action)                                                       \
    static int word(struct weft_processor *self, struct weft_work *work)       \
    {                                                                          \
        (void)work;                                                            \
        if (weft_rank(self) == 3)                                              \
            action;                                                            \
        return 0;                                                              \
    }                                                                          \
    WEFT_STRATEGY(.problem = "multinode", .name = #word, .function = word)

static int deep(volatile char *at)
{
    volatile char frame[2000];
    frame[0] = (char)(*at + 1);
    if (frame[0] == *at) /* never */
        return 0;
    return deep(frame) + frame[0];
}

__attribute__((unused)) static void *ends(void *arg)
{
    (void)arg;
    exit(0);
}

__attribute__((unused)) static void other_thread(void)
{
    pthread_t thread;
    if (!pthread_create(&thread, NULL, ends, NULL))
        pthread_join(thread, NULL);
}

DO(touches, *(volatile int *)8 = 1)
DO(aborts, abort())
DO(exits, exit(0))
DO(leaves, _exit(0))
DO(leaves_so, _Exit(0))
DO(hurries, quick_exit(0))
DO(threads, other_thread())
DO(nothing, (void)0)
DO(fails, return weft_fail(self, "no more"))
DO(overflows, return deep(""))
DO(keeps, return weft_work_keep(work, 99, ""))
