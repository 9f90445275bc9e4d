/* XML of strangers, before libxml2 sees it. libxml2 holds each attribute of an
 * element against all the others: an element of 100 000 takes it minutes. It
 * looks for the namespace of each prefix among all that are declared around it,
 * one after the other. Here both are counted first. */
#ifndef WEFT_SRC_BASE_TAGS_H
#define WEFT_SRC_BASE_TAGS_H

#include <stdbool.h>
#include <stddef.h>

#define TAGS_ATTRIBUTES_MAX 1000 /* far more than any element has */
#define TAGS_NAMESPACES_MAX 1000 /* ... and than any file */

/* Where the counting is. {.line = 1} to begin with. */
struct tags {
    unsigned line;    /* in which too many were found */
    int attributes;   /* of the element at hand */
    char last;        /* that is no blank */
    int namespaces;   /* "xmlns", anywhere in the file */
    unsigned letters; /* of that word, which stand at the end so far */
};

/* Count in the bytes that come next. @returns false if an element has more than
 * TAGS_ATTRIBUTES_MAX, or the file more than TAGS_NAMESPACES_MAX */
bool tags_count(struct tags *tags, const char *bytes, size_t count);

/* What tags_count() found too much of; NULL: nothing. */
const char *tags_excess(const struct tags *tags);

/* Are quotes and brackets of a file that begins so what they are in ASCII, as
 * tags_count() takes them (NULs between do not matter)? */
bool tags_countable(const char *bytes, size_t count);

#endif
