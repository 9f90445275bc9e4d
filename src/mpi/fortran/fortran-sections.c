/* Sections of arrays as buffers, in Fortran 2008. */
#include "mpi/data/type.h"
#include "mpi/fortran/fortran.h"
#include "mpi/message/request.h"

#include <stdio.h>
#include <string.h>

enum { SECTION_DIMENSIONS = 15 };

/* The elements of an array that are contiguous in memory. */
struct section_run {
    MPI_Aint at;
    size_t elements;
};

static size_t section_elements(const struct fortran_array *array)
{
    size_t elements = 1;
    for (int i = 0; i < array->rank; i++)
        elements *= (size_t)array->dimension[i].extent;
    return elements;
}

/* Return whether all elements have the same distance, and set it. */
static bool section_is_regular(const struct fortran_array *array,
                               ptrdiff_t *distance)
{
    ptrdiff_t next = 0;
    *distance = (ptrdiff_t)array->bytes;
    for (int i = 0; i < array->rank; i++) {
        ptrdiff_t extent = array->dimension[i].extent;
        ptrdiff_t stride = array->dimension[i].stride;
        if (extent == 1)
            continue;
        if (!next)
            next = *distance = stride;
        if (stride != next)
            return false;
        next *= extent;
    }
    return true;
}

/* Return the runs of the first `elements` elements. */
static struct section_run *section_runs(struct rank *rank,
                                        const struct fortran_array *array,
                                        size_t elements, size_t *count)
{
    struct section_run *run = rank_alloc(rank, (elements + 1) * sizeof *run);
    ptrdiff_t index[SECTION_DIMENSIONS] = {0}, at = 0;
    struct section_run *last = run - 1;
    for (size_t i = 0; i < elements; i++) {
        if (i && at == last->at + (ptrdiff_t)(last->elements * array->bytes))
            last->elements++;
        else
            *++last = (struct section_run){at, 1};
        for (int d = 0; d < array->rank; d++) {
            at += array->dimension[d].stride;
            if (++index[d] < array->dimension[d].extent)
                break;
            at -= array->dimension[d].stride * index[d];
            index[d] = 0;
        }
    }
    *count = (size_t)(last + 1 - run);
    return run;
}

/* ---- datatypes ------------------------------------------------------------
 */

/* Use a datatype in place of the program's. */
static void section_use_type(struct rank *rank, struct fortran_section *section,
                             struct type *made, const struct type *old,
                             const char *format)
{
    char name[64], text[128];
    int length =
        snprintf(text, sizeof text, format, type_name(rank, old, name));
    made->name = rank_alloc(rank, (size_t)length + 1);
    memcpy(made->name, text, (size_t)length);
    made->committed = true;
    made->handle = handle_new(rank, HANDLE_TYPE, made);
    section->own = made;
    section->type = made->handle;
}

/* One item of the datatype per element, or `items` of them. */
static struct type *section_blocks(struct rank *rank,
                                   const struct fortran_section *section,
                                   const struct type *old, size_t items)
{
    size_t elements = ((size_t)section->count + items - 1) / items, runs;
    struct section_run *run =
        section_runs(rank, section->array, elements, &runs);
    MPI_Count *length = rank_alloc(rank, (runs + 1) * sizeof *length);
    MPI_Aint *at = rank_alloc(rank, (runs + 1) * sizeof *at);
    for (size_t i = 0; i < runs; i++) {
        at[i] = run[i].at;
        length[i] = (MPI_Count)(run[i].elements * items);
    }
    if (runs)
        length[runs - 1] -= (MPI_Count)(elements * items) - section->count;
    struct type *made = type_blocks(
        rank,
        &(struct blocks){
            .count = (MPI_Count)runs, .length = length, .at = at, .old = old});
    rank_free(rank, run);
    rank_free(rank, length);
    rank_free(rank, at);
    return made;
}

/* Describe the section by a datatype. Returns false if none does. */
static bool section_describe(struct rank *rank, struct fortran_section *section,
                             const struct type *old, bool regular,
                             ptrdiff_t distance)
{
    MPI_Aint extent = type_extent(old);
    if (section->use >= FORTRAN_BYTES || extent <= 0 || old->lb ||
        old->true_lb < 0 || old->true_ub > extent ||
        section->array->bytes % (size_t)extent)
        return false;
    size_t items = section->array->bytes / (size_t)extent;
    struct type *made = NULL;
    if (regular && items == 1 && distance > 0) {
        made = type_resized(rank, 0, distance, old);
        if (made)
            section_use_type(rank, section, made, old, "%s");
    } else if (section->use == FORTRAN_DATA) {
        made = section_blocks(rank, section, old, items);
        if (made)
            section_use_type(rank, section, made, old, "a section of %s");
        section->count = made ? 1 : section->count;
    }
    return made != NULL;
}

/* ---- copies ---------------------------------------------------------------
 */

static void section_move(struct rank *rank,
                         const struct fortran_section *section, bool back)
{
    const struct fortran_array *array = section->array;
    size_t runs;
    struct section_run *run =
        section_runs(rank, array, section_elements(array), &runs);
    char *copy = section->copy, *base = array->base;
    for (size_t i = 0; i < runs; i++) {
        size_t bytes = run[i].elements * array->bytes;
        memcpy(back ? base + run[i].at : copy, back ? copy : base + run[i].at,
               bytes);
        copy += bytes;
    }
    rank_free(rank, run);
}

/* ---- calls ----------------------------------------------------------------
 */

/* Raise an error if the call needs more data than the section has. */
static int section_check(const char *function,
                         const struct fortran_section *section,
                         const struct type *old)
{
    size_t need, room = section_elements(section->array);
    struct rank *rank = rank_here();
    if (section->count < 0 || !old || type_extent(old) <= 0)
        return MPI_SUCCESS; /* the function itself reports it */
    if (!__builtin_mul_overflow((size_t)section->count,
                                (size_t)type_extent(old), &need) &&
        need <= room * section->array->bytes)
        return MPI_SUCCESS;
    char name[64];
    return rank_error(rank_enter(function, rank_caller), NULL, MPI_ERR_COUNT,
                      "the array section has %zu elements of %zu bytes, too "
                      "few for %lld x %s",
                      room, section->array->bytes, (long long)section->count,
                      type_name(rank, old, name));
}

int fortran_section_open(const char *function, struct fortran_section *section)
{
    const struct fortran_array *array = section->array;
    struct rank *rank = rank_here();
    ptrdiff_t distance;
    if (!rank || !array->rank || !array->base ||
        section->use == FORTRAN_PLACE ||
        array->dimension[array->rank - 1].extent < 0)
        return MPI_SUCCESS;
    bool regular = section_is_regular(array, &distance);
    if ((regular && distance == (ptrdiff_t)array->bytes) ||
        !section_elements(array))
        return MPI_SUCCESS;
    const struct type *old = type_of(rank, section->type);
    if (section->type && (!old || !type_committed(old)))
        return MPI_SUCCESS; /* the function itself reports it */
    int code = section_check(function, section, old);
    if (code ||
        (old && section_describe(rank, section, old, regular, distance)))
        return code;
    if (section->pending)
        return rank_error(
            rank_enter(function, rank_caller), NULL, MPI_ERR_BUFFER,
            "the buffer is a section of an array with gaps, and the call uses "
            "it after its return; pass a contiguous array");
    section->copy = rank_alloc(rank, section_elements(array) * array->bytes);
    section->address = section->copy;
    section_move(rank, section, false);
    return MPI_SUCCESS;
}

/* The copy of a section that a request uses. */
struct section_kept {
    struct request_copy copy;
    struct fortran_section section; /* its array is a copy, too; owned */
    char *before;                   /* the copy at the call; owned */
};

/* Copy back the elements that the call has changed: the program may use the
 * others meanwhile. */
static void section_return(struct rank *rank, const struct section_kept *kept)
{
    const struct fortran_array *array = kept->section.array;
    const char *copy = kept->section.copy, *before = kept->before;
    size_t runs, bytes = array->bytes;
    struct section_run *run =
        section_runs(rank, array, section_elements(array), &runs);
    for (size_t i = 0; i < runs; i++)
        for (size_t k = 0; k < run[i].elements; k++) {
            if (memcmp(copy, before, bytes) != 0)
                memcpy((char *)array->base + run[i].at + k * bytes, copy,
                       bytes);
            copy += bytes;
            before += bytes;
        }
    rank_free(rank, run);
}

static void section_over(struct rank *rank, struct request_copy *copy)
{
    struct section_kept *kept = (struct section_kept *)copy;
    if (kept->section.changed)
        section_return(rank, kept);
    rank_free(rank, kept->before);
    rank_free(rank, kept->section.copy);
    rank_free(rank, (void *)(uintptr_t)kept->section.array);
    rank_free(rank, kept);
}

void fortran_section_keep(struct fortran_section *section, int code,
                          const MPI_Request *request)
{
    struct rank *rank = rank_here();
    struct request *user = code || !section->copy
                               ? NULL
                               : handle_object(rank, HANDLE_REQUEST, *request);
    if (!user)
        return;
    const struct fortran_array *array = section->array;
    size_t bytes =
        sizeof *array + (size_t)array->rank * sizeof *array->dimension;
    struct fortran_array *own = rank_alloc(rank, bytes);
    memcpy(own, array, bytes);
    struct section_kept *kept = rank_alloc(rank, sizeof *kept);
    kept->section = *section;
    kept->section.array = own;
    if (section->changed) { /* the array is still as it was at the call */
        struct fortran_section at_call = *section;
        at_call.copy = kept->before =
            rank_alloc(rank, section_elements(array) * array->bytes);
        section_move(rank, &at_call, false);
    }
    kept->copy = (struct request_copy){user->copies, section_over};
    user->copies = &kept->copy;
    section->copy = NULL;
}

void fortran_section_close(struct fortran_section *section)
{
    struct rank *rank = rank_here();
    if (section->own) {
        handle_free(rank, HANDLE_TYPE, section->own->handle);
        section->own->handle = MPI_DATATYPE_NULL;
        type_drop(rank, section->own);
    }
    if (section->copy && section->changed)
        section_move(rank, section, true);
    rank_free(rank, section->copy);
}
