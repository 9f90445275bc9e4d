/* The functions MPI_Pack*() and MPI_Unpack*(), and their external32
 * variants. */
#include "arguments.h"
#include <limits.h>
#include <string.h>

/* A conversion between the program's data and packed bytes, which occupy
 * *position to `size` of the buffer. */
struct packing {
    const void *data, *packed;
    MPI_Count count, size, *position;
    MPI_Datatype datatype;
    bool external;
};

static int pack_calls_check(struct rank *rank, struct comm *comm,
                            const struct packing *p, const struct type **type,
                            MPI_Count *bytes)
{
    NOT_NEGATIVE(MPI_ERR_COUNT, p->count);
    NOT_NULL(p->position);
    A_COMMITTED_TYPE(of, p->datatype);
    *type = of;
    size_t local;
    bool fits = type_bytes(of, (size_t)p->count, &local);
    *bytes = p->external ? type_external_size(of, p->count) : (MPI_Count)local;
    if (!fits || *bytes < 0)
        return rank_error(rank, comm, MPI_ERR_COUNT,
                          "%lld elements of the datatype are too large",
                          p->count);
    if (*bytes && of->basic && !p->data)
        return rank_error(rank, comm, MPI_ERR_BUFFER,
                          "the data buffer is a null pointer");
    if (*bytes && !p->packed)
        return rank_error(rank, comm, MPI_ERR_BUFFER,
                          "the buffer of packed data is a null pointer");
    if (*p->position < 0 || *p->position > p->size ||
        *bytes > p->size - *p->position)
        return rank_error(
            rank, comm, MPI_ERR_ARG,
            "%lld bytes at position %lld exceed the buffer of %lld bytes",
            *bytes, *p->position, p->size);
    return MPI_SUCCESS;
}

static int pack_calls_pack(struct rank *rank, struct comm *comm,
                           const struct packing *p)
{
    const struct type *type = NULL;
    MPI_Count bytes = 0;
    int error = pack_calls_check(rank, comm, p, &type, &bytes);
    if (error || !bytes)
        return error;
    char *to = (char *)p->packed + *p->position;
    if (p->external)
        type_pack_external(type, p->data, p->count, to, bytes);
    else
        type_pack(type, p->data, (size_t)p->count, to);
    *p->position += bytes;
    return MPI_SUCCESS;
}

static int pack_calls_unpack(struct rank *rank, struct comm *comm,
                             const struct packing *p)
{
    const struct type *type = NULL;
    MPI_Count bytes = 0;
    int error = pack_calls_check(rank, comm, p, &type, &bytes);
    if (error || !bytes)
        return error;
    const char *from = (const char *)p->packed + *p->position;
    if (p->external)
        type_unpack_external(type, (void *)p->data, p->count, from, bytes);
    else
        type_unpack(type, (void *)p->data, (size_t)p->count, from,
                    (size_t)bytes);
    *p->position += bytes;
    return MPI_SUCCESS;
}

/* Call `work` with the position as an MPI_Count: each MPI function has its own
 * type of position. */
#define PACKS(work, comm, position_type, ...)                                  \
    do {                                                                       \
        MPI_Count at = position ? *position : 0;                               \
        struct packing p = {.position = position ? &at : NULL, __VA_ARGS__};   \
        int error = work(rank, comm, &p);                                      \
        if (!error)                                                            \
            *position = (position_type)at;                                     \
        return error;                                                          \
    } while (0)
#define EXTERNAL                                                               \
    do {                                                                       \
        NOT_NULL(datarep);                                                     \
        if (strcmp(datarep, "external32") != 0)                                \
            FAIL(MPI_ERR_ARG, "datarep is '%s', but must be 'external32'",     \
                 datarep);                                                     \
    } while (0)

int MPI_Pack(const void *inbuf, int incount, MPI_Datatype datatype,
             void *outbuf, int outsize, int *position, MPI_Comm comm)
{
    ENTER(Pack);
    A_COMM(c, comm);
    PACKS(pack_calls_pack, c, int, .data = inbuf, .count = incount,
          .datatype = datatype, .packed = outbuf, .size = outsize);
}

int MPI_Pack_c(const void *inbuf, MPI_Count incount, MPI_Datatype datatype,
               void *outbuf, MPI_Count outsize, MPI_Count *position,
               MPI_Comm comm)
{
    ENTER(Pack_c);
    A_COMM(c, comm);
    PACKS(pack_calls_pack, c, MPI_Count, .data = inbuf, .count = incount,
          .datatype = datatype, .packed = outbuf, .size = outsize);
}

int MPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf,
               int outcount, MPI_Datatype datatype, MPI_Comm comm)
{
    ENTER(Unpack);
    A_COMM(c, comm);
    PACKS(pack_calls_unpack, c, int, .data = outbuf, .count = outcount,
          .datatype = datatype, .packed = inbuf, .size = insize);
}

int MPI_Unpack_c(const void *inbuf, MPI_Count insize, MPI_Count *position,
                 void *outbuf, MPI_Count outcount, MPI_Datatype datatype,
                 MPI_Comm comm)
{
    ENTER(Unpack_c);
    A_COMM(c, comm);
    PACKS(pack_calls_unpack, c, MPI_Count, .data = outbuf, .count = outcount,
          .datatype = datatype, .packed = inbuf, .size = insize);
}

int MPI_Pack_external(const char datarep[], const void *inbuf, int incount,
                      MPI_Datatype datatype, void *outbuf, MPI_Aint outsize,
                      MPI_Aint *position)
{
    ENTER(Pack_external);
    EXTERNAL;
    PACKS(pack_calls_pack, NULL, MPI_Aint, .data = inbuf, .count = incount,
          .datatype = datatype, .packed = outbuf, .size = outsize,
          .external = true);
}

int MPI_Pack_external_c(const char datarep[], const void *inbuf,
                        MPI_Count incount, MPI_Datatype datatype, void *outbuf,
                        MPI_Count outsize, MPI_Count *position)
{
    ENTER(Pack_external_c);
    EXTERNAL;
    PACKS(pack_calls_pack, NULL, MPI_Count, .data = inbuf, .count = incount,
          .datatype = datatype, .packed = outbuf, .size = outsize,
          .external = true);
}

int MPI_Unpack_external(const char datarep[], const void *inbuf,
                        MPI_Aint insize, MPI_Aint *position, void *outbuf,
                        int outcount, MPI_Datatype datatype)
{
    ENTER(Unpack_external);
    EXTERNAL;
    PACKS(pack_calls_unpack, NULL, MPI_Aint, .data = outbuf, .count = outcount,
          .datatype = datatype, .packed = inbuf, .size = insize,
          .external = true);
}

int MPI_Unpack_external_c(const char datarep[], const void *inbuf,
                          MPI_Count insize, MPI_Count *position, void *outbuf,
                          MPI_Count outcount, MPI_Datatype datatype)
{
    ENTER(Unpack_external_c);
    EXTERNAL;
    PACKS(pack_calls_unpack, NULL, MPI_Count, .data = outbuf, .count = outcount,
          .datatype = datatype, .packed = inbuf, .size = insize,
          .external = true);
}

/* Store the number of packed bytes in *size. Returns MPI_SUCCESS or the class
 * of an error that was raised. */
static int pack_calls_size_of(struct rank *rank, struct comm *comm,
                              MPI_Count count, MPI_Datatype datatype,
                              bool external, MPI_Count *size)
{
    NOT_NEGATIVE(MPI_ERR_COUNT, count);
    A_TYPE(type, datatype);
    size_t bytes = 0;
    bool fits = type_bytes(type, (size_t)count, &bytes);
    *size = external ? type_external_size(type, count) : (MPI_Count)bytes;
    if (fits && *size >= 0)
        return MPI_SUCCESS;
    return rank_error(rank, comm, MPI_ERR_COUNT,
                      "%lld elements of the datatype are too large", count);
}

int MPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int *size)
{
    ENTER(Pack_size);
    A_COMM(c, comm);
    NOT_NULL(size);
    MPI_Count bytes = 0;
    int error = pack_calls_size_of(rank, c, incount, datatype, false, &bytes);
    if (!error)
        *size = bytes > INT_MAX ? MPI_UNDEFINED : (int)bytes;
    return error;
}

int MPI_Pack_size_c(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm,
                    MPI_Count *size)
{
    ENTER(Pack_size_c);
    A_COMM(c, comm);
    NOT_NULL(size);
    return pack_calls_size_of(rank, c, incount, datatype, false, size);
}

int MPI_Pack_external_size(const char datarep[], int incount,
                           MPI_Datatype datatype, MPI_Aint *size)
{
    ENTER(Pack_external_size);
    EXTERNAL;
    NOT_NULL(size);
    MPI_Count bytes = 0;
    int error = pack_calls_size_of(rank, NULL, incount, datatype, true, &bytes);
    if (!error)
        *size = bytes;
    return error;
}

int MPI_Pack_external_size_c(const char datarep[], MPI_Count incount,
                             MPI_Datatype datatype, MPI_Count *size)
{
    ENTER(Pack_external_size_c);
    EXTERNAL;
    NOT_NULL(size);
    return pack_calls_size_of(rank, NULL, incount, datatype, true, size);
}
