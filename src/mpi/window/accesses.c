/* One-sided operations: MPI_Put, MPI_Get, accumulate and atomic operations. */
#include "accesses.h"
#include "mpi/calls/general.h"
#include "mpi/calls/p2p.h"
#include "mpi/data/group.h"
#include "mpi/guard/guard.h"
#include "mpi/message/signature-text.h"
#include "mpi/message/trace-details.h"
#include "mpi/message/transport.h"
#include "mpi/world.h"
#include <string.h>

/* Compute the displacements of the first byte and of the byte past the end of
 * `count` elements. Returns false on overflow. */
static bool accesses_reach(const struct type *type, MPI_Count count,
                           MPI_Aint *low, MPI_Aint *high)
{
    MPI_Aint last;
    if (__builtin_mul_overflow(count - 1, type->ub - type->lb, &last))
        return false;
    *low = type->true_lb + (last < 0 ? last : 0);
    return !__builtin_add_overflow(type->true_ub, last > 0 ? last : 0, high);
}

static bool in_regions(const struct window_place *place, const char *low,
                       const char *high)
{
    for (const struct region *r = place->regions; r; r = r->next)
        if (low >= r->base && high <= r->base + r->size)
            return true;
    return false;
}

/* Compute the address in the target's memory. Returns MPI_SUCCESS or the class
 * of an error that was raised. */
static int accesses_locate(struct rank *rank, struct window *window,
                           const struct remote *to, char **at)
{
    const struct window_place *place = &window->all->place[to->target];
    bool dynamic = window->flavor == MPI_WIN_FLAVOR_DYNAMIC;
    MPI_Aint low = 0, high = 0, from = 0;
    bool fits = accesses_reach(to->type, to->count, &low, &high) &&
                !__builtin_mul_overflow(to->disp, (MPI_Aint)place->unit, &from);
    *at = dynamic ? (char *)to->disp : place->base;
    if (!dynamic && fits)
        *at += from;
    bool empty = to->count == 0 || to->type->size == 0;
    if (to->disp < 0 && !dynamic)
        return window_error(rank, window, MPI_ERR_DISP,
                            "target_disp is %ld, but must not be negative",
                            to->disp);
    if (fits && dynamic)
        fits = empty || in_regions(place, *at + low, *at + high);
    else if (fits)
        fits = empty || (from + low >= 0 && high <= place->size - from);
    if (fits)
        return MPI_SUCCESS;
    return window_error(rank, window, MPI_ERR_RMA_RANGE,
                        "target_disp %ld and target_count %lld exceed the "
                        "window of rank %d (%ld bytes, displacement unit %d)",
                        to->disp, to->count, to->target, place->size,
                        place->unit);
}

static int check_remote(struct rank *rank, struct window *window,
                        struct remote *to, char **at)
{
    int error = epoch_check(rank, window, to->target);
    if (error)
        return error;
    if (to->count < 0)
        return window_error(rank, window, MPI_ERR_COUNT,
                            "target_count is %lld, but must not be negative",
                            to->count);
    to->type = type_of(rank, to->handle);
    if (!to->type)
        return window_error(rank, window, MPI_ERR_TYPE,
                            "the target's datatype is invalid or was freed");
    if (!type_committed(to->type))
        return window_error(rank, window, MPI_ERR_TYPE,
                            "the target's datatype is not committed; call "
                            "MPI_Type_commit first");
    return accesses_locate(rank, window, to, at);
}

/* Check that both sides have the same signature. */
static int check_match(struct rank *rank, struct window *window,
                       const struct local *own, const struct remote *to)
{
    struct signature here, there;
    char text[96], other[96];
    type_signature(own->type, (size_t)own->count, &here);
    type_signature(to->type, (size_t)to->count, &there);
    if (own->type->size * own->count == to->type->size * to->count &&
        (signature_is_raw(&here) || signature_is_raw(&there) ||
         signature_same(&here, &there)))
        return MPI_SUCCESS;
    return window_error(
        rank, window, MPI_ERR_TYPE, "the origin has %s, but the target has %s",
        signature_text(&here, text), signature_text(&there, other));
}

static int check_local(struct rank *rank, struct window *window,
                       struct local *own)
{
    return p2p_check_data(rank, window->comm, own->buffer, own->count,
                          own->handle, &own->type);
}

/* Copy data between two layouts. */
static void accesses_move(struct rank *rank, const struct type *to_type,
                          void *to, size_t to_count, const struct type *type,
                          const void *from, size_t count)
{
    size_t bytes = count * type_size(type);
    if (type->dense && to_type->dense) {
        memmove((char *)to + to_type->true_lb,
                (const char *)from + type->true_lb, bytes);
        return;
    }
    char *packed = rank_alloc(rank, bytes + 1);
    type_pack(type, from, count, packed);
    type_unpack(to_type, to, to_count, packed, bytes);
    rank_free(rank, packed);
}

/* Let the time of the data transfer pass. */
static void charge(struct rank *rank, const struct window *window, int target,
                   size_t bytes)
{
    int to = window->comm->group->world[target];
    const struct weft_cost *cost = weft_costs(rank->self);
    uint64_t time = weft_transfer_time(rank->self, bytes, 1);
    if (!cost->loggp)
        time = weft_route_time(weft_network(rank->self), cost,
                               weft_rank(rank->self), to, bytes);
    transport_charge(rank);
    details_of_call(rank);
    if (weft_compute(rank->self, time ? time : 1))
        rank_cancelled(rank);
}

/* Record the use of a buffer of the caller; with `in_use` it stays in use until
 * the epoch ends. */
static void use(struct rank *rank, struct window *window, int target,
                const struct local *own, bool written, bool in_use)
{
    uses_begin(rank, window, target,
               &(struct guard_buffer){own->buffer, (size_t)own->count,
                                      own->type, written},
               in_use);
}

int access_move(struct rank *rank, struct window *window, struct local *own,
                struct remote *to, bool puts, bool in_use)
{
    char *at;
    if (to->target == MPI_PROC_NULL)
        return MPI_SUCCESS;
    int error = check_remote(rank, window, to, &at);
    if (!error)
        error = check_local(rank, window, own);
    if (!error)
        error = check_match(rank, window, own, to);
    if (error)
        return error;
    p2p_check_written(rank, puts ? to->type : own->type,
                      (size_t)(puts ? to->count : own->count),
                      puts ? "target" : "origin");
    size_t count = (size_t)own->count, bytes = count * type_size(own->type);
    charge(rank, window, to->target, bytes);
    conflict_note(rank, window, to->target, puts ? ACCESS_PUT : ACCESS_GET, at,
                  (size_t)to->count, to->type, MPI_OP_NULL, false);
    if (puts) {
        accesses_move(rank, to->type, at, (size_t)to->count, own->type,
                      own->buffer, count);
        watch_follow(&window->all->place[to->target], at, (size_t)to->count,
                     to->type);
    } else {
        accesses_move(rank, own->type, own->buffer, count, to->type, at,
                      (size_t)to->count);
    }
    use(rank, window, to->target, own, !puts, in_use);
    return MPI_SUCCESS;
}

/* ---- accumulating
 * ---------------------------------------------------------
 */

struct combine {
    struct rank *rank;
    const struct op *op;
    char *data; /* packed data not yet combined */
    char *memory;
};

/* Unpack pairs of a value and an index, because operations expect
 * structures. */
static void combine_pairs(const struct combine *combine, char *to,
                          const struct type *leaf, size_t count)
{
    size_t bytes = count * type_size(leaf);
    char *pairs = rank_alloc(combine->rank, count * (size_t)type_extent(leaf));
    type_unpack(leaf, pairs, count, combine->data, bytes);
    op_apply(combine->op, leaf, leaf->handle, pairs, to, count);
    rank_free(combine->rank, pairs);
}

static bool combine_piece(void *arg, MPI_Aint at, const struct type *leaf,
                          MPI_Count count)
{
    struct combine *combine = arg;
    size_t bytes = (size_t)(leaf->size * count);
    char *to = combine->memory + at;
    if (combine->op->handle == MPI_REPLACE)
        type_unpack(leaf, to, (size_t)count, combine->data, bytes);
    else if (leaf->parts)
        combine_pairs(combine, to, leaf, (size_t)count);
    else
        op_apply(combine->op, leaf, leaf->handle, combine->data, to,
                 (size_t)count);
    combine->data += bytes;
    return true;
}

/* Combine the caller's data with the target's data at `at`. */
static void accesses_combine(struct rank *rank, const struct local *own,
                             const struct remote *to, const struct op *op,
                             char *at)
{
    size_t count = (size_t)own->count, bytes = count * type_size(own->type);
    if (op->handle == MPI_NO_OP || !bytes)
        return;
    char *packed = rank_alloc(rank, bytes);
    type_pack(own->type, own->buffer, count, packed);
    struct combine c = {rank, op, packed, at};
    type_walk(to->type, 0, to->count, PIECES_ELEMENTS, combine_piece, &c);
    rank_free(rank, packed);
}

/* Check that both sides consist of the same predefined type. */
static int check_elements(struct rank *rank, struct window *window,
                          const struct type *own, const struct type *to)
{
    const struct type *one = type_of(rank, own->element);
    const struct type *other = type_of(rank, to->element);
    const struct type *mixed = own->element < 0 ? own : to;
    char name[64];
    if (own->element < 0 || to->element < 0)
        return window_error(rank, window, MPI_ERR_TYPE,
                            "%s has elements of several types, but %s needs a "
                            "datatype made of one predefined type",
                            type_name(rank, mixed, name), rank->function);
    if (!one || !other || one->handle == MPI_BYTE ||
        other->handle == MPI_BYTE || type_is_alias(one, other))
        return MPI_SUCCESS;
    return window_error(rank, window, MPI_ERR_TYPE,
                        "the origin is made of %s, but the target of %s",
                        basic_name(one->handle), basic_name(other->handle));
}

/* Check that the operation is predefined and accepts the elements. */
static int check_op(struct rank *rank, struct window *window, MPI_Op handle,
                    const struct type *type, const struct op **op)
{
    *op = op_of(rank, handle);
    if (!*op || !(*op)->predefined)
        return window_error(rank, window, MPI_ERR_OP,
                            "the operation is not one that MPI predefines");
    const struct type *of = type_of(rank, type->element);
    if (!of || handle == MPI_REPLACE || handle == MPI_NO_OP || op_fits(*op, of))
        return MPI_SUCCESS;
    return window_error(rank, window, MPI_ERR_OP, "%s is not defined for %s",
                        (*op)->name, basic_name(of->handle));
}

int access_combine(struct rank *rank, struct window *window, struct local *own,
                   struct local *result, struct remote *to, MPI_Op handle,
                   bool in_use)
{
    const struct op *op;
    char *at;
    if (to->target == MPI_PROC_NULL)
        return MPI_SUCCESS;
    bool nothing = handle == MPI_NO_OP;
    int error = check_remote(rank, window, to, &at);
    if (!error && !nothing)
        error = check_local(rank, window, own);
    if (!error && result)
        error = check_local(rank, window, result);
    if (!error && !nothing)
        error = check_match(rank, window, own, to);
    if (!error && result)
        error = check_match(rank, window, result, to);
    if (!error && !nothing)
        error = check_elements(rank, window, own->type, to->type);
    if (!error && result)
        error = check_elements(rank, window, result->type, to->type);
    if (!error)
        error = check_op(rank, window, handle, to->type, &op);
    if (error)
        return error;
    size_t bytes = (size_t)to->count * type_size(to->type);
    charge(rank, window, to->target, bytes);
    p2p_check_written(rank, to->type, (size_t)to->count, "target");
    /* the returned values may be a flag that orders the ranks */
    if (result)
        rank->heard = ++rank->world->happened;
    conflict_note(rank, window, to->target, ACCESS_ACCUMULATE, at,
                  (size_t)to->count, to->type, handle, result != NULL);
    if (result)
        accesses_move(rank, result->type, result->buffer, (size_t)result->count,
                      to->type, at, (size_t)to->count);
    if (!nothing)
        accesses_combine(rank, own, to, op, at);
    watch_follow(&window->all->place[to->target], at, (size_t)to->count,
                 to->type);
    if (!nothing)
        use(rank, window, to->target, own, false, in_use);
    if (result)
        use(rank, window, to->target, result, true, in_use);
    return MPI_SUCCESS;
}

int access_swap(struct rank *rank, struct window *window, struct local *own,
                const void *compare, struct local *result, struct remote *to)
{
    char *at;
    if (to->target == MPI_PROC_NULL)
        return MPI_SUCCESS;
    int error = check_remote(rank, window, to, &at);
    if (!error)
        error = check_local(rank, window, own);
    if (!error)
        error = check_local(rank, window, result);
    if (error)
        return error;
    char name[64];
    if (!op_swaps(own->type))
        return window_error(rank, window, MPI_ERR_TYPE,
                            "a predefined integer, logical or byte type is "
                            "required, not %s",
                            type_name(rank, own->type, name));
    if (!compare)
        return window_error(rank, window, MPI_ERR_BUFFER,
                            "compare_addr is a null pointer");
    size_t bytes = type_size(own->type);
    charge(rank, window, to->target, bytes);
    /* the returned value may be a flag that orders the ranks */
    rank->heard = ++rank->world->happened;
    conflict_note(rank, window, to->target, ACCESS_ACCUMULATE, at, 1, to->type,
                  MPI_OP_NULL, true);
    memcpy(result->buffer, at, bytes);
    if (memcmp(at, compare, bytes) == 0)
        memcpy(at, own->buffer, bytes);
    watch_follow(&window->all->place[to->target], at, 1, to->type);
    const struct local compared = {(void *)compare, 1, own->handle, own->type};
    use(rank, window, to->target, own, false, true);
    use(rank, window, to->target, &compared, false, true);
    use(rank, window, to->target, result, true, true);
    return MPI_SUCCESS;
}

struct request *access_request(struct rank *rank, MPI_Request *request)
{
    struct request *made = request_new(rank, REQUEST_GENERAL, NULL);
    made->general = rank_alloc(rank, sizeof *made->general);
    made->handle = handle_new(rank, HANDLE_REQUEST, made);
    *request = made->handle;
    transport_begin(rank, made);
    transport_complete(rank, made);
    return made;
}
