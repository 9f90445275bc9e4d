/* Characters, words and what a wrong word may have meant. The folder: numbers
 * in text (number.c) and in files (numbers.c), texts that are numbered
 * (texts.c), text that is written in memory (memstream.c). */
#include "base/base.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/event.h>

#define WORD_MAX 63

static size_t min3(size_t a, size_t b, size_t c)
{
    size_t least = a < b ? a : b;
    return least < c ? least : c;
}

/* Edit distance by the usual table, one row at a time. */
static size_t distance(const char *a, const char *b)
{
    size_t row[WORD_MAX + 1];
    size_t n = strnlen(b, WORD_MAX);
    for (size_t j = 0; j <= n; j++)
        row[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            size_t above = row[j];
            row[j] = min3(above + 1, row[j - 1] + 1,
                          diagonal + (a[i - 1] != b[j - 1]));
            diagonal = above;
        }
    }
    return row[n];
}

/* The name nearest to `word`, or NULL if none is near: half of the word may be
 * wrong; one that only lacks its end is one letter off. */
static const char *nearest(const char *word, const char *const *names)
{
    const char *best = NULL;
    size_t length = strlen(word), least = length / 2 + 1;
    if (length > WORD_MAX) /* longer than any name: near none */
        return NULL;
    for (; *names; names++) {
        size_t far = distance(word, *names);
        if (far > 1 && length > 1 && strncmp(word, *names, length) == 0)
            far = 1;
        if (far < least) {
            least = far;
            best = *names;
        }
    }
    return best;
}

bool text_take(const char *text, size_t *length)
{
    *length = weft_character_length(text);
    bool shown = *length && !weft_character_controls(text);
    *length += !*length;
    return shown;
}

bool text_is_plain(const char *text)
{
    for (size_t length; *text; text += length)
        if (!text_take(text, &length))
            return false;
    return true;
}

/* The most whole characters of a longer text that these bytes hold. */
static size_t whole_characters(const char *text, size_t bytes)
{
    size_t used = 0, length;
    for (text_take(text, &length); used + length <= bytes;
         text_take(text + used, &length))
        used += length;
    return used;
}

void text_cut(char *to, size_t size, const char *text)
{
    bool fits = strlen(text) < size;
    size_t length = fits ? size - 1 : whole_characters(text, size - 4);
    snprintf(to, size, "%.*s%s", (int)length, text, fits ? "" : "...");
}

void text_make_plain(char *text)
{
    for (size_t length; *text; text += length)
        if (!text_take(text, &length))
            memset(text, '?', length);
}

int weft_unknown_among(struct weft_error *err, const char *what,
                       const char *word, const char *const *names)
{
    const char *near = nearest(word, names);
    if (near)
        return weft_error_set(err, WEFT_ERROR_UNKNOWN, 0,
                              "unknown %s '%.60s'; did you mean '%s'?", what,
                              word, near);
    char known[300] = "";
    for (size_t i = 0; names[i]; i++) {
        size_t used = strlen(known);
        if (used + strlen(names[i]) + sizeof ", , ..." > sizeof known) {
            strcat(known, ", ...");
            break;
        }
        snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "",
                 names[i]);
    }
    return weft_error_set(err, WEFT_ERROR_UNKNOWN, 0,
                          "unknown %s '%.60s'; known: %s", what, word, known);
}

int weft_unknown(struct weft_error *err, const char *what, const char *word,
                 const char *(*name)(size_t i))
{
    size_t count = 0;
    while (name(count))
        count++;
    const char **names = calloc(count + 1, sizeof *names);
    if (!names)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    for (size_t i = 0; i < count; i++)
        names[i] = name(i);
    int status = weft_unknown_among(err, what, word, names);
    free(names);
    return status;
}

char *format_text(const char *format, ...)
{
    char *text;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    return length < 0 ? NULL : text;
}

bool word_is_name(const char *word, size_t most)
{
    size_t length = 0;
    while (isalnum((unsigned char)word[length]) || word[length] == '-' ||
           word[length] == '_')
        length++;
    return length && !word[length] && length <= most;
}

bool word_listed(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)); at += length) {
        bool starts = at == list || at[-1] == ' ';
        if (starts && (at[length] == ' ' || !at[length]))
            return true;
    }
    return false;
}
