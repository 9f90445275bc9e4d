/* Comparison of two traces that name no problem: shows what has changed. */
#ifndef WEFT_TOOLS_COMPARE_TRACES_H
#define WEFT_TOOLS_COMPARE_TRACES_H

#include <argp.h>
#include <stdbool.h>
#include <weft/trace.h>
#include <weft/unstable/stats.h>

#define TRACE_COLUMNS 5

enum trace_quantity { TRACE_COUNT, TRACE_BYTES, TRACE_TIME };

struct trace_column {
    const char *name; /* heading in text */
    const char *key;  /* key in JSON and CSV */
    enum trace_quantity quantity;
    bool quiet; /* omitted from text */
};

/* An object of one or both traces: a task, a processor, or a pair of
 * processors. */
struct trace_row {
    bool in[2];
    const char *name; /* name of a task or a total; NULL for processors */
    /* A processor (`to` is -1) or a pair; -1: not in this trace. */
    int from[2], to[2];
    uint64_t value[TRACE_COLUMNS][2];
};

struct trace_table {
    const char *title, *key;
    /* [columns]; rows except the totals are sorted by change, descending. */
    const struct trace_column *column;
    const struct weft_trace_info *info[2];
    size_t columns, rows;
    struct trace_row *row; /* [rows] owned */
};

struct trace_side {
    const char *file;
    bool refused; /* the trace names a problem or has steps */
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
    /* [processors of the first trace] matches */
    struct weft_same_processor *same;
    int *back; /* [processors of the second trace] number in the first, or -1 */
    struct trace_table table[TABLES];
    size_t top; /* rows of a table in text; 0: all */
};

struct trace_order {
    const char *const *file; /* [files] */
    size_t files;
    bool only; /* no argument implies that they are schedules of a problem */
    bool csv, json;
    const char *figure; /* NULL: none */
    bool print;         /* draw the figure for print */
};

/* The options --traces and --top. */
extern const struct argp compare_traces_argp;

/* Compare two traces and print the result. Returns EXIT_GOOD, or the exit
 * status after printing the error; -1 if the files are not two traces of
 * programs unknown to weft, and nothing was printed. */
int compare_traces(const struct trace_order *order);

/* Build the tables (compare-traces-rows.c). Return 0, or -1 if out of
 * memory. */
int trace_pair_rows(struct trace_pair *pair);
/* Return the name of a row, which the caller frees, or NULL if out of
 * memory. */
char *trace_row_name(const struct trace_table *table,
                     const struct trace_row *row);

/* Print the tables (compare-traces-text.c and -data.c). */
void trace_pair_text(const struct trace_pair *pair);
void trace_pair_csv(const struct trace_pair *pair);
void trace_pair_json(const struct trace_pair *pair);

#endif
