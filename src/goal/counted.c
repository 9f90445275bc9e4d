/* Goals whose blocks have sizes: each unit of a block is a block of the goal,
 * so code that counts and compares blocks needs no special case. */
#include "counted.h"

#include <stdlib.h>
#include <string.h>

#include "base/text/memstream.h"

/* limit on the units of all blocks */
#define COUNTED_UNITS_MAX (1 << 24)

/* Parse a number and the separator after it. Return the number, or -1. */
static long counted_number(const char **text)
{
    char *end;
    if (**text < '0' || **text > '9')
        return -1;
    long number = strtol(*text, &end, 10);
    end += strspn(end, " \t\r\n");
    end += *end == ',' || *end == '+';
    *text = end + strspn(end, " \t\r\n");
    return number > COUNTED_UNITS_MAX ? -1 : number;
}

int counted_check(const char *text, struct weft_error *err)
{
    const char *at = text + strspn(text, " \t\r\n");
    long units = 0, number = 0;
    do {
        number = counted_number(&at);
        units += number;
    } while (*at && number >= 0 && units <= COUNTED_UNITS_MAX);
    if (number >= 0 && units <= COUNTED_UNITS_MAX)
        return 0;
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "--counts takes numbers like 3+0+5, together at most "
                          "%d, not '%.40s'",
                          COUNTED_UNITS_MAX, text);
}

int *counted_offsets(const char *text, int blocks, struct weft_error *err)
{
    const char *at = text + strspn(text, " \t\r\n");
    int numbers = 0;
    if (counted_check(text, err))
        return NULL;
    int *offset = calloc((size_t)blocks + 1, sizeof *offset);
    if (!offset) {
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
        return NULL;
    }
    for (; *at; numbers++) {
        long number = counted_number(&at);
        if (numbers < blocks)
            offset[numbers + 1] = offset[numbers] + (int)number;
    }
    if (numbers == blocks)
        return offset;
    free(offset);
    weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                   "--counts: expected %d numbers, one for each block, as in "
                   "1+2+..; got %d",
                   blocks, numbers);
    return NULL;
}

static void counted_put(FILE *out, const int *offset, int block,
                        const char *before)
{
    if (offset[block] < offset[block + 1])
        fprintf(out, "%s%d..%d", before, offset[block], offset[block + 1] - 1);
}

/* Write "have R: A..B", and with a block for each pair "want R: A..B, C..D". */
static void counted_write(FILE *out, const int *offset, int processors,
                          int each, bool pairs)
{
    for (int rank = 0; rank < processors; rank++) {
        int first = offset[rank * each], end = offset[(rank + 1) * each];
        if (first < end)
            fprintf(out, "have %d: %d..%d\n", rank, first, end - 1);
    }
    int end = offset[processors * each];
    if (!pairs && end)
        fprintf(out, "want all: 0..%d\n", end - 1);
    for (int rank = 0; pairs && rank < processors; rank++) {
        bool some = false;
        for (int from = 0; from < processors; from++) {
            int block = from * processors + rank;
            char before[40] = ", ";
            if (!some)
                snprintf(before, sizeof before, "want %d: ", rank);
            counted_put(out, offset, block, before);
            some = some || offset[block] < offset[block + 1];
        }
        if (some)
            fputc('\n', out);
    }
}

struct weft_goal *goal_counted(const char *name, int processors, int each,
                               const char *counts, struct weft_error *err)
{
    bool pairs = !strcmp(name, "alltoall");
    int64_t blocks = (int64_t)processors * (pairs ? processors : each);
    if (!pairs && strcmp(name, "allgather") != 0) {
        weft_error_set(err, WEFT_ERROR_MISUSE, 0, "%s has blocks of one size",
                       name);
        return NULL;
    }
    if (blocks > COUNTED_UNITS_MAX) {
        weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                       "--counts is for at most %d blocks", COUNTED_UNITS_MAX);
        return NULL;
    }
    int *offset = counted_offsets(counts, (int)blocks, err);
    struct memstream text;
    if (!offset)
        return NULL;
    if (memstream_open(&text) == 0)
        counted_write(text.out, offset, processors, pairs ? processors : each,
                      pairs);
    free(offset);
    char *written = memstream_close(&text, err);
    struct weft_goal *goal =
        written ? goal_of_text(written, processors, true, err) : NULL;
    free(written);
    return goal;
}
