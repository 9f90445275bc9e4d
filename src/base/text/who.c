/* Names of processors in texts. */
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

/* " (gpu0)", or nothing. */
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
