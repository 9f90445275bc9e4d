/* The parts of a line: text, numbers, JSON strings. */
#include "out.h"

#include <stdlib.h>

#define TEN(x) x "0" x "1" x "2" x "3" x "4" x "5" x "6" x "7" x "8" x "9"
#define FIFTY(x, a, b, c, d, e) TEN(x a) TEN(x b) TEN(x c) TEN(x d) TEN(x e)
#define HUNDRED(x)                                                             \
    FIFTY(x, "0", "1", "2", "3", "4") FIFTY(x, "5", "6", "7", "8", "9")

const char weft_digit_pairs[201] = HUNDRED("");
const char weft_digit_triples[3001] =
    HUNDRED("0") HUNDRED("1") HUNDRED("2") HUNDRED("3") HUNDRED("4")
        HUNDRED("5") HUNDRED("6") HUNDRED("7") HUNDRED("8") HUNDRED("9");

struct weft_name *weft_names_create(int count)
{
    struct weft_name *name = malloc(((size_t)count + 1) * sizeof *name);
    for (int i = 0; name && i < count; i++) {
        char text[24] = "";
        name[i].length = (uint8_t)(weft_put_number(text, (uint64_t)i) - text);
        memcpy(name[i].text, text, sizeof name[i].text);
    }
    return name;
}

void weft_out_bytes(struct weft_out *out, const void *bytes, size_t count)
{
    const char *from = bytes;
    while (count) {
        char *at = weft_out_room(out);
        size_t part = count < WEFT_OUT_ROOM ? count : WEFT_OUT_ROOM;
        memcpy(at, from, part);
        weft_out_used(out, at + part);
        from += part;
        count -= part;
    }
}

void weft_out_text(struct weft_out *out, const char *text)
{
    weft_out_bytes(out, text, strlen(text));
}

void weft_out_number(struct weft_out *out, uint64_t number)
{
    weft_out_used(out, weft_put_number(weft_out_room(out), number));
}

void weft_out_signed(struct weft_out *out, int64_t number)
{
    weft_out_used(out, weft_put_signed(weft_out_room(out), number));
}

void weft_out_padded(struct weft_out *out, uint64_t number, int digits)
{
    weft_out_used(out, weft_put_padded(weft_out_room(out), number, digits));
}

void weft_out_json(struct weft_out *out, const char *text)
{
    static const char hex[] = "0123456789abcdef";
    static const char plain[] = "\"\\\b\f\n\r\t";
    static const char letter[] = "\"\\bfnrt";
    char *at = weft_out_room(out);
    *at++ = '"';
    for (; *text; text++) {
        weft_out_used(out, at);
        at = weft_out_room(out);
        unsigned char c = (unsigned char)*text;
        const char *special = strchr(plain, c);
        if (special) {
            *at++ = '\\';
            *at++ = letter[special - plain];
        } else if (c < 32) {
            at = WEFT_PUT(at, "\\u00");
            *at++ = hex[c >> 4];
            *at++ = hex[c & 15];
        } else {
            *at++ = (char)c;
        }
    }
    *at++ = '"';
    weft_out_used(out, at);
}
