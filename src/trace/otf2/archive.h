/* Archives that are written: a folder that appears under its name when it is
 * complete. Private to src/trace. */
#ifndef WEFT_SRC_TRACE_OTF2_ARCHIVE_H
#define WEFT_SRC_TRACE_OTF2_ARCHIVE_H

#include <weft/error.h>

struct archive;

/* The file of an archive by which programs open it. */
#define ARCHIVE_ANCHOR "traces.otf2"

/* An archive for `path`, which is the new folder, or a file of that name in
 * it. NULL with err: there is a file or folder of that name, no memory. */
struct archive *archive_create(const char *path, struct weft_error *err);
/* Convert the chrome trace in the file `fd` to a folder beside the target. 0,
 * or -1 with err. */
int archive_convert(struct archive *archive, int fd, struct weft_error *err);
/* Give it its name. 0, or -1 with err. */
int archive_take(struct archive *archive, struct weft_error *err);
/* Also removes a folder that has not got its name. NULL is fine. */
void archive_destroy(struct archive *archive);
/* The file to read of the archive in a folder, which the caller frees; NULL:
 * `path` is no such folder, or no memory. */
char *archive_anchor(const char *path);

#endif
