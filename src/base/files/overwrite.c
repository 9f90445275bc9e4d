/* Prevents a file from being both read and written. */
#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct file_claim {
    dev_t device;
    ino_t inode;
    bool output;
};

static pthread_mutex_t overwrite_lock =
    PTHREAD_MUTEX_INITIALIZER; /* guards all variables in this file */
static bool overwrite_guarded;
/* claims stay until the program ends */
static struct file_claim *overwrite_claims;
static size_t overwrite_count, overwrite_room;

void claims_guard(void)
{
    pthread_mutex_lock(&overwrite_lock);
    overwrite_guarded = true;
    pthread_mutex_unlock(&overwrite_lock);
}

/* Return the claim on a file, or NULL. */
static struct file_claim *overwrite_find(const struct stat *file)
{
    for (size_t i = 0; i < overwrite_count; i++)
        if (overwrite_claims[i].device == file->st_dev &&
            overwrite_claims[i].inode == file->st_ino)
            return &overwrite_claims[i];
    return NULL;
}

static int overwrite_claim(const struct stat *file, bool output)
{
    if (!overwrite_guarded || !S_ISREG(file->st_mode))
        return 0;
    const struct file_claim *known = overwrite_find(file);
    if (known)
        return known->output == output ? 0 : ETXTBSY;
    if (array_grow(&overwrite_claims, &overwrite_room, overwrite_count + 1,
                   sizeof *overwrite_claims))
        return ENOMEM;
    overwrite_claims[overwrite_count++] =
        (struct file_claim){file->st_dev, file->st_ino, output};
    return 0;
}

int input_claim(const struct stat *file)
{
    pthread_mutex_lock(&overwrite_lock);
    int code = overwrite_claim(file, false);
    pthread_mutex_unlock(&overwrite_lock);
    return code;
}

int output_claim(const struct stat *file)
{
    pthread_mutex_lock(&overwrite_lock);
    int code = overwrite_claim(file, true);
    pthread_mutex_unlock(&overwrite_lock);
    return code;
}

void output_release(const struct stat *file)
{
    pthread_mutex_lock(&overwrite_lock);
    struct file_claim *known = overwrite_find(file);
    if (known && known->output)
        *known = overwrite_claims[--overwrite_count];
    pthread_mutex_unlock(&overwrite_lock);
}

const char *open_reason(int code)
{
    return code == ETXTBSY ? "the same file is both read and written"
                           : strerror(code);
}

int regular_open(const char *path, FILE **file)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC), code = 0;
    if (fd < 0)
        return errno;
    if (fstat(fd, &status))
        code = errno;
    else if (!S_ISREG(status.st_mode))
        code = S_ISDIR(status.st_mode) ? EISDIR : ENOTSUP;
    else
        code = input_claim(&status);
    if (!code && !(*file = fdopen(fd, "r")))
        code = errno;
    if (code)
        close(fd);
    return code;
}
