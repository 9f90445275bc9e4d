/* Numbers in text. */
#include "base.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

int parse_number(const char *text, const char **end, int64_t low, int64_t high,
                 int64_t *value)
{
    const char *digits = text + (*text == '-');
    if (!isdigit((unsigned char)*digits)) {
        errno = EINVAL;
        return -1;
    }
    char *stop;
    errno = 0;
    long long number = strtoll(text, &stop, 10);
    if (errno == ERANGE || number < low || number > high) {
        errno = ERANGE;
        return -1;
    }
    if (!end && *stop) {
        errno = EINVAL;
        return -1;
    }
    if (end)
        *end = stop;
    *value = number;
    return 0;
}
