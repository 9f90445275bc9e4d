/* Being interrupted. */
#include "interrupt.h"

#include "signals.h"

#include <signal.h>
#include <stddef.h>

/* Handlers know nothing else. */
static volatile sig_atomic_t caught;

static void note(int number)
{
    caught = number;
}

void interrupt_watch(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal_catch(signals[i], note, true);
}

int interrupt_signal(void)
{
    return caught;
}

bool is_interrupted(void)
{
    return caught != 0;
}
