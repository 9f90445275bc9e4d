/* The external32 format: big-endian values with the sizes that the standard
 * defines. Longer C values (long) are truncated as the standard demands; long
 * double becomes the 16-byte IEEE format. */
#include "basics.h"
#include <float.h>
#include <string.h>

/* Convert between native and big-endian integers, with sign extension. */
static uint64_t external_load(const char *at, int bytes, bool is_signed)
{
    uint64_t value = 0;
    memcpy(&value, at, (size_t)bytes); /* the host is little-endian */
    if (is_signed && bytes < 8 && (value >> (8 * bytes - 1) & 1))
        value |= ~0ull << (8 * bytes);
    return value;
}

static void store_big(char *out, int bytes, uint64_t value)
{
    for (int i = bytes - 1; i >= 0; i--, value >>= 8)
        out[i] = (char)(value & 0xff);
}

static uint64_t load_big(const char *in, int bytes, bool is_signed)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value = value << 8 | (unsigned char)in[i];
    if (is_signed && bytes < 8 && (value >> (8 * bytes - 1) & 1))
        value |= ~0ull << (8 * bytes);
    return value;
}

static void external_swap(char *out, const char *in, int bytes)
{
    for (int i = 0; i < bytes; i++)
        out[i] = in[bytes - 1 - i];
}

#if LDBL_MANT_DIG == 64
/* Convert an x87 number to the IEEE format. The x87 format has 16 bits of sign
 * and exponent and a 64-bit mantissa with an explicit leading one; the IEEE
 * format has the same 16 bits and 112 bits without the leading one. Rounds to
 * the nearest. */
static void quad_of_extended(char out[16], const char *in)
{
    uint64_t mantissa;
    uint16_t head;
    memcpy(&mantissa, in, 8);
    memcpy(&head, in + 8, 2);
    uint64_t fraction = mantissa << 1;
    store_big(out, 2, head);
    store_big(out + 2, 8, fraction);
    memset(out + 10, 0, 6);
}

static void extended_of_quad(char *out, const char in[16])
{
    uint16_t head = (uint16_t)load_big(in, 2, false);
    uint64_t fraction = load_big(in + 2, 8, false);
    uint64_t rest = load_big(in + 10, 6, false);
    unsigned exponent = head & 0x7fff;
    uint64_t mantissa = fraction >> 1 | (uint64_t)(exponent != 0) << 63;
    bool half = fraction & 1;
    if (exponent != 0x7fff && half && (rest || (mantissa & 1)) &&
        ++mantissa == 0) {
        mantissa = 1ull << 63;
        head++;
    }
    memset(out, 0, 16);
    memcpy(out, &mantissa, 8);
    memcpy(out + 8, &head, 2);
}
#else
static void quad_of_extended(char out[16], const char *in)
{
    external_swap(out, in, 16);
}
static void extended_of_quad(char *out, const char in[16])
{
    external_swap(out, in, 16);
}
#endif

static bool is_integer(const struct basic *b)
{
    return b->form >= FORM_INT8 && b->form <= FORM_UINT64;
}

static bool is_extended(const struct basic *b)
{
    return b->form == FORM_LONG_DOUBLE || b->form == FORM_LONG_DOUBLE_COMPLEX;
}

/* Write one value of a basic type. */
static void external_put(const struct basic *b, char *out, const char *in)
{
    int bytes = (int)b->type.size / b->values;
    if (is_extended(b))
        quad_of_extended(out, in);
    else if (bytes == b->external)
        external_swap(out, in, bytes);
    else
        store_big(out, b->external,
                  external_load(in, bytes, b->form <= FORM_INT64));
}

static void external_get(const struct basic *b, char *out, const char *in)
{
    int bytes = (int)b->type.size / b->values;
    if (is_extended(b)) {
        extended_of_quad(out, in);
    } else if (bytes == b->external) {
        external_swap(out, in, bytes);
    } else {
        bool is_signed = is_integer(b) && b->form <= FORM_INT64;
        uint64_t value = load_big(in, b->external, is_signed);
        memcpy(out, &value, (size_t)bytes);
    }
}

struct conversion {
    char *external;
    char *data;
    MPI_Count left;
    MPI_Count used;
    bool out;
};

static bool external_convert(void *arg, MPI_Aint at, const struct type *leaf,
                             MPI_Count count)
{
    struct conversion *c = arg;
    const struct basic *b = basic_of(leaf);
    MPI_Count values = count * b->values, bytes;
    if (__builtin_mul_overflow(values, (MPI_Count)b->external, &bytes) ||
        __builtin_add_overflow(c->used, bytes, &c->used) || c->used > c->left)
        return false;
    char *data = c->data + at;
    MPI_Count step = leaf->size / b->values;
    for (MPI_Count i = 0; i < values; i++, data += step) {
        if (c->out)
            external_put(b, c->external, data);
        else
            external_get(b, data, c->external);
        c->external += b->external;
    }
    return true;
}

/* Return the size of one type in external32, summed over its parts: walking
 * over the data would take as long as packing. */
static MPI_Count external_of(const struct type *type)
{
    if (type->basic && type->parts == 0)
        return type->size ? basic_of(type)->external * basic_of(type)->values
                          : 0;
    MPI_Count sum = 0;
    for (int i = 0; i < type->parts; i++) {
        const struct type_part *part = &type->part[i];
        MPI_Count bytes = external_of(part->type);
        if (bytes < 0 ||
            __builtin_mul_overflow(bytes, part->count * part->repeat, &bytes) ||
            __builtin_add_overflow(sum, bytes, &sum))
            return -1;
    }
    return sum;
}

MPI_Count type_external_size(const struct type *type, MPI_Count count)
{
    MPI_Count bytes = external_of(type);
    if (bytes < 0 || __builtin_mul_overflow(bytes, count, &bytes))
        return -1;
    return bytes;
}

MPI_Count type_pack_external(const struct type *type, const void *buf,
                             MPI_Count count, void *out, MPI_Count room)
{
    struct conversion c = {
        .external = out, .data = (char *)buf, .left = room, .out = true};
    return type_walk(type, 0, count, PIECES_BASIC, external_convert, &c)
               ? c.used
               : -1;
}

MPI_Count type_unpack_external(const struct type *type, void *buf,
                               MPI_Count count, const void *in, MPI_Count bytes)
{
    struct conversion c = {.external = (char *)in, .data = buf, .left = bytes};
    return type_walk(type, 0, count, PIECES_BASIC, external_convert, &c)
               ? c.used
               : -1;
}
