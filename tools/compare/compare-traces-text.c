/* The changes between two traces, as text. */
#include "compare/compare-traces.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/command.h"
#include "common/terminal.h"
#include "stats/stats-clock.h"
#include "stats/stats-waits.h"

#define COMPARE_TRACES_TEXT_DECIMALS_MAX 3

/* Return the number of decimals that a table's times need, up to three. */
static int text_decimals(const struct trace_table *table,
                         const struct stats_clock *clock)
{
    int most = 0;
    for (size_t i = 0; i < table->rows * table->columns * 2; i++) {
        size_t column = i / 2 % table->columns;
        const struct trace_row *row = &table->row[i / 2 / table->columns];
        bool time = table->column[column].quantity == TRACE_TIME;
        int decimals = time ? weft_time_decimals(clock->info, clock->unit,
                                                 row->value[column][i % 2])
                            : 0;
        most = decimals > most ? decimals : most;
    }
    return most < COMPARE_TRACES_TEXT_DECIMALS_MAX
               ? most
               : COMPARE_TRACES_TEXT_DECIMALS_MAX;
}

/* Return the clock with a unit suitable for the longer trace, unless both have
 * steps. */
static struct stats_clock text_clock(const struct trace_pair *pair)
{
    const struct trace_side *a = &pair->side[0], *b = &pair->side[1];
    bool second = b->result->makespan > a->result->makespan;
    struct stats_clock clock =
        stats_clock_of((second ? b : a)->result,
                       a->trace.info.step ? &b->trace.info : &a->trace.info);
    for (int i = 0; clock.unit && i < TABLES; i++) {
        int decimals = text_decimals(&pair->table[i], &clock);
        clock.decimals = decimals > clock.decimals ? decimals : clock.decimals;
    }
    return clock;
}

static void text_number(const struct stats_clock *clock,
                        const struct trace_column *column, const char *sign,
                        uint64_t number)
{
    char text[WEFT_TIME_MAX], cell[WEFT_TIME_MAX + 2];
    if (column->quantity == TRACE_TIME)
        stats_clock_print(clock, number, text);
    else
        snprintf(text, sizeof text, "%" PRIu64, number);
    snprintf(cell, sizeof cell, "%s%s", sign, text);
    printf(" %11s", cell);
}

/* Print a change and its percentage: "-40", "-18.2 %". */
static void text_change(const struct stats_clock *clock,
                        const struct trace_column *column,
                        const uint64_t value[2])
{
    bool less = value[1] < value[0];
    uint64_t change = less ? value[0] - value[1] : value[1] - value[0];
    const char *sign = change ? "+" : "";
    if (less)
        sign = "-";
    text_number(clock, column, sign, change);
    char part[32] = "-";
    if (value[0])
        snprintf(part, sizeof part, "%s%.1f %%", sign,
                 100 * (double)change / (double)value[0]);
    printf(" %9s", part);
}

static void text_heads(const struct stats_clock *clock,
                       const struct trace_table *table)
{
    char title[24], cell[32];
    for (size_t i = 0; i < table->columns; i++) {
        const struct trace_column *column = &table->column[i];
        if (column->quiet)
            continue;
        if (column->quantity == TRACE_TIME)
            stats_clock_title(clock, column->name, title);
        else
            snprintf(title, sizeof title, "%s", column->name);
        for (int side = 0; side < 2; side++) {
            snprintf(cell, sizeof cell, "%s %c", title, "ab"[side]);
            printf(" %11s", cell);
        }
        if (i == 0)
            printf(" %11s %9s", "change", "%");
    }
    printf("  %s\n", table->title);
}

/* Print the number in the other trace: "(8 in b, guessed)". */
static void text_other(const struct trace_row *row, bool guessed)
{
    if (row->from[0] != row->from[1])
        printf("  (%d in b%s)", row->from[1], guessed ? ", guessed" : "");
    else if (guessed)
        printf("  (guessed)");
}

/* Write the name of a row, such as "7 worker (8 in b)". Messages have numbers
 * only, because another table has the names. */
static void text_name(const struct trace_pair *pair,
                      const struct trace_table *table,
                      const struct trace_row *row)
{
    int side = !row->in[0];
    if (table == &pair->table[TABLE_MESSAGES]) {
        printf("%d to %d", row->from[side], row->to[side]);
    } else {
        char *name = trace_row_name(table, row);
        print_plain(name ? name : "?", stdout);
        free(name);
    }
    if (row->in[0] != row->in[1])
        printf("  (only in %c)", "ab"[side]);
    else if (table == &pair->table[TABLE_PROCESSORS])
        text_other(row, pair->same[row->from[0]].guessed);
    putchar('\n');
}

static void text_row(const struct trace_pair *pair,
                     const struct stats_clock *clock,
                     const struct trace_table *table,
                     const struct trace_row *row)
{
    for (size_t i = 0; i < table->columns; i++) {
        const struct trace_column *column = &table->column[i];
        if (column->quiet)
            continue;
        for (int side = 0; side < 2; side++)
            if (row->in[side])
                text_number(clock, column, "", row->value[i][side]);
            else
                printf(" %11s", "-");
        if (i == 0)
            text_change(clock, column, row->value[0]);
    }
    fputs("  ", stdout);
    text_name(pair, table, row);
}

static void text_table(const struct trace_pair *pair,
                       const struct stats_clock *clock,
                       const struct trace_table *table)
{
    size_t shown = table->rows;
    size_t only[2] = {0, 0};
    if (!table->rows)
        return;
    if (pair->top && table != pair->table && shown > pair->top)
        shown = pair->top;
    putchar('\n');
    text_heads(clock, table);
    for (size_t i = 0; i < table->rows; i++) {
        if (i < shown)
            text_row(pair, clock, table, &table->row[i]);
        for (int side = 0; side < 2; side++)
            only[side] += table->row[i].in[side] && !table->row[i].in[!side];
    }
    if (shown < table->rows)
        printf("... %zu more (all with --top all)\n", table->rows - shown);
    if (only[0] || only[1])
        printf("only in a: %zu, only in b: %zu\n", only[0], only[1]);
}

static void text_side(const struct trace_side *side, char letter)
{
    printf("%c: ", letter);
    print_plain(side->file, stdout);
    printf(" (%s): %d processor%s\n", side->read.format,
           side->result->processors,
           plural((uint64_t)side->result->processors));
    if (side->read.skipped)
        print_plainly(stdout, "%c: left out: %s\n", letter,
                      side->read.skipped_what);
    if (side->result->unmatched)
        printf("%c: unmatched transfers: %" PRIu64 "\n", letter,
               side->result->unmatched);
}

static void text_efficiencies(const struct trace_pair *pair)
{
    struct efficiency a[EFFICIENCIES], b[EFFICIENCIES];
    if (!pair->table[TABLE_MESSAGES].rows)
        return;
    stats_efficiencies(&pair->side[0].waits, a);
    stats_efficiencies(&pair->side[1].waits, b);
    for (int i = 0; i < EFFICIENCIES; i++)
        if (isfinite(a[i].value) && isfinite(b[i].value))
            printf(" %9.2f %% %9.2f %% %+11.2f %9s  %s\n", 100 * a[i].value,
                   100 * b[i].value, 100 * (b[i].value - a[i].value), "",
                   a[i].name);
}

/* Print how many matches of processors are guessed. */
static void text_matches(const struct trace_pair *pair)
{
    int guessed = 0, processors = pair->side[0].result->processors;
    for (int rank = 0; rank < processors; rank++)
        guessed += pair->same[rank].guessed;
    if (guessed)
        printf("%d processor%s guessed: names repeat, or differ in the ids of "
               "process and thread\n",
               guessed, plural((uint64_t)guessed));
}

void trace_pair_text(const struct trace_pair *pair)
{
    const struct stats_clock clock = text_clock(pair);
    for (int i = 0; i < 2; i++)
        text_side(&pair->side[i], "ab"[i]);
    for (int i = 0; i < TABLES; i++) {
        text_table(pair, &clock, &pair->table[i]);
        if (i == TABLE_TOTALS)
            text_efficiencies(pair);
        if (i == TABLE_PROCESSORS)
            text_matches(pair);
    }
}
