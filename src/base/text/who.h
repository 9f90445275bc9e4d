/* Names of processors in messages: their numbers, and the labels that a trace
 * or a network gives them. */
#ifndef WEFT_SRC_WHO_H
#define WEFT_SRC_WHO_H

#include <inttypes.h>
#include <stddef.h>

/* The prefix of the trace parameter that names processor N: WHO_KEY N. */
#define WHO_KEY "processor."

/* WHO formats a processor with a mark before its number; who_name() later
 * replaces the mark and appends the processor's label. */
#define WHO_MARK '\1'
#define WHO "\1%" PRId32

/* Copy as many characters of a name as fit, with an ellipsis if it is cut;
 * replace control characters. */
void who_print(char *text, size_t size, const char *name);
/* Write the label of a row or a disc in at most `most` characters: the number
 * and the end of the name, without the identifiers that readers append. `text`
 * has room for 4 * WHO_LABEL bytes. */
#define WHO_LABEL 27
void who_label(char *text, const char *name, int rank, int most);
/* Remove the mark before each number, in place, and append the processor's name
 * if it has one and it fits: "3 (gpu0)". `name` may return NULL. */
void who_name(char *text, size_t size,
              const char *(*name)(const void *arg, int rank), const void *arg);

#endif
