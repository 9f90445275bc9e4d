/* Characters, words and suggestions for misspelt words. The folder: numbers in
 * text (number.c) and in files (numbers.c), numbered texts (texts.c), streams
 * in memory (memstream.c). */
#include "base/base.h"
#include "base/text/synonyms.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/event.h>

static size_t min3(size_t a, size_t b, size_t c)
{
    size_t least = a < b ? a : b;
    return least < c ? least : c;
}

/* Edit distance of two folded words by dynamic programming, row by row. */
static size_t words_distance(const char *a, const char *b)
{
    size_t row[FOLDED];
    size_t n = strlen(b);
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

/* Return the name nearest to a folded word, or NULL if none is near: at most
 * half of the letters may be wrong, and a prefix of a name counts as one wrong
 * letter. Set *far to the number of wrong letters. */
static const char *words_nearest(const char *word, const char *const *names,
                                 size_t *far)
{
    const char *best = NULL;
    char name[FOLDED];
    size_t length = strlen(word);
    *far = length / 2 + 1;
    for (; *names; names++) {
        if (!word_fold(*names, name))
            continue;
        size_t wrong = words_distance(word, name);
        if (wrong > 1 && length > 1 && strncmp(word, name, length) == 0)
            wrong = 1;
        if (wrong < *far) {
            *far = wrong;
            best = *names;
        }
    }
    return best;
}

/* Guess the meaning of a wrong word: a different spelling of a name, a synonym,
 * or the nearest name. Return false if nothing is near. */
static bool words_guess(const char *word, const char *const *names, char *hint,
                        size_t size)
{
    char folded[FOLDED];
    size_t far;
    if (!word_fold(word, folded))
        return false;
    const char *near = words_nearest(folded, names, &far);
    if ((!near || far) && synonym_find(folded, names, hint, size))
        return true;
    if (near)
        snprintf(hint, size, "%s", near);
    return near != NULL;
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

/* Return the length of the longest prefix of whole characters within
 * `bytes`. */
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
    char hint[FOLDED + 40];
    if (words_guess(word, names, hint, sizeof hint))
        return weft_error_set(err, WEFT_ERROR_UNKNOWN, 0,
                              "unknown %s '%.60s'; did you mean '%s'?", what,
                              word, hint);
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
