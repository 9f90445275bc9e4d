/* Verifies that a document contains everything that was written. */
#include "whole.h"

#include <string.h>

/* Skip the text after a tag, and count its characters. An entity counts as one
 * character; indentation does not count. */
static const char *skip_text(const char *at, size_t *characters)
{
    bool counts = *at != '\n';
    for (; *at && *at != '<'; at++) {
        *characters += counts;
        if (*at == '&')
            at += strcspn(at, ";");
    }
    return at;
}

bool whole_is(const struct whole *wanted, const char *text)
{
    size_t elements = 0, attributes = 0, characters = 0;
    /* skip the line <?xml ...?> */
    const char *at = text ? strchr(text, '\n') : NULL;
    while (at && *(at = skip_text(at, &characters))) {
        elements += at[1] != '/';
        for (; *at && *at != '>'; at++)
            attributes += *at == '=' && at[1] == '"';
        at += *at == '>';
    }
    const char *end = text ? strstr(text, "</svg>") : NULL;
    return end && elements == wanted->elements &&
           attributes == wanted->attributes && characters == wanted->characters;
}
