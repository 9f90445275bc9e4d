/**
 * Runs of MPI programs on the emulated machine, for the command `weft mpi`;
 * programs include mpi.h instead. Part of the executable, not of the library.
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

#ifdef __cplusplus
extern "C" {
#endif

/** What computing costs in virtual time: see weft_mpi.compute. */
#define WEFT_MPI_COMPUTE_NONE 0.0

/** What to run. All pointers are borrowed for the call. */
struct weft_mpi {
    const char *program; /**< a file that weft-mpicc made */
    int argc;
    char **argv; /**< [argc + 1] of every rank, each gets a copy */
    int ranks;   /**< at most as many as the network has processors */
    struct weft_network *network;
    struct weft_model model;
    struct weft_cost cost; /**< a time unit is a nanosecond */
    const char *engine;    /**< NULL: the default */
    size_t stack;          /**< bytes of stack of each rank; 0: 8 MiB up to
                                1024 ranks, else 1 MiB */
    size_t eager;     /**< longest message that its sender does not wait for;
                           SIZE_MAX: no limit, 0: not even empty ones */
    bool no_eager;    /**< every send waits for its receiver */
    bool synchronise; /**< every collective call waits for all */
    bool watch;       /**< tell of buffers that change while an operation uses
                           them */
    double compute;   /**< virtual time per measured time of the processor;
                           0: none */
    const char *const *collective; /**< "bcast=binomial", ..., NULL */
    const int *choices; /**< [count] which of the messages that suit a receive
                             from any is taken, one after another; what follows
                             is 0, the first that arrived */
    size_t choice_count;
    bool explore; /**< a receive from any waits until all that can come
                       without it has come; then one choice is made for all
                       ranks. Depth first over the choices, all outcomes are
                       seen */
    /** What ends the process with a message, from a handler of a signal, too:
     * a rank that crashed, a call outside of any rank. */
    void (*die)(const char *text);
    const struct weft_sink *sink; /**< NULL: record nothing */
};

/** One finding, as text of one or more lines, each ended. */
struct weft_mpi_finding {
    bool warning; /**< fails nothing */
    char *text;   /**< owned */
};

/** What came out. */
struct weft_mpi_outcome {
    int status; /**< the first exit status of a rank, by rank, that is not 0 */
    uint64_t makespan;
    uint64_t messages, bytes;
    struct weft_mpi_finding *finding; /**< [findings] owned */
    bool complete;  /**< it ran to its end: the sink has been told all */
    bool redundant; /**< with `explore`: it was given up, since what is left
                         of it is what runs with lower choices do */
    bool untold;    /**< the program does not tell of its loads and stores */
    size_t findings, faults; /**< of which faults fail the run */
    int *choice, *choices;   /**< [chosen] which was taken of how many */
    size_t chosen;
};

/**
 * Load the program once per rank and run it.
 *
 * @param outcome  filled in any case; to be given to weft_mpi_finish()
 * @returns 0: it ran, see outcome; or -1 with an error of the kind
 *          WEFT_ERROR_WRONG (no program of weft-mpicc), WEFT_ERROR_MEMORY,
 *          WEFT_ERROR_SYSTEM, or what the machine or the sink says
 * @since 0.2
 */
int weft_mpi_run(const struct weft_mpi *mpi, struct weft_mpi_outcome *outcome,
                 struct weft_error *err);

/** Free what an outcome owns. @since 0.2 */
void weft_mpi_finish(struct weft_mpi_outcome *outcome);

/** The algorithms that `collective` may name: "bcast=binomial", ..., NULL at
 * the end; of each collective the default comes first. @since 0.2 */
extern const char *const weft_mpi_collectives[];

#ifdef __cplusplus
}
#endif

#endif
