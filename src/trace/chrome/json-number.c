/* Numbers of JSON as what they mean in a trace. */
#include "json-reader.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int refuse(struct json_reader *json, const char *what, const char *why)
{
    bool text = json->token >= JSON_STRING;
    return json_fail(json, "%s: '%.60s' %s", what,
                     text ? json->text : "a list or an object", why);
}

/* Three digits after the point, the fourth rounds. */
static uint64_t fraction(const char *digits)
{
    uint64_t ns = 0;
    for (uint64_t unit = 100; unit && isdigit((unsigned char)*digits);
         unit /= 10)
        ns += (uint64_t)(*digits++ - '0') * unit;
    return ns + (*digits >= '5' && *digits <= '9');
}

int json_time(struct json_reader *json, const char *what, uint64_t *ns)
{
    if (json->token != JSON_NUMBER && json->token != JSON_STRING)
        return refuse(json, what, "is not a time");
    char *rest;
    errno = 0;
    unsigned long long us = strtoull(json->text, &rest, 10);
    if (!isdigit((unsigned char)json->text[0]))
        return refuse(json, what, "is not a time");
    bool good = !errno && us < UINT64_MAX / 1000 - 1;
    *ns = us * 1000;
    if (*rest == '.' && !strpbrk(rest, "eE")) {
        size_t digits = strspn(rest + 1, "0123456789");
        *ns += fraction(rest + 1);
        rest += 1 + digits;
    } else if (*rest) {
        double time = strtod(json->text, &rest) * 1000;
        good = time < 9e18;
        *ns = good ? (uint64_t)llround(time) : 0;
    }
    if (*rest)
        return refuse(json, what, "is not a time");
    return good ? 0 : refuse(json, what, "is out of range");
}

bool json_true(const struct json_reader *json)
{
    return json->token == JSON_WORD && json->text[0] == 't';
}
