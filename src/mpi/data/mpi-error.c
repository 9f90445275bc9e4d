/* Error classes and texts, predefined and added by programs. */
#include "error.h"
#include <string.h>

#define CLASS(word, text) [MPI_##word] = {"MPI_" #word, text}

static const struct {
    const char *name, *text;
} classes[] = {
    CLASS(SUCCESS, "no error"),
    CLASS(ERR_BUFFER, "invalid buffer"),
    CLASS(ERR_COUNT, "invalid count"),
    CLASS(ERR_TYPE, "invalid datatype"),
    CLASS(ERR_TAG, "invalid tag"),
    CLASS(ERR_COMM, "invalid communicator"),
    CLASS(ERR_RANK, "invalid rank"),
    CLASS(ERR_REQUEST, "invalid request"),
    CLASS(ERR_ROOT, "invalid root"),
    CLASS(ERR_GROUP, "invalid group"),
    CLASS(ERR_OP, "invalid operation"),
    CLASS(ERR_TOPOLOGY, "invalid topology"),
    CLASS(ERR_DIMS, "invalid dimensions"),
    CLASS(ERR_ARG, "invalid argument"),
    CLASS(ERR_UNKNOWN, "unknown error"),
    CLASS(ERR_TRUNCATE, "message longer than the receive buffer"),
    CLASS(ERR_OTHER, "other error"),
    CLASS(ERR_INTERN, "internal error"),
    CLASS(ERR_PENDING, "request is pending"),
    CLASS(ERR_IN_STATUS, "error code is in the status"),
    CLASS(ERR_ACCESS, "permission denied"),
    CLASS(ERR_AMODE, "invalid access mode"),
    CLASS(ERR_ASSERT, "invalid assertion"),
    CLASS(ERR_BAD_FILE, "invalid file name"),
    CLASS(ERR_BASE, "invalid base address"),
    CLASS(ERR_CONVERSION, "error in a data conversion"),
    CLASS(ERR_DISP, "invalid displacement"),
    CLASS(ERR_DUP_DATAREP, "data representation exists already"),
    CLASS(ERR_ERRHANDLER, "invalid error handler"),
    CLASS(ERR_FILE, "invalid file handle"),
    CLASS(ERR_FILE_EXISTS, "file exists"),
    CLASS(ERR_FILE_IN_USE, "file is in use"),
    CLASS(ERR_INFO, "invalid info object"),
    CLASS(ERR_INFO_KEY, "invalid info key"),
    CLASS(ERR_INFO_NOKEY, "no such info key"),
    CLASS(ERR_INFO_VALUE, "invalid info value"),
    CLASS(ERR_IO, "input or output error"),
    CLASS(ERR_KEYVAL, "invalid keyval"),
    CLASS(ERR_LOCKTYPE, "invalid lock type"),
    CLASS(ERR_NAME, "no such service name"),
    CLASS(ERR_NO_MEM, "no memory"),
    CLASS(ERR_NOT_SAME, "arguments are not the same on all processes"),
    CLASS(ERR_NO_SPACE, "no space left"),
    CLASS(ERR_NO_SUCH_FILE, "no such file"),
    CLASS(ERR_PORT, "invalid port"),
    CLASS(ERR_PROC_ABORTED, "a process has aborted"),
    CLASS(ERR_QUOTA, "quota exceeded"),
    CLASS(ERR_READ_ONLY, "file is read-only"),
    CLASS(ERR_RMA_ATTACH, "memory cannot be attached"),
    CLASS(ERR_RMA_CONFLICT, "conflicting accesses to a window"),
    CLASS(ERR_RMA_FLAVOR, "wrong flavor of window"),
    CLASS(ERR_RMA_RANGE, "memory is not part of the window"),
    CLASS(ERR_RMA_SHARED, "memory cannot be shared"),
    CLASS(ERR_RMA_SYNC, "wrong synchronisation of a window"),
    CLASS(ERR_SERVICE, "invalid service name"),
    CLASS(ERR_SESSION, "invalid session"),
    CLASS(ERR_SIZE, "invalid size"),
    CLASS(ERR_SPAWN, "processes cannot be spawned"),
    CLASS(ERR_UNSUPPORTED_DATAREP, "unsupported data representation"),
    CLASS(ERR_UNSUPPORTED_OPERATION, "unsupported operation"),
    CLASS(ERR_VALUE_TOO_LARGE, "value is too large for its variable"),
    CLASS(ERR_WIN, "invalid window"),
    CLASS(T_ERR_MEMORY, "no memory"),
    CLASS(T_ERR_NOT_INITIALIZED, "tools' interface is not initialised"),
    CLASS(T_ERR_CANNOT_INIT, "tools' interface cannot be initialised"),
    CLASS(T_ERR_INVALID_INDEX, "invalid index"),
    CLASS(T_ERR_INVALID_ITEM, "invalid item"),
    CLASS(T_ERR_INVALID_HANDLE, "invalid handle"),
    CLASS(T_ERR_OUT_OF_HANDLES, "no more handles"),
    CLASS(T_ERR_OUT_OF_SESSIONS, "no more sessions"),
    CLASS(T_ERR_INVALID_SESSION, "invalid session"),
    CLASS(T_ERR_CVAR_SET_NOT_NOW, "variable cannot be set now"),
    CLASS(T_ERR_CVAR_SET_NEVER, "variable cannot be set"),
    CLASS(T_ERR_PVAR_NO_STARTSTOP, "variable cannot be started or stopped"),
    CLASS(T_ERR_PVAR_NO_WRITE, "variable cannot be written"),
    CLASS(T_ERR_PVAR_NO_ATOMIC, "variable cannot be read and written at once"),
    CLASS(T_ERR_INVALID_NAME, "invalid name"),
    CLASS(T_ERR_INVALID, "invalid use of the tools' interface"),
    CLASS(T_ERR_NOT_SUPPORTED, "not supported"),
    CLASS(T_ERR_NOT_ACCESSIBLE, "not accessible"),
};
#define CLASSES ((int)(sizeof classes / sizeof *classes))

/* Codes that a program added, from MPI_ERR_LASTCODE + 1 on. */
struct added_codes {
    int count;
    struct added_code {
        int class;
        char *text;
    } * code;
};

const char *error_class_name(int class)
{
    return class >= 0 && class < CLASSES ? classes[class].name : NULL;
}

const char *error_class_text(int class)
{
    return class >= 0 && class < CLASSES ? classes[class].text : NULL;
}

static struct added_code *added_code(const struct rank *rank, int code)
{
    const struct added_codes *added = rank->classes;
    int at = code - MPI_ERR_LASTCODE - 1;
    return added && at >= 0 && at < added->count ? &added->code[at] : NULL;
}

int error_class_of(const struct rank *rank, int code)
{
    if (code >= 0 && code < CLASSES)
        return code;
    const struct added_code *added = added_code(rank, code);
    return added ? added->class : -1;
}

const char *error_added_text(const struct rank *rank, int code)
{
    const struct added_code *added = added_code(rank, code);
    if (!added)
        return NULL;
    return added->text ? added->text : "";
}

int error_last_code(const struct rank *rank)
{
    const struct added_codes *added = rank->classes;
    return MPI_ERR_LASTCODE + (added ? added->count : 0);
}

int error_add(struct rank *rank, int class)
{
    struct added_codes *added = rank->classes;
    if (!added)
        rank->classes = added = rank_alloc(rank, sizeof *added);
    int at = added->count++;
    int code = MPI_ERR_LASTCODE + 1 + at;
    added->code = rank_realloc(rank, added->code,
                               (size_t)added->count * sizeof *added->code);
    added->code[at] = (struct added_code){.class = class ? class : code};
    return code;
}

bool error_set_text(struct rank *rank, int code, const char *text)
{
    struct added_code *added = added_code(rank, code);
    if (!added)
        return false;
    size_t length = strnlen(text, MPI_MAX_ERROR_STRING - 1);
    rank_free(rank, added->text);
    added->text = rank_alloc(rank, length + 1);
    memcpy(added->text, text, length);
    return true;
}
