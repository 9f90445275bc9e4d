/* Signals: those that end the program remove its unfinished files before. */
#include "signals.h"

#include <signal.h>
#include <stddef.h>
#include <weft/trace.h>

/* Files on the way to their names go; then the signal does what it does. */
static void end(int number)
{
    weft_files_abandon();
    signal(number, SIG_DFL);
    raise(number);
}

void signal_catch(int number, void (*handler)(int), int once)
{
    struct sigaction action;
    if (sigaction(number, NULL, &action) || action.sa_handler == SIG_IGN)
        return;
    action =
        (struct sigaction){.sa_handler = handler == SIG_DFL ? end : handler,
                           .sa_flags = once ? (int)SA_RESETHAND : 0};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}
