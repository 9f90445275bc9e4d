/* Names of processors in messages. */
#include "who.h"

#include "base/base.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/event.h>

#define CHARACTERS_MAX 24
#define WHO_MORE "\xe2\x80\xa6"
#define NAME_MAX_BYTES (4 * CHARACTERS_MAX + sizeof WHO_MORE)

void who_print(char *text, size_t size, const char *name)
{
    size_t used = 0, length;
    for (int characters = 0; *name && characters < CHARACTERS_MAX;
         name += length, characters++) {
        bool shown = text_take(name, &length);
        size_t bytes = shown ? length : 1;
        if (used + bytes + sizeof WHO_MORE > size)
            break;
        memcpy(text + used, shown ? name : "?", bytes);
        used += bytes;
    }
    strcpy(text + used, *name ? WHO_MORE : "");
}

static int who_characters(const char *text, const char *end)
{
    int count = 0;
    for (size_t length; text < end; text += length, count++)
        text_take(text, &length);
    return count;
}

/* Return how many characters of a name to show: in "loader (pid 7 tid 8)" those
 * before the identifiers; in "CPU1 (19563, MEMNODE0, program)" as many
 * containers, innermost first, as fit into `most` characters together with
 * *closing. */
static int who_length(const char *name, int most, const char **closing)
{
    const char *ids = strstr(name, " (pid "), *list = strstr(name, " (");
    const char *end = ids ? ids : name + strlen(name);
    *closing = "";
    if (ids || !list || !strstr(list, ", "))
        return who_characters(name, end);
    while (end > list &&
           who_characters(name, end) + (int)strlen(*closing) > most) {
        do
            end--;
        while (end > list && *end != ',');
        *closing = end > list ? ")" : "";
    }
    return who_characters(name, end);
}

/* Print the end of a name in at most `most` characters. */
static void who_print_end(char *text, const char *name, int most)
{
    const char *closing;
    int count = who_length(name, most, &closing), skipped = 0;
    size_t length, used = 0;
    if (count > most) {
        strcpy(text, WHO_MORE);
        used = strlen(WHO_MORE);
        skipped = count - most + 1;
    }
    for (int i = 0; i < count; i++, name += length) {
        bool shown = text_take(name, &length);
        if (i < skipped)
            continue;
        size_t bytes = shown ? length : 1;
        memcpy(text + used, shown ? name : "?", bytes);
        used += bytes;
    }
    strcpy(text + used, closing);
}

void who_label(char *text, const char *name, int rank, int most)
{
    int used = snprintf(text, 4 * WHO_LABEL, "%d ", rank);
    if (strtol(name, NULL, 10) == rank && strlen(name) + 1 == (size_t)used)
        text[used - 1] = '\0';
    else
        who_print_end(text + used, name, most - used);
}

/* Write " (gpu0)", or nothing if the name adds nothing. */
static void who_behind(char *text, size_t size, const char *name, int rank)
{
    char shown[NAME_MAX_BYTES], number[16];
    text[0] = '\0';
    snprintf(number, sizeof number, "%d", rank);
    if (!name || !*name || !strcmp(name, number))
        return;
    who_print(shown, sizeof shown, name);
    snprintf(text, size, " (%s)", shown);
}

void who_name(char *text, size_t size,
              const char *(*name)(const void *arg, int rank), const void *arg)
{
    char name_text[NAME_MAX_BYTES + 4], *end;
    for (char *at = text; (at = strchr(at, WHO_MARK));) {
        memmove(at, at + 1, strlen(at));
        long rank = strtol(at, &end, 10);
        if (end == at || rank < 0 || rank > INT32_MAX)
            continue;
        who_behind(name_text, sizeof name_text, name(arg, (int)rank),
                   (int)rank);
        size_t more = strlen(name_text), rest = strlen(end) + 1;
        if (more && (size_t)(end - text) + more + rest <= size) {
            memmove(end + more, end, rest);
            memcpy(end, name_text, more);
            end += more;
        }
        at = end;
    }
}
