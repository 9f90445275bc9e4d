/* Names of traces: FILE, FORMAT:FILE, FORMAT:-, each with or without .gz. */
#include "format.h"

#include "base/base.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *target_format_name(size_t i)
{
    return format_table[i] ? format_table[i]->info.name : NULL;
}

static bool ends_in(const char *text, size_t length, const char *ending)
{
    size_t n = ending ? strlen(ending) : 0;
    return n && length > n && !memcmp(text + length - n, ending, n);
}

/* Return the length of the word before a colon, or 0. A path may contain colons
 * too, but then with a slash or a dot before the colon. */
static size_t word_length(const char *text)
{
    size_t n = 0;
    while (isalnum((unsigned char)text[n]) || text[n] == '_')
        n++;
    return text[n] == ':' ? n : 0;
}

/* Return whether the text is the name of the format, or the extension of its
 * files without the dot. */
static bool target_is_word(const struct weft_format *format, const char *text,
                           size_t length)
{
    const char *words[] = {format->info.name, format->info.ending + 1,
                           format->also ? format->also + 1 : NULL};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i] && strlen(words[i]) == length &&
            !memcmp(words[i], text, length))
            return true;
    return false;
}

/* Report a word before a colon that is not a format, and how to write the name
 * of a file that contains the colon. */
static int refuse_word(const char *text, size_t length, struct weft_error *err)
{
    char word[61] = "";
    memcpy(word, text, length < 60 ? length : 60);
    weft_unknown(err, "trace format", word, target_format_name);
    size_t used = err ? strlen(err->text) : 0;
    if (err && used < sizeof err->text)
        snprintf(err->text + used, sizeof err->text - used,
                 " (for a file of that name, write './%.100s')", text);
    return -1;
}

int target_parse(struct target *target, const char *text,
                 struct weft_error *err)
{
    *target = (struct target){.path = text};
    size_t word = word_length(text);
    for (size_t i = 0; word && !target->format && format_table[i]; i++)
        if (target_is_word(format_table[i], text, word))
            target->format = format_table[i];
    if (word && !target->format)
        return refuse_word(text, word, err);
    if (word)
        target->path = text + word + 1;
    size_t length = strlen(target->path);
    target->gzip = ends_in(target->path, length, ".gz");
    if (target->gzip)
        length -= 3;
    for (size_t i = 0; !target->format && format_table[i]; i++) {
        target->also = ends_in(target->path, length, format_table[i]->also);
        if (target->also ||
            ends_in(target->path, length, format_table[i]->info.ending))
            target->format = format_table[i];
    }
    return 0;
}

const char *weft_target_remark(const char *text)
{
    struct target target;
    bool good = !target_parse(&target, text, NULL) && target.format;
    return good && target.path == text ? target.format->info.remark : NULL;
}
