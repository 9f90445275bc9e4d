/* What was written into an SVG document, to be found there again. Private to
 * src/figure/drawing. */
#ifndef WEFT_SRC_FIGURE_WRITTEN_H
#define WEFT_SRC_FIGURE_WRITTEN_H

#include <stdbool.h>
#include <stddef.h>

struct written {
    size_t elements, attributes, characters;
};

/* libxml2 does not tell every failure by a result: without memory it leaves
 * texts and attributes out. Is all that was written in the text? */
bool written_is_whole(const struct written *wanted, const char *text);

#endif
