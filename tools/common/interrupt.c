/* Handling of interruptions. */
#include "common/interrupt.h"

#include "common/command.h"
#include "common/signals.h"

#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <weft/processor.h>
#include <weft/trace.h>

static const int interrupt_signals[] = {SIGINT, SIGTERM, SIGHUP};
#define INTERRUPT_SIGNALS (sizeof interrupt_signals / sizeof *interrupt_signals)

/* Number of the signal received, or 0. Set by the signal handler. */
static volatile sig_atomic_t caught;

static const char *volatile interrupt_late; /* NULL: wait */

static void interrupt_note(int number)
{
    caught = number;
    if (interrupt_late)
        alarm(1);
}

static const char *volatile interrupt_said; /* NULL: signals are deferred */
/* number of the deferred signal, or 0 */
static volatile sig_atomic_t interrupt_waiting;

static void interrupt_put(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        return; /* the message cannot be printed: ignore it */
}

void interrupt_clear(void)
{
    if (isatty(STDERR_FILENO))
        interrupt_put("\r\033[K");
}

_Noreturn static void interrupt_leave(int status)
{
    for (;;) /* _exit() is overridden in crash.c */
        syscall(SYS_exit_group, status);
}

static void interrupt_expire(int number)
{
    const char *text = interrupt_late;
    (void)number;
    if (!text)
        return;
    weft_files_abandon();
    interrupt_clear();
    interrupt_put("weft: ");
    interrupt_put(text);
    interrupt_put("\n");
    interrupt_leave(EXIT_FAILED);
}

void interrupt_watch(const char *late)
{
    interrupt_late = late;
    if (late)
        signal_catch(SIGALRM, interrupt_expire, false);
    for (size_t i = 0; i < INTERRUPT_SIGNALS; i++)
        signal_catch(interrupt_signals[i], interrupt_note, true);
}

void interrupt_met(void)
{
    interrupt_late = NULL;
    alarm(0);
}

static volatile bool steps; /* whether the message includes the step */

/* Print "weft: interrupted in step 3 of processor 5; TEXT". */
static void put_interrupted(const char *text)
{
    char line[300], where[80] = " outside of any step";
    uint64_t step;
    int rank = weft_running_step(&step);
    if (rank >= 0)
        snprintf(where, sizeof where, " in step %" PRIu64 " of processor %d",
                 step, rank);
    snprintf(line, sizeof line, "weft: interrupted%s; %s\n", steps ? where : "",
             text);
    interrupt_put(line);
}

static void interrupt_end(int number)
{
    const char *text = interrupt_said;
    interrupt_waiting = number;
    if (!text)
        return;
    weft_files_abandon();
    interrupt_clear();
    put_interrupted(text);
    interrupt_leave(128 + number);
}

void interrupt_ends(const char *text, bool in_steps)
{
    steps = in_steps;
    interrupt_said = text;
    for (size_t i = 0; i < INTERRUPT_SIGNALS; i++)
        signal_catch(interrupt_signals[i], interrupt_end, false);
    if (text && interrupt_waiting)
        interrupt_end(interrupt_waiting);
}

/* ---- in a thread --------------------------------------------------------- */

static struct watcher {
    void (*stop)(void *arg, int signal);
    void *arg;
    sigset_t set;
} watcher; /* set before a second thread starts */

static void *interrupt_watch_signals(void *arg)
{
    int number;
    while (sigwait(&watcher.set, &number)) {
    }
    watcher.stop(watcher.arg, number);
    return arg;
}

/* Block the signals in all later threads, so that only the watcher receives
 * them. Ignored signals stay ignored. */
int interrupt_calls(void (*stop)(void *arg, int signal), void *arg)
{
    struct sigaction action;
    pthread_t thread;
    watcher.stop = stop;
    watcher.arg = arg;
    sigemptyset(&watcher.set);
    for (size_t i = 0; i < INTERRUPT_SIGNALS; i++)
        if (!sigaction(interrupt_signals[i], NULL, &action) &&
            action.sa_handler != SIG_IGN)
            sigaddset(&watcher.set, interrupt_signals[i]);
    int code = pthread_sigmask(SIG_BLOCK, &watcher.set, NULL);
    if (!code)
        code = pthread_create(&thread, NULL, interrupt_watch_signals, NULL);
    return code ? code : pthread_detach(thread);
}

int interrupt_signal(void)
{
    return caught;
}

bool is_interrupted(void)
{
    return caught != 0;
}
