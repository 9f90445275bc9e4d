/* Type signatures, represented by a hash of the sequence of basic types: a
 * polynomial in a fixed base modulo the prime 2^61 - 1, whose coefficients are
 * the basic types. The hash of a concatenation follows from those of its
 * parts. */
#include "basics.h"

__extension__ typedef unsigned __int128 signature_wide;

#define PRIME ((1ull << 61) - 1)
#define BASE 0x0f1e2d3c4b5a697ull /* any number below the prime */

static uint64_t signature_times(uint64_t a, uint64_t b)
{
    return (uint64_t)((signature_wide)a * b % PRIME);
}

static uint64_t power(uint64_t base, uint64_t exponent)
{
    uint64_t result = 1;
    for (; exponent; exponent >>= 1, base = signature_times(base, base))
        if (exponent & 1)
            result = signature_times(result, base);
    return result;
}

uint64_t signature_join(uint64_t first, uint64_t second,
                        uint64_t second_elements)
{
    return (signature_times(first, power(BASE, second_elements)) + second) %
           PRIME;
}

uint64_t signature_repeat(uint64_t hash, uint64_t elements, uint64_t count)
{
    uint64_t result = 0;
    for (; count; count >>= 1) {
        if (count & 1)
            result = signature_join(result, hash, elements);
        hash = signature_join(hash, hash, elements);
        elements *= 2;
    }
    return result;
}

/* Return the hash of one basic type. Never 0, the hash of an empty sequence. */
static uint64_t basic_hash(int basic)
{
    return signature_times(basic_code(basic) + 1ull, 0x9e3779b97f4a7c1ull) + 1;
}

static uint64_t type_hash(const struct type *type)
{
    if (!type->basic)
        return type->hash;
    if (type->elements == 0)
        return 0;
    if (type->elements == 1)
        return basic_hash(type->basic);
    return signature_join(basic_hash(type->part[0].type->basic),
                          basic_hash(type->part[1].type->basic), 1);
}

void type_signature(const struct type *type, size_t count,
                    struct signature *signature)
{
    signature->elements = (uint64_t)type->elements * count;
    signature->hash = count == 1
                          ? type_hash(type)
                          : signature_repeat(type_hash(type),
                                             (uint64_t)type->elements, count);
    signature->basic = signature->elements ? type->single : 0;
}

static uint64_t signature_least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Return the hash of the first `elements` basic elements of `count` types, or
 * of all if there are fewer. */
static uint64_t prefix(const struct type *type, uint64_t count,
                       uint64_t elements)
{
    uint64_t each = (uint64_t)type->elements;
    if (!each || !elements)
        return 0;
    uint64_t whole = signature_least(count, elements / each);
    uint64_t hash = signature_repeat(type_hash(type), each, whole);
    uint64_t left = elements - whole * each;
    if (whole == count)
        return hash;
    for (int i = 0; i < type->parts && left; i++) {
        const struct type_part *part = &type->part[i];
        uint64_t copies = (uint64_t)(part->count * part->repeat);
        uint64_t here =
            signature_least(left, copies * (uint64_t)part->type->elements);
        hash = signature_join(hash, prefix(part->type, copies, here), here);
        left -= here;
    }
    return hash;
}

bool type_begins(const struct type *type, size_t count,
                 const struct signature *signature)
{
    uint64_t room = (uint64_t)type->elements * count;
    return room >= signature->elements &&
           prefix(type, count, signature->elements) == signature->hash;
}

MPI_Count type_elements(const struct type *type, MPI_Count bytes)
{
    if (!type->size)
        return bytes ? -1 : 0;
    MPI_Count elements = bytes / type->size * type->elements;
    bytes %= type->size;
    for (int i = 0; i < type->parts && bytes; i++) {
        const struct type_part *part = &type->part[i];
        MPI_Count all = part->type->size * part->count * part->repeat;
        MPI_Count here = bytes < all ? bytes : all;
        MPI_Count of = type_elements(part->type, here);
        if (of < 0)
            return -1;
        elements += of;
        bytes -= here;
    }
    return bytes ? -1 : elements;
}

MPI_Count type_element_bytes(const struct type *type, MPI_Count elements)
{
    if (!type->elements)
        return 0;
    MPI_Count bytes = elements / type->elements * type->size;
    elements %= type->elements;
    for (int i = 0; i < type->parts && elements; i++) {
        const struct type_part *part = &type->part[i];
        MPI_Count all = part->type->elements * part->count * part->repeat;
        MPI_Count here = elements < all ? elements : all;
        bytes += type_element_bytes(part->type, here);
        elements -= here;
    }
    return bytes;
}
