/* Writes parts of a line: text, numbers, JSON strings. */
#include "out.h"

#include <stdlib.h>

#define TEN(x) x "0" x "1" x "2" x "3" x "4" x "5" x "6" x "7" x "8" x "9"
#define FIFTY(x, a, b, c, d, e) TEN(x a) TEN(x b) TEN(x c) TEN(x d) TEN(x e)
#define HUNDRED(x)                                                             \
    FIFTY(x, "0", "1", "2", "3", "4") FIFTY(x, "5", "6", "7", "8", "9")

const char digit_pairs[201] = HUNDRED("");
const char digit_triples[3001] =
    HUNDRED("0") HUNDRED("1") HUNDRED("2") HUNDRED("3") HUNDRED("4")
        HUNDRED("5") HUNDRED("6") HUNDRED("7") HUNDRED("8") HUNDRED("9");

struct text_name *names_create(int count)
{
    struct text_name *name = malloc(((size_t)count + 1) * sizeof *name);
    for (int i = 0; name && i < count; i++) {
        char text[24] = "";
        name[i].length = (uint8_t)(put_number(text, (uint64_t)i) - text);
        memcpy(name[i].text, text, sizeof name[i].text);
    }
    return name;
}

void out_bytes(struct output *out, const void *bytes, size_t count)
{
    const char *from = bytes;
    while (count) {
        char *at = out_room(out);
        size_t part = count < WEFT_OUT_ROOM ? count : WEFT_OUT_ROOM;
        memcpy(at, from, part);
        out_used(out, at + part);
        from += part;
        count -= part;
    }
}

void out_text(struct output *out, const char *text)
{
    out_bytes(out, text, strlen(text));
}

void out_number(struct output *out, uint64_t number)
{
    out_used(out, put_number(out_room(out), number));
}

void out_signed(struct output *out, int64_t number)
{
    out_used(out, put_signed(out_room(out), number));
}

void out_padded(struct output *out, uint64_t number, int digits)
{
    out_used(out, put_padded(out_room(out), number, digits));
}

char *put_unicode(char *at, uint32_t number)
{
    static const char hex[] = "0123456789abcdef";
    if (number > 0xffff) { /* above U+FFFF: written as a surrogate pair */
        at = put_unicode(at, 0xd7c0 + (number >> 10));
        number = 0xdc00 | (number & 0x3ff);
    }
    at = WEFT_PUT(at, "\\u");
    for (int shift = 12; shift >= 0; shift -= 4)
        *at++ = hex[number >> shift & 15];
    return at;
}

void out_json(struct output *out, const char *text)
{
    static const char plain[] = "\"\\\b\f\n\r\t";
    static const char letter[] = "\"\\bfnrt";
    char *at = out_room(out);
    *at++ = '"';
    for (; *text; text++) {
        out_used(out, at);
        at = out_room(out);
        unsigned char c = (unsigned char)*text;
        const char *special = strchr(plain, c);
        if (special) {
            *at++ = '\\';
            *at++ = letter[special - plain];
        } else {
            /* replace bytes that are no characters, which would make the whole
             * file unreadable */
            size_t length = weft_character_length(text);
            if (length && weft_character_controls(text))
                at = put_unicode(at, (uint32_t)weft_character_number(text));
            else
                at = length ? mempcpy(at, text, length)
                            : WEFT_PUT(at, "\\ufffd");
            text += length ? length - 1 : 0;
        }
    }
    *at++ = '"';
    out_used(out, at);
}
