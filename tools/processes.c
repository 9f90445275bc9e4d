/* Several processes that mpirun started with one command: they all obey it, and
 * process 0 alone is seen. Which these are must be known before anything is
 * printed, hence before the command line is read as it should. */
#include "processes.h"

#include "command.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <weft/cluster.h>

/* "--engine mpi", "--engine=mpi", or shorter as far as that is clear. */
static bool asks(int argc, char **argv)
{
    static const char name[] = "--engine", value[] = "mpi";
    for (int i = 1; i < argc; i++) {
        size_t length = strcspn(argv[i], "=");
        if (length < 4 || length >= sizeof name ||
            strncmp(argv[i], name, length) != 0)
            continue;
        if (argv[i][length] ? !strcmp(argv[i] + length + 1, value)
                            : i + 1 < argc && !strcmp(argv[i + 1], value))
            return true;
    }
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
    if (strcmp(argv[0], "run") != 0 || !asks(argc, argv))
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
    /* The starter ends all when the first one has ended with a failure. */
    for (size_t i = 0;
         weft_cluster_size() > 1 && i < sizeof ends / sizeof *ends; i++)
        signal(ends[i], SIG_IGN);
    return weft_cluster_leave(status);
}
