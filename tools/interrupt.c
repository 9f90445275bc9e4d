/* Being interrupted. */
#include "interrupt.h"

#include "signals.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>
#include <weft/trace.h>

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
#define SIGNALS (sizeof signals / sizeof *signals)

/* Handlers know nothing else. */
static volatile sig_atomic_t caught;

static void note(int number)
{
    caught = number;
}

void interrupt_watch(void)
{
    for (size_t i = 0; i < SIGNALS; i++)
        signal_catch(signals[i], note, true);
}

static const char *volatile said;     /* NULL: signals are kept waiting */
static volatile sig_atomic_t waiting; /* that came meanwhile */

static void put(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        return; /* there is nobody to tell */
}

static void end(int number)
{
    const char *text = said;
    waiting = number;
    if (!text)
        return;
    weft_files_abandon();
    put(isatty(STDERR_FILENO) ? "\r\033[Kweft: interrupted; "
                              : "weft: interrupted; ");
    put(text);
    put("\n");
    _exit(128 + number);
}

void interrupt_ends(const char *text)
{
    said = text;
    for (size_t i = 0; i < SIGNALS; i++)
        signal_catch(signals[i], end, false);
    if (text && waiting)
        end(waiting);
}

int interrupt_signal(void)
{
    return caught;
}

bool is_interrupted(void)
{
    return caught != 0;
}
