/* Numbers in text. */
#include "base/base.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

int parse_number(const char *text, const char **end, int64_t low, int64_t high,
                 int64_t *value)
{
    const char *digits = text + (*text == '-');
    if (!isdigit((unsigned char)*digits))
        return NUMBER_MALFORMED;
    char *stop;
    errno = 0;
    long long number = strtoll(text, &stop, 10);
    if (errno == ERANGE || number < low || number > high)
        return NUMBER_OUTSIDE;
    if (!end && *stop)
        return NUMBER_MALFORMED;
    if (end)
        *end = stop;
    *value = number;
    return 0;
}
