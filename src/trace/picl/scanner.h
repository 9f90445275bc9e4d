/* The records of a PICL file, taken apart ahead of time by a second thread. */
#ifndef WEFT_SRC_TRACE_PICL_SCANNER_H
#define WEFT_SRC_TRACE_PICL_SCANNER_H

#include "base/base.h"
#include "import.h"

struct picl_scanner;

#define PICL_BATCH AT_ONCE(512u, 16u)

/* Records, and the lines they stand in. Their words are the numbers of
 * statistics, as statistics_numbers() makes them; NULL of all others, and where
 * the numbers are not as many as there should be. */
struct picl_batch {
    size_t count;
    unsigned line[PICL_BATCH];
    struct picl_record record[PICL_BATCH];
    char *text; /* [length] of [room]: the words; of the scanner */
    size_t length, room;
};

/* From where `in` is. Both are borrowed until picl_scanner_end(). NULL:
 * no memory. */
struct picl_scanner *picl_scanner_create(struct input *in,
                                         const struct picl_dialect *dialect);
/* The next records, valid until the next call, or NULL at the end or before a
 * mistake. */
const struct picl_batch *picl_scanner_next(struct picl_scanner *scanner);
/* Stop, free, and say whether that was before a mistake: 0, or -1 with
 * err. Lines that are wrong are no mistakes: they are left out, and counted in
 * @p wrong if it is not NULL. */
int picl_scanner_end(struct picl_scanner *scanner, struct wrong_records *wrong,
                     struct weft_error *err);

/* Take the next line apart that is not blank: 1, 0 at the end of the file or
 * when reading failed, -1 with WEFT_ERROR_FORMAT. */
int picl_scan_line(struct input *in, const struct picl_dialect *dialect,
                   struct picl_record *record, struct picl_start *last,
                   struct weft_error *err);

#endif
