/* Converts numbers in JSON to values of a trace. */
#include "json-reader.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *json_number_digits(const char *text)
{
    while (*text >= '0' && *text <= '9')
        text++;
    return text;
}

bool json_is_number(const char *text)
{
    text += *text == '-';
    const char *end = json_number_digits(text);
    if (end == text)
        return false;
    if (*end == '.')
        end = json_number_digits(end + 1);
    if (*end == 'e' || *end == 'E') {
        text = end + 1 + (end[1] == '-' || end[1] == '+');
        end = json_number_digits(text);
        if (end == text)
            return false;
    }
    return !*end;
}

/* Return whether this is a word. For values that are not numbers, some programs
 * write the words of their language, such as NaN. */
bool json_is_word(const char *text)
{
    static const char *const words[] = {"true",     "false", "null",
                                        "NaN",      "nan",   "Infinity",
                                        "infinity", "inf",   "Inf"};
    bool sign = *text == '-';
    for (size_t i = sign ? 3 : 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i], text + sign))
            return true;
    return false;
}

static int json_number_refuse(struct json_reader *json, const char *what,
                              const char *why)
{
    bool text = json->token >= JSON_STRING;
    return json_fail(json, "%s: '%.60s' %s", what,
                     text ? json->text : "a list or an object", why);
}

/* Scan three digits after the decimal point, and round by the fourth. */
static uint64_t fraction(const char *digits)
{
    uint64_t ns = 0;
    for (uint64_t unit = 100; unit && isdigit((unsigned char)*digits);
         unit /= 10)
        ns += (uint64_t)(*digits++ - '0') * unit;
    return ns + (*digits >= '5' && *digits <= '9');
}

int json_time(struct json_reader *json, const char *what, uint64_t *ns,
              bool *negative)
{
    if (json->token != JSON_NUMBER && json->token != JSON_STRING)
        return json_number_refuse(json, what, "is not a time");
    char *rest;
    bool minus = negative && json->text[0] == '-';
    const char *text = json->text + minus;
    errno = 0;
    unsigned long long us = strtoull(text, &rest, 10);
    if (!isdigit((unsigned char)*text))
        return json_number_refuse(json, what, "is not a time");
    bool good = !errno && us < UINT64_MAX / 1000 - 1;
    *ns = us * 1000;
    if (*rest == '.' && !strpbrk(rest, "eE")) {
        size_t digits = strspn(rest + 1, "0123456789");
        *ns += fraction(rest + 1);
        rest += 1 + digits;
    } else if (*rest) {
        double time = strtod(text, &rest) * 1000;
        good = time < 9e18;
        *ns = good ? (uint64_t)llround(time) : 0;
    }
    if (*rest)
        return json_number_refuse(json, what, "is not a time");
    if (negative)
        *negative = minus && *ns;
    return good ? 0 : json_number_refuse(json, what, "is out of range");
}

bool json_true(const struct json_reader *json)
{
    return json->token == JSON_WORD && json->text[0] == 't';
}
