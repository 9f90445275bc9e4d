/* Reads and writes the parameters of a run in PICL. */
#include "tracemsg.h"

#include "base/base.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARKER "weft:"
/* limit on the bytes of one part, because PICL cuts lines at 118 */
#define PART 60
#define LINE_ROOM 128 /* size of a line */
/* limit on the number of words; there may be several for each processor */
#define TRACEMSG_WORDS_MAX 9999999

/* The lines collected so far, before any is written. */
struct tracemsg_lines {
    void (*put)(char *line, size_t size, const char *word);
    char (*line)[LINE_ROOM];
    size_t count, capacity;
    bool failed;
};

static void add_line(struct tracemsg_lines *lines, const char *part,
                     size_t length, bool more)
{
    char word[LINE_ROOM];
    if (lines->failed || lines->count == TRACEMSG_WORDS_MAX ||
        array_grow(&lines->line, &lines->capacity, lines->count + 1,
                   sizeof *lines->line)) {
        lines->failed = true;
        return;
    }
    snprintf(word, sizeof word, MARKER "%04zu:%s%.*s", lines->count + 1,
             more ? "+" : "", (int)length, part);
    lines->put(lines->line[lines->count++], LINE_ROOM, word);
}

static bool tracemsg_plain(char c)
{
    return (unsigned char)c < 127 && isgraph(c) && c != '%' && c != '"';
}

/* Write a text, with the characters for which as_it_is() is false as %HH. */
static char *tracemsg_encode(char *to, const char *text, bool as_it_is(char))
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (as_it_is(*text))
            *to++ = (char)c;
        else
            to += sprintf(to, "%%%02x", c);
    }
    return to;
}

static void add_parameter(void *arg, const char *key, const char *value)
{
    struct tracemsg_lines *lines = arg;
    char *text = malloc(3 * (strlen(key) + strlen(value)) + 2);
    if (!text) {
        lines->failed = true;
        return;
    }
    char *end = tracemsg_encode(text, key, params_key_character);
    *end++ = '=';
    end = tracemsg_encode(end, value, tracemsg_plain);
    for (const char *part = text; part < end; part += PART) {
        size_t left = (size_t)(end - part);
        add_line(lines, part, left < PART ? left : PART, part > text);
    }
    free(text);
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(a, b);
}

int picl_params_write(const struct weft_trace_info *info, struct output *out,
                      void put(char *line, size_t size, const char *word))
{
    struct tracemsg_lines lines = {.put = put};
    params_each(info, add_parameter, &lines);
    params_each_call(info, add_parameter, &lines);
    if (lines.count)
        qsort(lines.line, lines.count, sizeof *lines.line, compare_lines);
    for (size_t i = 0; i < lines.count; i++)
        out_text(out, lines.line[i]);
    free(lines.line);
    return lines.failed ? -1 : 0;
}

void picl_params_init(struct picl_params *params)
{
    *params = (struct picl_params){0};
    params_init(&params->params);
    params->params.keeps_calls = true;
}

const char *picl_params_find(const char *line)
{
    const char *word = line + strlen(line);
    while (word > line && word[-1] != ' ')
        word--;
    return word;
}

bool picl_params_has(const char *word)
{
    return word && !strncmp(word, MARKER, sizeof MARKER - 1);
}

enum weft_error_kind picl_params_word(struct picl_params *params,
                                      const char *word, size_t length)
{
    size_t marker = sizeof MARKER - 1;
    if (length <= marker || memcmp(word, MARKER, marker))
        return WEFT_ERROR_NONE;
    if (params->count == TRACEMSG_WORDS_MAX) {
        params->params.wrong = "the parameters have more than 9999999 parts";
        return WEFT_ERROR_FORMAT;
    }
    if (array_grow(&params->word, &params->capacity, params->count + 1,
                   sizeof *params->word))
        return WEFT_ERROR_MEMORY;
    char *copy = strndup(word + marker, length - marker);
    if (!copy)
        return WEFT_ERROR_MEMORY;
    params->word[params->count++] = copy;
    return WEFT_ERROR_NONE;
}

/* Compare words by number; numbers above 9999 have more digits. */
static int compare_words(const void *a, const void *b)
{
    const char *left = *(char *const *)a, *right = *(char *const *)b;
    unsigned long first = strtoul(left, NULL, 10);
    unsigned long second = strtoul(right, NULL, 10);
    if (first != second)
        return first < second ? -1 : 1;
    return strcmp(left, right);
}

static void tracemsg_decode(char *text)
{
    char *to = text;
    for (; *text; text++) {
        unsigned c = (unsigned char)*text;
        if (c == '%' && isxdigit((unsigned char)text[1]) &&
            isxdigit((unsigned char)text[2])) {
            char hex[3] = {text[1], text[2], '\0'};
            c = (unsigned)strtoul(hex, NULL, 16);
            text += 2;
        }
        *to++ = (char)c;
    }
    *to = '\0';
}

static enum weft_error_kind tracemsg_add(struct picl_params *params, char *text)
{
    char *value = strchr(text, '=');
    if (!value)
        return WEFT_ERROR_NONE;
    *value++ = '\0';
    tracemsg_decode(text);
    tracemsg_decode(value);
    return params_add(&params->params, text, value);
}

enum weft_error_kind picl_params_complete(struct picl_params *params)
{
    char *text = NULL;
    size_t length = 0, capacity = 0;
    enum weft_error_kind result = WEFT_ERROR_NONE;
    if (params->count)
        qsort(params->word, params->count, sizeof *params->word, compare_words);
    for (size_t i = 0; !result && i <= params->count; i++) {
        const char *part = i < params->count ? params->word[i] : "";
        part += strcspn(part, ":");
        part += *part == ':';
        bool more = *part == '+';
        if (!more && length)
            result = tracemsg_add(params, text);
        length = more ? length : 0;
        size_t size = strlen(part + more);
        if (!result && array_grow(&text, &capacity, length + size + 1, 1))
            result = WEFT_ERROR_MEMORY;
        if (!result)
            memcpy(text + length, part + more, size + 1);
        length += size;
    }
    free(text);
    return result;
}

void picl_params_finish(struct picl_params *params)
{
    for (size_t i = 0; i < params->count; i++)
        free(params->word[i]);
    free(params->word);
    params->word = NULL;
    params->count = 0;
    params_finish(&params->params);
}
