/* Rejects shared objects that must not be loaded. */
#include "object.h"

#include <fcntl.h>
#include <sys/stat.h>

const char *object_fault(const char *path)
{
    const char *fault = NULL;
    struct stat status;
    off_t mapped;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return NULL;
    if (fstat(file, &status) || !S_ISREG(status.st_mode))
        fault = "not a regular file";
    else if (!object_is_whole(file, status.st_size, &mapped))
        fault = "the file is truncated";
    close(file);
    return fault;
}
