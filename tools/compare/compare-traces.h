/* Two traces that name no problem, side by side: what has changed. */
#ifndef WEFT_TOOLS_COMPARE_TRACES_H
#define WEFT_TOOLS_COMPARE_TRACES_H

#include <argp.h>
#include <stdbool.h>
#include <weft/stats.h>
#include <weft/trace.h>

#define TRACE_COLUMNS 5

enum trace_quantity { TRACE_COUNT, TRACE_BYTES, TRACE_TIME };

struct trace_column {
    const char *name; /* in text, */
    const char *key;  /* ... in JSON and CSV */
    enum trace_quantity quantity;
    bool quiet; /* not in text */
};

/* Something that one of the traces has, or both: a task, a processor, a pair of
 * processors. */
struct trace_row {
    bool in[2];
    const char *name;   /* of a task or a total; NULL: */
    int from[2], to[2]; /* a processor (to: -1), or two; -1: not there */
    uint64_t value[TRACE_COLUMNS][2];
};

struct trace_table {
    const char *title, *key;
    const struct trace_column *column; /* [columns]; the rows are in the order
                                          of the change of the first */
    const struct weft_trace_info *info[2];
    size_t columns, rows;
    struct trace_row *row; /* [rows] owned */
};

struct trace_side {
    const char *file;
    bool refused; /* it names a problem, or has steps */
    struct weft_sink collect;
    struct weft_trace trace;
    struct weft_read_report read;
    struct weft_stats *stats;
    const struct weft_stats_result *result;
    struct weft_waits waits;
    struct weft_task_sums tasks;
};

enum { TABLE_TOTALS, TABLE_TASKS, TABLE_PROCESSORS, TABLE_MESSAGES, TABLES };

struct trace_pair {
    struct trace_side side[2];
    struct weft_same_processor *same; /* [processors of the first] */
    int *back; /* [processors of the second] the number in the first; -1 */
    struct trace_table table[TABLES];
    size_t top; /* rows of a table in text; 0: all */
};

struct trace_order {
    const char *const *file; /* [files] */
    size_t files;
    bool only; /* nothing says that they are schedules of a problem */
    bool csv, json;
    const char *figure; /* NULL: none */
    bool print;         /* ... of a size for print */
};

/* --traces and --top. */
extern const struct argp compare_traces_argp;

/* Compare them and print. EXIT_GOOD, or the exit status: why has been said; -1:
 * they are no two traces of programs that weft knows nothing of, and nothing
 * was printed. */
int compare_traces(const struct trace_order *order);

/* compare-traces-rows.c. 0, or -1: no memory. */
int trace_pair_rows(struct trace_pair *pair);
/* What a row is about, to be freed; NULL: no memory. */
char *trace_row_name(const struct trace_table *table,
                     const struct trace_row *row);

/* compare-traces-text.c, -data.c. */
void trace_pair_text(const struct trace_pair *pair);
void trace_pair_csv(const struct trace_pair *pair);
void trace_pair_json(const struct trace_pair *pair);

#endif
