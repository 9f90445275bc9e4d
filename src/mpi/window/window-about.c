/* Window objects: group, name, attributes, info and error handler. */
#include "mpi/data/attribute.h"
#include "mpi/data/calls/arguments.h"
#include "mpi/data/info.h"
#include "window.h"

int MPI_Win_get_group(MPI_Win win, MPI_Group *group)
{
    ENTER(Win_get_group);
    A_WINDOW(window, win);
    NOT_NULL(group);
    group_hold(window->comm->group);
    *group = handle_new(rank, HANDLE_GROUP, window->comm->group);
    return MPI_SUCCESS;
}

int MPI_Win_set_name(MPI_Win win, const char *win_name)
{
    ENTER(Win_set_name);
    A_WINDOW(window, win);
    NOT_NULL(win_name);
    window->name = name_copy(rank, window->name, win_name);
    return MPI_SUCCESS;
}

int MPI_Win_get_name(MPI_Win win, char *win_name, int *resultlen)
{
    ENTER(Win_get_name);
    A_WINDOW(window, win);
    NOT_NULL(win_name);
    NOT_NULL(resultlen);
    name_tell(window->name ? window->name : "", win_name, resultlen);
    return MPI_SUCCESS;
}

int MPI_Win_set_info(MPI_Win win, MPI_Info info)
{
    ENTER(Win_set_info);
    A_WINDOW(window, win);
    if (!info_of(rank, info))
        return no_such(rank, MPI_ERR_INFO, HANDLE_INFO, "info object", info);
    if (window->comm->info)
        info_destroy(rank, window->comm->info);
    window->comm->info = info_dup(rank, info);
    return MPI_SUCCESS;
}

int MPI_Win_get_info(MPI_Win win, MPI_Info *info_used)
{
    ENTER(Win_get_info);
    A_WINDOW(window, win);
    NOT_NULL(info_used);
    *info_used = info_handle(rank, window->comm->info);
    return MPI_SUCCESS;
}

/* ---- attributes -----------------------------------------------------------
 */

/* Return the value of a predefined attribute, or NULL for other keyvals. */
static void *window_about_predefined_value(struct window *window, int keyval)
{
    const struct {
        int keyval;
        void *value;
    } rows[] = {
        {MPI_WIN_BASE, window->all->place[window->comm->rank].base},
        {MPI_WIN_SIZE, &window->size},
        {MPI_WIN_DISP_UNIT, &window->unit},
        {MPI_WIN_CREATE_FLAVOR, &window->flavor},
        {MPI_WIN_MODEL, &window->model},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].keyval == keyval)
            return rows[i].value;
    return NULL;
}

static int no_keyval(struct rank *rank, int keyval)
{
    return no_such(rank, MPI_ERR_KEYVAL, HANDLE_KEYVAL, "window keyval",
                   keyval);
}

int MPI_Win_get_attr(MPI_Win win, int win_keyval, void *attribute_val,
                     int *flag)
{
    ENTER(Win_get_attr);
    A_WINDOW(window, win);
    NOT_NULL(attribute_val);
    NOT_NULL(flag);
    if (win_keyval >= MPI_WIN_BASE && win_keyval <= MPI_WIN_MODEL) {
        *(void **)attribute_val =
            window_about_predefined_value(window, win_keyval);
        *flag = 1;
        return MPI_SUCCESS;
    }
    if (!keyval_of(rank, HANDLE_WIN, win_keyval))
        return no_keyval(rank, win_keyval);
    *flag = attributes_find(window->attributes, win_keyval, attribute_val);
    return MPI_SUCCESS;
}

int MPI_Win_set_attr(MPI_Win win, int win_keyval, void *attribute_val)
{
    ENTER(Win_set_attr);
    A_WINDOW(window, win);
    struct keyval *keyval = keyval_of(rank, HANDLE_WIN, win_keyval);
    if (!keyval)
        return no_keyval(rank, win_keyval);
    return attributes_set(rank, HANDLE_WIN, win, &window->attributes, keyval,
                          attribute_val);
}

int MPI_Win_delete_attr(MPI_Win win, int win_keyval)
{
    ENTER(Win_delete_attr);
    A_WINDOW(window, win);
    struct keyval *keyval = keyval_of(rank, HANDLE_WIN, win_keyval);
    if (!keyval)
        return no_keyval(rank, win_keyval);
    return attributes_delete(rank, HANDLE_WIN, win, &window->attributes,
                             keyval);
}

/* ---- error handlers -------------------------------------------------------
 */

int MPI_Win_create_errhandler(MPI_Win_errhandler_function *win_errhandler_fn,
                              MPI_Errhandler *errhandler)
{
    ENTER(Win_create_errhandler);
    NOT_NULL(win_errhandler_fn);
    NOT_NULL(errhandler);
    *errhandler =
        errhandler_new(rank, (MPI_Comm_errhandler_function *)win_errhandler_fn)
            ->handle;
    return MPI_SUCCESS;
}

int MPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler errhandler)
{
    ENTER(Win_set_errhandler);
    A_WINDOW(window, win);
    struct error_handler *handler =
        handle_object(rank, HANDLE_ERRHANDLER, errhandler);
    if (!handler)
        return no_such(rank, MPI_ERR_ERRHANDLER, HANDLE_ERRHANDLER,
                       "error handler", errhandler);
    handler->references++;
    errhandler_drop(rank, window->comm->errhandler);
    window->comm->errhandler = handler;
    return MPI_SUCCESS;
}

int MPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler *errhandler)
{
    ENTER(Win_get_errhandler);
    A_WINDOW(window, win);
    NOT_NULL(errhandler);
    return MPI_Comm_get_errhandler(window->comm->handle, errhandler);
}

int MPI_Win_call_errhandler(MPI_Win win, int errorcode)
{
    ENTER(Win_call_errhandler);
    A_WINDOW(window, win);
    window_error(rank, window, errorcode, "the program reported error %d",
                 errorcode);
    return MPI_SUCCESS;
}
