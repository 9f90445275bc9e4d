/* Datatypes of MPI: what a program's data look like; private to src/mpi.
 *
 * A type is a list of parts, each some copies of another type at regular
 * places; in the end there are basic types (basics.h). Everything that is asked
 * of a type often (size, bounds, signature, whether bytes may be copied as they
 * are) is found once, when it is made.
 *
 * Errors of arguments are the business of the callers in type-calls.c; what is
 * built here can only be too large, which they report as well.
 *
 * Threads: types belong to one rank, but for the predefined ones, which are
 * constants. */
#ifndef WEFT_SRC_MPI_DATA_TYPE_H
#define WEFT_SRC_MPI_DATA_TYPE_H

#include "mpi/rank.h"

struct type;

/* count copies of a type, one behind the other, and that `repeat` times, the
 * first of each at `at` + i * `stride` bytes. */
struct type_part {
    const struct type *type; /* held */
    MPI_Aint at;
    MPI_Count count;
    MPI_Count repeat;
    MPI_Aint stride;
};

/* What MPI_Type_get_contents() tells. */
struct contents {
    int combiner;
    bool large; /* made by a function with large counts */
    int integers, addresses, counts, types;
    int *integer;
    MPI_Aint *address;
    MPI_Count *count;
    const struct type **type; /* held */
};

struct type {
    int references;      /* 0: predefined */
    MPI_Datatype handle; /* MPI_DATATYPE_NULL: inside of another one only */
    int handles; /* of the program: MPI_Type_get_contents() gives more */
    bool committed;
    short basic; /* its row in basics.h, if it is predefined, else 0 */

    MPI_Count size;     /* bytes of data */
    MPI_Count elements; /* basic ones */
    MPI_Aint lb, ub;
    MPI_Aint true_lb, true_ub;
    bool lb_marked, ub_marked; /* set by the program, not by the data */
    int align;
    bool solid;      /* the data are one piece, in order */
    bool dense;      /* and those of several of them, too */
    uint64_t hash;   /* of the signature */
    int single;      /* as struct signature's `basic` */
    int element;     /* the same, where a pair counts as one: MPI_2INT */
    MPI_Count apart; /* so many of them have no byte twice, as is known */

    int parts;
    const struct type_part *part;
    struct contents contents;
    void *attributes;
    char *name; /* NULL: none given */
};

/* The type of a handle; NULL: it is none. */
const struct type *type_of(const struct rank *rank, MPI_Datatype handle);
void type_hold(const struct type *type);
/* Let go; the last one frees it. NULL is fine. */
void type_drop(struct rank *rank, const struct type *type);

static inline bool type_committed(const struct type *type)
{
    return type->committed;
}
static inline size_t type_size(const struct type *type)
{
    return (size_t)type->size;
}
static inline ptrdiff_t type_extent(const struct type *type)
{
    return type->ub - type->lb;
}
static inline ptrdiff_t type_lb(const struct type *type)
{
    return type->lb;
}
static inline ptrdiff_t type_true_lb(const struct type *type)
{
    return type->true_lb;
}
static inline ptrdiff_t type_true_extent(const struct type *type)
{
    return type->true_ub - type->true_lb;
}
/* `count` of them are count * size bytes in one piece, from true_lb on. */
static inline bool type_dense(const struct type *type)
{
    return type->dense;
}

/* Bytes of `count` of them. @returns false if that is more than a size_t */
bool type_bytes(const struct type *type, size_t count, size_t *bytes);

/* Copy `count` of them at `buf` to `out`, count * size bytes. */
void type_pack(const struct type *type, const void *buf, size_t count,
               void *out);
/* The other way; it ends with the bytes, in the midst of a type if need be.
 * @returns how many were used, at most count * size */
size_t type_unpack(const struct type *type, void *buf, size_t count,
                   const void *in, size_t bytes);
/* The same for a part of the packed data: `bytes` from byte `from` on. */
void type_pack_part(const struct type *type, const void *buf, size_t count,
                    size_t from, size_t bytes, void *out);

/* How data are cut: in basic types; in predefined ones, pairs as they are; or
 * what lies in one piece as one, where `leaf` may be any type. */
enum type_pieces { PIECES_BASIC, PIECES_ELEMENTS, PIECES_WHOLE };

/* Call `piece` for each piece of data of `count` types, in order, until it
 * returns false; `at` is in bytes from the buffer's address. Of `leaf` there
 * are `count` side by side. */
typedef bool (*type_piece)(void *arg, MPI_Aint at, const struct type *leaf,
                           MPI_Count count);
bool type_walk(const struct type *type, MPI_Aint at, MPI_Count count,
               enum type_pieces pieces, type_piece piece, void *arg);

/* Has data of `count` types a byte twice? Where from the buffer's address on.
 * Not looked at if there are more than 65536 pieces. */
bool type_overlaps(struct rank *rank, const struct type *type, size_t count,
                   MPI_Aint *twice);
/* The same of several blocks, each added with its place. @returns false: there
 * are too many pieces */
struct type_apart *apart_new(struct rank *rank);
bool apart_add(struct type_apart *apart, MPI_Aint at, const struct type *type,
               size_t count);
bool apart_close(struct type_apart *apart, MPI_Aint *twice);

/* Which basic types follow one another: what both ends of a message must agree
 * on. */
struct signature {
    uint64_t hash; /* of their sequence */
    uint64_t elements;
    int basic; /* the handle of the one type that they all are; -1: of several
                  types; 0: there are none */
};
void type_signature(const struct type *type, size_t count,
                    struct signature *signature);
/* Are the first elements of `count` types those of a signature? So for a
 * receive that has room for more than came. */
bool type_begins(const struct type *type, size_t count,
                 const struct signature *signature);
/* The hash of what follows one another, `times` times. */
uint64_t signature_join(uint64_t first, uint64_t second,
                        uint64_t second_elements);
uint64_t signature_repeat(uint64_t hash, uint64_t elements, uint64_t times);

/* Basic elements in the first `bytes` bytes; -1: they end within one. */
MPI_Count type_elements(const struct type *type, MPI_Count bytes);
/* The bytes of the first `elements` basic elements. */
MPI_Count type_element_bytes(const struct type *type, MPI_Count elements);

/* "MPI_INT", the name that the program gave, or "a type made by
 * MPI_Type_vector". */
const char *type_name(const struct rank *rank, const struct type *type,
                      char buffer[64]);

/* Are two predefined types the same but for their names (MPI_INT and
 * MPI_INT32_T)? Pairs never are. */
bool type_is_alias(const struct type *one, const struct type *other);

/* "MPI_INT" of a predefined one's handle; NULL: it is none. */
const char *basic_name(MPI_Datatype handle);

/* Making one: a type of parts to be filled, of which `type` and places are
 * set; then type_seal(), which holds the parts' types and finds the rest. */
struct type *type_new(struct rank *rank, int parts);
/* @returns false: too large; `type` is freed */
bool type_seal(struct rank *rank, struct type *type);
/* The bounds that the program wants, and their marks. */
void type_bound(struct type *type, MPI_Aint lb, MPI_Aint ub);

/* The ways of MPI to make one, in bytes; NULL: too large. References: 1. */
struct type *type_strided(struct rank *rank, MPI_Count count,
                          MPI_Count blocklength, MPI_Aint stride,
                          const struct type *old);
/* Blocks of `old`, or of types of their own; `length` of NULL: all `block`. */
struct blocks {
    MPI_Count count;
    const MPI_Count *length; /* [count], or NULL: `each` */
    MPI_Count each;
    const MPI_Aint *at;             /* [count] bytes */
    const struct type *const *type; /* [count], or NULL: `old` */
    const struct type *old;
};
struct type *type_blocks(struct rank *rank, const struct blocks *blocks);
struct type *type_resized(struct rank *rank, MPI_Aint lb, MPI_Aint extent,
                          const struct type *old);
/* One dimension after the other, the fastest first. */
struct subarray {
    int dimensions;
    const MPI_Count *sizes, *subsizes, *starts; /* [dimensions] */
    int order;
};
struct type *type_subarray(struct rank *rank, const struct subarray *array,
                           const struct type *old);
struct darray {
    int size, rank, dimensions;
    const MPI_Count *sizes;                   /* [dimensions] of the whole */
    const int *distribution, *darg, *process; /* [dimensions] */
    int order;
};
struct type *type_darray(struct rank *rank, const struct darray *array,
                         const struct type *old);

/* External32, the standard's form of data on any machine: bytes of `count`
 * types in it; and to it, from it. Bytes not used are left alone.
 * @returns the bytes written or read, -1: they are not enough */
MPI_Count type_external_size(const struct type *type, MPI_Count count);
MPI_Count type_pack_external(const struct type *type, const void *buf,
                             MPI_Count count, void *out, MPI_Count room);
MPI_Count type_unpack_external(const struct type *type, void *buf,
                               MPI_Count count, const void *in,
                               MPI_Count bytes);

/* A name and attributes are a program's, also those of a predefined type. */
char **type_own_name(struct rank *rank, const struct type *type);
/* ... or MPI's, or "". */
const char *type_told_name(const struct rank *rank, const struct type *type);
void **type_own_attributes(struct rank *rank, const struct type *type);
void *type_attributes(const struct rank *rank, const struct type *type);

#endif
