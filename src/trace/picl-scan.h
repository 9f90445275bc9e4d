/* The records of a PICL file, taken apart ahead of time by a second thread. */
#ifndef WEFT_SRC_TRACE_PICL_SCAN_H
#define WEFT_SRC_TRACE_PICL_SCAN_H

#include "picl-file.h"

struct picl_scanner;

/* From where `in` is. Both are borrowed until picl_scanner_end(). NULL with
 * errno ENOMEM. */
struct picl_scanner *picl_scanner_create(struct weft_in *in,
                                         const struct picl_dialect *dialect);
/* The next record and its line, or NULL at the end or a mistake. Its word is
 * not valid. */
const struct picl_record *picl_scanner_next(struct picl_scanner *scanner,
                                            unsigned *line);
/* Stop, free, and say whether that was a mistake: 0, or -1 with errno. */
int picl_scanner_end(struct picl_scanner *scanner, struct weft_error *err);

/* Take the next line apart that is not blank: 1, 0 at the end of the file or
 * when reading failed, -1 with errno EILSEQ. */
int picl_scan_line(struct weft_in *in, const struct picl_dialect *dialect,
                   struct picl_record *record, struct weft_error *err);

#endif
