/* Files of numbers. */
#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base.h"

struct reading {
    const char *path;
    double *number;
    size_t count, room;
    unsigned line;
    locale_t locale; /* of C: a point is a point wherever we run */
    struct weft_error *err;
};

static int take_word(struct reading *r, const char *word, size_t length)
{
    char *end;
    double number = strtod_l(word, &end, r->locale);
    if (end != word + length || !isfinite(number))
        return weft_error_set(
            r->err, EILSEQ, 0, "%.100s: line %u: '%.*s' is not a number",
            r->path, r->line, (int)(length < 40 ? length : 40), word);
    if (r->count < r->room)
        r->number[r->count] = number;
    r->count++;
    return 0;
}

static int take_line(struct reading *r, char *line)
{
    line[strcspn(line, "#\n")] = '\0';
    for (char *at = line;;) {
        while (isspace((unsigned char)*at))
            at++;
        size_t length = strcspn(at, " \t\r\v\f");
        if (!length)
            return 0;
        if (take_word(r, at, length))
            return -1;
        at += length;
    }
}

static int take_lines(struct reading *r, FILE *file)
{
    char *line = NULL;
    size_t capacity = 0;
    int status = 0;
    while (!status && getline(&line, &capacity, file) >= 0) {
        r->line++;
        status = take_line(r, line);
    }
    int code = errno;
    if (!status && ferror(file))
        status = weft_error_set(r->err, EIO, 0, "cannot read '%.100s': %s",
                                r->path, strerror(code));
    free(line);
    return status;
}

int weft_read_numbers(const char *path, size_t count, double *numbers,
                      struct weft_error *err)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return weft_error_set(err, EIO, 0, "cannot read '%.100s': %s", path,
                              strerror(errno));
    struct reading r = {.path = path,
                        .number = numbers,
                        .room = count,
                        .locale = newlocale(LC_ALL_MASK, "C", (locale_t)0),
                        .err = err};
    int status = r.locale ? take_lines(&r, file)
                          : weft_error_set(err, ENOMEM, 0, "no memory");
    if (!status && r.count != count)
        status = weft_error_set(err, EILSEQ, 0,
                                "%.100s: %zu numbers, %zu are needed", path,
                                r.count, count);
    int code = errno;
    if (r.locale)
        freelocale(r.locale);
    fclose(file);
    errno = code;
    return status;
}
