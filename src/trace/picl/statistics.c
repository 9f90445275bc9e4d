/* Converts statistics records to text and back. */
#include "statistics.h"

#include "trace/scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *word;
    int record;
    const char *descriptor;
} rows[STATISTICS_ROWS] = {
    [STATISTICS_COMM] = {"commstats", 12, ""},
    [STATISTICS_TIME] = {"timestat", -101, "%d%lf"},
    [STATISTICS_COUNT] = {"countstat", -102, "%d%d"},
    [STATISTICS_SENT] = {"sendvolstat", -103, "%d%d"},
    [STATISTICS_RECEIVED] = {"recvvolstat", -104, "%d%d"},
    [STATISTICS_SIZE] = {"sizevolstat", -105, "%d%d"},
};

int statistics_row(int64_t record)
{
    for (int i = STATISTICS_TIME; i < STATISTICS_ROWS; i++)
        if (rows[i].record == record)
            return i;
    return -1;
}

/* Return the length of the number at the beginning of a text, or 0 if there is
 * none. */
static size_t number_length(const char *at)
{
    size_t sign = *at == '-';
    if (at[sign] < '0' || at[sign] > '9')
        return 0;
    size_t length = sign + strspn(at + sign, "0123456789.eE+-");
    return strchr(" \t\r;", at[length]) ? length : 0;
}

size_t statistics_numbers(const char *line, size_t most, char *text,
                          size_t *length)
{
    size_t count = 0;
    *length = 0;
    for (line = scan_blanks(line); *line && *line != '\r' && count < most;
         line = scan_blanks(line)) {
        size_t number = number_length(line);
        if (number) {
            text[(*length)++] = ' ';
            memcpy(text + *length, line, number);
            *length += number;
            count++;
        }
        line += number ? number : strcspn(line, " \t");
    }
    return count;
}

/* Return the entry of a row in a text, beginning with the row's word, or
 * NULL. */
static const char *find_entry(const char *text, enum statistics_row row)
{
    size_t length = strlen(rows[row].word);
    for (const char *at = text; at; at = strstr(at, "; ")) {
        at += at > text ? 2 : 0;
        if (!strncmp(at, rows[row].word, length) && at[length] == ' ')
            return at;
    }
    return NULL;
}

int statistics_keep(struct statistics **kept, enum statistics_row row,
                    const char *numbers)
{
    struct statistics *all = *kept;
    char *copy = strdup(numbers);
    if (copy && !all)
        all = *kept = calloc(1, sizeof *all);
    if (!copy || !all) {
        free(copy);
        return -1;
    }
    bool before = all->numbers[row];
    if (!before)
        all->order[all->rows++] = (uint8_t)row;
    free(all->numbers[row]);
    all->numbers[row] = copy;
    return before;
}

char *statistics_text(const struct statistics *kept)
{
    size_t size = 1;
    for (int i = 0; i < kept->rows; i++)
        size += strlen("; ") + strlen(rows[kept->order[i]].word) +
                strlen(kept->numbers[kept->order[i]]);
    char *text = malloc(size), *at = text;
    for (int i = 0; text && i < kept->rows; i++) {
        at = stpcpy(at, i ? "; " : "");
        at = stpcpy(at, rows[kept->order[i]].word);
        at = stpcpy(at, kept->numbers[kept->order[i]]);
    }
    return text;
}

void statistics_free(struct statistics *kept)
{
    for (int row = 0; kept && row < STATISTICS_ROWS; row++)
        free(kept->numbers[row]);
    free(kept);
}

const char *statistics_find(const char *text, enum statistics_row row,
                            size_t *length)
{
    const char *entry = text ? find_entry(text, row) : NULL;
    if (!entry)
        return NULL;
    const char *numbers = entry + strlen(rows[row].word), *at = numbers;
    while (*at == ' ') {
        size_t number = number_length(at + 1);
        if (!number)
            return NULL; /* not numeric, so another program wrote this text */
        at += 1 + number;
    }
    *length = (size_t)(at - numbers);
    return !*at || *at == ';' ? numbers : NULL;
}

/* Write a record in the form of MPICL: -102 -1 0.115758 0 0 5 "%d%d" -12 1 -22
 * 7 ... */
static void write_record(struct output *out, enum statistics_row row,
                         uint64_t time, uint32_t rank, const char *numbers,
                         size_t length)
{
    char before[128];
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += numbers[i] == ' ';
    snprintf(before, sizeof before, "%d -1 %llu.%06llu %u 0 %zu \"%s\"",
             rows[row].record, (unsigned long long)(time / 1000000),
             (unsigned long long)(time % 1000000), rank, count / 2,
             rows[row].descriptor);
    out_text(out, before);
    out_bytes(out, numbers, length);
    out_text(out, " \n");
}

void statistics_write(const struct weft_trace_info *info,
                      const uint32_t *by_text, struct output *out,
                      uint64_t microseconds)
{
    for (int row = STATISTICS_TIME; info->statistics && row < STATISTICS_ROWS;
         row++)
        for (int i = 0; i < info->processors; i++) {
            size_t length;
            const char *text = info->statistics[by_text[i]];
            const char *numbers = statistics_find(text, row, &length);
            if (numbers)
                write_record(out, row, microseconds, by_text[i], numbers,
                             length);
        }
}
