/* The byte order mark: three bytes that some spreadsheets and editors write at
 * the start of UTF-8 files; ignored. */
#ifndef WEFT_SRC_BASE_TEXT_BYTE_ORDER_H
#define WEFT_SRC_BASE_TEXT_BYTE_ORDER_H

#include <stddef.h>
#include <string.h>

/* Return the length of the byte order mark at the start of a file, or 0. */
static inline size_t byte_order_mark(const char *bytes, size_t count)
{
    return count >= 3 && !memcmp(bytes, "\xef\xbb\xbf", 3) ? 3 : 0;
}

#endif
