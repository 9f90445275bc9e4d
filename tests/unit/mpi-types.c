/* Datatypes compared with the standard's definition: a list of basic types and
 * displacements, expanded element by element. */
#include "mpi-rank.h"
#include "mpi/data/basics.h"
#include <math.h>

TestSuite(mpi_types, .timeout = 30);

/* An entry of a type map: a basic type, or a marker of a bound. */
struct mpi_types_entry {
    int basic;
    long at;
};
enum { LB = -1, UB = -2 };

#define ENTRIES 3000
struct map {
    int count;
    struct mpi_types_entry entry[ENTRIES];
};

static void mpi_types_put(struct map *map, int basic, long at)
{
    cr_assert_lt(map->count, ENTRIES);
    map->entry[map->count++] = (struct mpi_types_entry){basic, at};
}

static void copy_at(struct map *to, const struct map *from, long at, bool marks)
{
    for (int i = 0; i < from->count; i++)
        if (marks || from->entry[i].basic > 0)
            mpi_types_put(to, from->entry[i].basic, at + from->entry[i].at);
}

static long map_bound(const struct map *map, int mark)
{
    long low = 0, high = 0, align = 1;
    bool any = false, marked[2] = {false, false};
    long mark_at[2] = {0, 0};
    for (int i = 0; i < map->count; i++) {
        const struct mpi_types_entry *e = &map->entry[i];
        if (e->basic < 0) {
            int which = e->basic == UB;
            bool better = which ? e->at > mark_at[1] : e->at < mark_at[0];
            if (!marked[which] || better)
                mark_at[which] = e->at;
            marked[which] = true;
            continue;
        }
        const struct type *type = &basics[e->basic].type;
        low = !any || e->at < low ? e->at : low;
        high = !any || e->at + type->size > high ? e->at + type->size : high;
        align = type->align > align ? type->align : align;
        any = true;
    }
    long lb = marked[0] ? mark_at[0] : low;
    if (mark == LB)
        return lb;
    if (marked[1])
        return mark_at[1];
    if (!any)
        return lb;
    long extent = high - lb;
    while (extent % align)
        extent++;
    return lb + extent;
}

static long map_extent(const struct map *map)
{
    return map_bound(map, UB) - map_bound(map, LB);
}

static unsigned random_state = 1;

static int mpi_types_pick(int below)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (int)((random_state >> 8) % (unsigned)below);
}

static const int leaves[] = {1, 3, 6, 8, 10, 14, 15, 16, 29, 58, 60, 61};

static MPI_Datatype leaf(struct map *map)
{
    int basic = leaves[mpi_types_pick(sizeof leaves / sizeof *leaves)];
    const struct type *type = &basics[basic].type;
    map->count = 0;
    for (int i = 0; i < type->parts; i++)
        mpi_types_put(map, type->part[i].type->basic, type->part[i].at);
    if (!type->parts)
        mpi_types_put(map, basic, 0);
    return type->handle;
}

static void release(MPI_Datatype type)
{
    if (!handle_is_predefined(type))
        cr_assert_eq(MPI_Type_free(&type), MPI_SUCCESS);
}

/* Functions that create a type from `old` and store its type map. */
typedef MPI_Datatype (*way)(MPI_Datatype old, const struct map *of,
                            struct map *map);

static MPI_Datatype by_contiguous(MPI_Datatype old, const struct map *of,
                                  struct map *map)
{
    MPI_Datatype type;
    int count = mpi_types_pick(4);
    for (int i = 0; i < count; i++)
        copy_at(map, of, i * map_extent(of), true);
    cr_assert_eq(MPI_Type_contiguous(count, old, &type), MPI_SUCCESS);
    return type;
}

static MPI_Datatype by_vector(MPI_Datatype old, const struct map *of,
                              struct map *map)
{
    MPI_Datatype type;
    int count = mpi_types_pick(4), length = mpi_types_pick(3),
        stride = mpi_types_pick(7) - 3;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < length; k++)
            copy_at(map, of, (i * stride + k) * map_extent(of), true);
    cr_assert_eq(MPI_Type_vector(count, length, stride, old, &type), 0);
    return type;
}

static MPI_Datatype by_hvector(MPI_Datatype old, const struct map *of,
                               struct map *map)
{
    MPI_Datatype type;
    int count = mpi_types_pick(4), length = 1 + mpi_types_pick(2);
    MPI_Aint stride = 16 * (mpi_types_pick(9) - 4);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < length; k++)
            copy_at(map, of, i * stride + k * map_extent(of), true);
    cr_assert_eq(MPI_Type_create_hvector(count, length, stride, old, &type), 0);
    return type;
}

static MPI_Datatype by_indexed(MPI_Datatype old, const struct map *of,
                               struct map *map)
{
    MPI_Datatype type;
    int lengths[4], places[4], count = mpi_types_pick(4);
    for (int i = 0; i < count; i++) {
        lengths[i] = mpi_types_pick(3);
        places[i] = mpi_types_pick(9) - 3;
        for (int k = 0; k < lengths[i]; k++)
            copy_at(map, of, (places[i] + k) * map_extent(of), true);
    }
    cr_assert_eq(MPI_Type_indexed(count, lengths, places, old, &type), 0);
    return type;
}

static MPI_Datatype by_hindexed_block(MPI_Datatype old, const struct map *of,
                                      struct map *map)
{
    MPI_Datatype type;
    MPI_Aint places[4];
    int count = mpi_types_pick(4), length = mpi_types_pick(3);
    for (int i = 0; i < count; i++) {
        places[i] = 16 * (mpi_types_pick(9) - 3);
        for (int k = 0; k < length; k++)
            copy_at(map, of, places[i] + k * map_extent(of), true);
    }
    cr_assert_eq(
        MPI_Type_create_hindexed_block(count, length, places, old, &type), 0);
    return type;
}

static MPI_Datatype by_struct(MPI_Datatype old, const struct map *of,
                              struct map *map)
{
    MPI_Datatype type, types[4];
    MPI_Aint places[4];
    int lengths[4], count = 1 + mpi_types_pick(3);
    struct map *other = malloc(sizeof *other);
    types[3] = leaf(other);
    for (int i = 0; i < count; i++) {
        bool plain = mpi_types_pick(2);
        types[i] = plain ? types[3] : old;
        lengths[i] = mpi_types_pick(3);
        places[i] = 8 * mpi_types_pick(20);
        const struct map *from = plain ? other : of;
        for (int k = 0; k < lengths[i]; k++)
            copy_at(map, from, places[i] + k * map_extent(from), true);
    }
    free(other);
    cr_assert_eq(MPI_Type_create_struct(count, lengths, places, types, &type),
                 0);
    return type;
}

static MPI_Datatype by_resized(MPI_Datatype old, const struct map *of,
                               struct map *map)
{
    MPI_Datatype type;
    MPI_Aint lb = 8 * (mpi_types_pick(5) - 2), extent = 8 * mpi_types_pick(20);
    copy_at(map, of, 0, false);
    mpi_types_put(map, LB, lb);
    mpi_types_put(map, UB, lb + extent);
    cr_assert_eq(MPI_Type_create_resized(old, lb, extent, &type), 0);
    return type;
}

static MPI_Datatype by_dup(MPI_Datatype old, const struct map *of,
                           struct map *map)
{
    MPI_Datatype type;
    copy_at(map, of, 0, true);
    cr_assert_eq(MPI_Type_dup(old, &type), 0);
    return type;
}

/* Make the map of the elements of an array that `mine` selects, in memory
 * order. */
static void array_map(const struct map *of, struct map *map, const int sizes[3],
                      int order, bool (*mine)(const int at[3], const void *arg),
                      const void *arg)
{
    int at[3], all = sizes[0] * sizes[1] * sizes[2];
    for (int i = 0; i < all; i++) {
        int left = i;
        for (int k = 0; k < 3; k++) {
            int d = order == MPI_ORDER_C ? 2 - k : k;
            at[d] = left % sizes[d];
            left /= sizes[d];
        }
        if (mine(at, arg))
            copy_at(map, of, i * map_extent(of), false);
    }
    mpi_types_put(map, LB, 0);
    mpi_types_put(map, UB, all * map_extent(of));
}

struct box {
    int starts[3], subsizes[3];
};

static bool in_box(const int at[3], const void *arg)
{
    const struct box *box = arg;
    for (int d = 0; d < 3; d++)
        if (at[d] < box->starts[d] ||
            at[d] >= box->starts[d] + box->subsizes[d])
            return false;
    return true;
}

static MPI_Datatype by_subarray(MPI_Datatype old, const struct map *of,
                                struct map *map)
{
    MPI_Datatype type;
    int sizes[3], order = mpi_types_pick(2) ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
    struct box box;
    for (int d = 0; d < 3; d++) {
        sizes[d] = 1 + mpi_types_pick(3);
        box.subsizes[d] = 1 + mpi_types_pick(sizes[d]);
        box.starts[d] = mpi_types_pick(sizes[d] - box.subsizes[d] + 1);
    }
    array_map(of, map, sizes, order, in_box, &box);
    cr_assert_eq(MPI_Type_create_subarray(3, sizes, box.subsizes, box.starts,
                                          order, old, &type),
                 0);
    return type;
}

struct shares {
    int sizes[3], distribution[3], darg[3], processes[3], place[3];
};

static bool in_share(const int at[3], const void *arg)
{
    const struct shares *s = arg;
    for (int d = 0; d < 3; d++) {
        int block = s->darg[d];
        if (s->distribution[d] == MPI_DISTRIBUTE_NONE)
            continue;
        if (block == MPI_DISTRIBUTE_DFLT_DARG)
            block = s->distribution[d] == MPI_DISTRIBUTE_CYCLIC
                        ? 1
                        : (s->sizes[d] + s->processes[d] - 1) / s->processes[d];
        if (at[d] / block % s->processes[d] != s->place[d])
            return false;
    }
    return true;
}

static MPI_Datatype by_darray(MPI_Datatype old, const struct map *of,
                              struct map *map)
{
    static const int words[] = {MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_BLOCK,
                                MPI_DISTRIBUTE_CYCLIC};
    MPI_Datatype type;
    struct shares s;
    int order = mpi_types_pick(2) ? MPI_ORDER_C : MPI_ORDER_FORTRAN, size = 1,
        place = 0;
    for (int d = 0; d < 3; d++) {
        s.sizes[d] = 1 + mpi_types_pick(4);
        s.distribution[d] = words[mpi_types_pick(3)];
        s.processes[d] = s.distribution[d] == MPI_DISTRIBUTE_NONE
                             ? 1
                             : 1 + mpi_types_pick(3);
        s.darg[d] = MPI_DISTRIBUTE_DFLT_DARG;
        if (mpi_types_pick(2) && s.distribution[d] == MPI_DISTRIBUTE_CYCLIC)
            s.darg[d] = 1 + mpi_types_pick(4);
        if (mpi_types_pick(2) && s.distribution[d] == MPI_DISTRIBUTE_BLOCK)
            s.darg[d] = s.sizes[d];
        s.place[d] = mpi_types_pick(s.processes[d]);
        size *= s.processes[d];
        place = place * s.processes[d] + s.place[d];
    }
    array_map(of, map, s.sizes, order, in_share, &s);
    cr_assert_eq(MPI_Type_create_darray(size, place, 3, s.sizes, s.distribution,
                                        s.darg, s.processes, order, old, &type),
                 0, "%s", test_text);
    return type;
}

static const way ways[] = {
    by_contiguous, by_vector,         by_hvector, by_indexed,  by_struct,
    by_resized,    by_hindexed_block, by_dup,     by_subarray, by_darray};
#define WAYS ((int)(sizeof ways / sizeof *ways))

static MPI_Datatype any_type(struct map *map, int depth)
{
    struct map *of = malloc(sizeof *of);
    MPI_Datatype type = leaf(map);
    for (; depth > 0 && map->count < 60; depth--) {
        *of = *map;
        map->count = 0;
        MPI_Datatype old = type;
        type = ways[mpi_types_pick(WAYS)](old, of, map);
        release(old);
    }
    free(of);
    return type;
}

static long map_size(const struct map *map, int *elements)
{
    long size = 0;
    *elements = 0;
    for (int i = 0; i < map->count; i++)
        if (map->entry[i].basic > 0) {
            size += basics[map->entry[i].basic].type.size;
            ++*elements;
        }
    return size;
}

static void check_bounds(const struct type *type, const struct map *map)
{
    int elements;
    cr_assert_eq(type->size, map_size(map, &elements));
    cr_assert_eq(type->elements, elements);
    cr_assert_eq(type->lb, map_bound(map, LB), "lb %ld, not %ld", type->lb,
                 map_bound(map, LB));
    cr_assert_eq(type->ub, map_bound(map, UB), "ub %ld, not %ld", type->ub,
                 map_bound(map, UB));
    long low = 0, high = 0;
    bool any = false;
    for (int i = 0; i < map->count; i++) {
        const struct mpi_types_entry *e = &map->entry[i];
        if (e->basic < 0)
            continue;
        long end = e->at + basics[e->basic].type.size;
        low = !any || e->at < low ? e->at : low;
        high = !any || end > high ? end : high;
        any = true;
    }
    cr_assert_eq(type->true_lb, low);
    cr_assert_eq(type->true_ub, high);
}

#define MIDDLE 8192

/* Pack three elements, byte by byte; unpack the result, complete and
 * truncated. */
static void check_data(const struct type *type, const struct map *map)
{
    enum { MPI_TYPES_COUNT = 3 };
    static unsigned char data[2 * MIDDLE], want[2 * MIDDLE], back[2 * MIDDLE];
    size_t length = 0;
    long extent = type->ub - type->lb;
    if (labs(type->true_lb) + labs(type->true_ub) + 3 * labs(extent) > MIDDLE)
        return;
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (unsigned char)mpi_types_pick(256);
    bool solid = true, dense;
    long begin = 0;
    for (int c = 0; c < MPI_TYPES_COUNT; c++)
        for (int i = 0; i < map->count; i++) {
            const struct mpi_types_entry *e = &map->entry[i];
            if (e->basic < 0)
                continue;
            size_t bytes = (size_t)basics[e->basic].type.size;
            long at = MIDDLE + c * extent + e->at;
            begin = length ? begin : at;
            solid &= at == begin + (long)length;
            memcpy(want + length, data + at, bytes);
            length += bytes;
        }
    dense = solid;
    cr_assert_eq(length, (size_t)type->size * MPI_TYPES_COUNT);
    if (length)
        cr_assert_eq(type->dense, dense, "dense");
    static unsigned char packed[2 * MIDDLE];
    type_pack(type, data + MIDDLE, MPI_TYPES_COUNT, packed);
    cr_assert_arr_eq(packed, want, length);
    size_t cut = length ? length - (size_t)mpi_types_pick((int)length) : 0;
    memset(back, 0, sizeof back);
    cr_assert_eq(type_unpack(type, back + MIDDLE, MPI_TYPES_COUNT, want, cut),
                 cut);
    static unsigned char again[2 * MIDDLE];
    memset(again, 0, sizeof again);
    size_t done = 0;
    for (int c = 0; c < MPI_TYPES_COUNT; c++)
        for (int i = 0; i < map->count; i++) {
            const struct mpi_types_entry *e = &map->entry[i];
            for (int b = 0; e->basic > 0 && b < basics[e->basic].type.size; b++)
                if (done < cut)
                    again[MIDDLE + c * extent + e->at + b] = want[done++];
        }
    cr_assert_arr_eq(back, again, sizeof back);
}

static void check_signature(const struct type *type, const struct map *map)
{
    struct signature whole, part = {0}, basic;
    int first = 0, kinds = 0;
    type_signature(type, 2, &whole);
    for (int i = 0; i < 2 * map->count; i++) {
        const struct mpi_types_entry *e = &map->entry[i % map->count];
        if (e->basic < 0)
            continue;
        cr_assert(type_begins(type, 2, &part));
        type_signature(&basics[e->basic].type, 1, &basic);
        part.hash = signature_join(part.hash, basic.hash, 1);
        part.elements++;
        kinds += e->basic != first;
        first = e->basic;
    }
    cr_assert_eq(part.hash, whole.hash);
    cr_assert_eq(part.elements, whole.elements);
    cr_assert_eq(whole.basic, kinds == 0   ? 0
                              : kinds == 1 ? basics[first].type.handle
                                           : -1);
    part.hash ^= 1;
    cr_assert(!type_begins(type, 2, &part));
    part.elements++;
    cr_assert(!type_begins(type, 2, &part));
}

static void check_elements(const struct type *type, const struct map *map)
{
    MPI_Count bytes = 0, elements = 0;
    for (int i = 0; i < map->count; i++) {
        if (map->entry[i].basic < 0)
            continue;
        MPI_Count size = basics[map->entry[i].basic].type.size;
        cr_assert_eq(type_elements(type, bytes), elements);
        cr_assert_eq(type_element_bytes(type, elements), bytes);
        if (size > 1)
            cr_assert_eq(type_elements(type, bytes + 1), -1);
        bytes += size;
        elements++;
    }
    if (bytes)
        cr_assert_eq(type_elements(type, 2 * bytes), 2 * elements);
}

Test(mpi_types, are_what_the_standard_says)
{
    struct map *map = malloc(sizeof *map);
    for (int i = 0; i < 3000; i++) {
        random_state = (unsigned)i;
        MPI_Datatype handle = any_type(map, 1 + i % 4);
        const struct type *type = type_of(&test_rank, handle);
        check_bounds(type, map);
        check_data(type, map);
        check_signature(type, map);
        check_elements(type, map);
        release(handle);
    }
    free(map);
}

Test(mpi_types, leave_nothing_behind)
{
    struct map *map = malloc(sizeof *map);
    release(any_type(map, 1));
    long before = test_allocations;
    for (int i = 0; i < 300; i++)
        release(any_type(map, 4));
    free(map);
    cr_assert_eq(test_allocations, before);
}

Test(mpi_types, basic_ones_have_the_sizes_of_c)
{
    const struct {
        MPI_Datatype type;
        int size;
        long extent;
    } rows[] = {
        {MPI_CHAR, 1, 1},
        {MPI_SHORT, sizeof(short), sizeof(short)},
        {MPI_INT, sizeof(int), sizeof(int)},
        {MPI_LONG, sizeof(long), sizeof(long)},
        {MPI_LONG_DOUBLE, sizeof(long double), sizeof(long double)},
        {MPI_C_BOOL, 1, 1},
        {MPI_C_DOUBLE_COMPLEX, 16, 16},
        {MPI_AINT, sizeof(MPI_Aint), sizeof(MPI_Aint)},
        {MPI_DOUBLE_INT, 12, 16},
        {MPI_LONG_INT, 12, 16},
        {MPI_SHORT_INT, 6, 8},
        {MPI_2INT, 8, 8},
        {MPI_LONG_DOUBLE_INT, 20, 32},
        {MPI_INTEGER8, 8, 8},
        {MPI_DATATYPE_NULL, 0, 0},
    };
    for (int i = 0; rows[i].type != MPI_DATATYPE_NULL; i++) {
        int size;
        MPI_Aint lb, extent;
        cr_assert_eq(MPI_Type_size(rows[i].type, &size), MPI_SUCCESS);
        cr_assert_eq(MPI_Type_get_extent(rows[i].type, &lb, &extent), 0);
        cr_assert_eq(size, rows[i].size);
        cr_assert_eq(extent, rows[i].extent);
        cr_assert_eq(lb, 0);
    }
    for (int i = 1; i < basics_count; i++) {
        char name[MPI_MAX_OBJECT_NAME];
        int length;
        cr_assert_eq(basics[i].type.handle, MPI_CHAR - 1 + i);
        cr_assert_eq(MPI_Type_get_name(MPI_CHAR - 1 + i, name, &length), 0);
        cr_assert_str_eq(name, basics[i].name);
    }
    cr_assert_str_eq(basics[basics_count - 1].name, "MPI_UB");
    cr_assert_eq(basics[basics_count - 1].type.handle, MPI_UB);
}

Test(mpi_types, too_large_ones_are_refused)
{
    MPI_Datatype row, plane, type = MPI_INT;
    int size;
    cr_assert_eq(MPI_Type_contiguous(INT32_MAX, MPI_DOUBLE, &row), 0);
    cr_assert_eq(MPI_Type_size(row, &size), MPI_SUCCESS);
    cr_assert_eq(size, MPI_UNDEFINED);
    cr_assert_eq(MPI_Type_contiguous(1 << 28, row, &plane), 0);
    cr_assert_eq(MPI_Type_contiguous(1 << 28, plane, &type), MPI_ERR_COUNT);
    cr_assert_eq(type, MPI_INT);
    cr_assert_eq(MPI_Type_vector(2, 1, INT32_MAX, plane, &type), MPI_ERR_COUNT);
    cr_assert_eq(MPI_Type_create_subarray(2, (int[]){1 << 20, 1 << 20},
                                          (int[]){1, 1}, (int[]){0, 0},
                                          MPI_ORDER_C, plane, &type),
                 MPI_ERR_COUNT);
    release(row);
    release(plane);
}

Test(mpi_types, old_marks_set_bounds)
{
    MPI_Datatype type, types[] = {MPI_LB, MPI_INT, MPI_UB};
    int lengths[] = {1, 1, 1};
    MPI_Aint places[] = {-3, 0, 21}, lb, ub, extent;
    cr_assert_eq(MPI_Type_struct(3, lengths, places, types, &type), 0);
    MPI_Type_lb(type, &lb);
    MPI_Type_ub(type, &ub);
    MPI_Type_extent(type, &extent);
    cr_assert(lb == -3 && ub == 21 && extent == 24);
    release(type);
    /* without data, the bound that has no marker is 0 */
    const struct {
        MPI_Datatype mark;
        MPI_Aint lb, extent;
    } alone[] = {{MPI_LB, 10, -10}, {MPI_UB, 0, 10}};
    for (int i = 0; i < 2; i++) {
        MPI_Aint place = 10;
        MPI_Datatype mark = alone[i].mark;
        cr_assert_eq(MPI_Type_struct(1, lengths, &place, &mark, &type), 0);
        MPI_Type_get_extent(type, &lb, &extent);
        cr_assert(lb == alone[i].lb && extent == alone[i].extent);
        release(type);
    }
}
