/* Records of statistics as text, and back. */
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

/* The length of the number that a text begins with; 0: it does not. */
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

/* The entry of a row, its word first; NULL: there is none. */
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

int statistics_keep(char **text, enum statistics_row row, const char *numbers)
{
    const char *before = *text ? *text : "";
    const char *entry = find_entry(before, row), *rest = "";
    size_t kept = strlen(before);
    if (entry) {
        kept = (size_t)(entry - before);
        rest = strstr(entry, "; ");
        rest = rest ? rest + 2 : "";
    }
    const char *gap = !entry && kept ? "; " : "";
    const char *behind = *rest ? "; " : "";
    char *now;
    if (asprintf(&now, "%.*s%s%s%s%s%s", (int)kept, before, gap, rows[row].word,
                 numbers, behind, rest) < 0)
        return -1;
    free(*text);
    *text = now;
    return entry != NULL;
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
            return NULL; /* of another program */
        at += 1 + number;
    }
    *length = (size_t)(at - numbers);
    return !*at || *at == ';' ? numbers : NULL;
}

/* "-102 -1 0.115758 0 0 5 "%d%d" -12 1 -22 7 ... " as MPICL has it. */
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
