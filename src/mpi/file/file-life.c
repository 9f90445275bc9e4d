/* Opening and closing files; errors of files. */
#include "mpi-file.h"
#include "mpi/calls/task.h"
#include "mpi/coll/coll.h"
#include "mpi/data/calls/arguments.h"
#include "mpi/data/info.h"
#include "mpi/guard/clock.h"
#include "mpi/world.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- errors ---------------------------------------------------------------
 */

struct file *file_of(const struct rank *rank, MPI_File handle)
{
    return handle_object(rank, HANDLE_FILE, handle);
}

/* Return the error handler of a file, or of MPI_FILE_NULL. */
static struct error_handler *file_handler(struct rank *rank,
                                          const struct file *file)
{
    if (file)
        return file->comm->errhandler;
    return rank->file_errors
               ? rank->file_errors
               : handle_object(rank, HANDLE_ERRHANDLER, MPI_ERRORS_RETURN);
}

/* Call the error handler; `text` describes the error. */
static int file_raise(struct rank *rank, struct file *file, int class,
                      bool misused, const char *text)
{
    const struct error_handler *handler = file_handler(rank, file);
    if (handler->function) {
        int code = class;
        MPI_File handle = file ? file->handle : MPI_FILE_NULL;
        handler->function((MPI_Comm *)&handle, &code);
        return class;
    }
    if (handler->handle != MPI_ERRORS_RETURN) {
        rank_fault(rank, RULE_OTHER, rank->caller, "%s: %s", rank->function,
                   text);
        rank_halt(rank);
    }
    if (misused)
        rank_warn(rank, RULE_OTHER, rank->caller, "%s returns an error: %s",
                  rank->function, text);
    return class;
}

int file_error(struct rank *rank, struct file *file, int class,
               const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return file_raise(rank, file, class, true, text);
}

static int file_class(int number)
{
    static const struct {
        int number, class;
    } rows[] = {
        {ENOENT, MPI_ERR_NO_SUCH_FILE},   {EEXIST, MPI_ERR_FILE_EXISTS},
        {EACCES, MPI_ERR_ACCESS},         {EPERM, MPI_ERR_ACCESS},
        {EROFS, MPI_ERR_READ_ONLY},       {EISDIR, MPI_ERR_BAD_FILE},
        {ENAMETOOLONG, MPI_ERR_BAD_FILE}, {ENOTDIR, MPI_ERR_BAD_FILE},
        {ENOSPC, MPI_ERR_NO_SPACE},       {EDQUOT, MPI_ERR_QUOTA},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].number == number)
            return rows[i].class;
    return MPI_ERR_IO;
}

int file_failed(struct rank *rank, struct file *file, int number,
                const char *name)
{
    char text[512];
    snprintf(text, sizeof text, "'%s': %s", name, strerror(number));
    return file_raise(rank, file, file_class(number), false, text);
}

/* ---- collective calls -----------------------------------------------------
 */

int file_meet(struct rank *rank, struct file *file,
              const struct agreement *agreement)
{
    struct coll c;
    uint64_t *clock = rank->clock ? clock_copy(rank) : NULL;
    if (file->split_end)
        return file_error(rank, file, MPI_ERR_IO,
                          "a split collective access has begun; call %s first",
                          file->split_end);
    int error = coll_meet(&c, rank, file->comm, agreement);
    clock_restore(rank, clock); /* the call need not synchronise the ranks */
    return error;
}

int file_settle(struct rank *rank, struct file *file)
{
    uint64_t *clock = rank->clock ? clock_copy(rank) : NULL;
    int error = coll_barrier(rank, file->comm);
    clock_restore(rank, clock);
    return error;
}

/* ---- opening --------------------------------------------------------------
 */

/* Return what is wrong with an access mode, or NULL. */
static const char *file_amode_wrong(int amode)
{
    int one = amode & (MPI_MODE_RDONLY | MPI_MODE_RDWR | MPI_MODE_WRONLY);
    if (!one || (one & (one - 1)))
        return "exactly one of MPI_MODE_RDONLY, MPI_MODE_RDWR and "
               "MPI_MODE_WRONLY is required";
    if (one == MPI_MODE_RDONLY && amode & (MPI_MODE_CREATE | MPI_MODE_EXCL))
        return "MPI_MODE_CREATE and MPI_MODE_EXCL are not allowed with "
               "MPI_MODE_RDONLY";
    if (one == MPI_MODE_RDWR && amode & MPI_MODE_SEQUENTIAL)
        return "MPI_MODE_SEQUENTIAL is not allowed with MPI_MODE_RDWR";
    return NULL;
}

static int file_flags(int amode)
{
    int flags = O_CLOEXEC | (amode & MPI_MODE_RDWR ? O_RDWR : O_RDONLY);
    flags |= amode & MPI_MODE_WRONLY ? O_WRONLY : 0;
    flags |= amode & MPI_MODE_CREATE ? O_CREAT : 0;
    return flags | (amode & MPI_MODE_EXCL ? O_EXCL : 0);
}

/* Return the record of an open file of the system. */
static struct file_disk *file_disk_of(struct rank *rank, const struct stat *st)
{
    struct file_disk *disk = rank->world->disks;
    while (disk && (disk->device != st->st_dev || disk->number != st->st_ino))
        disk = disk->next;
    if (disk)
        return disk;
    disk = rank_alloc(rank, sizeof *disk);
    *disk = (struct file_disk){
        rank->world->disks, st->st_dev, st->st_ino, 0, 0, NULL};
    rank->world->disks = disk;
    return disk;
}

/* The result of rank 0. */
struct file_opened {
    struct file_shared *all; /* NULL: failed */
    int number;              /* errno */
};

static struct file_opened file_open_one(struct rank *rank, const char *name,
                                        int amode)
{
    struct stat st;
    struct file_opened opened = {0};
    int descriptor = open(name, file_flags(amode), 0666);
    if (descriptor < 0 || fstat(descriptor, &st)) {
        opened.number = errno;
        return opened;
    }
    if (S_ISDIR(st.st_mode)) {
        close(descriptor);
        opened.number = EISDIR;
        return opened;
    }
    opened.all = rank_alloc(rank, sizeof *opened.all + strlen(name) + 1);
    *opened.all = (struct file_shared){.next = rank->world->files,
                                       .disk = file_disk_of(rank, &st),
                                       .descriptor = descriptor,
                                       .amode = amode};
    strcpy(opened.all->name, name);
    opened.all->disk->opened++;
    if (amode & MPI_MODE_APPEND)
        opened.all->pointer = st.st_size;
    rank->world->files = opened.all;
    return opened;
}

/* Create the file's private communicator, whose error handler is the file's. */
static struct comm *file_comm(struct rank *rank, struct comm *parent,
                              const char *name)
{
    struct comm *comm = comm_copy(rank, parent);
    struct handle *entry = (struct handle *)handle_entry(rank, comm->handle);
    struct error_handler *handler = file_handler(rank, NULL);
    entry->maker = NULL; /* the program did not create the handle */
    errhandler_drop(rank, comm->errhandler);
    comm->errhandler = handler;
    handler->references++;
    snprintf(comm->name, sizeof comm->name, "the file '%.80s'", name);
    return comm;
}

static void file_close_descriptor(struct file_shared *all)
{
    close(all->descriptor);
    all->descriptor = -1;
    if (all->amode & MPI_MODE_DELETE_ON_CLOSE)
        unlink(all->name);
}

static void file_free(struct rank *rank, struct file *file)
{
    view_free(rank, &file->view);
    if (file->handle)
        handle_free(rank, HANDLE_FILE, file->handle);
    handle_free(rank, HANDLE_COMM, file->comm->handle);
    comm_drop(rank, file->comm);
    rank_free(rank, file);
}

/* Complete an open whose communicator exists. */
static int file_open_all(struct rank *rank, struct file *file, const char *name,
                         int amode)
{
    struct file_opened opened = {0};
    struct stat st;
    if (file->comm->rank == 0)
        opened = file_open_one(rank, name, amode);
    int error = coll_tell(rank, file->comm, &opened, sizeof opened, 0);
    if (error)
        return error;
    if (!opened.all)
        return file_failed(rank, NULL, opened.number, name);
    file->all = opened.all;
    file->pointer = file->all->pointer;
    const struct type *byte = type_of(rank, MPI_BYTE);
    view_set(rank, &file->view, 0, byte, byte);
    error = coll_barrier(rank, file->comm);
    races_sync(rank, file->all->disk);
    if (!error && (stat(name, &st) || st.st_dev != file->all->disk->device ||
                   st.st_ino != file->all->disk->number))
        return file_error(rank, NULL, MPI_ERR_NOT_SAME,
                          "'%s' is not the file '%s' that rank 0 of the "
                          "communicator opens",
                          name, file->all->name);
    return error;
}

static int file_open(struct rank *rank, MPI_Comm comm, const char *filename,
                     int amode, MPI_Info info, MPI_File *fh)
{
    struct agreement agreement = {0};
    NOT_NULL(fh);
    *fh = MPI_FILE_NULL;
    NOT_NULL(filename);
    struct comm *parent = comm_of(rank, comm);
    if (!parent || comm_is_inter(parent))
        return file_error(rank, NULL, MPI_ERR_COMM, "%s",
                          parent ? "the communicator is an intercommunicator"
                                 : comm_wrong(comm));
    agree_numbers(&agreement, "amode", 1, &amode);
    int error = agree_meet(rank, parent, &agreement);
    if (error)
        return error;
    const char *wrong = file_amode_wrong(amode);
    if (wrong)
        return file_error(rank, NULL, MPI_ERR_AMODE, "amode is %d: %s", amode,
                          wrong);
    struct file *file = rank_alloc(rank, sizeof *file);
    file->comm = file_comm(rank, parent, filename);
    file->comm->info = info_dup(rank, info);
    error = file_open_all(rank, file, filename, amode);
    if (error) {
        file_free(rank, file);
        return error;
    }
    *fh = file->handle = handle_new(rank, HANDLE_FILE, file);
    return MPI_SUCCESS;
}

int MPI_File_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info,
                  MPI_File *fh)
{
    ENTER(File_open);
    RETURN_TASK(File_open, file_open(rank, comm, filename, amode, info, fh));
}

/* ---- closing --------------------------------------------------------------
 */

static int file_close(struct rank *rank, MPI_File *fh)
{
    NOT_NULL(fh);
    A_FILE(file, *fh);
    if (file->pending)
        rank_fault(rank, RULE_REQUEST, rank->caller,
                   "%s: %d request%s of nonblocking accesses %s not complete",
                   rank->function, file->pending, file->pending > 1 ? "s" : "",
                   file->pending > 1 ? "are" : "is");
    if (file->split_end)
        return file_error(rank, file, MPI_ERR_IO,
                          "a split collective access has begun; call %s first",
                          file->split_end);
    races_sync(rank, file->all->disk);
    int error = coll_barrier(rank, file->comm);
    if (error)
        return error;
    if (file->all->descriptor >= 0) { /* the first rank that leaves */
        file->all->disk->opened--;
        file_close_descriptor(file->all);
    }
    file_free(rank, file);
    *fh = MPI_FILE_NULL;
    return MPI_SUCCESS;
}

int MPI_File_close(MPI_File *fh)
{
    ENTER(File_close);
    RETURN_TASK(File_close, file_close(rank, fh));
}

void file_end(struct world *world)
{
    for (struct file_shared *all = world->files; all; all = all->next)
        if (all->descriptor >= 0)
            file_close_descriptor(all);
}

int MPI_File_delete(const char *filename, MPI_Info info)
{
    ENTER(File_delete);
    struct stat st;
    (void)info;
    NOT_NULL(filename);
    struct file_disk *disk = stat(filename, &st) ? NULL : rank->world->disks;
    while (disk && (disk->device != st.st_dev || disk->number != st.st_ino))
        disk = disk->next;
    if (disk && disk->opened)
        return file_error(rank, NULL, MPI_ERR_FILE_IN_USE,
                          "the file '%s' is open", filename);
    if (unlink(filename))
        return file_failed(rank, NULL, errno, filename);
    if (disk)
        disk->number = 0; /* the system may give its number to a new file */
    return MPI_SUCCESS;
}

/* ---- error handlers -------------------------------------------------------
 */

int MPI_File_create_errhandler(MPI_File_errhandler_function *file_errhandler_fn,
                               MPI_Errhandler *errhandler)
{
    ENTER(File_create_errhandler);
    NOT_NULL(file_errhandler_fn);
    NOT_NULL(errhandler);
    *errhandler =
        errhandler_new(rank, (MPI_Comm_errhandler_function *)file_errhandler_fn)
            ->handle;
    return MPI_SUCCESS;
}

/* Return the place of a file's error handler, or NULL. */
static struct error_handler **file_handler_place(struct rank *rank,
                                                 MPI_File handle)
{
    struct file *file = file_of(rank, handle);
    if (file)
        return &file->comm->errhandler;
    return handle == MPI_FILE_NULL ? &rank->file_errors : NULL;
}

int MPI_File_set_errhandler(MPI_File file, MPI_Errhandler errhandler)
{
    ENTER(File_set_errhandler);
    struct error_handler **place = file_handler_place(rank, file);
    struct error_handler *handler =
        handle_object(rank, HANDLE_ERRHANDLER, errhandler);
    if (!place)
        return file_error(rank, NULL, MPI_ERR_FILE, "the file is invalid");
    if (!handler)
        return no_such(rank, MPI_ERR_ERRHANDLER, HANDLE_ERRHANDLER,
                       "error handler", errhandler);
    handler->references++;
    errhandler_drop(rank, *place);
    *place = handler;
    return MPI_SUCCESS;
}

int MPI_File_get_errhandler(MPI_File file, MPI_Errhandler *errhandler)
{
    ENTER(File_get_errhandler);
    struct error_handler **place = file_handler_place(rank, file);
    NOT_NULL(errhandler);
    if (!place)
        return file_error(rank, NULL, MPI_ERR_FILE, "the file is invalid");
    errhandler_tell(rank, *place ? *place : file_handler(rank, NULL),
                    errhandler);
    return MPI_SUCCESS;
}

int MPI_File_call_errhandler(MPI_File fh, int errorcode)
{
    ENTER(File_call_errhandler);
    struct file *file = file_of(rank, fh); /* or NULL: MPI_FILE_NULL */
    file_error(rank, file, errorcode, "the program reported error %d",
               errorcode);
    return MPI_SUCCESS;
}
