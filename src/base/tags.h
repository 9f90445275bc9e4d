/* XML of strangers, before libxml2 sees it. libxml2 holds each attribute of an
 * element against all the others: an element of 100 000 takes it minutes. Here
 * they are counted first. */
#ifndef WEFT_SRC_BASE_TAGS_H
#define WEFT_SRC_BASE_TAGS_H

#include <stdbool.h>
#include <stddef.h>

#define TAGS_ATTRIBUTES_MAX 1000 /* far more than any element has */

/* Where the counting is. {.line = 1} to begin with. */
struct tags {
    unsigned line;  /* in which too many were found */
    int attributes; /* of the element at hand */
    char last;      /* that is no blank */
};

/* Count in the bytes that come next. @returns false if an element has more than
 * TAGS_ATTRIBUTES_MAX */
bool tags_count(struct tags *tags, const char *bytes, size_t count);

/* Are quotes and brackets of a file that begins so what they are in ASCII, as
 * tags_count() takes them (NULs between do not matter)? */
bool tags_countable(const char *bytes, size_t count);

#endif
