/* Parses GOAL in the binary form that txt2bin of LogGOPSim writes and its
 * simulator reads: little endian, without padding. After 8 bytes of the form:
 * the number of ranks (4 bytes), the highest processor and interface (1 each),
 * and for each rank where its part begins and ends, counted after the first 8
 * bytes (8 each). A part has the numbers of operations and of roots (4 each),
 * the roots, which depend on nothing (4 each), the operations (39 each), and
 * the operations that wait for the end, then for the start, of each (4 each).
 */
#include "program.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

#define BINARY_FORM 8    /* bytes of the form */
#define BINARY_HEADER 14 /* bytes before the table of ranks */
#define BINARY_OPERATION 39
#define BINARY_CHUNK ((size_t)1 << 16)

/* Forms: as written by txt2bin, and as changed by a simulation that has run
 * it. */
enum { BINARY_FRESH = 4223, BINARY_USED = 2342 };

/* Where the members of an operation begin; each list has a number and an index
 * of its first element in the lists of the rank. */
enum {
    BINARY_WAITS = 0,
    BINARY_KIND = 4,
    BINARY_PEER = 5,
    BINARY_SIZE = 9,
    BINARY_TAG = 17,
    BINARY_CPU = 21,
    BINARY_NIC = 22,
    BINARY_AT_END = 23,
    BINARY_AT_START = 31
};

/* The part of a rank. */
struct binary_rank {
    int rank;
    size_t first; /* index of its first operation in the program */
    /* operations, roots, elements of lists, and of those that are in use */
    uint32_t count, roots, listed, used;
    const unsigned char *root, *operation, *list;
};

struct binary {
    struct goal_program *program;
    const unsigned char *bytes;
    size_t size;
    struct weft_error *err;
};

static uint64_t binary_number(const unsigned char *bytes, int count)
{
    uint64_t number = 0;
    while (count--)
        number = number << 8 | bytes[count];
    return number;
}

static uint32_t binary_word(const unsigned char *bytes)
{
    return (uint32_t)binary_number(bytes, 4);
}

static uint64_t binary_form(const char *head, size_t length)
{
    return length < BINARY_FORM
               ? 0
               : binary_number((const unsigned char *)head, BINARY_FORM);
}

bool goal_is_binary(const char *head, size_t length)
{
    uint64_t form = binary_form(head, length);
    return form == BINARY_FRESH || form == BINARY_USED;
}

static int binary_wrong(const struct binary *b, int rank, uint32_t operation,
                        const char *what)
{
    return weft_error_set(b->err, WEFT_ERROR_FORMAT, 0,
                          "rank %d, operation %lu: %s", rank,
                          (unsigned long)operation, what);
}

static int binary_wrong_rank(const struct binary *b, int rank, const char *what)
{
    return weft_error_set(b->err, WEFT_ERROR_FORMAT, 0, "rank %d: %s", rank,
                          what);
}

static int binary_no_memory(const struct binary *b)
{
    return weft_error_set(b->err, WEFT_ERROR_MEMORY, 0, "no memory");
}

/* ---- one operation ---- */

/* Return what is wrong with a transfer, or NULL. */
static const char *binary_transfer(const struct binary *b,
                                   const unsigned char *at,
                                   struct goal_operation *operation)
{
    bool receives = operation->kind == GOAL_RECEIVE;
    uint32_t peer = binary_word(at + BINARY_PEER);
    operation->tag = binary_word(at + BINARY_TAG);
    operation->peer = (int)peer;
    if (operation->size > UINT32_MAX)
        return "a size of 4 GiB or more";
    if (operation->tag > INT32_MAX &&
        !(receives && operation->tag == GOAL_ANY_TAG))
        return "a tag above 2147483647";
    if (receives && peer == UINT32_MAX) {
        operation->peer = GOAL_ANY_RANK;
        return NULL;
    }
    if (peer >= (uint32_t)b->program->params.info.processors)
        return "a peer that does not exist";
    return operation->peer == operation->rank ? "a transfer to the rank itself"
                                              : NULL;
}

static const char *binary_calculation(const struct binary *b,
                                      struct goal_operation *operation)
{
    struct goal_program *program = b->program;
    operation->peer = -1;
    if (operation->size > GOAL_CALC_MAX ||
        program->calculated + operation->size > GOAL_CALCS_MAX)
        return "calculations last at most 2^50, all together 2^62";
    program->calculated += operation->size;
    return NULL;
}

/* Return what is wrong with an operation, or NULL. */
static const char *binary_operation(const struct binary *b,
                                    const unsigned char *at,
                                    struct goal_operation *operation)
{
    static const enum goal_kind kinds[] = {GOAL_SEND, GOAL_RECEIVE, GOAL_CALC};
    unsigned kind = at[BINARY_KIND] - 1U;
    if (kind >= sizeof kinds / sizeof *kinds)
        return "not a send, receive or calculation";
    operation->kind = kinds[kind];
    operation->size = binary_number(at + BINARY_SIZE, 8);
    operation->cpu = at[BINARY_CPU];
    operation->nic = at[BINARY_NIC];
    operation->given = true;
    return operation->kind == GOAL_CALC ? binary_calculation(b, operation)
                                        : binary_transfer(b, at, operation);
}

/* ---- dependences ---- */

/* Let the operations of a list wait for an operation. */
static int binary_list(const struct binary *b, struct binary_rank *r,
                       uint32_t operation, bool start)
{
    struct goal_program *program = b->program;
    const unsigned char *at = r->operation +
                              (size_t)operation * BINARY_OPERATION +
                              (start ? BINARY_AT_START : BINARY_AT_END);
    uint32_t count = binary_word(at), first = binary_word(at + 4);
    if (count && (first > r->listed || count > r->listed - first ||
                  count > r->listed - r->used))
        return binary_wrong(b, r->rank, operation,
                            "a list of dependants outside the file, or in use");
    r->used += count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t later = binary_word(r->list + 4 * ((size_t)first + i));
        if (later >= r->count || later == operation)
            return binary_wrong(b, r->rank, operation,
                                "a dependant that does not exist");
        if (goal_add_order(program, r->first + operation, r->first + later,
                           start))
            return binary_no_memory(b);
    }
    return 0;
}

/* Compare the stated dependences, and the roots, with the lists. */
static int binary_counts(const struct binary *b, const struct binary_rank *r)
{
    uint32_t roots = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        uint32_t waits = b->program->operation[r->first + i].waits;
        if (waits != binary_word(r->operation + (size_t)i * BINARY_OPERATION +
                                 BINARY_WAITS))
            return binary_wrong(
                b, r->rank, i,
                "waits for a different number of operations than refer to it");
        if (waits)
            continue;
        if (roots == r->roots || binary_word(r->root + 4 * (size_t)roots) != i)
            return binary_wrong(b, r->rank, i,
                                "depends on nothing, but is not the next root");
        roots++;
    }
    return roots == r->roots
               ? 0
               : binary_wrong_rank(b, r->rank,
                                   "has roots that depend on others");
}

/* ---- one rank ---- */

/* Find the members of a part, [size] bytes. */
static int binary_divide(const struct binary *b, const unsigned char *part,
                         uint64_t size, struct binary_rank *r)
{
    uint64_t fixed = 8;
    if (size >= fixed) {
        r->count = binary_word(part);
        r->roots = binary_word(part + 4);
        fixed += 4 * (uint64_t)r->roots + BINARY_OPERATION * (uint64_t)r->count;
    }
    if (size < fixed || (size - fixed) / 4 > UINT32_MAX)
        return binary_wrong_rank(b, r->rank, "has a part that is too short");
    r->listed = (uint32_t)((size - fixed) / 4);
    r->root = part + 8;
    r->operation = r->root + 4 * (size_t)r->roots;
    r->list = r->operation + BINARY_OPERATION * (size_t)r->count;
    return 0;
}

static int binary_read_rank(const struct binary *b, struct binary_rank *r)
{
    struct goal_program *program = b->program;
    r->first = program->operations;
    if (goal_add_operations(program, r->count))
        return binary_no_memory(b);
    for (uint32_t i = 0; i < r->count; i++) {
        struct goal_operation operation = {.rank = r->rank};
        const char *wrong = binary_operation(
            b, r->operation + (size_t)i * BINARY_OPERATION, &operation);
        if (wrong)
            return binary_wrong(b, r->rank, i, wrong);
        program->operation[program->operations++] = operation;
    }
    for (uint32_t i = 0; i < r->count; i++)
        if (binary_list(b, r, i, false) || binary_list(b, r, i, true))
            return -1;
    return binary_counts(b, r);
}

/* ---- the file ---- */

static int binary_read(const struct binary *b)
{
    uint64_t ranks =
        b->size < BINARY_HEADER ? 0 : binary_word(b->bytes + BINARY_FORM);
    uint64_t from = BINARY_HEADER - BINARY_FORM + 16 * ranks;
    if (binary_form((const char *)b->bytes, b->size) == BINARY_USED)
        return weft_error_set(b->err, WEFT_ERROR_FORMAT, 0,
                              "a simulation with --save-mem has used up this "
                              "schedule: write it again with txt2bin");
    if (!ranks || ranks > WEFT_TRACE_PROCESSORS_MAX ||
        BINARY_FORM + from > b->size)
        return weft_error_set(b->err, WEFT_ERROR_FORMAT, 0,
                              "the file ends within its table of ranks");
    b->program->params.info.processors = (int)ranks;
    for (int rank = 0; rank < (int)ranks; rank++) {
        const unsigned char *row = b->bytes + BINARY_HEADER + 16 * (size_t)rank;
        uint64_t start = binary_number(row, 8);
        uint64_t end = binary_number(row + 8, 8);
        struct binary_rank r = {.rank = rank};
        if (start < from || end < start || end > b->size - BINARY_FORM)
            return binary_wrong_rank(b, rank,
                                     "has a part outside the file, or within "
                                     "that of another rank");
        if (binary_divide(b, b->bytes + BINARY_FORM + start, end - start, &r) ||
            binary_read_rank(b, &r))
            return -1;
        from = end;
    }
    return 0;
}

/* Read the whole input. Return 0 or -1. */
static int binary_load(struct input *in, unsigned char **bytes, size_t *size,
                       struct weft_error *err)
{
    size_t room = 0;
    long got = 1;
    while (got > 0) {
        if (array_grow(bytes, &room, *size + BINARY_CHUNK, 1))
            return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
        got = in_bytes(in, *bytes + *size, BINARY_CHUNK);
        *size += got > 0 ? (size_t)got : 0;
    }
    return in_failed(in, err) ? -1 : 0;
}

int goal_parse_binary(struct goal_program *program, struct input *in,
                      struct weft_error *err)
{
    unsigned char *bytes = NULL;
    size_t size = 0;
    *program = (struct goal_program){.operations = 0};
    params_init(&program->params);
    int status = binary_load(in, &bytes, &size, err);
    const struct binary b = {program, bytes, size, err};
    if (!status)
        status = binary_read(&b);
    free(bytes);
    return status;
}
