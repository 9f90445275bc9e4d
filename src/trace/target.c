/* Names of traces: FILE, FORMAT:FILE, `-`, each with or without .gz. */
#include "format.h"

#include "base/base.h"

#include <ctype.h>
#include <string.h>

static const char *format_name(size_t i)
{
    return format_table[i] ? format_table[i]->info.name : NULL;
}

static bool ends_in(const char *text, size_t length, const char *ending)
{
    size_t n = ending ? strlen(ending) : 0;
    return n && length > n && !memcmp(text + length - n, ending, n);
}

/* The length of the word before a colon; 0 if there is none. A path may hold
 * colons too: with a slash or a dot before the colon it is one. */
static size_t word_length(const char *text)
{
    size_t n = 0;
    while (isalnum((unsigned char)text[n]) || text[n] == '_')
        n++;
    return text[n] == ':' ? n : 0;
}

int target_parse(struct target *target, const char *text,
                 struct weft_error *err)
{
    *target = (struct target){.path = text};
    size_t word = word_length(text);
    for (size_t i = 0; word && format_table[i]; i++) {
        const char *name = format_table[i]->info.name;
        if (strlen(name) == word && !memcmp(name, text, word))
            target->format = format_table[i];
    }
    if (word && !target->format) {
        char unknown[61] = "";
        memcpy(unknown, text, word < 60 ? word : 60);
        return weft_unknown(err, "trace format", unknown, format_name);
    }
    if (word)
        target->path = text + word + 1;
    size_t length = strlen(target->path);
    target->gzip = ends_in(target->path, length, ".gz");
    if (target->gzip)
        length -= 3;
    for (size_t i = 0; !target->format && format_table[i]; i++)
        if (ends_in(target->path, length, format_table[i]->info.ending) ||
            ends_in(target->path, length, format_table[i]->also))
            target->format = format_table[i];
    return 0;
}
