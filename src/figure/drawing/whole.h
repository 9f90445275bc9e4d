/* What was written into an SVG document, to be found there again. Private to
 * src/figure/drawing. */
#ifndef WEFT_SRC_FIGURE_WHOLE_H
#define WEFT_SRC_FIGURE_WHOLE_H

#include <stdbool.h>
#include <stddef.h>

struct whole {
    size_t elements, attributes, characters;
};

/* libxml2 does not tell every failure by a result: without memory it leaves
 * texts and attributes out. Is all that was written in the text? */
bool whole_is(const struct whole *wanted, const char *text);

#endif
