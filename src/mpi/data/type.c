/* Datatypes: handles, reference counts, and bounds, sizes and signatures
 * computed from their parts. */
#include "type.h"
#include "attribute.h"
#include "basics.h"
#include <stdio.h>
#include <string.h>

const struct type *type_of(const struct rank *rank, MPI_Datatype handle)
{
    int index = handle - HANDLE_NULL(HANDLE_TYPE);
    if (index > 0 && index < basics_count)
        return &basics[index].type;
    return handle_object(rank, HANDLE_TYPE, handle);
}

const char *basic_name(MPI_Datatype handle)
{
    int index = handle - HANDLE_NULL(HANDLE_TYPE);
    return index > 0 && index < basics_count ? basics[index].name : NULL;
}

bool type_is_alias(const struct type *one, const struct type *other)
{
    return one == other || (one->elements == 1 && other->elements == 1 &&
                            basic_code(one->basic) == basic_code(other->basic));
}

void type_hold(const struct type *type)
{
    if (!type->basic)
        ((struct type *)type)->references++;
}

void type_drop(struct rank *rank, const struct type *type)
{
    if (!type || type->basic || --((struct type *)type)->references > 0)
        return;
    struct type *own = (struct type *)type;
    for (int i = 0; i < own->parts; i++)
        type_drop(rank, own->part[i].type);
    for (int i = 0; i < own->contents.types; i++)
        type_drop(rank, own->contents.type[i]);
    rank_free(rank, (void *)own->part);
    rank_free(rank, own->contents.integer);
    rank_free(rank, own->contents.address);
    rank_free(rank, own->contents.count);
    rank_free(rank, own->contents.type);
    rank_free(rank, own->name);
    rank_free(rank, own);
}

/* Name and attributes that a rank gives to a predefined type. */
struct type_note {
    struct type_note *next;
    int basic;
    char *name;
    void *attributes;
};

static struct type_note *find_note(const struct rank *rank,
                                   const struct type *type)
{
    struct type_note *note = rank->types;
    while (note && note->basic != type->basic)
        note = note->next;
    return note;
}

static struct type_note *note_of(struct rank *rank, const struct type *type)
{
    struct type_note *note = find_note(rank, type);
    if (!note) {
        note = rank_alloc(rank, sizeof *note);
        note->basic = type->basic;
        note->next = rank->types;
        rank->types = note;
    }
    return note;
}

char **type_own_name(struct rank *rank, const struct type *type)
{
    return type->basic ? &note_of(rank, type)->name
                       : &((struct type *)type)->name;
}

void **type_own_attributes(struct rank *rank, const struct type *type)
{
    return type->basic ? &note_of(rank, type)->attributes
                       : &((struct type *)type)->attributes;
}

void *type_attributes(const struct rank *rank, const struct type *type)
{
    if (!type->basic)
        return type->attributes;
    const struct type_note *note = find_note(rank, type);
    return note ? note->attributes : NULL;
}

const char *type_name_in_reports(const struct rank *rank,
                                 const struct type *type)
{
    if (!type->basic)
        return type->name ? type->name : "";
    const struct type_note *note = find_note(rank, type);
    return note && note->name ? note->name : basics[type->basic].name;
}

const char *type_name(const struct rank *rank, const struct type *type,
                      char buffer[64])
{
    static const char *const makers[] = {
        [MPI_COMBINER_DUP] = "MPI_Type_dup",
        [MPI_COMBINER_CONTIGUOUS] = "MPI_Type_contiguous",
        [MPI_COMBINER_VECTOR] = "MPI_Type_vector",
        [MPI_COMBINER_HVECTOR] = "MPI_Type_create_hvector",
        [MPI_COMBINER_INDEXED] = "MPI_Type_indexed",
        [MPI_COMBINER_HINDEXED] = "MPI_Type_create_hindexed",
        [MPI_COMBINER_INDEXED_BLOCK] = "MPI_Type_create_indexed_block",
        [MPI_COMBINER_HINDEXED_BLOCK] = "MPI_Type_create_hindexed_block",
        [MPI_COMBINER_STRUCT] = "MPI_Type_create_struct",
        [MPI_COMBINER_SUBARRAY] = "MPI_Type_create_subarray",
        [MPI_COMBINER_F90_REAL] = "MPI_Type_create_f90_real",
        [MPI_COMBINER_F90_COMPLEX] = "MPI_Type_create_f90_complex",
        [MPI_COMBINER_F90_INTEGER] = "MPI_Type_create_f90_integer",
        [MPI_COMBINER_DARRAY] = "MPI_Type_create_darray",
        [MPI_COMBINER_RESIZED] = "MPI_Type_create_resized"};
    (void)rank;
    if (type->basic)
        return basics[type->basic].name;
    if (type->name && *type->name)
        return type->name;
    int combiner = type->contents.combiner;
    bool known = combiner > MPI_COMBINER_NAMED &&
                 combiner < (int)(sizeof makers / sizeof *makers);
    snprintf(buffer, 64, "a datatype created by %s",
             known ? makers[combiner] : "MPI");
    return buffer;
}

struct type *type_new(struct rank *rank, int parts)
{
    struct type *type = rank_alloc(rank, sizeof *type);
    struct type_part *part =
        rank_alloc(rank, (size_t)(parts ? parts : 1) * sizeof *part);
    for (int i = 0; i < parts; i++) {
        part[i].count = 1;
        part[i].repeat = 1;
    }
    type->references = 1;
    type->parts = parts;
    type->part = part;
    return type;
}

void type_bound(struct type *type, MPI_Aint lb, MPI_Aint ub)
{
    type->lb = lb;
    type->ub = ub;
    type->lb_marked = type->ub_marked = true;
    type->dense = type->solid && ub - lb == type->size;
}

/* Compute the lowest and highest displacement at which a copy of a part's type
 * begins. Returns false on overflow. */
static bool part_range(const struct type_part *part, MPI_Aint *low,
                       MPI_Aint *high)
{
    MPI_Aint run, rows, extent;
    if (__builtin_sub_overflow(part->type->ub, part->type->lb, &extent) ||
        __builtin_mul_overflow(part->count - 1, extent, &run) ||
        __builtin_mul_overflow(part->repeat - 1, part->stride, &rows))
        return false;
    bool wrong = __builtin_add_overflow(part->at, run < 0 ? run : 0, low);
    wrong |= __builtin_add_overflow(*low, rows < 0 ? rows : 0, low);
    wrong |= __builtin_add_overflow(part->at, run > 0 ? run : 0, high);
    wrong |= __builtin_add_overflow(*high, rows > 0 ? rows : 0, high);
    return !wrong;
}

struct type_bounds {
    MPI_Aint low, high;
};

static void widen_low(struct type_bounds *bounds, bool *set, MPI_Aint low)
{
    if (!*set || low < bounds->low)
        bounds->low = low;
    *set = true;
}

static void widen_high(struct type_bounds *bounds, bool *set, MPI_Aint high)
{
    if (!*set || high > bounds->high)
        bounds->high = high;
    *set = true;
}

/* Bounds of the data and of explicit markers, which take precedence. */
struct extents {
    struct type_bounds data, mark;
    bool low, high, low_mark, high_mark;
};

static bool part_bounds(const struct type_part *part, struct extents *e)
{
    const struct type *type = part->type;
    MPI_Aint low, high, at;
    if (!part_range(part, &low, &high))
        return false;
    bool wrong = false;
    if (type->lb_marked) {
        wrong |= __builtin_add_overflow(low, type->lb, &at);
        widen_low(&e->mark, &e->low_mark, at);
    }
    if (type->ub_marked) {
        wrong |= __builtin_add_overflow(high, type->ub, &at);
        widen_high(&e->mark, &e->high_mark, at);
    }
    if (type->elements) {
        wrong |= __builtin_add_overflow(low, type->true_lb, &at);
        widen_low(&e->data, &e->low, at);
        wrong |= __builtin_add_overflow(high, type->true_ub, &at);
        widen_high(&e->data, &e->high, at);
    }
    return !wrong;
}

/* Round the upper bound up to the strictest alignment, as the compiler does for
 * structures, unless the program set it. */
static bool round_up(struct type *type)
{
    MPI_Aint extent, over;
    if (__builtin_sub_overflow(type->ub, type->lb, &extent))
        return false;
    over = extent % type->align;
    if (over < 0)
        over += type->align;
    return over == 0 ||
           !__builtin_add_overflow(type->ub, type->align - over, &type->ub);
}

static bool find_bounds(struct type *type)
{
    struct extents e = {0};
    for (int i = 0; i < type->parts; i++) {
        const struct type_part *part = &type->part[i];
        if (part->count > 0 && part->repeat > 0 && !part_bounds(part, &e))
            return false;
    }
    type->lb_marked = e.low_mark;
    type->ub_marked = e.high_mark;
    type->true_lb = e.low ? e.data.low : 0;
    type->true_ub = e.high ? e.data.high : 0;
    type->lb = e.low_mark ? e.mark.low : type->true_lb;
    type->ub = e.high_mark ? e.mark.high : type->true_ub;
    MPI_Aint extent;
    return (e.high_mark || round_up(type)) &&
           !__builtin_sub_overflow(type->ub, type->lb, &extent) &&
           !__builtin_sub_overflow(type->true_ub, type->true_lb, &extent);
}

/* Return the basic type that two parts have in common (0: no elements yet), or
 * -1 if they differ. */
static int join_single(int one, int other)
{
    return !one || one == other ? other : -1;
}

/* Compute size, elements and alignment as sums over the parts. */
static bool find_sums(struct type *type)
{
    bool wrong = false;
    type->align = 1;
    for (int i = 0; i < type->parts; i++) {
        const struct type_part *part = &type->part[i];
        const struct type *of = part->type;
        MPI_Count copies, bytes, elements;
        wrong |=
            __builtin_mul_overflow(part->count, part->repeat, &copies) ||
            __builtin_mul_overflow(copies, of->size, &bytes) ||
            __builtin_add_overflow(type->size, bytes, &type->size) ||
            __builtin_mul_overflow(copies, of->elements, &elements) ||
            __builtin_add_overflow(type->elements, elements, &type->elements);
        if (wrong)
            return false;
        if (copies && of->elements) {
            type->align = of->align > type->align ? of->align : type->align;
            type->single = join_single(type->single, of->single);
            type->element = join_single(type->element, of->element);
        }
    }
    return true;
}

/* Return whether the parts form one contiguous piece in order. */
static bool find_solid(const struct type *type)
{
    bool begun = false;
    MPI_Aint end = 0;
    for (int i = 0; i < type->parts; i++) {
        const struct type_part *part = &type->part[i];
        const struct type *of = part->type;
        MPI_Aint row = part->count * of->size;
        if (!of->size || !part->count || !part->repeat)
            continue;
        if (!of->solid || (part->count > 1 && !of->dense) ||
            (part->repeat > 1 && part->stride != row) ||
            (begun && part->at + of->true_lb != end))
            return false;
        end = part->at + of->true_lb + row * part->repeat;
        begun = true;
    }
    return true;
}

bool type_seal(struct rank *rank, struct type *type)
{
    for (int i = 0; i < type->parts; i++)
        type_hold(type->part[i].type);
    if (!find_sums(type) || !find_bounds(type)) {
        type_drop(rank, type);
        return false;
    }
    type->solid = find_solid(type);
    type->dense = type->solid && type->ub - type->lb == type->size;
    for (int i = 0; i < type->parts; i++) {
        const struct type_part *part = &type->part[i];
        struct signature of;
        type_signature(part->type, (size_t)(part->count * part->repeat), &of);
        type->hash = signature_join(type->hash, of.hash, of.elements);
    }
    return true;
}

bool type_bytes(const struct type *type, size_t count, size_t *bytes)
{
    return !__builtin_mul_overflow((size_t)type->size, count, bytes) &&
           *bytes <= PTRDIFF_MAX;
}
