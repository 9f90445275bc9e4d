/* Functions of Fortran whose arguments differ from those of C. */
#include "mpi/fortran/fortran.h"

#include <limits.h>

/* ---- beginning, time ------------------------------------------------------
 */

FORTRAN void mpi_init_(int *ierror);
void mpi_init_(int *ierror)
{
    FORTRAN_ENTER;
    fortran_leave(ierror, MPI_Init(NULL, NULL));
}
FORTRAN_NAMES(mpi_init_);

FORTRAN void mpi_init_thread_(const int *required, int *provided, int *ierror);
void mpi_init_thread_(const int *required, int *provided, int *ierror)
{
    FORTRAN_ENTER;
    fortran_leave(ierror, MPI_Init_thread(NULL, NULL, *required, provided));
}
FORTRAN_NAMES(mpi_init_thread_);

FORTRAN void mpi_pcontrol_(const int *level);
void mpi_pcontrol_(const int *level)
{
    FORTRAN_ENTER;
    fortran_leave(NULL, MPI_Pcontrol(*level));
}
FORTRAN_NAMES(mpi_pcontrol_);

#define FORTRAN_CLOCK(name, function)                                          \
    FORTRAN double name##_(void);                                              \
    double name##_(void)                                                       \
    {                                                                          \
        FORTRAN_ENTER;                                                         \
        return function();                                                     \
    }                                                                          \
    FORTRAN_ALIAS(p##name##_, name##_)

FORTRAN_CLOCK(mpi_wtime, MPI_Wtime);
FORTRAN_CLOCK(mpi_wtick, MPI_Wtick);

#define FORTRAN_SUM(name, function)                                            \
    FORTRAN MPI_Aint name##_(const MPI_Aint *a, const MPI_Aint *b);            \
    MPI_Aint name##_(const MPI_Aint *a, const MPI_Aint *b)                     \
    {                                                                          \
        return function(*a, *b);                                               \
    }                                                                          \
    FORTRAN_ALIAS(p##name##_, name##_)

FORTRAN_SUM(mpi_aint_add, MPI_Aint_add);
FORTRAN_SUM(mpi_aint_diff, MPI_Aint_diff);

/* ---- addresses in INTEGER, as in MPI 1 ------------------------------------
 */

/* Store an address that has to fit. */
static void fortran_store(const char *function, const void *caller,
                          MPI_Aint value, int code, int *result, int *ierror)
{
    if (!code && value != (int)value)
        code = rank_error(rank_enter(function, caller), NULL, MPI_ERR_ARG,
                          "the address %ld does not fit into INTEGER; use a "
                          "function with INTEGER(KIND=MPI_ADDRESS_KIND)",
                          value);
    if (!code)
        *result = (int)value;
    fortran_leave(ierror, code);
}

FORTRAN void mpi_address_(const void *location, int *address, int *ierror);
void mpi_address_(const void *location, int *address, int *ierror)
{
    MPI_Aint value = 0;
    FORTRAN_ENTER;
    int code = MPI_Get_address(fortran_address(location), &value);
    fortran_store("MPI_Address", __builtin_return_address(0), value, code,
                  address, ierror);
}
FORTRAN_NAMES(mpi_address_);

#define FORTRAN_EXTENT(name, function)                                         \
    FORTRAN void name##_(const int *datatype, int *extent, int *ierror);       \
    void name##_(const int *datatype, int *extent, int *ierror)                \
    {                                                                          \
        MPI_Aint value = 0;                                                    \
        FORTRAN_ENTER;                                                         \
        int code = function(*datatype, &value);                                \
        fortran_store(#function, __builtin_return_address(0), value, code,     \
                      extent, ierror);                                         \
    }                                                                          \
    FORTRAN_NAMES(name##_)

FORTRAN_EXTENT(mpi_type_extent, MPI_Type_extent);
FORTRAN_EXTENT(mpi_type_lb, MPI_Type_lb);
FORTRAN_EXTENT(mpi_type_ub, MPI_Type_ub);

FORTRAN void mpi_type_hvector_(const int *count, const int *blocklength,
                               const int *stride, const int *oldtype,
                               int *newtype, int *ierror);
void mpi_type_hvector_(const int *count, const int *blocklength,
                       const int *stride, const int *oldtype, int *newtype,
                       int *ierror)
{
    FORTRAN_ENTER;
    fortran_leave(ierror, MPI_Type_hvector(*count, *blocklength, *stride,
                                           *oldtype, newtype));
}
FORTRAN_NAMES(mpi_type_hvector_);

/* Return the displacements as addresses, or NULL outside of a rank. */
static MPI_Aint *fortran_widen(const int *displacement, int count)
{
    struct rank *rank = rank_here();
    if (!rank || count < 0)
        return NULL;
    MPI_Aint *wide = rank_alloc(rank, (size_t)count * sizeof *wide);
    for (int i = 0; i < count; i++)
        wide[i] = displacement[i];
    return wide;
}

FORTRAN void mpi_type_hindexed_(const int *count, int *blocklengths,
                                const int *displacements, const int *oldtype,
                                int *newtype, int *ierror);
void mpi_type_hindexed_(const int *count, int *blocklengths,
                        const int *displacements, const int *oldtype,
                        int *newtype, int *ierror)
{
    MPI_Aint *wide = fortran_widen(displacements, *count);
    FORTRAN_ENTER;
    int code = MPI_Type_hindexed(*count, blocklengths, wide, *oldtype, newtype);
    rank_free(NULL, wide);
    fortran_leave(ierror, code);
}
FORTRAN_NAMES(mpi_type_hindexed_);

FORTRAN void mpi_type_struct_(const int *count, int *blocklengths,
                              const int *displacements, int *types,
                              int *newtype, int *ierror);
void mpi_type_struct_(const int *count, int *blocklengths,
                      const int *displacements, int *types, int *newtype,
                      int *ierror)
{
    MPI_Aint *wide = fortran_widen(displacements, *count);
    FORTRAN_ENTER;
    int code = MPI_Type_struct(*count, blocklengths, wide, types, newtype);
    rank_free(NULL, wide);
    fortran_leave(ierror, code);
}
FORTRAN_NAMES(mpi_type_struct_);

/* ---- buffers and info -----------------------------------------------------
 */

/* The buffer is not changed: in Fortran, it is not the address of a pointer. */
FORTRAN void mpi_buffer_detach_(void *buffer, int *size, int *ierror);
void mpi_buffer_detach_(void *buffer, int *size, int *ierror)
{
    void *address;
    (void)buffer;
    FORTRAN_ENTER;
    fortran_leave(ierror, MPI_Buffer_detach(&address, size));
}
FORTRAN_ALIAS(pmpi_buffer_detach_, mpi_buffer_detach_);

/* Fortran 2008 has the type of C's pointers. */
FORTRAN void mpi_buffer_detach_f08_(void **buffer, int *size, int *ierror);
void mpi_buffer_detach_f08_(void **buffer, int *size, int *ierror)
{
    FORTRAN_ENTER;
    fortran_leave(ierror, MPI_Buffer_detach(buffer, size));
}
FORTRAN_ALIAS(pmpi_buffer_detach_f08_, mpi_buffer_detach_f08_);

FORTRAN void mpi_info_get_(const int *info, const char *key, const int *length,
                           char *value, int *flag, int *ierror, size_t l_key,
                           size_t l_value);
void mpi_info_get_(const int *info, const char *key, const int *length,
                   char *value, int *flag, int *ierror, size_t l_key,
                   size_t l_value)
{
    char *c_key = fortran_string(key, l_key, false);
    char c_value[FORTRAN_TEXT] = "";
    int most = *length < FORTRAN_TEXT ? *length : FORTRAN_TEXT - 1;
    FORTRAN_ENTER;
    int code = MPI_Info_get(*info, c_key, most, c_value, flag);
    fortran_string_free(c_key);
    if (!code && *flag)
        fortran_fill(value, l_value, c_value, code);
    fortran_leave(ierror, code);
}
FORTRAN_NAMES(mpi_info_get_);

FORTRAN void mpi_info_create_env_(int *info, int *ierror);
void mpi_info_create_env_(int *info, int *ierror)
{
    FORTRAN_ENTER;
    fortran_leave(ierror, MPI_Info_create_env(0, NULL, info));
}
FORTRAN_NAMES(mpi_info_create_env_);

/* C counts the NUL at the end. */
FORTRAN void mpi_info_get_string_(const int *info, const char *key, int *length,
                                  char *value, int *flag, int *ierror,
                                  size_t l_key, size_t l_value);
void mpi_info_get_string_(const int *info, const char *key, int *length,
                          char *value, int *flag, int *ierror, size_t l_key,
                          size_t l_value)
{
    char *c_key = fortran_string(key, l_key, false);
    char c_value[FORTRAN_TEXT] = "";
    int most = *length < FORTRAN_TEXT - 1 ? *length : FORTRAN_TEXT - 1;
    most += most > 0;
    bool wanted = most > 0;
    FORTRAN_ENTER;
    int code = MPI_Info_get_string(*info, c_key, &most, c_value, flag);
    fortran_string_free(c_key);
    if (!code && *flag) {
        *length = most - 1;
        if (wanted)
            fortran_fill(value, l_value, c_value, code);
    }
    fortran_leave(ierror, code);
}
FORTRAN_NAMES(mpi_info_get_string_);

/* ---- processes ------------------------------------------------------------
 * They are refused, so their arguments do not matter. */

FORTRAN void mpi_comm_spawn_(void);
void mpi_comm_spawn_(void)
{
    FORTRAN_ENTER;
    MPI_Comm_spawn(NULL, NULL, 0, 0, 0, 0, NULL, NULL);
}
FORTRAN_NAMES(mpi_comm_spawn_);

FORTRAN void mpi_comm_spawn_multiple_(void);
void mpi_comm_spawn_multiple_(void)
{
    FORTRAN_ENTER;
    MPI_Comm_spawn_multiple(0, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL);
}
FORTRAN_NAMES(mpi_comm_spawn_multiple_);
