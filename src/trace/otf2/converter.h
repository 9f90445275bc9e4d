/* Runs the module for OTF2 archives. It is a separate program, so that weft
 * does not need libotf2, and an archive that crashes the library ends only the
 * module. Private to src/trace. */
#ifndef WEFT_SRC_TRACE_OTF2_CONVERTER_H
#define WEFT_SRC_TRACE_OTF2_CONVERTER_H

#include "trace/format.h"

#define CONVERTER_MODULE "weft-otf2"

/* Commands of the module. "weft-otf2 read ARCHIVE" writes a csv trace to
 * standard output, "weft-otf2 trust ARCHIVE" does so without limits that depend
 * on the archive's size, and "weft-otf2 write FOLDER" makes an archive from the
 * Chrome trace on standard input. The module writes notes to standard error,
 * one per line: "left COUNT WHAT", "error TEXT", and finally "done". */
enum converter_task { CONVERTER_READ, CONVERTER_TRUST, CONVERTER_WRITE };

/* Return the path of the module, which the caller frees; NULL with err if it
 * does not exist. `name`, here and below, is the name of the trace, for
 * messages. */
char *converter_module(enum converter_task task, const char *name,
                       struct weft_error *err);
/* Run the module on `path`, with the file fd as its output or input, and wait
 * until it ends. Add the omitted records to the report, which may be NULL.
 * Return 0, or -1 with err if the module does not exist, reported an error or
 * crashed. */
int converter_run(enum converter_task task, const char *name, const char *path,
                  int fd, struct weft_read_report *report,
                  struct weft_error *err);

#endif
