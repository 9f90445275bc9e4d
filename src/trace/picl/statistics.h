/* The statistics records that PICL writes at the end of each processor, kept as
 * text. For each kind of record, the text has a word and the numbers of the
 * last such record:
 *     commstats 3 3 6 3075 0
 *     timestat -22 0.000060 -52 0.115170; countstat -22 7 -52 17
 * The first is of the old version (12; its contents depend on the version of
 * PICL), the others are of the new one (-101 to -105: pairs of an event and a
 * number). The time in calls of the old version (11) is not kept here. */
#ifndef WEFT_SRC_TRACE_PICL_STATISTICS_H
#define WEFT_SRC_TRACE_PICL_STATISTICS_H

#include "trace/io/out.h"

enum statistics_row {
    STATISTICS_COMM,
    STATISTICS_TIME,
    STATISTICS_COUNT,
    STATISTICS_SENT,
    STATISTICS_RECEIVED,
    STATISTICS_SIZE,
    STATISTICS_ROWS
};

/* Return the row of a record of the new version (-101 to -105), or -1. */
int statistics_row(int64_t record);
/* Copy at most `most` numbers from the rest of a line, each after a blank, and
 * skip all other words. Return the count of numbers; they are in
 * text[0..length), without a final NUL. strlen(line) + 1 bytes are enough. */
size_t statistics_numbers(const char *line, size_t most, char *text,
                          size_t *length);
/* The latest numbers of each row of one processor. */
struct statistics {
    char *numbers[STATISTICS_ROWS]; /* numbers of each row, owned; NULL: no
                                       record yet */
    uint8_t order[STATISTICS_ROWS]; /* [rows] rows in the order of their first
                                       records */
    int rows;
};
/* Store the numbers of a record, replacing those of an earlier record. Return 1
 * if there was one, 0 if not, or -1 if out of memory. If *kept is NULL, it is
 * allocated. */
int statistics_keep(struct statistics **kept, enum statistics_row row,
                    const char *numbers);
/* Return all rows as one text, which the caller frees; NULL if out of
 * memory. */
char *statistics_text(const struct statistics *kept);
void statistics_free(struct statistics *kept); /* `kept` may be NULL */
/* Find a row in a text from any source. Return its numbers, each after a blank,
 * and set *length; return NULL if the row is missing or not numeric. */
const char *statistics_find(const char *text, enum statistics_row row,
                            size_t *length);
/* Write the records of the new version, for all processors in the order
 * `by_text`. */
void statistics_write(const struct weft_trace_info *info,
                      const uint32_t *by_text, struct output *out,
                      uint64_t microseconds);

#endif
