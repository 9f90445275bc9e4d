/* Attributes and generalized requests of Fortran: their callback functions have
 * other arguments than those of C.
 *
 * An attribute that Fortran sets is an integer. C reads it as a pointer to an
 * integer (MPI 4.0, 19.3.7), so each one has a cell; the rank's list of cells
 * tells these attributes from those that C sets. */
#include "mpi/fortran/fortran.h"

/* An attribute that Fortran set. */
struct fortran_cell {
    MPI_Aint value;
    struct fortran_cell *next;
};

/* A function of Fortran with addresses, and one with INTEGER (MPI 1). */
typedef void fortran_copy(int *handle, int *keyval, MPI_Aint *extra,
                          MPI_Aint *in, MPI_Aint *out, int *flag, int *ierror);
typedef void fortran_copy_integer(int *handle, int *keyval, int *extra, int *in,
                                  int *out, int *flag, int *ierror);
typedef void fortran_delete(int *handle, int *keyval, MPI_Aint *value,
                            MPI_Aint *extra, int *ierror);
typedef void fortran_delete_integer(int *handle, int *keyval, int *value,
                                    int *extra, int *ierror);

/* The extra state of a keyval, as C sees it. */
struct fortran_keyval {
    fortran_copy *copy;     /* NULL: a predefined function */
    fortran_delete *remove; /* NULL: a predefined function */
    MPI_Aint extra;
    bool integer; /* whether the functions have INTEGER arguments */
};

static void *fortran_set(MPI_Aint value)
{
    struct rank *rank = rank_here();
    if (!rank)
        return NULL;
    struct fortran_cell *cell = rank_alloc(rank, sizeof *cell);
    cell->value = value;
    cell->next = rank->cells;
    rank->cells = cell;
    return cell;
}

/* Return the attribute as Fortran reads it. */
static MPI_Aint fortran_get(const void *value)
{
    const struct rank *rank = rank_here();
    const struct fortran_cell *cell = rank->cells;
    while (cell && cell != value)
        cell = cell->next;
    return cell ? cell->value : (MPI_Aint)value;
}

/* ---- callback functions ---------------------------------------------------
 */

static int attribute_copy(int handle, int keyval, void *extra, void *in,
                          void *out, int *flag)
{
    const struct fortran_keyval *own = extra;
    int code = MPI_SUCCESS;
    MPI_Aint state = own->extra, from = fortran_get(in), to = 0;
    if (own->integer) {
        int low_state = (int)state, low_from = (int)from, low_to = 0;
        ((fortran_copy_integer *)own->copy)(&handle, &keyval, &low_state,
                                            &low_from, &low_to, flag, &code);
        to = low_to;
    } else {
        own->copy(&handle, &keyval, &state, &from, &to, flag, &code);
    }
    if (!code && *flag)
        *(void **)out = fortran_set(to);
    return code;
}

static int attribute_delete(int handle, int keyval, void *value, void *extra)
{
    const struct fortran_keyval *own = extra;
    int code = MPI_SUCCESS;
    MPI_Aint state = own->extra, at = fortran_get(value);
    int low_state = (int)state, low = (int)at;
    if (own->integer)
        ((fortran_delete_integer *)own->remove)(&handle, &keyval, &low,
                                                &low_state, &code);
    else
        own->remove(&handle, &keyval, &at, &state, &code);
    return code;
}

/* ---- predefined functions -------------------------------------------------
 * They are known by their addresses, and work if they are called. */

#define FORTRAN_PREDEFINED_COPY(name, copied)                                  \
    FORTRAN fortran_copy name;                                                 \
    void name(int *handle, int *keyval, MPI_Aint *extra, MPI_Aint *in,         \
              MPI_Aint *out, int *flag, int *ierror)                           \
    {                                                                          \
        (void)handle, (void)keyval, (void)extra;                               \
        if (copied)                                                            \
            *out = *in;                                                        \
        *flag = copied;                                                        \
        *ierror = MPI_SUCCESS;                                                 \
    }
#define FORTRAN_PREDEFINED_DELETE(name)                                        \
    FORTRAN fortran_delete name;                                               \
    void name(int *handle, int *keyval, MPI_Aint *value, MPI_Aint *extra,      \
              int *ierror)                                                     \
    {                                                                          \
        (void)handle, (void)keyval, (void)value, (void)extra;                  \
        *ierror = MPI_SUCCESS;                                                 \
    }

FORTRAN_PREDEFINED_COPY(mpi_comm_dup_fn_, 1)
FORTRAN_PREDEFINED_COPY(mpi_type_dup_fn_, 1)
FORTRAN_PREDEFINED_COPY(mpi_win_dup_fn_, 1)
FORTRAN_PREDEFINED_COPY(mpi_comm_null_copy_fn_, 0)
FORTRAN_PREDEFINED_COPY(mpi_type_null_copy_fn_, 0)
FORTRAN_PREDEFINED_COPY(mpi_win_null_copy_fn_, 0)
FORTRAN_PREDEFINED_COPY(mpi_null_copy_fn_, 0)
FORTRAN_PREDEFINED_DELETE(mpi_comm_null_delete_fn_)
FORTRAN_PREDEFINED_DELETE(mpi_type_null_delete_fn_)
FORTRAN_PREDEFINED_DELETE(mpi_win_null_delete_fn_)
FORTRAN_PREDEFINED_DELETE(mpi_null_delete_fn_)

/* The attributes of MPI_DUP_FN are INTEGER. */
FORTRAN fortran_copy_integer mpi_dup_fn_;
void mpi_dup_fn_(int *handle, int *keyval, int *extra, int *in, int *out,
                 int *flag, int *ierror)
{
    (void)handle, (void)keyval, (void)extra;
    *out = *in;
    *flag = 1;
    *ierror = MPI_SUCCESS;
}

FORTRAN void mpi_conversion_fn_null_(void);
void mpi_conversion_fn_null_(void)
{
}

static bool is_dup(fortran_copy *copy)
{
    return copy == mpi_comm_dup_fn_ || copy == mpi_type_dup_fn_ ||
           copy == mpi_win_dup_fn_ || copy == (fortran_copy *)mpi_dup_fn_;
}

static bool is_null_copy(fortran_copy *copy)
{
    return copy == mpi_comm_null_copy_fn_ || copy == mpi_type_null_copy_fn_ ||
           copy == mpi_win_null_copy_fn_ || copy == mpi_null_copy_fn_;
}

static bool is_null_delete(fortran_delete *remove)
{
    return remove == mpi_comm_null_delete_fn_ ||
           remove == mpi_type_null_delete_fn_ ||
           remove == mpi_win_null_delete_fn_ || remove == mpi_null_delete_fn_;
}

/* ---- keyvals --------------------------------------------------------------
 */

typedef int attribute_create(MPI_Comm_copy_attr_function *copy,
                             MPI_Comm_delete_attr_function *remove, int *keyval,
                             void *extra);

/* Create a keyval. Its record lives as long as the rank. */
static int fortran_create(attribute_create *create, fortran_copy *copy,
                          fortran_delete *remove, int *keyval, MPI_Aint extra,
                          bool integer)
{
    MPI_Comm_copy_attr_function *c_copy = attribute_copy;
    struct rank *rank = rank_here();
    struct fortran_keyval *own = rank ? rank_alloc(rank, sizeof *own) : NULL;
    if (own)
        *own = (struct fortran_keyval){copy, remove, extra, integer};
    if (is_dup(copy))
        c_copy = MPI_COMM_DUP_FN;
    else if (is_null_copy(copy))
        c_copy = MPI_COMM_NULL_COPY_FN;
    return create(c_copy,
                  is_null_delete(remove) ? MPI_COMM_NULL_DELETE_FN
                                         : attribute_delete,
                  keyval, own);
}

#define FORTRAN_KEYVAL(name, function)                                         \
    FORTRAN void name(fortran_copy *copy, fortran_delete *remove, int *keyval, \
                      const MPI_Aint *extra, int *ierror);                     \
    void name(fortran_copy *copy, fortran_delete *remove, int *keyval,         \
              const MPI_Aint *extra, int *ierror)                              \
    {                                                                          \
        FORTRAN_ENTER;                                                         \
        int code =                                                             \
            fortran_create(function, copy, remove, keyval, *extra, false);     \
        fortran_leave(ierror, code);                                           \
    }                                                                          \
    FORTRAN_NAMES(name)

FORTRAN_KEYVAL(mpi_comm_create_keyval_, MPI_Comm_create_keyval);
FORTRAN_KEYVAL(mpi_type_create_keyval_, MPI_Type_create_keyval);
FORTRAN_KEYVAL(mpi_win_create_keyval_, MPI_Win_create_keyval);

FORTRAN void mpi_keyval_create_(fortran_copy *copy, fortran_delete *remove,
                                int *keyval, const int *extra, int *ierror);
void mpi_keyval_create_(fortran_copy *copy, fortran_delete *remove, int *keyval,
                        const int *extra, int *ierror)
{
    FORTRAN_ENTER;
    int code =
        fortran_create(MPI_Keyval_create, copy, remove, keyval, *extra, true);
    fortran_leave(ierror, code);
}
FORTRAN_NAMES(mpi_keyval_create_);

/* ---- values ---------------------------------------------------------------
 */

#define FORTRAN_SET(name, function, type)                                      \
    FORTRAN void name(const int *handle, const int *keyval, const type *value, \
                      int *ierror);                                            \
    void name(const int *handle, const int *keyval, const type *value,         \
              int *ierror)                                                     \
    {                                                                          \
        FORTRAN_ENTER;                                                         \
        int code = function(*handle, *keyval, fortran_set(*value));            \
        fortran_leave(ierror, code);                                           \
    }                                                                          \
    FORTRAN_NAMES(name)

FORTRAN_SET(mpi_comm_set_attr_, MPI_Comm_set_attr, MPI_Aint);
FORTRAN_SET(mpi_type_set_attr_, MPI_Type_set_attr, MPI_Aint);
FORTRAN_SET(mpi_win_set_attr_, MPI_Win_set_attr, MPI_Aint);
FORTRAN_SET(mpi_attr_put_, MPI_Attr_put, int);

/* Return an attribute; C reads most predefined ones through a pointer. */
static MPI_Aint fortran_value(int keyval, const void *value)
{
    if (keyval == MPI_WIN_BASE)
        return (MPI_Aint)value;
    if (keyval == MPI_WIN_SIZE)
        return *(const MPI_Aint *)value;
    if (keyval >= MPI_TAG_UB && keyval <= MPI_WIN_MODEL)
        return *(const int *)value;
    return fortran_get(value);
}

#define FORTRAN_GET(name, function, type)                                      \
    FORTRAN void name(const int *handle, const int *keyval, type *value,       \
                      int *flag, int *ierror);                                 \
    void name(const int *handle, const int *keyval, type *value, int *flag,    \
              int *ierror)                                                     \
    {                                                                          \
        void *found = NULL;                                                    \
        FORTRAN_ENTER;                                                         \
        int code = function(*handle, *keyval, &found, flag);                   \
        if (!code && *flag)                                                    \
            *value = (type)fortran_value(*keyval, found);                      \
        fortran_leave(ierror, code);                                           \
    }                                                                          \
    FORTRAN_NAMES(name)

FORTRAN_GET(mpi_comm_get_attr_, MPI_Comm_get_attr, MPI_Aint);
FORTRAN_GET(mpi_type_get_attr_, MPI_Type_get_attr, MPI_Aint);
FORTRAN_GET(mpi_win_get_attr_, MPI_Win_get_attr, MPI_Aint);
FORTRAN_GET(mpi_attr_get_, MPI_Attr_get, int);

/* ---- generalized requests -------------------------------------------------
 */

/* The functions may change the program's variable with the extra state. */
struct fortran_request {
    void (*query)(MPI_Aint *extra, MPI_Status *status, int *ierror);
    void (*release)(MPI_Aint *extra, int *ierror);
    void (*cancel)(MPI_Aint *extra, int *complete, int *ierror);
    MPI_Aint *extra;
};

static int fortran_query(void *state, MPI_Status *status)
{
    struct fortran_request *own = state;
    int code = MPI_SUCCESS;
    own->query(own->extra, status, &code);
    return code;
}

static int fortran_release(void *state)
{
    struct fortran_request *own = state;
    int code = MPI_SUCCESS;
    own->release(own->extra, &code);
    rank_free(NULL, own);
    return code;
}

static int fortran_cancel(void *state, int complete)
{
    struct fortran_request *own = state;
    int code = MPI_SUCCESS;
    own->cancel(own->extra, &complete, &code);
    return code;
}

FORTRAN void mpi_grequest_start_(void (*query)(MPI_Aint *, MPI_Status *, int *),
                                 void (*release)(MPI_Aint *, int *),
                                 void (*cancel)(MPI_Aint *, int *, int *),
                                 MPI_Aint *extra, int *request, int *ierror);
void mpi_grequest_start_(void (*query)(MPI_Aint *, MPI_Status *, int *),
                         void (*release)(MPI_Aint *, int *),
                         void (*cancel)(MPI_Aint *, int *, int *),
                         MPI_Aint *extra, int *request, int *ierror)
{
    struct rank *rank = rank_here();
    struct fortran_request *own = rank ? rank_alloc(rank, sizeof *own) : NULL;
    if (own)
        *own = (struct fortran_request){query, release, cancel, extra};
    FORTRAN_ENTER;
    int code = MPI_Grequest_start(fortran_query, fortran_release,
                                  fortran_cancel, own, request);
    fortran_leave(ierror, code);
}
FORTRAN_NAMES(mpi_grequest_start_);
