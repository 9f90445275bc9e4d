/* A pull parser for JSON. It returns one token at a time, and keeps only the
 * open brackets and the text of the last token. */
#include "json-reader.h"

#include "base/base.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BARE_MAX 63 /* limit on the length of a number or a word */
/* limit on the length of a first line: in a longer one, errors are shown with
 * their position */
#define SHORT_LINE 80

enum json_state {
    VALUE,            /* a value must follow */
    VALUE_OR_CLOSE,   /* a value or ] must follow */
    KEY_OR_CLOSE,     /* a key or } must follow */
    COMMA_OR_CLOSE,   /* a comma or a closing bracket must follow */
    JSON_READER_DONE, /* nothing may follow the top-level value */
};

int json_init(struct json_reader *json, struct input *in,
              struct weft_error *err)
{
    *json =
        (struct json_reader){.in = in, .err = err, .line = 1, .state = VALUE};
    if (array_grow(&json->text, &json->room, BARE_MAX + 1, 1))
        return -1;
    json->text[0] = '\0';
    return 0;
}

void json_finish(struct json_reader *json)
{
    free(json->text);
}

int json_fail(struct json_reader *json, const char *format, ...)
{
    if (in_failed(json->in, json->err))
        return -1; /* the text was truncated by a read error, which is
                      reported */
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    char place[40] = "";
    if (json->line == 1 && json->depth && json->passed + json->at > SHORT_LINE)
        snprintf(place, sizeof place, "byte %" PRIu64 ": ",
                 json->passed + json->at);
    return weft_error_set(json->err, WEFT_ERROR_FORMAT, json->line, "%s%s",
                          place, text);
}

/* Return the next byte without consuming it, or EOF at the end or after an
 * error. */
static int peek(struct json_reader *json)
{
    if (json->at == json->filled) {
        long count = in_bytes(json->in, json->buffer, sizeof json->buffer);
        json->passed += json->filled;
        json->at = 0;
        json->filled = count > 0 ? (size_t)count : 0;
        if (count <= 0)
            return EOF;
    }
    return (unsigned char)json->buffer[json->at];
}

static int json_reader_take(struct json_reader *json)
{
    int c = peek(json);
    if (c != EOF)
        json->at++;
    json->line += c == '\n';
    return c;
}

static int skip_space(struct json_reader *json)
{
    int c = peek(json);
    while (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
        json_reader_take(json);
        c = peek(json);
    }
    return c;
}

/* Append bytes to the text, and leave room for a NUL. */
static void json_reader_keep(struct json_reader *json, const char *bytes,
                             size_t count)
{
    size_t most = JSON_TEXT_MAX - json->length;
    count = count < most ? count : most;
    size_t needed = json->length + count + 1;
    if (needed > json->room &&
        array_grow(&json->text, &json->room, needed, 1)) {
        json->no_memory = true;
        return;
    }
    memcpy(json->text + json->length, bytes, count);
    json->length += count;
}

static void keep_byte(struct json_reader *json, int c)
{
    char byte = (char)c;
    json_reader_keep(json, &byte, 1);
}

/* Append the buffered bytes that need no decoding. */
static void keep_plain(struct json_reader *json)
{
    const char *from = json->buffer + json->at, *at = from;
    const char *end = json->buffer + json->filled;
    while (at < end && (unsigned char)*at >= 0x20 && *at != '"' && *at != '\\')
        at++;
    json_reader_keep(json, from, (size_t)(at - from));
    json->at += (size_t)(at - from);
}

static void keep_utf8(struct json_reader *json, unsigned code)
{
    if (code < 0x80) {
        keep_byte(json, (int)code);
        return;
    }
    int more = 1 + (code >= 0x800) + (code >= 0x10000);
    static const unsigned char lead[] = {0, 0xC0, 0xE0, 0xF0};
    keep_byte(json, (int)(lead[more] | code >> 6 * more));
    while (more--)
        keep_byte(json, (int)(0x80 | (code >> 6 * more & 0x3F)));
}

static int hexadecimal(struct json_reader *json, unsigned *code)
{
    *code = 0;
    for (int i = 0; i < 4; i++) {
        int c = json_reader_take(json);
        if (c == EOF || !isxdigit(c))
            return json_fail(json, "\\u needs four hexadecimal digits");
        *code = *code << 4 | (unsigned)(c <= '9' ? c - '0' : (c & 7) + 9);
    }
    return 0;
}

/* Decode a \u escape. \uD83D\uDE00 is one character. An unpaired surrogate is
 * replaced. */
static int unicode(struct json_reader *json)
{
    unsigned code, low;
    if (hexadecimal(json, &code))
        return -1;
    while (code - 0xD800 < 0x400 && peek(json) == '\\') {
        json_reader_take(json);
        if (peek(json) != 'u') {
            keep_utf8(json, 0xFFFD);
            return 1; /* the backslash of the next escape has been consumed */
        }
        json_reader_take(json);
        if (hexadecimal(json, &low))
            return -1;
        if (low - 0xDC00 < 0x400) {
            keep_utf8(json, 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00));
            return 0;
        }
        keep_utf8(json, 0xFFFD);
        code = low;
    }
    keep_utf8(json, code - 0xD800 < 0x800 || !code ? 0xFFFD : code);
    return 0;
}

/* Decode an escape whose backslash has been read. */
static int json_reader_escape(struct json_reader *json)
{
    static const char from[] = "\"\\/bfnrt";
    static const char to[] = "\"\\/\b\f\n\r\t";
    int more;
    do {
        int c = json_reader_take(json);
        const char *found = c == EOF || !c ? NULL : strchr(from, c);
        more = 0;
        if (found)
            keep_byte(json, to[found - from]);
        else if (c == 'u')
            more = unicode(json);
        else
            return json_fail(json, "unknown escape in a string");
    } while (more > 0);
    return more;
}

static int string(struct json_reader *json)
{
    json_reader_take(json);
    json->length = 0;
    for (;;) {
        keep_plain(json);
        int c = json_reader_take(json);
        if (c == EOF)
            return json_fail(json, "the file ends within a string");
        if (c == '"')
            break;
        if (c == '\n' || !c)
            return json_fail(json, "control character in a string");
        if (c != '\\')
            keep_byte(json, c);
        else if (json_reader_escape(json))
            return -1;
    }
    json->text[json->length] = '\0';
    return json->no_memory ? -1 : 0;
}

/* Read a number or a word: letters, digits and signs. */
static enum json_token bare(struct json_reader *json)
{
    json->length = 0;
    for (int c = peek(json);
         c != EOF && (isalnum(c) || c == '-' || c == '+' || c == '.');
         c = peek(json)) {
        if (json->length == BARE_MAX) {
            json_fail(json, "a number of more than %d characters", BARE_MAX);
            return JSON_ERROR;
        }
        json->text[json->length++] =
            /* `text` always has room for a number or a word */
            (char)json_reader_take(json);
    }
    json->text[json->length] = '\0';
    const char *text = json->text;
    if (json_is_word(text))
        return JSON_WORD;
    if (json_is_number(text))
        return JSON_NUMBER;
    if (json->length)
        json_fail(json, "'%.40s' is not a value", text);
    else if (peek(json) == EOF)
        json_fail(json, "the file ends where a value is expected");
    else
        json_fail(json, "unexpected character 0x%02x", (unsigned)peek(json));
    return JSON_ERROR;
}

static enum json_token json_reader_opening(struct json_reader *json,
                                           char bracket)
{
    if (json->depth == JSON_DEPTH) {
        json_fail(json, "brackets nested more than %d deep", JSON_DEPTH);
        return JSON_ERROR;
    }
    json_reader_take(json);
    json->close[json->depth++] = bracket == '{' ? '}' : ']';
    json->state = bracket == '{' ? KEY_OR_CLOSE : VALUE_OR_CLOSE;
    return bracket == '{' ? JSON_OBJECT : JSON_ARRAY;
}

static void after_value(struct json_reader *json)
{
    json->state = json->depth ? COMMA_OR_CLOSE : JSON_READER_DONE;
}

static enum json_token value(struct json_reader *json, int c)
{
    if (c == '{' || c == '[')
        return json_reader_opening(json, (char)c);
    enum json_token token = JSON_STRING;
    if (c != '"')
        token = bare(json);
    else if (string(json))
        token = JSON_ERROR;
    after_value(json);
    return token;
}

static enum json_token json_reader_key(struct json_reader *json, int c)
{
    if (c != '"') {
        json_fail(json, c == EOF ? "the file ends within an object"
                                 : "expected a key");
        return JSON_ERROR;
    }
    if (string(json))
        return JSON_ERROR;
    if (skip_space(json) != ':') {
        json_fail(json, "expected a colon after the key '%.40s'", json->text);
        return JSON_ERROR;
    }
    json_reader_take(json);
    json->state = VALUE;
    return JSON_KEY;
}

/* Handle the end of the file. It is accepted if the value is complete, or if
 * only the end of a top-level array is missing. */
static enum json_token at_end(struct json_reader *json)
{
    bool open_array = json->depth == 1 && json->close[0] == ']';
    if (in_failed(json->in, json->err))
        return JSON_ERROR;
    if (json->state == JSON_READER_DONE || open_array)
        return JSON_END;
    json_fail(json, json->depth ? "the file ends within an object or array"
                                : "the file is empty");
    return JSON_ERROR;
}

static enum json_token json_reader_next(struct json_reader *json)
{
    int c = skip_space(json);
    if (json->state == COMMA_OR_CLOSE && c == ',') {
        json_reader_take(json);
        bool object = json->close[json->depth - 1] == '}';
        json->state = object ? KEY_OR_CLOSE : VALUE_OR_CLOSE;
        c = skip_space(json);
    }
    if (json->state == COMMA_OR_CLOSE && c == '{' &&
        json->close[json->depth - 1] == ']')
        json->state = VALUE; /* a missing comma before an object is accepted */
    if (c == EOF)
        return at_end(json);
    if (json->depth && json->state != VALUE &&
        c == json->close[json->depth - 1]) {
        json_reader_take(json);
        json->depth--;
        after_value(json);
        return JSON_CLOSE;
    }
    if (json->state == KEY_OR_CLOSE)
        return json_reader_key(json, c);
    if (json->state != COMMA_OR_CLOSE && json->state != JSON_READER_DONE)
        return value(json, c);
    json_fail(json, json->state == JSON_READER_DONE
                        ? "text after the end of the JSON value"
                        : "expected a comma or a closing bracket");
    return JSON_ERROR;
}

enum json_token json_next(struct json_reader *json)
{
    json->token = json_reader_next(json);
    return json->token;
}

/* The end of a top-level array may be missing, but such an array is never
 * skipped. */
int json_skip(struct json_reader *json)
{
    int depth =
        json->depth - (json->token == JSON_OBJECT || json->token == JSON_ARRAY);
    while (json->depth > depth)
        if (json_next(json) <= JSON_END)
            return -1;
    return 0;
}

bool json_at_end(struct json_reader *json)
{
    return skip_space(json) == EOF;
}

/* Return whether the current line, as far as it is in the buffer, has only
 * blanks and commas so far. */
static bool line_begins(const struct json_reader *json)
{
    size_t at = json->at;
    while (at && strchr(" \t\r,", json->buffer[at - 1]))
        at--;
    return at && json->buffer[at - 1] == '\n';
}

bool json_recover(struct json_reader *json, int depth)
{
    bool begins = line_begins(json);
    char last = 0; /* last byte that is not blank */
    for (int c; (c = peek(json)) != EOF; json_reader_take(json)) {
        if (begins && (c == '{' || c == ']'))
            break;
        if (c == '\n' || (c == ',' && last == '}'))
            begins = true;
        else if (!strchr(" \t\r,", c) || !c)
            begins = false;
        if (!strchr(" \t\r\n", c) || !c)
            last = (char)c;
    }
    json->depth = depth;
    json->state = VALUE_OR_CLOSE;
    return peek(json) != EOF;
}
