/* File objects: views, file pointers, sizes, consistency and info. */
#include "mpi-file.h"
#include "mpi/calls/task.h"
#include "mpi/coll/coll.h"
#include "mpi/data/calls/arguments.h"
#include "mpi/data/info.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Add an offset to an agreement. */
static void file_agree(struct agreement *agreement, const char *name,
                       MPI_Offset offset)
{
    const int halves[] = {(int)(uint32_t)offset, (int)(offset >> 32)};
    agree_numbers(agreement, name, offset == halves[0] ? 1 : 2, halves);
}

/* Return the size of the file in bytes, or -1 with errno. */
static MPI_Offset file_bytes(const struct file *file)
{
    struct stat st;
    return fstat(file->all->descriptor, &st) ? -1 : st.st_size;
}

/* ---- views ----------------------------------------------------------------
 */

/* Arguments of MPI_File_set_view(). */
struct file_set {
    MPI_Offset disp;
    MPI_Datatype handle[2]; /* etype, filetype */
    const struct type *type[2];
    const char *datarep; /* NULL: unknown */
};

static const char *file_datarep(const char *name)
{
    static const char *const names[] = {"native", "internal", "external32"};
    for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return names[i];
    return NULL;
}

/* Return what is wrong with the types of a view, or NULL. */
static const char *file_set_types(struct rank *rank, struct file_set *set)
{
    for (int i = 0; i < 2; i++) {
        set->type[i] = type_of(rank, set->handle[i]);
        if (!set->type[i])
            return i ? "the filetype is invalid or was freed"
                     : "the etype is invalid or was freed";
        if (!type_committed(set->type[i]))
            return i ? "the filetype is not committed"
                     : "the etype is not committed";
    }
    if (set->datarep && strcmp(set->datarep, "external32") == 0 &&
        type_external_size(set->type[1], 1) != set->type[1]->size)
        return "the size of the filetype differs in external32";
    return NULL;
}

/* Find the displacement. */
static int file_set_disp(struct rank *rank, struct file *file,
                         struct file_set *set)
{
    bool current = set->disp == MPI_DISPLACEMENT_CURRENT;
    if (current && !(file->all->amode & MPI_MODE_SEQUENTIAL))
        return file_error(rank, file, MPI_ERR_ARG,
                          "MPI_DISPLACEMENT_CURRENT is only for files that "
                          "were opened with MPI_MODE_SEQUENTIAL");
    if (current)
        view_find(&file->view, file->all->pointer * file->view.etype->size, 1,
                  &set->disp);
    if (set->disp < 0)
        return file_error(rank, file, MPI_ERR_ARG,
                          "disp is %lld, but must not be negative",
                          (long long)set->disp);
    return MPI_SUCCESS;
}

static int file_set_view(struct rank *rank, MPI_File fh, struct file_set *set,
                         MPI_Info info)
{
    A_FILE(file, fh);
    struct agreement agreement = {0};
    const char *wrong = file_set_types(rank, set);
    file_agree(&agreement, "the extent of the etype",
               wrong ? 0 : type_extent(set->type[0]));
    int error = file_meet(rank, file, &agreement);
    if (!error && file->pending)
        error = file_error(rank, file, MPI_ERR_REQUEST,
                           "nonblocking accesses to the file are not complete");
    if (!error)
        error = file_set_disp(rank, file, set);
    if (!error && !set->datarep)
        error = file_error(rank, file, MPI_ERR_UNSUPPORTED_DATAREP,
                           "datarep must be native, internal or external32");
    if (error)
        return error;
    if (!wrong)
        wrong =
            view_set(rank, &file->view, set->disp, set->type[0], set->type[1]);
    if (!wrong && file->view.overlaps && !(file->all->amode & MPI_MODE_RDONLY))
        wrong = "the filetype contains a byte twice, and the file is open for "
                "writing (MPI 4.0, 14.3)";
    if (wrong)
        return file_error(rank, file, MPI_ERR_TYPE, "%s", wrong);
    file->view.datarep = set->datarep;
    file->view.portable = strcmp(set->datarep, "external32") == 0;
    error = file_settle(rank, file); /* all have read the shared pointer */
    if (error)
        return error;
    file->pointer = file->all->pointer = 0;
    if (info != MPI_INFO_NULL) {
        info_destroy(rank, file->comm->info);
        file->comm->info = info_dup(rank, info);
    }
    return file_settle(rank, file); /* the shared pointer is set */
}

int MPI_File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype,
                      MPI_Datatype filetype, const char *datarep, MPI_Info info)
{
    ENTER(File_set_view);
    struct file_set set = {.disp = disp,
                           .handle = {etype, filetype},
                           .datarep = file_datarep(datarep)};
    RETURN_TASK(File_set_view, file_set_view(rank, fh, &set, info));
}

/* Return a handle of a type, which the program must free unless it is
 * predefined. */
static MPI_Datatype file_type_handle(struct rank *rank, const struct type *type)
{
    struct type *own = (struct type *)type;
    if (type_is_permanent(type))
        return type->handle;
    type_hold(type);
    own->handles++;
    return handle_new(rank, HANDLE_TYPE, own);
}

int MPI_File_get_view(MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype,
                      MPI_Datatype *filetype, char *datarep)
{
    ENTER(File_get_view);
    A_FILE(file, fh);
    NOT_NULL(disp);
    NOT_NULL(etype);
    NOT_NULL(filetype);
    NOT_NULL(datarep);
    *disp = file->view.disp;
    *etype = file_type_handle(rank, file->view.etype);
    *filetype = file_type_handle(rank, file->view.filetype);
    strcpy(datarep, file->view.datarep);
    return MPI_SUCCESS;
}

/* ---- file pointers --------------------------------------------------------
 */

static int file_seek(struct rank *rank, struct file *file, MPI_Offset *pointer,
                     MPI_Offset offset, int whence)
{
    MPI_Offset from = 0;
    if (whence == MPI_SEEK_CUR)
        from = *pointer;
    else if (whence == MPI_SEEK_END)
        from = view_position(&file->view, file_bytes(file));
    else if (whence != MPI_SEEK_SET)
        return file_error(rank, file, MPI_ERR_ARG,
                          "whence is %d, but must be MPI_SEEK_SET, "
                          "MPI_SEEK_CUR or MPI_SEEK_END",
                          whence);
    if (__builtin_add_overflow(from, offset, &from) || from < 0)
        return file_error(rank, file, MPI_ERR_ARG,
                          "offset %lld leads to a negative position",
                          (long long)offset);
    *pointer = from;
    return MPI_SUCCESS;
}

static int file_not_sequential(struct rank *rank, struct file *file)
{
    if (!(file->all->amode & MPI_MODE_SEQUENTIAL))
        return MPI_SUCCESS;
    return file_error(rank, file, MPI_ERR_UNSUPPORTED_OPERATION,
                      "the file was opened with MPI_MODE_SEQUENTIAL");
}

int MPI_File_seek(MPI_File fh, MPI_Offset offset, int whence)
{
    ENTER(File_seek);
    A_FILE(file, fh);
    int error = file_not_sequential(rank, file);
    return error ? error
                 : file_seek(rank, file, &file->pointer, offset, whence);
}

static int file_seek_shared(struct rank *rank, MPI_File fh, MPI_Offset offset,
                            int whence)
{
    A_FILE(file, fh);
    struct agreement agreement = {0};
    file_agree(&agreement, "offset", offset);
    agree_numbers(&agreement, "whence", 1, &whence);
    int error = file_not_sequential(rank, file);
    if (!error)
        error = file_meet(rank, file, &agreement);
    MPI_Offset pointer = file->all->pointer;
    if (!error)
        error = file_seek(rank, file, &pointer, offset, whence);
    if (!error)
        error = file_settle(rank, file); /* all have read the old position */
    if (!error)
        file->all->pointer = pointer;
    return error ? error : file_settle(rank, file);
}

int MPI_File_seek_shared(MPI_File fh, MPI_Offset offset, int whence)
{
    ENTER(File_seek_shared);
    RETURN_TASK(File_seek_shared, file_seek_shared(rank, fh, offset, whence));
}

int MPI_File_get_position(MPI_File fh, MPI_Offset *offset)
{
    ENTER(File_get_position);
    A_FILE(file, fh);
    NOT_NULL(offset);
    *offset = file->pointer;
    return file_not_sequential(rank, file);
}

int MPI_File_get_position_shared(MPI_File fh, MPI_Offset *offset)
{
    ENTER(File_get_position_shared);
    A_FILE(file, fh);
    NOT_NULL(offset);
    *offset = file->all->pointer;
    return file_not_sequential(rank, file);
}

int MPI_File_get_byte_offset(MPI_File fh, MPI_Offset offset, MPI_Offset *disp)
{
    ENTER(File_get_byte_offset);
    A_FILE(file, fh);
    NOT_NULL(disp);
    if (offset < 0)
        return file_error(rank, file, MPI_ERR_ARG,
                          "offset is %lld, but must not be negative",
                          (long long)offset);
    view_find(&file->view, offset * file->view.etype->size, 1, disp);
    return MPI_SUCCESS;
}

/* ---- sizes ----------------------------------------------------------------
 */

static int file_resize(struct rank *rank, MPI_File fh, MPI_Offset size,
                       bool shrinks)
{
    A_FILE(file, fh);
    struct agreement agreement = {0};
    file_agree(&agreement, "size", size);
    int error = file_meet(rank, file, &agreement);
    if (!error && size < 0)
        error = file_error(rank, file, MPI_ERR_ARG,
                           "size is %lld, but must not be negative",
                           (long long)size);
    if (!error && file->all->amode & MPI_MODE_RDONLY)
        error = file_error(rank, file, MPI_ERR_READ_ONLY,
                           "the file was opened with MPI_MODE_RDONLY");
    if (!error)
        error = file_settle(rank, file); /* earlier accesses are complete */
    if (error)
        return error;
    if (file->comm->rank == 0 && (shrinks || size > file_bytes(file)) &&
        ftruncate(file->all->descriptor, size))
        error = file_failed(rank, file, errno, file->all->name);
    return error ? error : file_settle(rank, file);
}

int MPI_File_set_size(MPI_File fh, MPI_Offset size)
{
    ENTER(File_set_size);
    RETURN_TASK(File_set_size, file_resize(rank, fh, size, true));
}

int MPI_File_preallocate(MPI_File fh, MPI_Offset size)
{
    ENTER(File_preallocate);
    RETURN_TASK(File_preallocate, file_resize(rank, fh, size, false));
}

int MPI_File_get_size(MPI_File fh, MPI_Offset *size)
{
    ENTER(File_get_size);
    A_FILE(file, fh);
    NOT_NULL(size);
    *size = file_bytes(file);
    return *size < 0 ? file_failed(rank, file, errno, file->all->name)
                     : MPI_SUCCESS;
}

int MPI_File_get_type_extent(MPI_File fh, MPI_Datatype datatype,
                             MPI_Aint *extent)
{
    ENTER(File_get_type_extent);
    A_FILE(file, fh);
    A_TYPE(type, datatype);
    NOT_NULL(extent);
    (void)file;
    *extent = type_extent(type);
    return MPI_SUCCESS;
}

int MPI_File_get_type_extent_c(MPI_File fh, MPI_Datatype datatype,
                               MPI_Count *extent)
{
    ENTER(File_get_type_extent_c);
    A_FILE(file, fh);
    A_TYPE(type, datatype);
    NOT_NULL(extent);
    (void)file;
    *extent = type_extent(type);
    return MPI_SUCCESS;
}

/* ---- consistency ----------------------------------------------------------
 */

static int file_set_atomicity(struct rank *rank, MPI_File fh, int flag)
{
    A_FILE(file, fh);
    struct agreement agreement = {0};
    agree_flags(&agreement, "flag", 1, &flag);
    int error = file_meet(rank, file, &agreement);
    if (!error)
        error = file_settle(rank, file); /* earlier accesses are complete */
    if (!error)
        file->all->atomic = flag != 0;
    return error ? error : file_settle(rank, file);
}

int MPI_File_set_atomicity(MPI_File fh, int flag)
{
    ENTER(File_set_atomicity);
    RETURN_TASK(File_set_atomicity, file_set_atomicity(rank, fh, flag));
}

int MPI_File_get_atomicity(MPI_File fh, int *flag)
{
    ENTER(File_get_atomicity);
    A_FILE(file, fh);
    NOT_NULL(flag);
    *flag = file->all->atomic;
    return MPI_SUCCESS;
}

static int file_sync(struct rank *rank, MPI_File fh)
{
    A_FILE(file, fh);
    if (file->pending)
        return file_error(rank, file, MPI_ERR_REQUEST,
                          "nonblocking accesses to the file are not complete");
    int error = file_meet(rank, file, NULL);
    if (!error)
        races_sync(rank, file->all->disk);
    return error;
}

int MPI_File_sync(MPI_File fh)
{
    ENTER(File_sync);
    RETURN_TASK(File_sync, file_sync(rank, fh));
}

/* ---- group, access mode, info ---------------------------------------------
 */

int MPI_File_get_group(MPI_File fh, MPI_Group *group)
{
    ENTER(File_get_group);
    A_FILE(file, fh);
    NOT_NULL(group);
    group_hold(file->comm->group);
    *group = handle_new(rank, HANDLE_GROUP, file->comm->group);
    return MPI_SUCCESS;
}

int MPI_File_get_amode(MPI_File fh, int *amode)
{
    ENTER(File_get_amode);
    A_FILE(file, fh);
    NOT_NULL(amode);
    *amode = file->all->amode;
    return MPI_SUCCESS;
}

static int file_set_info(struct rank *rank, MPI_File fh, MPI_Info info)
{
    A_FILE(file, fh);
    if (!info_of(rank, info))
        return no_such(rank, MPI_ERR_INFO, HANDLE_INFO, "info object", info);
    int error = file_meet(rank, file, NULL);
    if (error)
        return error;
    info_destroy(rank, file->comm->info);
    file->comm->info = info_dup(rank, info);
    return MPI_SUCCESS;
}

int MPI_File_set_info(MPI_File fh, MPI_Info info)
{
    ENTER(File_set_info);
    RETURN_TASK(File_set_info, file_set_info(rank, fh, info));
}

int MPI_File_get_info(MPI_File fh, MPI_Info *info_used)
{
    ENTER(File_get_info);
    A_FILE(file, fh);
    NOT_NULL(info_used);
    *info_used = info_handle(rank, file->comm->info);
    return MPI_SUCCESS;
}
