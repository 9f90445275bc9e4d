/* Files without a name. */
#include "temporary.h"

#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int temporary_open(int *fd, struct weft_error *err)
{
    const char *folder = temporary_folder();
    char *name = format_text("%s/weft-XXXXXX", folder);
    int code = name ? 0 : ENOMEM;
    *fd = name ? mkostemp(name, O_CLOEXEC) : -1;
    if (name && *fd < 0)
        code = errno;
    if (!code)
        unlink(name);
    free(name);
    return code ? weft_error_system(
                      err, code, 0,
                      "cannot create a temporary file in '%.200s': %s", folder,
                      strerror(code))
                : 0;
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
