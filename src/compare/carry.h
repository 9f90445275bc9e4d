/* Serialisation of results that are sent to process 0; private to the
 * folder. */
#ifndef WEFT_SRC_COMPARE_CARRY_H
#define WEFT_SRC_COMPARE_CARRY_H

#include <stdbool.h>
#include <stddef.h>
#include <weft/unstable/compare.h>

/* Return a completed trial as bytes, which the caller frees, or NULL if memory
 * is short. */
char *carry_write(const struct weft_comparison *compare, size_t trial,
                  size_t *bytes);
/* Store a received trial and set *trial to its number. Returns false if the
 * data are incomplete or the number is invalid. */
bool carry_read(struct weft_comparison *compare, const void *data, size_t bytes,
                size_t *trial);

#endif
