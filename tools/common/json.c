/* JSON output to a stream. */
#include "common/json.h"
#include "common/terminal.h"

#include <math.h>
#include <stdio.h>
#include <weft/event.h>

static void json_put_unicode(FILE *out, unsigned number)
{
    if (number > 0xffff) /* write a surrogate pair */
        fprintf(out, "\\u%04x", 0xd7c0 + (number >> 10));
    fprintf(out, "\\u%04x",
            number > 0xffff ? 0xdc00 | (number & 0x3ff) : number);
}

static void quote(FILE *out, const char *text)
{
    fputc('"', out);
    for (size_t length; *text; text += length ? length : 1) {
        unsigned char c = (unsigned char)*text;
        length = weft_character_length(text);
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (!length)
            fputs("\\ufffd", out);
        else if (weft_character_controls(text))
            json_put_unicode(out, (unsigned)weft_character_number(text));
        else
            fwrite(text, 1, length, out);
    }
    fputc('"', out);
}

static void json_begin(struct json *json, const char *key)
{
    if (json->more)
        fputs(", ", json->out);
    json->more = true;
    if (key) {
        quote(json->out, key);
        fputs(": ", json->out);
    }
}

void json_open(struct json *json, const char *key, char bracket)
{
    json_begin(json, key);
    fputc(bracket, json->out);
    json->more = false;
}

void json_close(struct json *json, char bracket)
{
    fputc(bracket, json->out);
    json->more = true;
}

void json_text(struct json *json, const char *key, const char *value)
{
    json_begin(json, key);
    quote(json->out, value);
}

void json_text_or_null(struct json *json, const char *key, const char *value)
{
    if (value)
        json_text(json, key, value);
    else
        json_null(json, key);
}

void json_number(struct json *json, const char *key, uint64_t value)
{
    json_begin(json, key);
    fprintf(json->out, "%" PRIu64, value);
}

void json_decimal(struct json *json, const char *key, const char *digits)
{
    json_begin(json, key);
    fputs(digits, json->out);
}

void json_known(struct json *json, const char *key, bool known, bool value)
{
    if (known)
        json_bool(json, key, value);
    else
        json_real(json, key, NAN);
}

void json_real(struct json *json, const char *key, double value)
{
    json_begin(json, key);
    if (isfinite(value))
        fprintf(json->out, "%.10g", value);
    else
        fputs("null", json->out);
}

void json_moment(struct json *json, const char *key, double value)
{
    char text[REAL_TEXT];
    json_begin(json, key);
    fputs(isfinite(value) ? real_text(value, text) : "null", json->out);
}

const char *real_text(double value, char text[REAL_TEXT])
{
    bool whole = fabs(value) < 0x1p64 && value == trunc(value);
    int digits = fabs(value) < 1e13 ? 15 : 17; /* drops inexact digits */
    if (whole)
        snprintf(text, REAL_TEXT, "%.0f", value);
    else
        snprintf(text, REAL_TEXT, "%.*g", digits, value);
    return text;
}

void json_null(struct json *json, const char *key)
{
    json_begin(json, key);
    fputs("null", json->out);
}

void json_bool(struct json *json, const char *key, bool value)
{
    json_begin(json, key);
    fputs(value ? "true" : "false", json->out);
}
