/* Lists of `key=value` joined by commas. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "pairs.h"

#define PAIR_MAX 60

static int pairs_find(const struct pairs *pairs, const char *word,
                      struct weft_error *err)
{
    for (int i = 0; pairs->key((size_t)i); i++)
        if (!strcmp(word, pairs->key((size_t)i)))
            return i;
    return weft_unknown(err, pairs->what, word,
                        pairs->known ? pairs->known : pairs->key);
}

static int parse_one(const struct pairs *pairs, char *pair, void *result,
                     unsigned *seen, struct weft_error *err)
{
    char *value = strchr(pair, '=');
    if (!value)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "%s: '%s' has no '='; write %s", pairs->what,
                              pair, pairs->usage);
    *value++ = '\0';
    int key = pairs_find(pairs, pair, err);
    if (key < 0)
        return -1;
    if (*seen & 1u << key)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "%s: '%s' is given twice", pairs->what, pair);
    *seen |= 1u << key;
    return pairs->set(result, key, value, err);
}

int pairs_parse(const struct pairs *pairs, const char *text, void *result,
                unsigned *seen, struct weft_error *err)
{
    *seen = 0;
    if (!text)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0, "%s: empty; write %s",
                              pairs->what, pairs->usage);
    for (;;) {
        size_t length = strcspn(text, ",");
        char pair[PAIR_MAX + 1];
        if (length > PAIR_MAX)
            return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                                  "%s: '%.20s...' is too long", pairs->what,
                                  text);
        snprintf(pair, sizeof pair, "%.*s", (int)length, text);
        if (parse_one(pairs, pair, result, seen, err))
            return -1;
        if (!text[length])
            return 0;
        text += length + 1;
    }
}
