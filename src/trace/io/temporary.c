/* Unnamed files. */
#include "temporary.h"

#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int temporary_open(int *fd)
{
    const char *folder = secure_getenv("TMPDIR");
    char *name =
        format_text("%s/weft-XXXXXX", folder && *folder ? folder : "/tmp");
    if (!name)
        return ENOMEM;
    *fd = mkostemp(name, O_CLOEXEC);
    int code = *fd < 0 ? errno : 0;
    if (!code)
        unlink(name);
    free(name);
    return code;
}

int write_whole(int fd, const void *bytes, size_t count)
{
    const char *from = bytes;
    while (count) {
        ssize_t n = write(fd, from, count);
        if (n < 0 && errno != EINTR)
            return errno;
        if (n > 0) {
            from += n;
            count -= (size_t)n;
        }
    }
    return 0;
}
