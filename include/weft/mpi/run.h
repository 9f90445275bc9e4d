/**
 * Runs of MPI programs on the emulated machine, for the command `weft mpi`; MPI
 * programs include mpi.h instead. This is part of the executable, not of the
 * library.
 *
 * Threads: one run at a time in a process.
 */
#ifndef WEFT_MPI_RUN_H
#define WEFT_MPI_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>
#include <weft/event.h>
#include <weft/machine.h>
#include <weft/unstable/waitgraph.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Cost of computing in virtual time, see weft_mpi.compute. */
#define WEFT_MPI_COMPUTE_NONE 0.0

struct weft_mpi_outcome;

/** Time of an access to a file, which lasts `access` and `per_byte` for each
 * byte, rounded up, at least 1 ns. A file serves one access after another. */
struct weft_mpi_file_cost {
    uint64_t access;   /**< ns, at most WEFT_MPI_FILE_ACCESS */
    uint64_t per_byte; /**< thousandths of a ns, at most WEFT_MPI_FILE_BYTE */
};
#define WEFT_MPI_FILE_ACCESS 1000000000
#define WEFT_MPI_FILE_BYTE 1000000000

/** A program, and how many of the ranks execute it. */
struct weft_mpi_part {
    /** file name of the program, which weft-mpicc has built */
    const char *program;
    int argc;
    /** [argc + 1] arguments of every rank; each rank gets a copy */
    char **argv;
    int ranks;
};

/** A run to execute. All pointers are borrowed during the call. */
struct weft_mpi {
    /** [parts] the programs, at least one; the ranks of the second program
     * follow those of the first, and so on */
    const struct weft_mpi_part *part;
    size_t parts;
    /** number of ranks of all programs, at most the number of processors of the
     * network */
    int ranks;
    struct weft_network *network;
    struct weft_model model;
    /** cost of transfers; a time unit is a nanosecond */
    struct weft_cost cost;
    struct weft_mpi_file_cost file_cost; /**< cost of accesses to files */
    const char *engine; /**< name of the engine; NULL: the default */
    /** size of the stack of each rank in bytes; 0: 8 MiB up to 1024 ranks, else
     * 1 MiB */
    size_t stack;
    /** maximum length of a message that its sender sends without waiting;
     * SIZE_MAX: no limit, 0: not even empty messages */
    size_t eager;
    bool no_eager;    /**< whether every send waits for its receiver */
    bool synchronise; /**< whether every collective call waits for all ranks */
    /** whether to report buffers that change while an operation uses them */
    bool watch;
    /** factor from measured processor time to virtual time; 0: computing takes
     * no time */
    double compute;
    /** collective algorithms to use: "bcast=binomial", ..., NULL at the end */
    const char *const *collective;
    /** names of libraries, separated by commas, up to ".so": those that all
     * ranks share although they belong to the program, and those of the system
     * that each rank has for itself ("all"); NULL: none */
    const char *share_libraries, *own_libraries;
    /** [count] choices for receives from any source: index of the message to
     * take among those that match, for one receive after another; further
     * choices are 0, the message that arrived first. With `explore`, also
     * choices of an order, where 0 is the usual one */
    const int *choices;
    size_t choice_count;
    /** whether a receive from any source waits until every message has arrived
     * that can arrive without it, before one choice is made for all ranks. A
     * depth-first search over the choices then finds all outcomes. Choices are
     * also the orders of MPI_Waitany, of tests and probes, and of locks, of
     * which one may be unusual in a run */
    bool explore;
    /** End the process with a message, also from a signal handler: after a
     * crash of a rank, or an MPI call outside of any rank. `where`: the
     * location in the program's source ("ring.c:17"); empty: unknown. */
    void (*die)(const char *text, const char *where);
    /** End the process with the findings of the run so far, because a rank
     * misuses memory in a state in which the run cannot end by itself. May
     * allocate memory. The outcome has only findings. */
    void (*halt)(struct weft_mpi_outcome *outcome);
    /** Called in a signal handler when the user interrupts the run (SIGINT,
     * SIGTERM, SIGHUP), before the earlier handler of that signal, or when its
     * time is over (`late`), and then does not return. `where`: which rank
     * runs, and its calls; empty: none runs. NULL: the run does not handle
     * these signals and has no time limit. */
    void (*interrupted)(const char *where, bool late);
    /** real time in seconds that the run may take; 0: no limit */
    double limit;
    /** sink for the events; NULL: do not record any */
    const struct weft_sink *sink;
};

/** A location in the program's source that a finding names. */
struct weft_mpi_place {
    char *file; /**< path as in the debug information, owned */
    int line;
    /** what the finding says about this location alone, owned; or NULL */
    char *text;
};

/** One finding. */
struct weft_mpi_finding {
    /** whether it is a warning, which does not make the run fail */
    bool warning;
    /** what it is about: "address", "collective", "deadlock", "leak", "memory",
     * "request", "type", "unmatched" or "other" */
    const char *rule;
    /** text of one or more lines, each with a newline, owned */
    char *text;
    /** the same as one line without its own location, and without what
     * `place` says; owned */
    char *message;
    /** [places] the locations, that of the finding itself first; owned */
    struct weft_mpi_place *place;
    size_t places;
};

/** The outcome of a run. */
struct weft_mpi_outcome {
    /** first nonzero exit status, in the order of ranks; 0 if there is none */
    int status;
    uint64_t makespan;
    uint64_t messages, bytes;
    struct weft_mpi_finding *finding; /**< [findings] the findings, owned */
    /** whether the run reached its end */
    bool complete;
    /** whether the sink has received all events, up to the end or up to an
     * error of the program */
    bool recorded;
    /** with `explore`: whether the run was abandoned because the rest of it is
     * covered by runs with lower choices */
    bool redundant;
    /** whether the program was built without instrumentation of its loads and
     * stores */
    bool unwatched;
    /** whether threads of the program are still running: leave the process
     * without its exit handlers, which may wait for them */
    bool abandoned;
    /** number of findings, and number of those that make the run fail */
    size_t findings, faults;
    /** who waits for whom, if the run ended in a deadlock; else without
     * vertices; owned */
    struct weft_wait_graph waits;
    /** [chosen] the choices made, and the numbers of alternatives */
    int *choice, *choices;
    size_t chosen;
};

/**
 * Load the program once per rank and run it.
 *
 * @param outcome  filled in any case; free it with weft_mpi_finish()
 * @returns 0 if it has run, see outcome; or -1 with an error of the kind
 *          WEFT_ERROR_WRONG (not a program built by weft-mpicc),
 *          WEFT_ERROR_MEMORY, WEFT_ERROR_SYSTEM, or an error of the machine or
 *          the sink
 * @since 0.2
 */
int weft_mpi_run(const struct weft_mpi *mpi, struct weft_mpi_outcome *outcome,
                 struct weft_error *err);

/** Free what a finding owns, if it was taken out of its outcome. @since 0.2 */
void weft_mpi_finding_finish(struct weft_mpi_finding *finding);

/** Free what an outcome owns. @since 0.2 */
void weft_mpi_finish(struct weft_mpi_outcome *outcome);

/** The algorithms that `collective` may name: "bcast=binomial", ..., NULL at
 * the end; the default of each collective comes first. @since 0.2 */
extern const char *const weft_mpi_collectives[];

#ifdef __cplusplus
}
#endif

#endif
