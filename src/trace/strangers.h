/* Files that weft cannot read and knows by their first bytes. */
#ifndef WEFT_SRC_TRACE_STRANGERS_H
#define WEFT_SRC_TRACE_STRANGERS_H

#include <stddef.h>

/* What the file is that begins with `head`, as the end of a sentence: "is a zip
 * archive; unpack it first (unzip)"; NULL: none of these. */
const char *stranger_what(const char *head, size_t length);
/* The same for a folder, by the files in it; NULL, too: it is none. */
const char *stranger_folder(const char *path);

#endif
