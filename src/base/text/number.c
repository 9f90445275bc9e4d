/* Numbers in text. */
#include "base/base.h"

#include <ctype.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Return the multiplier of a unit of bytes and set *end behind it: K, KiB:
 * 1024; kB: 1000. */
static int64_t size_unit(const char *text, const char **end)
{
    static const char prefixes[] = "kmgt";
    const char *prefix = *text ? strchr(prefixes, tolower(*text)) : NULL;
    int64_t factor = 1;
    *end = text + (prefix != NULL);
    int base = 1024;
    if (!strncmp(*end, "iB", 2) && prefix) {
        *end += 2;
    } else if (**end == 'B') {
        *end += 1;
        base = 1000;
    }
    for (ptrdiff_t i = 0; prefix && i <= prefix - prefixes; i++)
        factor *= base;
    return factor;
}

int parse_size(const char *text, const char **end, int64_t low, int64_t high,
               int64_t *value)
{
    const char *stop;
    int64_t number;
    int fault = parse_number(text, &stop, INT64_MIN, INT64_MAX, &number);
    if (fault)
        return fault;
    if (__builtin_mul_overflow(number, size_unit(stop, &stop), &number) ||
        number < low || number > high)
        return NUMBER_OUTSIDE;
    if (!end && *stop)
        return NUMBER_MALFORMED;
    if (end)
        *end = stop;
    *value = number;
    return 0;
}

int sizes_expand(const char *text, char *out, size_t size)
{
    size_t used = 0;
    while (*text && used < size) {
        int64_t number;
        const char *end;
        if (parse_size(text, &end, 0, INT64_MAX, &number)) {
            out[used++] = *text++;
            continue;
        }
        used += (size_t)snprintf(out + used, size - used, "%lld",
                                 (long long)number);
        text = end;
    }
    if (used >= size)
        return -1;
    out[used] = '\0';
    return 0;
}
