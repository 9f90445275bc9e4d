/* Provides the records of a PICL file, parsed ahead by a second thread. */
#ifndef WEFT_SRC_TRACE_PICL_SCANNER_H
#define WEFT_SRC_TRACE_PICL_SCANNER_H

#include "base/base.h"
#include "import.h"

struct picl_scanner;

#define PICL_BATCH AT_ONCE(512u, 16u)

/* Records with their line numbers. The word of a statistics record is its
 * numbers, as statistics_numbers() stores them; it is NULL in all other
 * records, or if the count is wrong. */
struct picl_batch {
    size_t count;
    unsigned line[PICL_BATCH];
    struct picl_record record[PICL_BATCH];
    char *text; /* [length] words of the statistics records, in a buffer of
                   `room` bytes; used by the scanner */
    size_t length, room;
};

/* Start to scan from the current position of `in`. Both arguments are borrowed
 * until picl_scanner_end(). Return NULL if out of memory. */
struct picl_scanner *picl_scanner_create(struct input *in,
                                         const struct picl_dialect *dialect);
/* Return the next records, valid until the next call; NULL at the end or before
 * an error. */
const struct picl_batch *picl_scanner_next(struct picl_scanner *scanner);
/* Stop and free the scanner. Return 0, or -1 with err if it stopped at an
 * error. Malformed lines are no errors: they are omitted, and counted in @p
 * wrong if it is not NULL. */
int picl_scanner_end(struct picl_scanner *scanner, struct wrong_records *wrong,
                     struct weft_error *err);

/* Parse the next line that is not blank. Return 1; 0 at the end of the file or
 * after a read error; or -1 with WEFT_ERROR_FORMAT. */
int picl_scan_line(struct input *in, const struct picl_dialect *dialect,
                   struct picl_record *record, struct picl_start *last,
                   struct weft_error *err);

#endif
