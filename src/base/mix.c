/* The key of this process's hash tables: the only thing in src that differs
 * between two runs; no output depends on it. */
#include "mix.h"

#include <pthread.h>
#include <sys/auxv.h>
#include <sys/random.h>
#include <time.h>

#include <string.h>

uint64_t mix_key[4]; /* written once, under pthread_once() */
static pthread_once_t drawn = PTHREAD_ONCE_INIT;

/* The kernel gives every process 16 random bytes at its start; they are used if
 * getrandom() fails. */
static void mix_draw(void)
{
    uint64_t early[2] = {0x243f6a8885a308d3, (uint64_t)time(NULL)};
    const void *given = (const void *)getauxval(AT_RANDOM);
    if (getrandom(mix_key, sizeof mix_key, GRND_NONBLOCK) !=
        (ssize_t)sizeof mix_key) {
        if (given)
            memcpy(early, given, sizeof early);
        for (unsigned i = 0; i < 4; i++)
            mix_key[i] = mix_fold(early[0] + i, early[1] ^ 0x9e3779b97f4a7c15u);
    }
    mix_key[3] |= 1; /* must not be 0, because it is a factor */
}

void mix_begin(void)
{
    pthread_once(&drawn, mix_draw);
}
