/* One rank of an MPI program that weft runs: a virtual processor and the state
 * that MPI keeps per process; private to src/mpi.
 *
 * Calls. The program is a shared object that is loaded once per rank, so that
 * each rank has its own global variables. Its undefined MPI_ functions are
 * resolved by the executable `weft`, which exports them (they are declared in
 * include/weft/mpi/mpi.h). Each function begins with
 *
 *     ENTER(Send);
 *
 * which finds the rank that runs in this thread (weft_running()), records the
 * name of the function and the address of the call (for reports), and declares
 * the rank as `rank`. ENTER_ANY_TIME() does the same in the few functions that
 * may be called before MPI_Init and after MPI_Finalize.
 *
 * Handles are integers (handle.h); predefined handles are constants in mpi.h.
 *
 * Errors. `return rank_error(rank, comm, MPI_ERR_TAG, "tag %d", tag);` raises
 * an error on a communicator (NULL: MPI_COMM_WORLD) as its error handler
 * demands: either the function returns the error class, or the rank ends.
 *
 * Memory. The memory of a rank comes from rank_alloc(), which never returns
 * NULL: if memory is short, the rank ends. All of it is freed with the rank,
 * even if the rank crashed.
 *
 * Threads. Only the rank's own program uses a rank, whose threads take turns
 * (threads/rank-threads.h), and the caller of the run after the run. Ranks
 * share only constants, read-only tables and envelopes (envelope.h).
 *
 * Files include only <weft/...> and headers of this folder: the runtime is
 * linked into the executable in addition to the library. */
#ifndef WEFT_SRC_MPI_RANK_H
#define WEFT_SRC_MPI_RANK_H

#include "mpi/handle.h"
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/mpi/mpi.h>
#include <weft/processor.h>

struct comm;
struct error_handler;
struct fortran_cell;
struct guard;
struct memory;
struct rank_waits;
struct threads;
struct transport;
struct world;

enum rank_stage { RANK_BEFORE, RANK_READY, RANK_FINALIZED };

struct rank {
    struct weft_processor *self;
    struct world *world; /* the run */
    int number;          /* rank in MPI_COMM_WORLD */
    enum rank_stage stage;

    const char *function; /* name of the current or latest MPI function */
    /* Address from which the program called that function. */
    const void *caller;

    struct handles handles[HANDLE_KINDS];
    struct memory *memory; /* list of all allocations of the rank */

    void *types, *attributes, *classes; /* data of src/mpi/data */
    struct fortran_cell *cells;         /* attributes that Fortran set */
    struct transport *transport;
    struct guard *guard; /* NULL: accesses are not checked */
    uint64_t *clock; /* [world->size] vector clock (guard/clock.h); NULL: not
                        yet started */
    uint64_t syncs;  /* number of messages sent and received and of locks taken,
                        if `clock` is not NULL */
    struct comm *comm_world, *comm_self;
    struct error_handler *file_errors; /* of MPI_FILE_NULL; NULL: default */
    struct rank_waits *waits; /* what the rank waited for in a deadlock, or
                                 NULL */
    int tasks; /* nesting depth of calls that are tasks in the trace */

    int thread;     /* kernel ID of the thread that runs the rank */
    jmp_buf *end;   /* longjmp() target for leaving the program */
    int level;      /* thread level that MPI_Init_thread has provided */
    uint64_t heard; /* maximum of envelope->sent over the messages that have
                       arrived */
    uint64_t drawn; /* number of random words that the program asked for */
    unsigned asked; /* number of consecutive calls that asked for the time
                       without other calls between them */
    int status;     /* exit status of the program */
    bool returned;  /* whether the program has returned or called exit */
    struct threads *threads; /* threads/rank-threads.h; NULL: only one */
    int initial;             /* number of the thread that initialised MPI */
};

/* The world of the current run, or NULL. Only one run at a time. */
extern struct world *world_now;

/* Return the rank whose program runs in this thread. Returns NULL in additional
 * threads of a program and while a program is being loaded. */
struct rank *rank_here(void);
/* Return the rank of this thread and record the MPI function that is called.
 * Without a rank, the process ends with a message. */
struct rank *rank_enter(const char *function, const void *caller);
/* The same for functions that every thread may call. */
struct rank *rank_enter_any_thread(const char *function, const void *caller);
struct rank *rank_enter_any_time(const char *function, const void *caller);
/* End the process with a message if the program has ended: destructors must not
 * call functions that need the machine. */
void rank_needs_run(struct rank *rank);
/* Address that the next call records instead of its caller, or NULL: the
 * functions of Fortran call those of C. */
extern const void *rank_caller;
/* rank_enter() for functions that return the time; counts consecutive calls. */
struct rank *rank_enter_time(const char *function, const void *caller);

#define ENTER(name)                                                            \
    struct rank *rank = rank_enter("MPI_" #name, __builtin_return_address(0))
#define ENTER_ANY_THREAD(name)                                                 \
    struct rank *rank =                                                        \
        rank_enter_any_thread("MPI_" #name, __builtin_return_address(0))
#define ENTER_ANY_TIME(name)                                                   \
    struct rank *rank =                                                        \
        rank_enter_any_time("MPI_" #name, __builtin_return_address(0))

/* Raise an error of a class (MPI_ERR_...) on a communicator (NULL:
 * MPI_COMM_WORLD). The text names the argument and what is wrong. Returns the
 * class. */
int rank_error(struct rank *rank, struct comm *comm, int class,
               const char *format, ...) __attribute__((format(printf, 4, 5)));

/* What a finding is about; report.c has the names. */
enum mpi_rule {
    RULE_OTHER,
    RULE_ADDRESS,    /* memory outside of variables and blocks */
    RULE_COLLECTIVE, /* calls of the members of a communicator differ */
    RULE_DEADLOCK,
    RULE_LEAK,      /* an object was not freed */
    RULE_MEMORY,    /* accesses to buffers and windows */
    RULE_REQUEST,   /* use of requests and messages */
    RULE_TYPE,      /* datatypes and lengths */
    RULE_UNMATCHED, /* a message that no receive matches */
};

/* Report an error for which the standard defines no error handler (a request
 * used twice, ...) and end the run. rank_halt() ends it after a finding. */
_Noreturn void rank_stop(struct rank *rank, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
_Noreturn void rank_halt(struct rank *rank);

/* Report an error and continue. */
void rank_fault(struct rank *rank, enum mpi_rule rule, const void *where,
                const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Report a warning, such as a leak. It does not affect the exit status. */
void rank_warn(struct rank *rank, enum mpi_rule rule, const void *where,
               const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Leave the program, with an exit status or because the run was cancelled. */
_Noreturn void rank_leave(struct rank *rank, int status);
_Noreturn void rank_cancelled(struct rank *rank);

/* Allocate zeroed memory. Never returns NULL. */
void *rank_alloc(struct rank *rank, size_t bytes);
/* Like realloc(); additional bytes are not zeroed. Never returns NULL. */
void *rank_realloc(struct rank *rank, void *memory, size_t bytes);
void rank_free(struct rank *rank, void *memory);
/* Return the number of bytes from `memory` to the end of its block. */
size_t rank_allocated(const void *memory);
void rank_free_all(struct rank *rank);

#endif
