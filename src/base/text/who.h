/* How processors are called in texts: by their numbers, and by the names that a
 * trace or a network gives them. */
#ifndef WEFT_SRC_WHO_H
#define WEFT_SRC_WHO_H

#include <inttypes.h>
#include <stddef.h>

/* The parameter of a trace that names processor N is this and N. */
#define WHO_KEY "processor."

/* A processor in a format: who_name() puts its name behind its number, once
 * the text is there and somebody reads it. */
#define WHO_MARK '\1'
#define WHO "\1%" PRId32

/* As many characters of a name as fit, and a sign that there are more; what
 * controls a terminal is replaced. */
void who_print(char *text, size_t size, const char *name);
/* The label of a row or a disc: the number and the end of the name, without the
 * identifiers that readers put behind it, in at most `most` characters. Room
 * for WHO_LABEL of them, of up to 4 bytes, and the end. */
#define WHO_LABEL 27
void who_label(char *text, const char *name, int rank, int most);
/* In place: of each number with a mark before it the mark goes, and the name
 * comes, if there is one and room for it: "3 (gpu0)". `name` may answer NULL.
 */
void who_name(char *text, size_t size,
              const char *(*name)(const void *arg, int rank), const void *arg);

#endif
