/* Counts of what was written into an SVG document, for verifying that the
 * document is complete. Private to src/figure/drawing. */
#ifndef WEFT_SRC_FIGURE_WHOLE_H
#define WEFT_SRC_FIGURE_WHOLE_H

#include <stdbool.h>
#include <stddef.h>

struct whole {
    size_t elements, attributes, characters;
};

/* Return whether the text contains everything that was written. libxml2 does
 * not report every failure: if out of memory, it omits texts and attributes. */
bool whole_is(const struct whole *wanted, const char *text);

#endif
