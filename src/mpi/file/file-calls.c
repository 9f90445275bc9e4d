/* Reading and writing files: all functions that access data. */
#include "mpi-file.h"
#include "mpi/calls/general.h"
#include "mpi/calls/p2p.h"
#include "mpi/calls/task.h"
#include "mpi/calls/wait.h"
#include "mpi/coll/coll.h"
#include "mpi/data/group.h"
#include "mpi/guard/clock.h"
#include "mpi/guard/guard.h"
#include "mpi/message/trace-details.h"
#include "mpi/message/transport.h"
#include "mpi/world.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Where an access begins. */
enum file_from { FROM_OFFSET, FROM_POINTER, FROM_SHARED, FROM_ORDERED };

struct file_access {
    enum file_from from;
    bool writes, collective;
    const char *end; /* call that ends a split collective access, or NULL */
    MPI_File fh;
    MPI_Offset offset;
    void *buffer;
    MPI_Count count;
    MPI_Datatype datatype;
    const struct type *type; /* of `datatype` */
    /* Where it begins, in etypes; the number of bytes moved, and the error
     * number of the system or 0. */
    MPI_Offset position;
    size_t done;
    int failed;
};

/* ---- transfer -------------------------------------------------------------
 */

/* Return the time of an access in nanoseconds. */
static uint64_t file_access_time(const struct weft_mpi_file_cost *cost,
                                 size_t bytes)
{
    uint64_t whole = cost->per_byte / 1000, part = cost->per_byte % 1000;
    uint64_t time = cost->access + whole * bytes + (part * bytes + 999) / 1000;
    return time ? time : 1;
}

/* Let the time of an access pass: a file serves one access after another. */
static void file_charge(struct rank *rank, struct file_disk *disk, size_t bytes)
{
    transport_charge(rank);
    uint64_t now = weft_now(rank->self);
    uint64_t begin = disk->busy > now ? disk->busy : now;
    disk->busy =
        begin + file_access_time(&rank->world->settings->file_cost, bytes);
    details_of_call(rank);
    if (weft_wait_until(rank->self, disk->busy))
        rank_cancelled(rank);
}

/* Read or write contiguous bytes. Returns how many; fewer at the end of the
 * file or, with errno, after an error. */
static size_t file_move(int descriptor, bool writes, char *data, size_t bytes,
                        MPI_Offset at)
{
    size_t done = 0;
    errno = 0;
    while (done < bytes) {
        off_t next = at + (MPI_Offset)done;
        ssize_t moved =
            writes ? pwrite(descriptor, data + done, bytes - done, next)
                   : pread(descriptor, data + done, bytes - done, next);
        if (moved < 0 && errno == EINTR)
            continue;
        if (moved <= 0)
            break;
        done += (size_t)moved;
    }
    return done;
}

/* Move contiguous data in memory, through the view. */
static void file_transfer(struct rank *rank, struct file *file,
                          struct file_access *access, char *data, size_t bytes)
{
    const struct file_shared *all = file->all;
    MPI_Offset from = access->position * file->view.etype->size;
    bool reported = false, whole = true;
    while (access->done < bytes && whole) {
        MPI_Offset at, next = from + (MPI_Offset)access->done;
        MPI_Offset left = (MPI_Offset)(bytes - access->done);
        size_t piece = (size_t)view_find(&file->view, next, left, &at);
        size_t moved = file_move(all->descriptor, access->writes,
                                 data + access->done, piece, at);
        whole = piece && moved == piece; /* an empty view has no data */
        access->failed = whole ? 0 : errno;
        const struct file_piece span = {at, at + (MPI_Offset)moved,
                                        access->writes, all->atomic, all->name};
        if (!reported)
            reported = races_note(rank, all->disk, &span);
        access->done += moved;
    }
}

/* Move data whose layout in memory is not that of the file. */
static void file_transfer_packed(struct rank *rank, struct file *file,
                                 struct file_access *access, size_t bytes)
{
    const struct type *type = access->type;
    size_t count = (size_t)access->count;
    char *data = rank_alloc(rank, bytes + 1);
    bool portable = file->view.portable;
    if (access->writes && portable)
        type_pack_external(type, access->buffer, access->count, data,
                           (MPI_Count)bytes);
    else if (access->writes)
        type_pack(type, access->buffer, count, data);
    file_transfer(rank, file, access, data, bytes);
    MPI_Count whole = (MPI_Count)(access->done / type_size(type));
    if (!access->writes && portable)
        type_unpack_external(type, access->buffer, whole, data,
                             (MPI_Count)access->done);
    else if (!access->writes)
        type_unpack(type, access->buffer, count, data, access->done);
    rank_free(rank, data);
}

/* ---- where an access begins -----------------------------------------------
 */

/* What a rank contributes to an ordered access. */
struct file_share {
    MPI_Offset pointer; /* the shared pointer before it */
    MPI_Offset etypes;
};

/* Compute the position of an ordered access: by rank. All ranks meet, but this
 * does not order their accesses. */
static int file_order(struct rank *rank, struct file *file, MPI_Offset etypes,
                      MPI_Offset *position)
{
    int size = file->comm->group->size;
    struct file_share own = {file->all->pointer, etypes};
    struct file_share *all = rank_alloc(rank, (size_t)size * sizeof *all);
    uint64_t *clock = rank->clock ? clock_copy(rank) : NULL;
    int error = coll_exchange(rank, file->comm, &own, all, sizeof own);
    clock_restore(rank, clock);
    MPI_Offset at = all[0].pointer;
    for (int i = 0; i < size; i++) {
        if (i == file->comm->rank)
            *position = at;
        at += all[i].etypes;
    }
    if (++file->ordered >
        file->all->ordered) { /* the first rank to come here */
        file->all->ordered = file->ordered;
        file->all->pointer = at;
    }
    rank_free(rank, all);
    return error;
}

static int file_begin(struct rank *rank, struct file *file,
                      struct file_access *access, MPI_Offset etypes)
{
    if (access->from == FROM_OFFSET && access->offset < 0)
        return file_error(rank, file, MPI_ERR_ARG,
                          "offset is %lld, but must not be negative",
                          (long long)access->offset);
    if (access->from == FROM_ORDERED)
        return file_order(rank, file, etypes, &access->position);
    const MPI_Offset from[] = {[FROM_OFFSET] = access->offset,
                               [FROM_POINTER] = file->pointer,
                               [FROM_SHARED] = file->all->pointer};
    access->position = from[access->from];
    return MPI_SUCCESS;
}

/* ---- accesses -------------------------------------------------------------
 */

static int file_check(struct rank *rank, struct file *file,
                      struct file_access *access)
{
    int amode = file->all->amode;
    bool shared = access->from == FROM_SHARED || access->from == FROM_ORDERED;
    if (access->writes && amode & MPI_MODE_RDONLY)
        return file_error(rank, file, MPI_ERR_READ_ONLY,
                          "the file was opened with MPI_MODE_RDONLY");
    if (!access->writes && amode & MPI_MODE_WRONLY)
        return file_error(rank, file, MPI_ERR_ACCESS,
                          "the file was opened with MPI_MODE_WRONLY");
    if (!shared && amode & MPI_MODE_SEQUENTIAL)
        return file_error(rank, file, MPI_ERR_UNSUPPORTED_OPERATION,
                          "the file was opened with MPI_MODE_SEQUENTIAL, which "
                          "allows only the shared file pointer");
    int error = p2p_check_data(rank, file->comm, access->buffer, access->count,
                               access->datatype, &access->type);
    MPI_Count bytes = error ? 0 : access->count * access->type->size;
    if (bytes % file->view.etype->size)
        return file_error(rank, file, MPI_ERR_TYPE,
                          "%lld bytes are no multiple of the size of the etype "
                          "(%lld bytes)",
                          (long long)bytes, (long long)file->view.etype->size);
    return error;
}

static int file_access(struct rank *rank, struct file *file,
                       struct file_access *access)
{
    MPI_Offset size = file->view.etype->size;
    int error = file_check(rank, file, access);
    if (!error && access->collective)
        error = file_meet(rank, file, NULL);
    if (error)
        return error;
    size_t bytes = (size_t)access->count * type_size(access->type);
    guard_use(rank,
              &(struct guard_buffer){access->buffer, (size_t)access->count,
                                     access->type, !access->writes});
    file_charge(rank, file->all->disk, bytes);
    error = file_begin(rank, file, access, (MPI_Offset)bytes / size);
    if (error)
        return error;
    if (type_dense(access->type) && !file->view.portable)
        file_transfer(rank, file, access,
                      (char *)access->buffer + access->type->true_lb, bytes);
    else
        file_transfer_packed(rank, file, access, bytes);
    MPI_Offset behind = access->position + (MPI_Offset)access->done / size;
    if (access->from == FROM_POINTER)
        file->pointer = behind;
    if (access->from == FROM_SHARED)
        file->all->pointer = behind;
    return access->failed
               ? file_failed(rank, file, access->failed, file->all->name)
               : MPI_SUCCESS;
}

static int file_wait_access(struct rank *rank, struct file_access access,
                            MPI_Status *status)
{
    A_FILE(file, access.fh);
    int error = status_check(rank, status);
    if (!error)
        error = file_access(rank, file, &access);
    if (!error)
        status_fill(status, MPI_ANY_SOURCE, MPI_ANY_TAG, access.done);
    return error;
}

/* ---- requests -------------------------------------------------------------
 * The access is complete when the call returns, but its buffer belongs to MPI
 * until the program completes the request. */

static int file_query(void *state, MPI_Status *status)
{
    const struct request *request = state;
    status->weft_bytes = (MPI_Count)request->bytes;
    return MPI_SUCCESS;
}

static void file_request_over(struct rank *rank, struct request *request)
{
    struct file *file = file_of(rank, request->file);
    if (file)
        file->pending--;
}

static int file_start_access(struct rank *rank, struct file_access access,
                             MPI_Request *handle)
{
    static const struct request_actions actions = {.destroyed =
                                                       file_request_over};
    A_FILE(file, access.fh);
    if (!handle)
        return file_error(rank, file, MPI_ERR_ARG, "request is a null pointer");
    int error = file_access(rank, file, &access);
    if (error)
        return error;
    struct request *made = request_new(rank, REQUEST_GENERAL, NULL);
    made->general = rank_alloc(rank, sizeof *made->general);
    *made->general = (struct general){.query = file_query, .state = made};
    made->actions = &actions;
    made->file = file->handle;
    made->bytes = access.done;
    *handle = made->handle = handle_new(rank, HANDLE_REQUEST, made);
    transport_begin(rank, made);
    transport_complete(rank, made);
    file->pending++;
    guard_begin(rank, made,
                &(struct guard_buffer){access.buffer, (size_t)access.count,
                                       access.type, !access.writes},
                "until it is completed");
    return MPI_SUCCESS;
}

/* ---- split collective accesses --------------------------------------------
 */

static int file_begin_access(struct rank *rank, struct file_access access)
{
    A_FILE(file, access.fh);
    int error = file_access(rank, file, &access);
    if (error)
        return error;
    file->split_end = access.end;
    file->split_buffer = access.buffer;
    file->split_bytes = access.done;
    guard_begin(rank, file,
                &(struct guard_buffer){access.buffer, (size_t)access.count,
                                       access.type, !access.writes},
                "until the call that ends it");
    return MPI_SUCCESS;
}

static int file_end_access(struct rank *rank, MPI_File fh, const void *buffer,
                           MPI_Status *status)
{
    A_FILE(file, fh);
    int error = status_check(rank, status);
    if (error)
        return error;
    if (!file->split_end)
        return file_error(rank, file, MPI_ERR_IO,
                          "no split collective access has begun");
    if (strcmp(file->split_end, rank->function) != 0)
        return file_error(rank, file, MPI_ERR_IO,
                          "the access that has begun ends with %s",
                          file->split_end);
    if (file->split_buffer != buffer)
        return file_error(rank, file, MPI_ERR_BUFFER,
                          "the buffer is not that of the call that began the "
                          "access");
    guard_end(rank, file);
    file->split_end = NULL;
    status_fill(status, MPI_ANY_SOURCE, MPI_ANY_TAG, file->split_bytes);
    return MPI_SUCCESS;
}

/* ---- functions ------------------------------------------------------------
 * One row per function; FILE_SIZES adds the function with a large count. */

#define FILE_DATA                                                              \
    .fh = fh, .buffer = (void *)buf, .count = count, .datatype = datatype

#define FILE_READ void *
#define FILE_WRITE const void *
#define FILE_READ_WRITES false
#define FILE_WRITE_WRITES true

/* Calls that wait, with and without an offset. */
#define FILE_WAITS_AT(name, large, COUNT, KIND, all)                           \
    int MPI_File_##name##large(MPI_File fh, MPI_Offset offset,                 \
                               FILE_##KIND buf, COUNT count,                   \
                               MPI_Datatype datatype, MPI_Status *status)      \
    {                                                                          \
        ENTER(File_##name##large);                                             \
        struct file_access access = {.from = FROM_OFFSET,                      \
                                     .writes = FILE_##KIND##_WRITES,           \
                                     .collective = all,                        \
                                     .offset = offset,                         \
                                     FILE_DATA};                               \
        RETURN_TASK(File_##name, file_wait_access(rank, access, status));      \
    }
#define FILE_WAITS(name, large, COUNT, KIND, all, where)                       \
    int MPI_File_##name##large(MPI_File fh, FILE_##KIND buf, COUNT count,      \
                               MPI_Datatype datatype, MPI_Status *status)      \
    {                                                                          \
        ENTER(File_##name##large);                                             \
        struct file_access access = {.from = where,                            \
                                     .writes = FILE_##KIND##_WRITES,           \
                                     .collective = all,                        \
                                     FILE_DATA};                               \
        RETURN_TASK(File_##name, file_wait_access(rank, access, status));      \
    }

/* Calls that return a request. A rank does not meet the others in a collective
 * one. */
#define FILE_STARTS_AT(name, large, COUNT, KIND)                               \
    int MPI_File_##name##large(MPI_File fh, MPI_Offset offset,                 \
                               FILE_##KIND buf, COUNT count,                   \
                               MPI_Datatype datatype, MPI_Request *request)    \
    {                                                                          \
        ENTER(File_##name##large);                                             \
        struct file_access access = {.from = FROM_OFFSET,                      \
                                     .writes = FILE_##KIND##_WRITES,           \
                                     .offset = offset,                         \
                                     FILE_DATA};                               \
        RETURN_TASK(File_##name, file_start_access(rank, access, request));    \
    }
#define FILE_STARTS(name, large, COUNT, KIND, where)                           \
    int MPI_File_##name##large(MPI_File fh, FILE_##KIND buf, COUNT count,      \
                               MPI_Datatype datatype, MPI_Request *request)    \
    {                                                                          \
        ENTER(File_##name##large);                                             \
        struct file_access access = {                                          \
            .from = where, .writes = FILE_##KIND##_WRITES, FILE_DATA};         \
        RETURN_TASK(File_##name, file_start_access(rank, access, request));    \
    }

/* Calls that begin a split collective access, and those that end it. */
#define FILE_BEGINS_AT(name, large, COUNT, KIND)                               \
    int MPI_File_##name##_begin##large(MPI_File fh, MPI_Offset offset,         \
                                       FILE_##KIND buf, COUNT count,           \
                                       MPI_Datatype datatype)                  \
    {                                                                          \
        ENTER(File_##name##_begin##large);                                     \
        struct file_access access = {.from = FROM_OFFSET,                      \
                                     .writes = FILE_##KIND##_WRITES,           \
                                     .collective = true,                       \
                                     .end = "MPI_File_" #name "_end",          \
                                     .offset = offset,                         \
                                     FILE_DATA};                               \
        RETURN_TASK(File_##name##_begin, file_begin_access(rank, access));     \
    }
#define FILE_BEGINS(name, large, COUNT, KIND, where)                           \
    int MPI_File_##name##_begin##large(MPI_File fh, FILE_##KIND buf,           \
                                       COUNT count, MPI_Datatype datatype)     \
    {                                                                          \
        ENTER(File_##name##_begin##large);                                     \
        struct file_access access = {.from = where,                            \
                                     .writes = FILE_##KIND##_WRITES,           \
                                     .collective = true,                       \
                                     .end = "MPI_File_" #name "_end",          \
                                     FILE_DATA};                               \
        RETURN_TASK(File_##name##_begin, file_begin_access(rank, access));     \
    }
#define FILE_ENDS(name, KIND)                                                  \
    int MPI_File_##name##_end(MPI_File fh, FILE_##KIND buf,                    \
                              MPI_Status *status)                              \
    {                                                                          \
        ENTER(File_##name##_end);                                              \
        RETURN_TASK(File_##name##_end,                                         \
                    file_end_access(rank, fh, buf, status));                   \
    }

#define FILE_SIZES(form, name, ...)                                            \
    form(name, , int, __VA_ARGS__) form(name, _c, MPI_Count, __VA_ARGS__)

FILE_SIZES(FILE_WAITS_AT, read_at, READ, false)
FILE_SIZES(FILE_WAITS_AT, write_at, WRITE, false)
FILE_SIZES(FILE_WAITS_AT, read_at_all, READ, true)
FILE_SIZES(FILE_WAITS_AT, write_at_all, WRITE, true)
FILE_SIZES(FILE_WAITS, read, READ, false, FROM_POINTER)
FILE_SIZES(FILE_WAITS, write, WRITE, false, FROM_POINTER)
FILE_SIZES(FILE_WAITS, read_all, READ, true, FROM_POINTER)
FILE_SIZES(FILE_WAITS, write_all, WRITE, true, FROM_POINTER)
FILE_SIZES(FILE_WAITS, read_shared, READ, false, FROM_SHARED)
FILE_SIZES(FILE_WAITS, write_shared, WRITE, false, FROM_SHARED)
FILE_SIZES(FILE_WAITS, read_ordered, READ, true, FROM_ORDERED)
FILE_SIZES(FILE_WAITS, write_ordered, WRITE, true, FROM_ORDERED)

FILE_SIZES(FILE_STARTS_AT, iread_at, READ)
FILE_SIZES(FILE_STARTS_AT, iwrite_at, WRITE)
FILE_SIZES(FILE_STARTS_AT, iread_at_all, READ)
FILE_SIZES(FILE_STARTS_AT, iwrite_at_all, WRITE)
FILE_SIZES(FILE_STARTS, iread, READ, FROM_POINTER)
FILE_SIZES(FILE_STARTS, iwrite, WRITE, FROM_POINTER)
FILE_SIZES(FILE_STARTS, iread_all, READ, FROM_POINTER)
FILE_SIZES(FILE_STARTS, iwrite_all, WRITE, FROM_POINTER)
FILE_SIZES(FILE_STARTS, iread_shared, READ, FROM_SHARED)
FILE_SIZES(FILE_STARTS, iwrite_shared, WRITE, FROM_SHARED)

FILE_SIZES(FILE_BEGINS_AT, read_at_all, READ)
FILE_SIZES(FILE_BEGINS_AT, write_at_all, WRITE)
FILE_SIZES(FILE_BEGINS, read_all, READ, FROM_POINTER)
FILE_SIZES(FILE_BEGINS, write_all, WRITE, FROM_POINTER)
FILE_SIZES(FILE_BEGINS, read_ordered, READ, FROM_ORDERED)
FILE_SIZES(FILE_BEGINS, write_ordered, WRITE, FROM_ORDERED)
FILE_ENDS(read_at_all, READ)
FILE_ENDS(write_at_all, WRITE)
FILE_ENDS(read_all, READ)
FILE_ENDS(write_all, WRITE)
FILE_ENDS(read_ordered, READ)
FILE_ENDS(write_ordered, WRITE)
