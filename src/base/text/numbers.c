/* Files of numbers. */
#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "byte-order.h"

#define NUMBERS_WORD_MAX 1023 /* maximum length of a number in bytes */

struct number_file {
    const char *path;
    double *number;
    size_t count, room;
    unsigned line;
    locale_t locale; /* the locale "C", in which the decimal point is '.' */
    struct weft_error *err;
};

static int numbers_take_word(struct number_file *r, const char *word,
                             size_t length)
{
    char *end;
    double number = strtod_l(word, &end, r->locale);
    if (end != word + length || !isfinite(number))
        return weft_error_set(r->err, WEFT_ERROR_FORMAT, 0,
                              "%.100s: line %u: '%.*s' is not a number",
                              r->path, r->line,
                              (int)(length < 40 ? length : 40), word);
    if (r->count < r->room)
        r->number[r->count] = number;
    r->count++;
    return 0;
}

/* Read the next word of at most NUMBERS_WORD_MAX bytes. Return its length, a
 * larger number if it is too long, or 0 at the end of the file. */
static size_t read_word(struct number_file *r, FILE *file,
                        char word[NUMBERS_WORD_MAX + 1])
{
    int c = getc(file);
    while (c == '#' || isspace(c)) {
        if (c == '#')
            while (c != '\n' && c != EOF)
                c = getc(file);
        r->line += c == '\n';
        c = getc(file);
    }
    size_t length = 0;
    while (c != EOF && c != '#' && !isspace(c) && length <= NUMBERS_WORD_MAX) {
        if (length < NUMBERS_WORD_MAX)
            word[length] = (char)c;
        length++;
        c = getc(file);
    }
    if (c != EOF)
        ungetc(c, file);
    word[length < NUMBERS_WORD_MAX ? length : NUMBERS_WORD_MAX] = '\0';
    return length;
}

/* Read all numbers, but stop as soon as there are too many. */
static int numbers_take_words(struct number_file *r, FILE *file)
{
    char word[NUMBERS_WORD_MAX + 1];
    size_t length;
    while (r->count <= r->room && (length = read_word(r, file, word)))
        if (numbers_take_word(r, word, length))
            return -1;
    if (ferror(file))
        return weft_error_system(r->err, errno, 0, "cannot read '%.100s': %s",
                                 r->path, strerror(errno));
    if (r->count > r->room)
        return weft_error_set(
            r->err, WEFT_ERROR_FORMAT, 0,
            "%.100s: line %u: too many numbers; %zu are needed", r->path,
            r->line, r->room);
    if (r->count < r->room)
        return weft_error_set(r->err, WEFT_ERROR_FORMAT, 0,
                              "%.100s: has %zu numbers; %zu are needed",
                              r->path, r->count, r->room);
    return 0;
}

int numbers_read(const char *path, size_t count, double *numbers,
                 struct weft_error *err)
{
    FILE *file;
    int code = regular_open(path, &file);
    if (code)
        return weft_error_system(err, code, 0, "cannot read '%.100s': %s", path,
                                 open_reason(code));
    char first[3];
    if (!byte_order_mark(first, fread(first, 1, sizeof first, file)))
        rewind(file);
    struct number_file r = {.path = path,
                            .number = numbers,
                            .room = count,
                            .line = 1,
                            .locale = newlocale(LC_ALL_MASK, "C", (locale_t)0),
                            .err = err};
    int status = r.locale
                     ? numbers_take_words(&r, file)
                     : weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (r.locale)
        freelocale(r.locale);
    fclose(file);
    return status;
}
