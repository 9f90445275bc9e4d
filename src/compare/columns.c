/* Contents of the columns of a comparison. */
#include "columns.h"
#include "footer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

/* ---- what varies -------------------------------------------------------- */

static bool problems_vary(const struct weft_comparison *compare)
{
    return compare->problems > 1;
}

static bool networks_vary(const struct weft_comparison *compare)
{
    for (size_t i = 1; i < compare->rows; i++)
        if (strcmp(compare->row[0]->result.network,
                   compare->row[i]->result.network) != 0)
            return true;
    return false;
}

static bool models_vary(const struct weft_comparison *compare)
{
    for (size_t i = 1; i < compare->rows; i++)
        if (strcmp(compare->row[0]->result.model,
                   compare->row[i]->result.model) != 0)
            return true;
    return false;
}

/* Return whether links are shared, or not shared, in some row. */
static bool sharing_is(const struct weft_comparison *compare, bool shared)
{
    for (size_t i = 0; i < compare->rows; i++)
        if ((compare->row[i]->result.sharing != WEFT_SHARING_NONE) == shared)
            return true;
    return false;
}

static bool links_shared(const struct weft_comparison *compare)
{
    return sharing_is(compare, true);
}

static bool links_exclusive(const struct weft_comparison *compare)
{
    return !compare->rows || sharing_is(compare, false);
}

/* Return whether the time of some row differs from its number of steps, or may
 * differ. */
static bool times_differ(const struct weft_comparison *compare)
{
    for (size_t i = 0; i < compare->rows; i++)
        if (compare->row[i]->result.makespan != compare->row[i]->result.steps)
            return true;
    return links_shared(compare);
}

static bool times_agree(const struct weft_comparison *compare)
{
    return !times_differ(compare);
}

static bool some_invalid(const struct weft_comparison *compare)
{
    for (size_t i = 0; i < compare->rows; i++)
        if (!compare->row[i]->result.valid)
            return true;
    return false;
}

static bool blocks_counted(const struct weft_comparison *compare)
{
    for (size_t i = 0; i < compare->rows; i++)
        if (compare->row[i]->result.blocks)
            return true;
    return false;
}

#define LATE 8     /* number of columns that come last in CSV files */
#define VERDICT 40 /* maximum width of a verdict in tables */

/* ---- cells -------------------------------------------------------------- */

static const char *columns_put_text(const void *field, bool plain,
                                    char cell[CELL])
{
    (void)plain;
    (void)cell;
    return field;
}

/* The table shows a shortened verdict; the full text is on standard error. */
static const char *put_verdict(const void *field, bool plain, char cell[CELL])
{
    const char *text = field;
    if (plain)
        return text;
    text_cut(cell, VERDICT + 1, text);
    return cell;
}

static const char *put_int(const void *field, bool plain, char cell[CELL])
{
    (void)plain;
    snprintf(cell, CELL, "%d", *(const int *)field);
    return cell;
}

static const char *put_number(const void *field, bool plain, char cell[CELL])
{
    (void)plain;
    snprintf(cell, CELL, "%" PRIu64, *(const uint64_t *)field);
    return cell;
}

static const char *columns_unknown(bool plain)
{
    return plain ? "" : "-";
}

/* Write a bound; 0: unknown. */
static const char *put_bound(const void *field, bool plain, char cell[CELL])
{
    if (*(const uint64_t *)field)
        return put_number(field, plain, cell);
    return columns_unknown(plain);
}

static const char *put_ratio(const void *field, bool plain, char cell[CELL])
{
    double ratio = *(const double *)field;
    if (!(ratio > 0))
        return columns_unknown(plain);
    snprintf(cell, CELL, plain ? "%.10g" : "%.3f", ratio);
    return cell;
}

static const char *put_share(const void *field, bool plain, char cell[CELL])
{
    double share = *(const double *)field;
    if (plain)
        snprintf(cell, CELL, "%.10g", share);
    else
        snprintf(cell, CELL, "%.1f %%", 100 * share);
    return cell;
}

static const char *put_valid(const void *result, bool plain, char cell[CELL])
{
    (void)plain;
    (void)cell;
    return weft_result_valid(result);
}

/* With shared links, write the time as a fraction, in tables with at most three
 * decimals. */
static const char *put_time(const void *result, bool plain, char cell[CELL])
{
    const struct weft_result *r = result;
    const uint64_t ticks = r->time_ticks, unit = WEFT_TICKS;
    const uint64_t part = ticks % unit;
    if (!r->sharing || !part || (!plain && ticks / unit >= 1000000))
        snprintf(cell, CELL, "%" PRIu64,
                 r->sharing ? (ticks + unit / 2) / unit : r->makespan);
    else if (plain)
        snprintf(cell, CELL, "%" PRIu64 ".%06" PRIu64, ticks / unit, part);
    else
        snprintf(cell, CELL, "%.3f", (double)ticks / (double)unit);
    return cell;
}

static const char *put_link(const void *result, bool plain, char cell[CELL])
{
    const struct weft_shared *shared =
        &((const struct weft_result *)result)->outcome.shared;
    if (!shared->busiest)
        return columns_unknown(plain);
    snprintf(cell, CELL, "%d>%d", shared->arc[0].from, shared->arc[0].to);
    return cell;
}

/* ---- the table ---------------------------------------------------------- */

#define FIELD(name) offsetof(struct weft_result, name)

static const struct column columns_before[] = {
    {"problem", "problem", 0, true, columns_put_text, FIELD(problem),
     problems_vary},
    {"network", "network", 0, true, columns_put_text, FIELD(network),
     networks_vary},
    {"processors", "processors", 0, false, put_int, FIELD(processors),
     networks_vary},
    {"model", "model", 0, true, columns_put_text, FIELD(model), models_vary},
};

static bool never(const struct weft_comparison *compare)
{
    (void)compare;
    return false;
}

static const struct column after[] = {
    {"strategy", "strategy", 16, true, columns_put_text, FIELD(strategy), NULL},
    {"steps", "steps", 8, false, put_number, FIELD(steps), times_agree,
     .whole = true},
    {"rounds", "round_count", 8, false, put_bound, FIELD(rounds), times_differ,
     .whole = true, .late = 4},
    {"time", "time", 8, false, put_time, 0, times_differ, .whole = true},
    {"bound", "lower_bound", 8, false, put_bound, FIELD(lower_bound), NULL},
    {"ratio", "ratio", 8, false, put_ratio, FIELD(ratio), NULL},
    {"waited", "ports_waited", 8, false, put_number,
     FIELD(outcome.shared.waited), links_shared, .whole = true, .late = 5,
     .contended = true},
    {"slowed", "links_slowed", 8, false, put_number,
     FIELD(outcome.shared.slowed), links_shared, .whole = true, .late = 6,
     .contended = true},
    {"busiest link", "busiest_link", 12, false, put_link, 0, links_shared,
     .whole = true, .late = 7, .contended = true},
    {"full", "busiest_full", 7, false, put_share,
     FIELD(outcome.shared.arc[0].full), links_shared, .whole = true, .late = 8,
     .contended = true},
    {"own bound", "own_bound", 10, false, put_bound, FIELD(own_bound),
     own_bounds_differ, .late = 2},
    {"valid", "valid", 0, false, put_valid, 0, never},
    {"verdict", "verdict", 0, true, put_verdict, FIELD(verdict), some_invalid},
    {"messages", "messages", 10, false, put_number, FIELD(messages), NULL,
     .whole = true},
    {"blocks", "blocks", 8, false, put_bound, FIELD(blocks), blocks_counted,
     .whole = true},
    {"volume", "volume", 8, false, put_bound, FIELD(volume), blocks_counted,
     .whole = true},
    {"bytes", "bytes", 8, false, put_number, FIELD(bytes), blocks_counted,
     .whole = true},
    {"conflicts", "conflicts", 10, false, put_number, FIELD(conflicts),
     links_exclusive},
    {"busiest proc.", "busiest", 13, false, put_int, FIELD(busiest), NULL,
     .whole = true},
    {"its util.", "busiest_share", 9, false, put_share, FIELD(busiest_share),
     NULL, .whole = true},
    {"mean util.", "busy_share", 10, false, put_share, FIELD(busy_share), NULL,
     .whole = true},
    {"bound by", "bound_by", 0, true, columns_put_text,
     offsetof(struct weft_result, bound[0].name), never, .late = 1},
    {"message bytes", "message_bytes", 0, false, put_bound,
     FIELD(message_bytes), never, .whole = true, .late = 3},
};

/* Return whether the setting needs a column of its own, besides those for
 * network and model. */
static bool own_column(const struct weft_compared_axis *axis)
{
    const char *name = axis->setting->name;
    return strcmp(name, "network") != 0 && strcmp(name, "model") != 0;
}

static size_t columns_add(const struct weft_comparison *compare,
                          const struct column *from, size_t count, bool plain,
                          struct column *to)
{
    size_t added = 0;
    for (size_t i = 0; i < count; i++) {
        bool shown = !from[i].shown || from[i].shown(compare);
        if (plain ? !from[i].late : shown)
            to[added++] = from[i];
    }
    for (int late = 1; plain && late <= LATE; late++)
        for (size_t i = 0; i < count; i++)
            if (from[i].late == late &&
                (!from[i].contended || links_shared(compare)))
                to[added++] = from[i];
    return added;
}

#define COLUMNS_COUNT(array) (sizeof(array) / sizeof *(array))

size_t compare_columns(const struct weft_comparison *compare, bool plain,
                       struct column columns[COLUMNS_MAX])
{
    size_t count = columns_add(compare, columns_before,
                               COLUMNS_COUNT(columns_before), plain, columns);
    for (size_t i = 0; i < compare->axes; i++) {
        const struct weft_compared_axis *axis = &compare->axis[i];
        const char *name = axis->setting->name;
        if (own_column(axis) && (plain || axis->values.count > 1))
            columns[count++] = (struct column){name, name, .axis = axis};
    }
    return count + columns_add(compare, after, COLUMNS_COUNT(after), plain,
                               columns + count);
}

const char *compare_cell(const struct column *column,
                         const struct weft_trial *job, bool plain,
                         char cell[CELL])
{
    if (column->axis)
        return weft_trial_value(column->axis, job);
    if (column->whole && !job->result.ended)
        return columns_unknown(plain);
    return column->put((const char *)&job->result + column->field, plain, cell);
}

/* Return whether the setting affects how a run is executed but not its
 * result. */
static bool is_a_means(const struct weft_setting *setting)
{
    static const char *const means[] = {"engine", "window", "stack"};
    size_t i = 0;
    while (i < COLUMNS_COUNT(means) && strcmp(means[i], setting->name) != 0)
        i++;
    return i < COLUMNS_COUNT(means);
}

void compare_title(const struct weft_comparison *compare, FILE *out)
{
    if (!compare->rows)
        return;
    const struct weft_result *any = &compare->row[0]->result;
    for (size_t i = 0; i < compare->problems; i++)
        fprintf(out, "%s%s", i ? ", " : "", compare->problem[i]);
    if (!networks_vary(compare))
        fprintf(out, " on %s (%d processor%s)", any->network, any->processors,
                any->processors == 1 ? "" : "s");
    if (!models_vary(compare))
        fprintf(out, ", model %s", any->model);
    for (size_t i = 0; i < compare->axes; i++) {
        const struct weft_compared_axis *axis = &compare->axis[i];
        if (axis->values.count == 1 && own_column(axis) &&
            !is_a_means(axis->setting))
            fprintf(out, ", %s %s", axis->setting->name, axis->values.text[0]);
    }
}

/* Numbers of a row that can be selected. */
static const struct columns_number {
    const char *name, *format;
} numbers[] = {
    {"steps", "%.0f"},  {"time", "%.0f"},      {"messages", "%.0f"},
    {"blocks", "%.0f"}, {"volume", "%.0f"},    {"bytes", "%.0f"},
    {"ratio", "%.4f"},  {"conflicts", "%.0f"}, {"busy-share", "%.4f"},
};

static const char *number_name(size_t index)
{
    return index < COLUMNS_COUNT(numbers) ? numbers[index].name : NULL;
}

double compare_number(const struct weft_result *result, const char *value,
                      const char **format)
{
    const double values[COLUMNS_COUNT(numbers)] = {
        (double)result->steps,
        result->sharing ? (double)result->time_ticks / WEFT_TICKS
                        : (double)result->makespan,
        (double)result->messages,
        (double)result->blocks,
        (double)result->volume,
        (double)result->bytes,
        result->ratio,
        (double)result->conflicts,
        result->busy_share,
    };
    size_t i = 0;
    while (i + 1 < COLUMNS_COUNT(numbers) &&
           strcmp(numbers[i].name, value) != 0)
        i++;
    if (format)
        *format = result->sharing && !strcmp(value, "time") ? "%.3f"
                                                            : numbers[i].format;
    return values[i];
}

bool number_there(const char *value, struct weft_error *err)
{
    for (size_t i = 0; i < COLUMNS_COUNT(numbers); i++)
        if (!strcmp(numbers[i].name, value))
            return true;
    weft_unknown(err, "value", value, number_name);
    return false;
}

bool axis_there(const struct weft_comparison *compare, size_t axis,
                struct weft_error *err)
{
    if (axis < compare->axes)
        return true;
    weft_error_set(err, WEFT_ERROR_MISUSE, 0, "a comparison without axis %zu",
                   axis);
    return false;
}

/* ---- texts -------------------------------------------------------------- */

void csv_field(const char *text, FILE *out)
{
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, out);
        return;
    }
    putc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            putc('"', out);
        putc(*text, out);
    }
    putc('"', out);
}
