/* Results on their way to process 0; private to the folder. */
#ifndef WEFT_SRC_COMPARE_CARRY_H
#define WEFT_SRC_COMPARE_CARRY_H

#include <stdbool.h>
#include <stddef.h>
#include <weft/compare.h>

/* A trial that has ended as bytes, to be freed. NULL: no memory. */
char *carry_write(const struct weft_comparison *compare, size_t trial,
                  size_t *bytes);
/* It has come: its number is in *trial. False: it is not whole, or no trial of
 * this comparison. */
bool carry_read(struct weft_comparison *compare, const void *data, size_t bytes,
                size_t *trial);

#endif
