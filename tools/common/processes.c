/* Several processes that mpirun started with one command: all execute it, but
 * only process 0 prints. This must be known before anything is printed, hence
 * before the command line is parsed. */
#include "common/processes.h"

#include "common/command.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <weft/unstable/cluster.h>

/* Options that make all processes work together, possibly abbreviated:
 * "--engine mpi", "--engine=mpi", "--spread". */
static const struct asking {
    const char *command, *option, *value;
    size_t least; /* minimum number of letters of an abbreviation */
} askings[] = {
    {"run", "--engine", "mpi", 4},
    {"run", "--spread", NULL, 5},
    {"compare", "--spread", NULL, 5},
    {"compare", "--engine", "mpi", 4},
};

static bool is_asking(const struct asking *asking, char **at, char **end)
{
    size_t length = strcspn(*at, "=");
    if (length < asking->least || length > strlen(asking->option) ||
        strncmp(*at, asking->option, length) != 0)
        return false;
    if (!asking->value)
        return true;
    if ((*at)[length])
        return !strcmp(*at + length + 1, asking->value);
    return at + 1 < end && !strcmp(at[1], asking->value);
}

static bool processes_asks(int argc, char **argv)
{
    for (size_t k = 0; k < sizeof askings / sizeof *askings; k++)
        for (int i = 1; i < argc; i++)
            if (!strcmp(argv[0], askings[k].command) &&
                is_asking(&askings[k], argv + i, argv + argc))
                return true;
    return false;
}

static void be_silent(void)
{
    int null = open("/dev/null", O_RDWR);
    if (null < 0)
        _exit(EXIT_FAILED);
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    if (null > STDERR_FILENO)
        close(null);
}

bool processes_first(void)
{
    return weft_cluster_rank() == 0;
}

static void leave_at_exit(void)
{
    weft_cluster_leave(EXIT_FAILED);
}

int processes_join(int argc, char **argv)
{
    struct weft_error err;
    if (!processes_asks(argc, argv))
        return EXIT_GOOD;
    bool first = weft_cluster_started() <= 0;
    if (weft_cluster_join(&err)) {
        if (!first)
            be_silent();
        return complain_of(&err);
    }
    if (!processes_first())
        be_silent();
    atexit(leave_at_exit);
    return EXIT_GOOD;
}

int processes_leave(int status)
{
    static const int ends[] = {SIGTERM, SIGINT, SIGHUP};
    fflush(NULL);
    /* mpirun ends all processes as soon as one fails */
    for (size_t i = 0;
         weft_cluster_size() > 1 && i < sizeof ends / sizeof *ends; i++)
        signal(ends[i], SIG_IGN);
    return weft_cluster_leave(status);
}
