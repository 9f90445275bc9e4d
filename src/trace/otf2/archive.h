/* Writes archives. The folder appears under its name when it is complete.
 * Private to src/trace. */
#ifndef WEFT_SRC_TRACE_OTF2_ARCHIVE_H
#define WEFT_SRC_TRACE_OTF2_ARCHIVE_H

#include <weft/error.h>

struct archive;

/* Name of the file in an archive that other programs open. */
#define ARCHIVE_ANCHOR "traces.otf2"

/* Prepare an archive. `path` is the new folder, or the anchor file in it.
 * Return NULL with err if this file or folder exists, or if out of memory. */
struct archive *archive_create(const char *path, struct weft_error *err);
/* Convert the Chrome trace in the file `fd` to a folder beside the target.
 * Return 0, or -1 with err. */
int archive_convert(struct archive *archive, int fd, struct weft_error *err);
/* Rename the folder to its target. Return 0, or -1 with err. */
int archive_take(struct archive *archive, struct weft_error *err);
/* Free an archive, and remove its folder unless it was renamed. May be NULL. */
void archive_destroy(struct archive *archive);
/* Return the path of the anchor file in a folder, which the caller frees; NULL
 * if `path` is no such folder or if out of memory. */
char *archive_anchor(const char *path);

#endif
