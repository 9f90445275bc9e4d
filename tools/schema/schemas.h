/* The schemas of the JSON that the commands print. */
#ifndef WEFT_TOOLS_SCHEMAS_H
#define WEFT_TOOLS_SCHEMAS_H

#include <stddef.h>

/* One file of this folder. */
struct schema {
    const char *name, *text, *summary;
};

/* Return the schema at an index, or NULL past the end. */
const struct schema *schema_at(size_t index);
/* Return the name of the schema at an index, or NULL past the end. */
const char *schema_name(size_t index);

#endif
