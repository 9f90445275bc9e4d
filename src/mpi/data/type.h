/* MPI datatypes: the layout of a program's data; private to src/mpi.
 *
 * A type is a list of parts, each some copies of another type at regular
 * distances; the innermost types are basic types (basics.h). Properties that
 * are needed often (size, bounds, signature, whether data are contiguous) are
 * computed once, when the type is made.
 *
 * Callers check the arguments (calls/type-*.c). The functions here fail only
 * if a type would be too large, which callers report as well.
 *
 * Threads: types belong to one rank, except the predefined ones, which are
 * constants. */
#ifndef WEFT_SRC_MPI_DATA_TYPE_H
#define WEFT_SRC_MPI_DATA_TYPE_H

#include "mpi/rank.h"

struct type;

/* `count` contiguous copies of a type, repeated `repeat` times; repetition i
 * begins at `at` + i * `stride` bytes. */
struct type_part {
    const struct type *type; /* holds a reference */
    MPI_Aint at;
    MPI_Count count;
    MPI_Count repeat;
    MPI_Aint stride;
};

/* The results of MPI_Type_get_contents(). */
struct contents {
    int combiner;
    bool large; /* whether a function with large counts made the type */
    int integers, addresses, counts, types;
    int *integer;
    MPI_Aint *address;
    MPI_Count *count;
    const struct type **type; /* holds references */
};

struct type {
    int references;      /* 0 in predefined types */
    MPI_Datatype handle; /* MPI_DATATYPE_NULL: the type is used only within
                            other types */
    int handles;         /* number of the program's handles of this type */
    bool committed;
    short basic; /* row in basics.h, or 0 if not predefined */

    MPI_Count size;     /* bytes of data, without gaps */
    MPI_Count elements; /* number of basic elements */
    MPI_Aint lb, ub;
    MPI_Aint true_lb, true_ub;
    bool lb_marked, ub_marked; /* whether the program set these bounds
                                  explicitly */
    int align;
    bool solid;    /* whether the data of one element are contiguous and in
                      order */
    bool dense;    /* whether several elements are contiguous and in order,
                      too */
    uint64_t hash; /* hash of the type signature */
    int single;    /* basic type of all elements, as in struct signature */
    int element;   /* like `single`, but pairs such as MPI_2INT count as one */
    MPI_Count apart; /* number of elements known not to overlap */

    int parts;
    const struct type_part *part;
    struct contents contents;
    void *attributes;
    char *name; /* name that the program set, or NULL */
};

/* Value of `single` for types of MPI_Type_create_f90_real() and the like, which
 * match only each other. */
enum { TYPE_SINGLE_F90 = -2 };
/* Return whether the program cannot free the type. */
static inline bool type_is_permanent(const struct type *type)
{
    return type->basic || (type->contents.combiner >= MPI_COMBINER_F90_REAL &&
                           type->contents.combiner <= MPI_COMBINER_F90_INTEGER);
}

/* Return the type of a handle, or NULL. */
const struct type *type_of(const struct rank *rank, MPI_Datatype handle);
void type_hold(const struct type *type);
/* Drop a reference; the last one frees the type. NULL is allowed. */
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
/* Return whether any number of elements occupies contiguous bytes from true_lb
 * on, without gaps. */
static inline bool type_dense(const struct type *type)
{
    return type->dense;
}

/* Compute the bytes of `count` elements. Returns false on overflow. */
bool type_bytes(const struct type *type, size_t count, size_t *bytes);

/* Pack `count` elements at `buf` into `out`, count * size bytes. */
void type_pack(const struct type *type, const void *buf, size_t count,
               void *out);
/* Unpack `bytes` bytes; the last element may be incomplete. Returns the number
 * of bytes used, at most count * size. */
size_t type_unpack(const struct type *type, void *buf, size_t count,
                   const void *in, size_t bytes);

/* How type_walk() divides data: into basic types; into predefined types, which
 * include pairs; or into contiguous pieces, where `leaf` may be any type. */
enum type_pieces { PIECES_BASIC, PIECES_ELEMENTS, PIECES_WHOLE };

/* Call `piece` for each piece of `count` elements, in order, until it returns
 * false. `at` is the displacement in bytes; a piece consists of `count`
 * contiguous elements of type `leaf`. */
typedef bool (*type_piece)(void *arg, MPI_Aint at, const struct type *leaf,
                           MPI_Count count);
bool type_walk(const struct type *type, MPI_Aint at, MPI_Count count,
               enum type_pieces pieces, type_piece piece, void *arg);

/* Return whether `count` elements contain a byte twice, and set *twice to its
 * displacement. Return false without a check if there are more than 65536
 * pieces. */
bool type_overlaps(struct rank *rank, const struct type *type, size_t count,
                   MPI_Aint *twice);
/* Check several blocks for overlaps. apart_add() returns false if there are too
 * many pieces; apart_close() returns the result as type_overlaps() does. */
struct type_apart *apart_new(struct rank *rank);
bool apart_add(struct type_apart *apart, MPI_Aint at, const struct type *type,
               size_t count);
bool apart_close(struct type_apart *apart, MPI_Aint *twice);

/* Sequence of basic types, on which both ends of a message must agree. */
struct signature {
    uint64_t hash; /* hash of the sequence of basic types */
    uint64_t elements;
    int basic; /* handle of the type of all elements; -1: several types; 0: no
                  elements */
};
void type_signature(const struct type *type, size_t count,
                    struct signature *signature);
/* Return whether the first elements of `count` types are those of a signature.
 * A receive may have room for more elements than arrive. */
bool type_begins(const struct type *type, size_t count,
                 const struct signature *signature);
/* Return the hash of the concatenation of two sequences, or of `times`
 * repetitions of one. */
uint64_t signature_join(uint64_t first, uint64_t second,
                        uint64_t second_elements);
uint64_t signature_repeat(uint64_t hash, uint64_t elements, uint64_t times);

/* Return the number of basic elements in the first `bytes` bytes, or -1 if the
 * last one is incomplete. */
MPI_Count type_elements(const struct type *type, MPI_Count bytes);
/* Return the size in bytes of the first `elements` basic elements. */
MPI_Count type_element_bytes(const struct type *type, MPI_Count elements);

/* Return "MPI_INT", the name that the program set, or "a type made by
 * MPI_Type_vector". */
const char *type_name(const struct rank *rank, const struct type *type,
                      char buffer[64]);

/* Return whether two predefined types are aliases (MPI_INT and MPI_INT32_T).
 * Pairs never are. */
bool type_is_alias(const struct type *one, const struct type *other);

/* Return the name of a predefined type ("MPI_INT"), or NULL. */
const char *basic_name(MPI_Datatype handle);

/* Create a type. The caller sets the types and places of its parts, then calls
 * type_seal(), which takes references and computes the rest. */
struct type *type_new(struct rank *rank, int parts);
/* Take references to the parts and compute the rest. Returns false and frees
 * `type` if it is too large. */
bool type_seal(struct rank *rank, struct type *type);
/* Set the bounds explicitly. */
void type_bound(struct type *type, MPI_Aint lb, MPI_Aint ub);

/* Constructors of MPI, with displacements in bytes. Return a type with one
 * reference, or NULL if it is too large. */
struct type *type_strided(struct rank *rank, MPI_Count count,
                          MPI_Count blocklength, MPI_Aint stride,
                          const struct type *old);
/* Blocks of elements of the type `old`, or of several types. */
struct blocks {
    MPI_Count count;
    const MPI_Count *length; /* [count] lengths; NULL: `each` */
    MPI_Count each;
    const MPI_Aint *at;             /* [count] displacements in bytes */
    const struct type *const *type; /* [count] types; NULL: `old` */
    const struct type *old;
};
struct type *type_blocks(struct rank *rank, const struct blocks *blocks);
struct type *type_resized(struct rank *rank, MPI_Aint lb, MPI_Aint extent,
                          const struct type *old);
/* Arguments of MPI_Type_create_subarray(). */
struct subarray {
    int dimensions;
    const MPI_Count *sizes, *subsizes, *starts; /* [dimensions] each */
    int order;
};
struct type *type_subarray(struct rank *rank, const struct subarray *array,
                           const struct type *old);
struct darray {
    int size, rank, dimensions;
    const MPI_Count *sizes; /* [dimensions] sizes of the global array */
    const int *distribution, *darg, *process; /* [dimensions] each */
    int order;
};
struct type *type_darray(struct rank *rank, const struct darray *array,
                         const struct type *old);

/* External32, the portable data format of the standard: type_external_size()
 * returns the size of `count` elements; the others pack and unpack them. They
 * return the number of bytes written or read, or -1 if the buffer is too
 * small. */
MPI_Count type_external_size(const struct type *type, MPI_Count count);
MPI_Count type_pack_external(const struct type *type, const void *buf,
                             MPI_Count count, void *out, MPI_Count room);
MPI_Count type_unpack_external(const struct type *type, void *buf,
                               MPI_Count count, const void *in,
                               MPI_Count bytes);

/* Return the place of the name that the rank's program set for a type,
 * predefined or not; type_own_attributes() returns the place of its
 * attributes. */
char **type_own_name(struct rank *rank, const struct type *type);
/* Return the name that the program gave the type, else its name in MPI, else
 * "". */
const char *type_name_in_reports(const struct rank *rank,
                                 const struct type *type);
void **type_own_attributes(struct rank *rank, const struct type *type);
void *type_attributes(const struct rank *rank, const struct type *type);

#endif
