/* Error handlers of communicators, and errors raised on them. */
#include "mpi/comm.h"
#include "mpi/data/error.h"

#include <stdarg.h>
#include <stdio.h>

void errhandler_drop(struct rank *rank, struct error_handler *handler)
{
    if (handler && !--handler->references)
        rank_free(rank, handler);
}

struct error_handler *errhandler_new(struct rank *rank,
                                     MPI_Comm_errhandler_function *function)
{
    struct error_handler *handler = rank_alloc(rank, sizeof *handler);
    handler->references = 1;
    handler->function = function;
    handler->handle = handle_new(rank, HANDLE_ERRHANDLER, handler);
    return handler;
}

void errhandler_open(struct rank *rank)
{
    static const MPI_Errhandler predefined[] = {
        MPI_ERRORS_ARE_FATAL, MPI_ERRORS_RETURN, MPI_ERRORS_ABORT};
    for (int i = 0; i < 3; i++) {
        struct error_handler *handler = rank_alloc(rank, sizeof *handler);
        handler->references = 1;
        handler->handle = predefined[i];
        handle_predefine(rank, predefined[i], handler);
    }
}

/* The subject of the errors of each class. */
static enum mpi_rule raise_rule(int class)
{
    static const struct {
        int class;
        enum mpi_rule rule;
    } rules[] = {
        {MPI_ERR_TYPE, RULE_TYPE},        {MPI_ERR_OP, RULE_TYPE},
        {MPI_ERR_TRUNCATE, RULE_TYPE},    {MPI_ERR_COUNT, RULE_TYPE},
        {MPI_ERR_BUFFER, RULE_MEMORY},    {MPI_ERR_RMA_CONFLICT, RULE_MEMORY},
        {MPI_ERR_RMA_RANGE, RULE_MEMORY}, {MPI_ERR_REQUEST, RULE_REQUEST},
        {MPI_ERR_ROOT, RULE_COLLECTIVE},
    };
    size_t i = 0, count = sizeof rules / sizeof *rules;
    while (i < count && rules[i].class != class)
        i++;
    return i < count ? rules[i].rule : RULE_OTHER;
}

int rank_error(struct rank *rank, struct comm *comm, int class,
               const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    comm = comm ? comm : rank->comm_world;
    struct error_handler *handler = comm ? comm->errhandler : NULL;
    if (handler && handler->function) {
        MPI_Comm handle = comm->handle;
        int code = class;
        handler->function(&handle, &code);
        return class;
    }
    if (handler && handler->handle == MPI_ERRORS_RETURN)
        return class;
    const char *name = error_class_name(class);
    if (!name)
        name = error_added_text(rank, class);
    bool named = name && *name;
    rank_fault(rank, raise_rule(class), rank->caller, "%s: %s%s%s%s",
               rank->function, text, named ? " (" : "", named ? name : "",
               named ? ")" : "");
    rank_halt(rank);
}
