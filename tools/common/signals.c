/* Signals that end the program after its unfinished files are removed. */
#include "common/signals.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>
#include <weft/trace.h>

static const char *volatile reserved;

void signals_remove(const char *path)
{
    reserved = path;
}

/* Remove unfinished files, then let the signal take its default action. */
static void signals_end(int number)
{
    const char *path = reserved;
    weft_files_abandon();
    if (path)
        unlink(path);
    signal(number, SIG_DFL);
    raise(number);
}

void signal_catch(int number, void (*handler)(int), int once)
{
    struct sigaction action;
    if (sigaction(number, NULL, &action) || action.sa_handler == SIG_IGN)
        return;
    action = (struct sigaction){.sa_handler =
                                    handler == SIG_DFL ? signals_end : handler,
                                .sa_flags = once ? (int)SA_RESETHAND : 0};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}
