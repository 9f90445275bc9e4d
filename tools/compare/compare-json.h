/* A comparison as one JSON object. */
#ifndef WEFT_TOOLS_COMPARE_JSON_H
#define WEFT_TOOLS_COMPARE_JSON_H

#include <stdio.h>
#include <weft/unstable/compare.h>

void compare_json(const struct weft_comparison *compare, FILE *out);

#endif
