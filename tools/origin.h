/* Where a file of an experiment is from. */
#ifndef WEFT_TOOLS_ORIGIN_H
#define WEFT_TOOLS_ORIGIN_H

#include <weft/weft.h>

/* What the file is and which command makes it, to be freed; NULL: no memory. */
char *origin_of(const struct weft_item *item, const struct weft_output *output);

#endif
