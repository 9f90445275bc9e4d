/* Limits on untrusted XML, checked before libxml2 parses it. libxml2 compares
 * each attribute of an element with all others, which takes minutes for 100 000
 * attributes, and it searches for the namespace of each prefix linearly among
 * all declarations in scope. These functions count both first. */
#ifndef WEFT_SRC_BASE_TAGS_H
#define WEFT_SRC_BASE_TAGS_H

#include <stdbool.h>
#include <stddef.h>

/* more attributes than any real element has */
#define TAGS_ATTRIBUTES_MAX 1000
#define TAGS_NAMESPACES_MAX 1000 /* more namespaces than any real file has */

/* State of counting attributes and namespaces. Initialise with {.line = 1}. */
struct tags {
    unsigned line; /* current line number; on failure, the line of the excess */
    int attributes;   /* number of attributes of the current element */
    char last;        /* last character read that is not white space */
    int namespaces;   /* number of occurrences of "xmlns" in the file */
    unsigned letters; /* number of letters of "xmlns" read just now */
};

/* Count the next bytes. @returns false if an element has more than
 * TAGS_ATTRIBUTES_MAX attributes, or the file more than TAGS_NAMESPACES_MAX
 * namespaces */
bool tags_count(struct tags *tags, const char *bytes, size_t count);

/* Return which limit tags_count() found exceeded, or NULL. */
const char *tags_excess(const struct tags *tags);

/* Return whether a file with this beginning uses ASCII codes for quotes and
 * brackets, as tags_count() assumes; NUL bytes in between (UTF-16) are
 * allowed. */
bool tags_countable(const char *bytes, size_t count);

#endif
