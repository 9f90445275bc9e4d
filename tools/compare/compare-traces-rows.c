/* The tables of changes between two traces. */
#include "compare/compare-traces.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Return a processor's name in the first trace that has it: "0 build: main (pid
 * 42 tid 7)". */
static char *compare_traces_rows_name_processor(const struct trace_table *table,
                                                const int rank[2])
{
    int side = rank[0] < 0;
    const char *name = weft_processor_name(table->info[side], rank[side]);
    char *text;
    int length = asprintf(&text, "%d%s%s", rank[side], name ? " " : "",
                          name ? name : "");
    return length < 0 ? NULL : text;
}

char *trace_row_name(const struct trace_table *table,
                     const struct trace_row *row)
{
    if (row->name)
        return strdup(row->name);
    char *from = compare_traces_rows_name_processor(table, row->from),
         *text = NULL;
    if (row->to[0] < 0 && row->to[1] < 0)
        return from;
    char *to = compare_traces_rows_name_processor(table, row->to);
    if (from && to && asprintf(&text, "%s to %s", from, to) < 0)
        text = NULL;
    free(from);
    free(to);
    return text;
}

static const struct trace_column total_columns[] = {
    {"time", "time", TRACE_TIME, false},
};

static const struct trace_column task_columns[] = {
    {"time", "time", TRACE_TIME, false},
    {"self", "self", TRACE_TIME, false},
    {"count", "count", TRACE_COUNT, false},
};

static const struct trace_column processor_columns[] = {
    {"busy", "busy", TRACE_TIME, false},
    {"overhead", "overhead", TRACE_TIME, true},
    {"idle", "idle", TRACE_TIME, true},
};

static const struct trace_column message_columns[] = {
    {"time", "transfer", TRACE_TIME, false},
    {"mean", "mean_transfer", TRACE_TIME, false},
    {"messages", "messages", TRACE_COUNT, false},
    {"bytes", "bytes", TRACE_BYTES, false},
    {"arrived", "arrived", TRACE_COUNT, true},
};

#define COMPARE_TRACES_ROWS_COLUMNS(list)                                      \
    (list), {NULL, NULL}, sizeof(list) / sizeof *(list)
static const struct trace_table table_kinds[TABLES] = {
    [TABLE_TOTALS] = {"total", "totals",
                      COMPARE_TRACES_ROWS_COLUMNS(total_columns)},
    [TABLE_TASKS] = {"task", "tasks",
                     COMPARE_TRACES_ROWS_COLUMNS(task_columns)},
    [TABLE_PROCESSORS] = {"processor", "processors",
                          COMPARE_TRACES_ROWS_COLUMNS(processor_columns)},
    [TABLE_MESSAGES] = {"pair", "messages",
                        COMPARE_TRACES_ROWS_COLUMNS(message_columns)},
};

/* Allocate the rows of a table. Returns 0, or -1 if memory is short. */
static int rows_init(struct trace_pair *pair, int kind, size_t rows)
{
    struct trace_table *table = &pair->table[kind];
    *table = table_kinds[kind];
    for (int i = 0; i < 2; i++)
        table->info[i] = &pair->side[i].trace.info;
    table->row = calloc(rows + 1, sizeof *table->row);
    return table->row ? 0 : -1;
}

static struct trace_row *compare_traces_rows_row_add(struct trace_table *table,
                                                     const char *name)
{
    struct trace_row *row = &table->row[table->rows++];
    *row = (struct trace_row){.name = name, .from = {-1, -1}, .to = {-1, -1}};
    return row;
}

/* Compare the names of the next tasks; the end of a list comes last. */
static int rows_compare_tasks(const struct weft_task_sums *const list[2],
                              const size_t at[2])
{
    if (at[0] == list[0]->count)
        return 1;
    if (at[1] == list[1]->count)
        return -1;
    return strcmp(list[0]->task[at[0]].name, list[1]->task[at[1]].name);
}

/* Make the rows of tasks; both lists are in the order of their names. */
static void rows_tasks(struct trace_pair *pair)
{
    struct trace_table *table = &pair->table[TABLE_TASKS];
    const struct weft_task_sums *list[2] = {&pair->side[0].tasks,
                                            &pair->side[1].tasks};
    size_t at[2] = {0, 0};
    while (at[0] < list[0]->count || at[1] < list[1]->count) {
        int order = rows_compare_tasks(list, at);
        struct trace_row *row = compare_traces_rows_row_add(
            table, list[order > 0]->task[at[order > 0]].name);
        for (int i = 0; i < 2; i++) {
            row->in[i] = i ? order >= 0 : order <= 0;
            if (!row->in[i])
                continue;
            const struct weft_task_sum *sum = &list[i]->task[at[i]++];
            row->value[0][i] = sum->time;
            row->value[1][i] = sum->self;
            row->value[2][i] = sum->count;
        }
    }
}

static void row_load(struct trace_row *row, int i, int rank,
                     const struct weft_stats_load *load)
{
    row->from[i] = rank;
    row->in[i] = !load->absent;
    row->value[0][i] = load->busy;
    row->value[1][i] = load->overhead;
    row->value[2][i] = load->idle;
}

static void rows_processors(struct trace_pair *pair)
{
    struct trace_table *table = &pair->table[TABLE_PROCESSORS];
    const struct weft_stats_result *a = pair->side[0].result,
                                   *b = pair->side[1].result;
    for (int rank = 0; rank < a->processors; rank++) {
        int other = pair->same[rank].other;
        struct trace_row *row = compare_traces_rows_row_add(table, NULL);
        row_load(row, 0, rank, &a->load[rank]);
        if (other >= 0)
            row_load(row, 1, other, &b->load[other]);
        table->rows -= !row->in[0] && !row->in[1];
    }
    for (int rank = 0; rank < b->processors; rank++)
        if (pair->back[rank] < 0 && !b->load[rank].absent)
            row_load(compare_traces_rows_row_add(table, NULL), 1, rank,
                     &b->load[rank]);
}

static void row_flow(struct trace_row *row, int i,
                     const struct weft_stats_flow *flow)
{
    row->in[i] = true;
    row->from[i] = flow->from;
    row->to[i] = flow->to;
    row->value[0][i] = flow->transit;
    row->value[1][i] = flow->arrived ? flow->transit / flow->arrived : 0;
    row->value[2][i] = flow->messages;
    row->value[3][i] = flow->bytes;
    row->value[4][i] = flow->arrived;
}

static int flow_compare(const void *a, const void *b)
{
    const struct weft_stats_flow *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

/* Return the flow between the same processors in the other trace; NULL:
 * none. */
static const struct weft_stats_flow *
flow_find(const struct weft_stats_result *result, int from, int to)
{
    const struct weft_stats_flow key = {.from = from, .to = to};
    return result->flows ? bsearch(&key, result->flow, result->flows,
                                   sizeof key, flow_compare)
                         : NULL;
}

static bool flow_known(const struct weft_stats_result *result,
                       const struct weft_stats_flow *flow)
{
    return flow->from >= 0 && flow->to >= 0 &&
           flow->from < result->processors && flow->to < result->processors;
}

static void rows_messages(struct trace_pair *pair)
{
    struct trace_table *table = &pair->table[TABLE_MESSAGES];
    const struct weft_stats_result *a = pair->side[0].result,
                                   *b = pair->side[1].result;
    for (size_t i = 0; i < a->flows; i++) {
        const struct weft_stats_flow *flow = &a->flow[i], *other = NULL;
        if (!flow_known(a, flow))
            continue;
        other = flow_find(b, pair->same[flow->from].other,
                          pair->same[flow->to].other);
        struct trace_row *row = compare_traces_rows_row_add(table, NULL);
        row_flow(row, 0, flow);
        if (other)
            row_flow(row, 1, other);
    }
    for (size_t i = 0; i < b->flows; i++) {
        const struct weft_stats_flow *flow = &b->flow[i];
        if (flow_known(b, flow) &&
            !flow_find(a, pair->back[flow->from], pair->back[flow->to]))
            row_flow(compare_traces_rows_row_add(table, NULL), 1, flow);
    }
}

static void row_total(struct trace_table *table, const char *name, uint64_t a,
                      uint64_t b)
{
    struct trace_row *row = compare_traces_rows_row_add(table, name);
    row->in[0] = row->in[1] = true;
    row->value[0][0] = a;
    row->value[0][1] = b;
}

static uint64_t waits_total(const struct weft_waits *waits)
{
    uint64_t sum = 0;
    for (int kind = 0; kind < WEFT_WAIT_KINDS; kind++)
        sum += waits->kind[kind].time;
    return sum;
}

static void rows_totals(struct trace_pair *pair)
{
    struct trace_table *table = &pair->table[TABLE_TOTALS];
    const struct weft_stats_result *a = pair->side[0].result,
                                   *b = pair->side[1].result;
    row_total(table, "makespan", a->makespan, b->makespan);
    row_total(table, "busy", a->total.busy, b->total.busy);
    row_total(table, "overhead", a->total.overhead, b->total.overhead);
    row_total(table, "idle", a->total.idle, b->total.idle);
    if (a->messages || b->messages)
        row_total(table, "wait states", waits_total(&pair->side[0].waits),
                  waits_total(&pair->side[1].waits));
}

static uint64_t row_change(const struct trace_row *row, int column)
{
    const uint64_t *value = row->value[column];
    return value[0] > value[1] ? value[0] - value[1] : value[1] - value[0];
}

/* Compare by descending change of the first column, then of the next ones; rows
 * without changes by descending values. */
static int row_compare(const void *a, const void *b)
{
    const struct trace_row *x = a, *y = b;
    for (int i = 0; i < TRACE_COLUMNS; i++)
        if (row_change(x, i) != row_change(y, i))
            return row_change(x, i) > row_change(y, i) ? -1 : 1;
    for (int i = 0; i < TRACE_COLUMNS; i++)
        if (x->value[i][0] != y->value[i][0])
            return x->value[i][0] > y->value[i][0] ? -1 : 1;
    if (x->name && y->name)
        return strcmp(x->name, y->name);
    for (int i = 0; i < 2; i++) {
        if (x->from[i] != y->from[i])
            return x->from[i] < y->from[i] ? -1 : 1;
        if (x->to[i] != y->to[i])
            return x->to[i] < y->to[i] ? -1 : 1;
    }
    return 0;
}

int trace_pair_rows(struct trace_pair *pair)
{
    const struct trace_side *a = &pair->side[0], *b = &pair->side[1];
    const size_t rows[TABLES] = {
        [TABLE_TOTALS] = 5,
        [TABLE_TASKS] = a->tasks.count + b->tasks.count,
        [TABLE_PROCESSORS] =
            (size_t)a->result->processors + (size_t)b->result->processors,
        [TABLE_MESSAGES] = a->result->flows + b->result->flows,
    };
    for (int i = 0; i < TABLES; i++)
        if (rows_init(pair, i, rows[i]))
            return -1;
    rows_totals(pair);
    rows_tasks(pair);
    rows_processors(pair);
    rows_messages(pair);
    for (int i = TABLE_TASKS; i < TABLES; i++)
        qsort(pair->table[i].row, pair->table[i].rows,
              sizeof *pair->table[i].row, row_compare);
    return 0;
}
