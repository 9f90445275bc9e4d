/* Differences between two traces as CSV and JSON: all rows, with times in a
 * unit that represents both traces exactly. */
#include "compare/compare-traces.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/answer.h"
#include "common/json.h"
#include "common/terminal.h"
#include "stats/stats-waits.h"

/* Write the unit: "ns", "10 ns", "time units". */
static void data_unit(const struct trace_pair *pair, char text[32])
{
    uint64_t ns = pair->side[0].trace.info.unit_ns;
    if (ns > 1)
        snprintf(text, 32, "%" PRIu64 " ns", ns);
    else
        snprintf(text, 32, "%s", ns ? "ns" : "time units");
}

/* ---- CSV ----------------------------------------------------------------- */

static void csv_name(char *name)
{
    putchar('"');
    for (char *quote; (quote = strchr(name, '"')); name = quote + 1) {
        *quote = 0;
        print_plain(name, stdout);
        fputs("\"\"", stdout);
    }
    print_plain(name, stdout);
    putchar('"');
}

static void csv_row(const struct trace_table *table,
                    const struct trace_row *row, const char *time_unit)
{
    const char *const units[] = {
        [TRACE_COUNT] = "", [TRACE_BYTES] = "bytes", [TRACE_TIME] = time_unit};
    for (size_t i = 0; i < table->columns; i++) {
        char *name = trace_row_name(table, row);
        printf("%s,", table->key);
        if (name)
            csv_name(name);
        free(name);
        printf(",%s,%s", table->column[i].key,
               units[table->column[i].quantity]);
        for (int side = 0; side < 2; side++)
            if (row->in[side])
                printf(",%" PRIu64, row->value[i][side]);
            else
                putchar(',');
        putchar('\n');
    }
}

void trace_pair_csv(const struct trace_pair *pair)
{
    char unit[32];
    data_unit(pair, unit);
    puts("table,name,quantity,unit,a,b");
    for (int i = 0; i < TABLES; i++)
        for (size_t k = 0; k < pair->table[i].rows; k++)
            csv_row(&pair->table[i], &pair->table[i].row[k], unit);
}

/* ---- JSON ---------------------------------------------------------------- */

static void json_values(struct json *json, const struct trace_table *table,
                        const struct trace_row *row, int side)
{
    static const char *const keys[] = {"a", "b"};
    if (!row->in[side]) {
        json_null(json, keys[side]);
        return;
    }
    json_open(json, keys[side], '{');
    if (row->from[side] >= 0)
        json_number(json, row->to[side] < 0 ? "processor" : "from",
                    (uint64_t)row->from[side]);
    if (row->to[side] >= 0)
        json_number(json, "to", (uint64_t)row->to[side]);
    for (size_t i = 0; i < table->columns; i++)
        json_number(json, table->column[i].key, row->value[i][side]);
    json_close(json, '}');
}

static void json_table(struct json *json, const struct trace_pair *pair,
                       const struct trace_table *table)
{
    json_open(json, table->key, '[');
    for (size_t i = 0; i < table->rows; i++) {
        const struct trace_row *row = &table->row[i];
        char *name = trace_row_name(table, row);
        json_open(json, NULL, '{');
        json_text(json, "name", name ? name : "");
        free(name);
        if (table == &pair->table[TABLE_PROCESSORS] && row->in[0] && row->in[1])
            json_bool(json, "guessed", pair->same[row->from[0]].guessed);
        json_values(json, table, row, 0);
        json_values(json, table, row, 1);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void json_side(struct json *json, const struct trace_side *side,
                      const char *key)
{
    json_open(json, key, '{');
    json_text(json, "file", side->file);
    json_text(json, "format", side->read.format);
    json_number(json, "processors", (uint64_t)side->result->processors);
    json_number(json, "absent", (uint64_t)side->result->absent);
    json_number(json, "unmatched", side->result->unmatched);
    json_text(json, "left_out", side->read.skipped_what);
    json_open(json, "efficiency", '{');
    stats_efficiencies_json(json, &side->waits);
    json_close(json, '}');
    json_close(json, '}');
}

void trace_pair_json(const struct trace_pair *pair)
{
    struct json json = answer_open("traces", stdout);
    char unit[32];
    data_unit(pair, unit);
    json_text(&json, "unit", unit);
    json_number(&json, "unit_ns", pair->side[0].trace.info.unit_ns);
    json_side(&json, &pair->side[0], "a");
    json_side(&json, &pair->side[1], "b");
    for (int i = 0; i < TABLES; i++)
        json_table(&json, pair, &pair->table[i]);
    answer_close(&json);
}
