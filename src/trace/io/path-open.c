/* Opens an input: a file, a named pipe, or standard input. */
#include "path-open.h"

#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define WRITER_SECONDS 5

/* Wait a few seconds for a process to open a named pipe for writing: opening or
 * reading a FIFO without a writer might block forever. Once there is a writer,
 * or if the writer has already closed the pipe, reading blocks as usual. Return
 * 0, or an errno value. */
static int wait_for_writer(int fd)
{
    const struct timespec pause = {0, 20 * 1000 * 1000};
    struct pollfd polled = {.fd = fd, .events = POLLIN};
    int copy[2], code = ETIMEDOUT;
    if (pipe2(copy, O_CLOEXEC))
        return errno;
    for (int i = 0; i < WRITER_SECONDS * 50 && code; i++) {
        /* tee() consumes nothing; without a writer it returns 0 */
        bool there = poll(&polled, 1, 0) > 0 ||
                     tee(fd, copy[1], 1, SPLICE_F_NONBLOCK) != 0;
        code = there ? 0 : code;
        if (!there)
            nanosleep(&pause, NULL);
    }
    close(copy[0]);
    close(copy[1]);
    return code;
}

int path_open(const char *path, int *fd, struct stat *status)
{
    bool named = strcmp(path, "-") != 0;
    *fd = named ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
                : fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    int code = *fd < 0 || fstat(*fd, status) ? errno : 0;
    if (!code && S_ISDIR(status->st_mode))
        code = EISDIR;
    if (!code && named && S_ISFIFO(status->st_mode))
        code = wait_for_writer(*fd);
    if (!code && named && fcntl(*fd, F_SETFL, 0))
        code = errno;
    return code ? code : input_claim(status);
}

bool path_unsized(int fd, const struct stat *status)
{
    char byte;
    return S_ISREG(status->st_mode) && !status->st_size &&
           pread(fd, &byte, 1, 0) > 0;
}
