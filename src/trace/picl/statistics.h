/* The records of statistics that PICL writes at the end of a processor, kept
 * as text: a word, the numbers of the last such record, and so on,
 *     commstats 3 3 6 3075 0
 *     timestat -22 0.000060 -52 0.115170; countstat -22 7 -52 17
 * The first is of the old version (12; what it holds depends on the version of
 * PICL), the others of the new one (-101 to -105: pairs of an event and a
 * number). The time in calls of the old version (11) is no such record. */
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

/* The row of a record of the new version (-101 to -105); -1: none. */
int statistics_row(int64_t record);
/* The numbers in the rest of a line, one blank before each, without what else
 * stands there; at most `most`. Returns how many there are; they are in
 * text[0..length), which has no end: strlen(line) + 1 bytes are enough. */
size_t statistics_numbers(const char *line, size_t most, char *text,
                          size_t *length);
/* The last numbers of each row of a processor, the rows in the order in which
 * they came first. */
struct statistics {
    char *numbers[STATISTICS_ROWS]; /* owned; NULL: none yet */
    uint8_t order[STATISTICS_ROWS]; /* [rows] */
    int rows;
};
/* Keep the numbers of a record, in place of those of an earlier one: 1 if there
 * was one, else 0. -1: no memory. *kept is made if it is NULL. */
int statistics_keep(struct statistics **kept, enum statistics_row row,
                    const char *numbers);
/* All of them as text, to be freed; NULL: no memory. */
char *statistics_text(const struct statistics *kept);
void statistics_free(struct statistics *kept); /* NULL is fine */
/* The numbers of a row in a text from anywhere, if they are such, with a blank
 * before each; *length: of all. NULL: there are none. */
const char *statistics_find(const char *text, enum statistics_row row,
                            size_t *length);
/* Write the records of the new version, of all processors in the order
 * `by_text`. */
void statistics_write(const struct weft_trace_info *info,
                      const uint32_t *by_text, struct output *out,
                      uint64_t microseconds);

#endif
