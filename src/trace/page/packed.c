/* Compress bytes and write them in base64. */
#include "packed.h"

#include "trace/io/out.h"

#include <stdint.h>
#include <string.h>

int packed_begin(struct packed *packed, struct output *out, bool plain)
{
    *packed = (struct packed){.out = out, .plain = plain};
    packed->zip.next_out = packed->bytes;
    packed->zip.avail_out = PACKED_CHUNK;
    return plain || deflateInit(&packed->zip, 6) == Z_OK ? 0 : -1;
}

static void put_base64(struct output *out, const unsigned char *bytes,
                       size_t count)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "abcdefghijklmnopqrstuvwxyz0123456789+/";
    char *at = out_room(out);
    for (size_t i = 0; i < count; i += 3) {
        unsigned group = (unsigned)bytes[i] << 16;
        group |= i + 1 < count ? (unsigned)bytes[i + 1] << 8 : 0;
        group |= i + 2 < count ? bytes[i + 2] : 0;
        *at++ = digits[group >> 18];
        *at++ = digits[group >> 12 & 63];
        *at++ = i + 1 < count ? digits[group >> 6 & 63] : '=';
        *at++ = i + 2 < count ? digits[group & 63] : '=';
        out_used(out, at);
        at = out_room(out);
    }
}

/* Write the compressed bytes, in whole groups of three unless they are the
 * last. */
static void packed_pass_on(struct packed *packed, bool last)
{
    size_t have = PACKED_CHUNK - packed->zip.avail_out;
    size_t whole = last ? have : have - have % 3;
    put_base64(packed->out, packed->bytes, whole);
    packed->left = have - whole;
    memmove(packed->bytes, packed->bytes + whole, packed->left);
    packed->zip.next_out = packed->bytes + packed->left;
    packed->zip.avail_out = (unsigned)(PACKED_CHUNK - packed->left);
}

/* Compress the bytes that zlib was given; with Z_FINISH, also those that it has
 * kept. */
static void deflate_on(struct packed *packed, int flush)
{
    int result;
    do {
        result = deflate(&packed->zip, flush);
        if (packed->zip.avail_out < PACKED_CHUNK / 2)
            packed_pass_on(packed, false);
    } while (packed->zip.avail_in ||
             (flush == Z_FINISH && result != Z_STREAM_END));
}

static void copy_on(struct packed *packed, const unsigned char *bytes,
                    size_t count)
{
    for (size_t i = 0; i < count; i++) {
        *packed->zip.next_out++ = bytes[i];
        if (!--packed->zip.avail_out)
            packed_pass_on(packed, false);
    }
}

void packed_put(struct packed *packed, const void *bytes, size_t count)
{
    if (packed->plain) {
        copy_on(packed, bytes, count);
        return;
    }
    packed->zip.next_in = (void *)(uintptr_t)bytes;
    packed->zip.avail_in = (unsigned)count;
    deflate_on(packed, Z_NO_FLUSH);
}

void packed_end(struct packed *packed)
{
    if (!packed->plain)
        deflate_on(packed, Z_FINISH);
    packed_pass_on(packed, true);
    if (!packed->plain)
        deflateEnd(&packed->zip);
}
