/* Texts and numbers in JSON that identify things in a trace. */
#include "json-reader.h"

#include "base/base.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

uint64_t json_hash(uint64_t seed, const char *text)
{
    uint64_t h = seed ^ 0xCBF29CE484222325u;
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 0x100000001B3u;
    return h ^ h >> 29;
}

bool json_is_text(const struct json_reader *json)
{
    return json->token == JSON_STRING || json->token == JSON_NUMBER;
}

void json_copy(char *to, size_t room, const struct json_reader *json)
{
    size_t length = json->length < room - 1 ? json->length : room - 1;
    if (!json_is_text(json))
        length = 0;
    if (length < json->length) /* truncate the text between two characters */
        while (length && (json->text[length] & 0xC0) == 0x80)
            length--;
    memcpy(to, json->text, length);
    to[length] = '\0';
}

int64_t json_identity(const struct json_reader *json, char text[64])
{
    int64_t number;
    text[0] = '\0';
    if (!json_is_text(json))
        return 0;
    if (!parse_number(json->text, NULL, INT64_MIN, INT64_MAX, &number))
        return number;
    json_copy(text, 64, json);
    return (int64_t)(json_hash(0, json->text) >> 1);
}

uint64_t json_id_hash(uint64_t seed, const struct json_reader *json)
{
    char *end, text[24];
    bool hexadecimal = !strncasecmp(json->text, "0x", 2);
    errno = 0;
    unsigned long long number =
        strtoull(json->text, &end, hexadecimal ? 16 : 10);
    if (errno || *end || !isxdigit((unsigned char)json->text[0]))
        return json_hash(seed, json->text);
    snprintf(text, sizeof text, "%llu", number);
    return json_hash(seed, text);
}
