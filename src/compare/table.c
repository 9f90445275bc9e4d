/* The rows of a comparison as aligned text and as CSV. */
#include "columns.h"
#include "footer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* number of leading columns that are always shown, up to the verdict */
#define NEVER_DROPPED 6

/* ---- text --------------------------------------------------------------- */

/* Return the width of the column's longest text. */
static int table_width_of(const struct weft_comparison *compare,
                          const struct column *column)
{
    char cell[CELL];
    size_t width = strlen(column->name);
    for (size_t i = 0; i < compare->rows; i++) {
        size_t length =
            strlen(compare_cell(column, compare->row[i], false, cell));
        width = length > width ? length : width;
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

/* Set the widths of the columns: wider than their texts if there is room.
 * Returns how many columns, from the left, are shown. */
static size_t table_fit(const struct weft_comparison *compare,
                        struct column *column, size_t count, int room)
{
    int least[COLUMNS_MAX];
    for (size_t i = 0; i < count; i++) {
        least[i] = table_width_of(compare, &column[i]);
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
                        bool last, FILE *out)
{
    int width = column->left ? -column->width : column->width;
    fprintf(out, " %*s", last && column->left ? 0 : width, text);
}

static void print_rows(const struct weft_comparison *compare,
                       const struct column *column, size_t count, FILE *out)
{
    char cell[CELL];
    putc(' ', out);
    for (size_t i = 0; i < count; i++)
        put_aligned(&column[i], column[i].name, i + 1 == count, out);
    putc('\n', out);
    for (size_t row = 0; row < compare->rows; row++) {
        putc(' ', out);
        for (size_t i = 0; i < count; i++) {
            const char *text =
                compare_cell(&column[i], compare->row[row], false, cell);
            put_aligned(&column[i], text, i + 1 == count, out);
        }
        putc('\n', out);
    }
}

/* Print the reason why a strategy is not in the table, once per strategy. */
static void print_unfit(const struct weft_comparison *compare, size_t index,
                        FILE *out)
{
    const struct weft_trial *job = compare->unfit[index];
    size_t times = 0;
    for (size_t i = 0; i < compare->unfits; i++) {
        const struct weft_trial *other = compare->unfit[i];
        bool same = other->problem == job->problem &&
                    !strcmp(other->strategy->name, job->strategy->name);
        if (same && i < index)
            return;
        times += same;
    }
    fprintf(out, "  left out: ");
    if (compare->problems > 1)
        fprintf(out, "%s ", compare->problem[job->problem]);
    fprintf(out, "%s", job->strategy->name);
    if (compare->points > 1)
        fprintf(out, ", %zu of %zu", times, compare->points);
    fprintf(out, ": %s\n", job->err.text);
}

char *weft_comparison_text(const struct weft_comparison *compare, int columns,
                           struct weft_error *err)
{
    struct column column[COLUMNS_MAX];
    struct memstream text;
    if (memstream_open(&text))
        return memstream_close(&text, err);
    FILE *out = text.out;
    size_t count = compare_columns(compare, false, column);
    size_t shown = table_fit(compare, column, count, columns);
    compare_title(compare, out);
    putc('\n', out);
    print_rows(compare, column, shown, out);
    footer_print(compare, out);
    for (size_t i = 0; i < compare->unfits; i++)
        print_unfit(compare, i, out);
    if (shown < count)
        fprintf(out, "  columns that do not fit the terminal:");
    for (size_t i = shown; i < count; i++)
        fprintf(out, "%s %s%s", i > shown ? "," : "", column[i].name,
                i + 1 == count ? "\n" : "");
    return memstream_close(&text, err);
}

char *weft_comparison_csv(const struct weft_comparison *compare,
                          struct weft_error *err)
{
    struct column column[COLUMNS_MAX];
    char cell[CELL];
    struct memstream text;
    if (memstream_open(&text))
        return memstream_close(&text, err);
    size_t count = compare_columns(compare, true, column);
    for (size_t i = 0; i < count; i++)
        fprintf(text.out, "%s%s", column[i].csv, i + 1 < count ? "," : "\n");
    for (size_t row = 0; row < compare->rows; row++)
        for (size_t i = 0; i < count; i++) {
            csv_field(compare_cell(&column[i], compare->row[row], true, cell),
                      text.out);
            putc(i + 1 < count ? ',' : '\n', text.out);
        }
    return memstream_close(&text, err);
}
