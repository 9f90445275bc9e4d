/* Recognises files that weft cannot read by their first bytes. */
#ifndef WEFT_SRC_TRACE_STRANGERS_H
#define WEFT_SRC_TRACE_STRANGERS_H

#include <stddef.h>

/* Return the end of a sentence that describes the file with this head, such as
 * "is a zip archive; unpack it first (unzip)"; NULL if the file is not
 * recognised. */
const char *stranger_what(const char *head, size_t length);
/* Return the end of a sentence that describes the folder with this path, based
 * on its files; NULL if it is not recognised or not a folder. */
const char *stranger_folder(const char *path);

#endif
