/* Check the words of a page's address against those that the page knows. Only
 * the page itself can tell what a value means in its runs, such as a time or an
 * order of processors (script/view.js). */
#include "page.h"

#include "trace/page/words.h"

#include <stdlib.h>
#include <string.h>

static int address_digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *found = c ? strchr(digits, c | 0x20) : NULL;
    return found && c > 31 ? (int)(found - digits) : -1;
}

/* Decode %2C and the like in place. */
static void address_decode(char *text)
{
    char *to = text;
    for (; *text; text++) {
        int high = *text == '%' ? address_digit(text[1]) : -1;
        int low = high >= 0 ? address_digit(text[2]) : -1;
        *to++ = low >= 0 ? (char)(high << 4 | low) : *text;
        text += low >= 0 ? 2 : 0;
    }
    *to = 0;
}

static bool address_is_among(const char *word, const char *const *known)
{
    while (*known && strcmp(*known, word) != 0)
        known++;
    return *known;
}

static int check_displays(char *value, struct weft_error *err)
{
    char *rest = value, *word;
    while ((word = strsep(&rest, ","))) {
        size_t length = strlen(word);
        if (length && word[length - 1] == '+')
            word[length - 1] = 0;
        if (*word && !address_is_among(word, page_displays))
            return weft_unknown_among(err, "display", word, page_displays);
    }
    return 0;
}

static int check_time(char *value, struct weft_error *err)
{
    char *end;
    strtod(value, &end);
    if (end == value || *end)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "t=%.60s: the time must be a number", value);
    return 0;
}

static int check_nothing(char *value, struct weft_error *err)
{
    (void)value;
    (void)err;
    return 0;
}

static const struct {
    const char *key;
    int (*check)(char *value, struct weft_error *err);
} rows[] = {
    {"d", check_displays},     {"t", check_time},
    {"w", check_nothing},      {"pick", check_nothing},
    {"order", check_nothing},  {"list", check_nothing},
    {"colour", check_nothing}, {"busy", check_nothing},
    {"speed", check_nothing},  {"theme", check_nothing},
    {"story", check_nothing},  {"race", check_nothing},
};
#define ADDRESS_ROWS (sizeof rows / sizeof *rows)

static const char *address_key_name(size_t i)
{
    return i < ADDRESS_ROWS ? rows[i].key : NULL;
}

int page_word_check(char *word, struct weft_error *err)
{
    char *value = word, *key = strsep(&value, "=");
    address_decode(value ? value : key);
    for (size_t i = 0; i < ADDRESS_ROWS; i++)
        if (!strcmp(rows[i].key, key))
            return value ? rows[i].check(value, err)
                         : weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                                          "'%s' has no value; write %s=...",
                                          key, key);
    if (address_is_among(key, page_options))
        return 0;
    return strchr(key, '.')
               ? weft_unknown_among(err, "option of a display", key,
                                    page_options)
               : weft_unknown(err, "key of an address", key, address_key_name);
}

static int address_check_words(char *words, struct weft_error *err)
{
    char *rest = words, *word;
    while ((word = strsep(&rest, "&")))
        if (*word && page_word_check(word, err))
            return -1;
    return 0;
}

int weft_page_show(struct weft_page *page, const char *words,
                   struct weft_error *err)
{
    if (words && *words == '#')
        words++;
    if (words && strlen(words) > PAGE_SHOW_MAX)
        return weft_error_set(
            err, WEFT_ERROR_LIMIT, 0,
            "the address has %zu bytes; at most %d are allowed", strlen(words),
            PAGE_SHOW_MAX);
    char *kept = words ? strdup(words) : NULL;
    char *read = words ? strdup(words) : NULL;
    int status = 0;
    if (words && (!kept || !read))
        status = weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    else if (words)
        status = address_check_words(read, err);
    free(read);
    if (status) {
        free(kept);
        return -1;
    }
    free(page->show);
    page->show = kept;
    return 0;
}
