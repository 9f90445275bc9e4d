/* The module for OTF2 archives, a program of its own: weft needs no libotf2,
 * and an archive that crashes the library ends that program only. Private to
 * src/trace. */
#ifndef WEFT_SRC_TRACE_OTF2_CONVERTER_H
#define WEFT_SRC_TRACE_OTF2_CONVERTER_H

#include "trace/format.h"

#define CONVERTER_MODULE "weft-otf2"

/* "weft-otf2 read ARCHIVE" writes a csv trace to its output, "weft-otf2 trust
 * ARCHIVE" does so without limits that follow from the archive's size, and
 * "weft-otf2 write FOLDER" makes an archive of the chrome trace that is its
 * input. Notes, one a line, go to standard error: "left COUNT WHAT", "error
 * TEXT", and at last "done". */
enum converter_task { CONVERTER_READ, CONVERTER_TRUST, CONVERTER_WRITE };

/* The path of the module, which the caller frees; NULL with err: there is none.
 * `name` is for messages, here and below: what is read or written. */
char *converter_module(enum converter_task task, const char *name,
                       struct weft_error *err);
/* Run it on `path`, with the file fd as its output or input, and wait for its
 * end. Records left out are added to the report, which may be NULL. 0, or -1
 * with err: there is no such module, it found something wrong, it crashed. */
int converter_run(enum converter_task task, const char *name, const char *path,
                  int fd, struct weft_read_report *report,
                  struct weft_error *err);

#endif
