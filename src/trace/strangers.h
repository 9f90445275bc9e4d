/* Files that weft cannot read but recognises by their first bytes. */
#ifndef WEFT_SRC_TRACE_STRANGERS_H
#define WEFT_SRC_TRACE_STRANGERS_H

#include <stddef.h>

/* Return the end of a sentence that describes the file with this head, such as
 * "is a zip archive; unpack it first (unzip)"; NULL if it is not recognised. */
const char *stranger_what(const char *head, size_t length);
/* The same for a folder, by its files; NULL also if it is not a folder. */
const char *stranger_folder(const char *path);

#endif
