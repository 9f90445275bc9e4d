/* The rows of a comparison as aligned text and as CSV. */
#include "compare-columns.h"
#include "summary.h"
#include "terminal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define NEVER_DROPPED 6 /* the last column that is: its verdict, or so */
#define NAMES_MAX 12

/* ---- text --------------------------------------------------------------- */

/* The width of the column, with the space before it. */
static int width_of(const struct compare *compare, const struct column *column)
{
    char cell[CELL];
    size_t width = strlen(column->name);
    for (size_t i = 0; i < compare->rows; i++) {
        compare_cell(column, compare->row[i], false, cell);
        width = strlen(cell) > width ? strlen(cell) : width;
    }
    return (int)width;
}

static int total(const struct column *column, size_t count)
{
    int width = 1;
    for (size_t i = 0; i < count; i++)
        width += column[i].width + 1;
    return width;
}

/* Make the columns as wide as what they hold, wider where that looks better
 * and fits, and leave out those at the right that do not fit at all. */
static size_t fit(const struct compare *compare, struct column *column,
                  size_t count)
{
    int least[COLUMNS_MAX];
    int room = isatty(STDOUT_FILENO) ? terminal_columns(stdout) : 0;
    for (size_t i = 0; i < count; i++) {
        least[i] = width_of(compare, &column[i]);
        if (least[i] > column[i].width)
            column[i].width = least[i];
    }
    if (!room || total(column, count) <= room)
        return count;
    for (size_t i = 0; i < count; i++)
        column[i].width = least[i];
    while (count > NEVER_DROPPED && total(column, count) > room)
        count--;
    return count;
}

static void put_aligned(const struct column *column, const char *text,
                        bool last)
{
    int width = column->left ? -column->width : column->width;
    printf(" %*s", last && column->left ? 0 : width, text);
}

static void print_rows(const struct compare *compare,
                       const struct column *column, size_t count)
{
    char cell[CELL];
    putchar(' ');
    for (size_t i = 0; i < count; i++)
        put_aligned(&column[i], column[i].name, i + 1 == count);
    putchar('\n');
    for (size_t row = 0; row < compare->rows; row++) {
        putchar(' ');
        for (size_t i = 0; i < count; i++) {
            compare_cell(&column[i], compare->row[row], false, cell);
            put_aligned(&column[i], cell, i + 1 == count);
        }
        putchar('\n');
    }
}

/* The bounds of the only experiment: the steps and what they are. */
static void print_bounds(const struct weft_result *result)
{
    char text[120];
    for (int i = 0; i < result->bounds; i++) {
        bound_format(&result->bound[i], text, sizeof text);
        printf("  %s %s\n", i ? "            " : "lower bound:", text);
    }
}

static bool seen(const char *const *name, size_t count, const char *word)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(name[i], word))
            return true;
    return false;
}

/* The bounds of a problem in several experiments: only what they are. */
static void print_bound_names(const struct compare *compare, size_t problem)
{
    const char *name[NAMES_MAX];
    size_t count = 0;
    for (size_t i = 0; i < compare->rows; i++) {
        const struct weft_result *result = &compare->row[i]->result;
        for (int j = 0; j < result->bounds; j++)
            if (compare->row[i]->problem == problem && count < NAMES_MAX &&
                !seen(name, count, result->bound[j].name))
                name[count++] = result->bound[j].name;
    }
    if (count && compare->problems > 1)
        printf("  lower bound, %s: ", compare->problem[problem]);
    else if (count)
        printf("  lower bound: ");
    for (size_t i = 0; i < count; i++)
        printf("%s%s", i ? "; " : "", name[i]);
    puts(count > 1 ? " (the highest)" : "");
}

static void print_all_bounds(const struct compare *compare)
{
    if (compare->points == 1 && compare->problems == 1) {
        for (size_t i = 0; i < compare->rows; i++)
            if (compare->row[i]->result.bounds) {
                print_bounds(&compare->row[i]->result);
                return;
            }
        return;
    }
    for (size_t i = 0; i < compare->problems; i++)
        print_bound_names(compare, i);
}

/* Why a strategy is not in the table, once for all its experiments. */
static void print_unfit(const struct compare *compare, size_t index)
{
    const struct job *job = compare->unfit[index];
    size_t times = 0;
    for (size_t i = 0; i < compare->unfits; i++) {
        const struct job *other = compare->unfit[i];
        bool same = other->problem == job->problem &&
                    !strcmp(other->strategy->name, job->strategy->name);
        if (same && i < index)
            return;
        times += same;
    }
    printf("  left out: ");
    if (compare->problems > 1)
        printf("%s ", compare->problem[job->problem]);
    printf("%s", job->strategy->name);
    if (compare->points > 1)
        printf(", %zu of %zu", times, compare->points);
    printf(": %s\n", job->err.text);
}

void compare_table(const struct compare *compare)
{
    struct column column[COLUMNS_MAX];
    char title[400];
    compare_title(compare, title, sizeof title);
    size_t count = compare_columns(compare, false, column);
    size_t shown = fit(compare, column, count);
    puts(title);
    print_rows(compare, column, shown);
    print_all_bounds(compare);
    for (size_t i = 0; i < compare->unfits; i++)
        print_unfit(compare, i);
    if (shown < count)
        printf("  the terminal is too narrow for:");
    for (size_t i = shown; i < count; i++)
        printf("%s %s%s", i > shown ? "," : "", column[i].name,
               i + 1 == count ? "\n" : "");
}

/* ---- CSV ---------------------------------------------------------------- */

/* A field, in quotes if it needs them (RFC 4180). */
static void put_field(const char *text, bool first)
{
    if (!first)
        putchar(',');
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, stdout);
        return;
    }
    putchar('"');
    for (; *text; text++) {
        if (*text == '"')
            putchar('"');
        putchar(*text);
    }
    putchar('"');
}

void compare_csv(const struct compare *compare)
{
    struct column column[COLUMNS_MAX];
    char cell[CELL];
    size_t count = compare_columns(compare, true, column);
    for (size_t i = 0; i < count; i++)
        put_field(column[i].csv, i == 0);
    putchar('\n');
    for (size_t row = 0; row < compare->rows; row++) {
        for (size_t i = 0; i < count; i++) {
            compare_cell(&column[i], compare->row[row], true, cell);
            put_field(cell, i == 0);
        }
        putchar('\n');
    }
}
