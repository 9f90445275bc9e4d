/* The byte order mark that spreadsheets and editors begin UTF-8 with: three
 * bytes that say nothing. */
#ifndef WEFT_SRC_BASE_TEXT_BYTE_ORDER_H
#define WEFT_SRC_BASE_TEXT_BYTE_ORDER_H

#include <stddef.h>
#include <string.h>

/* How many of the bytes at the beginning of a file are one. */
static inline size_t byte_order_mark(const char *bytes, size_t count)
{
    return count >= 3 && !memcmp(bytes, "\xef\xbb\xbf", 3) ? 3 : 0;
}

#endif
