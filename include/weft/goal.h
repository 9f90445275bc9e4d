/**
 * Goals: data that describe what a problem asks for. A goal states which
 * processor holds which blocks at the start, which blocks it must have at the
 * end, in which order, and, for values that are combined, which contributions
 * each value must contain.
 *
 * The check of a run, the checker of traces, figures and searches all query the
 * same goal, each with its own code. A goal is not stored as a table of
 * processors times blocks, so that "every processor wants every block" takes no
 * space.
 *
 * A rank, block or index that does not exist is not an error: nothing is held
 * or wanted there, and functions that return a number return -1.
 *
 * Blocks are the units of data; their numbers are those of the messages.
 *
 * Threads: a goal is read-only once it is created; any thread may query it.
 */
#ifndef WEFT_GOAL_H
#define WEFT_GOAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

/** How values of one block are combined. */
enum weft_goal_rule {
    WEFT_GOAL_MOVE, /**< blocks are passed on unchanged */
    /** every holder has a contribution; a value is the combination of several
     * contributions, each of them once */
    WEFT_GOAL_SUM,
    /** like WEFT_GOAL_SUM, but a contribution may occur several times (maximum,
     * "has arrived") */
    WEFT_GOAL_ANY,
};

struct weft_goal;

/**
 * Parse a goal from text (docs/goals.md).
 *
 * @param bytes       [count] the text
 * @param processors  number of processors; 0: the text states it
 * @returns the goal, which weft_goal_destroy() frees; NULL with
 *          WEFT_ERROR_FORMAT (in line `line`; also if the goal is for a
 *          different number of processors, or cannot be reached),
 *          WEFT_ERROR_LIMIT (a short text that requires too much: more than
 *          2^19 ranges of blocks, or a few seconds of work) or
 *          WEFT_ERROR_MEMORY
 * @since 0.2
 */
struct weft_goal *weft_goal_parse(const char *bytes, size_t count,
                                  int processors, struct weft_error *err);

/** Read a goal from a file.
 * @returns like weft_goal_parse(), also WEFT_ERROR_SYSTEM and
 *          WEFT_ERROR_LIMIT (longer than 16 MiB) @since 0.2 */
struct weft_goal *weft_goal_read(const char *path, int processors,
                                 struct weft_error *err);

/** Read a goal from a trusted file, without a limit on what it requires.
 * Otherwise like weft_goal_read(). @since 0.2 */
struct weft_goal *weft_goal_read_trusted(const char *path, int processors,
                                         struct weft_error *err);

/** Parameters of the goals that weft knows by name. */
struct weft_goal_values {
    int64_t each;   /**< n, the number of blocks of each processor; 0 means 1 */
    int64_t blocks; /**< m, the total number of blocks; 0 means 1 */
    int64_t root;
};

/** Return the name of a goal that weft knows: "allgather", "allreduce", ...
 * @returns the name at an index; NULL past the end
 * @since 0.2 */
const char *weft_goal_known(size_t index);

/** Return the text of a goal that weft knows.
 * @returns the text, which the caller must free; NULL: unknown name, or out
 *          of memory @since 0.2 */
char *weft_goal_text(const char *name, struct weft_goal_values values);

/** Create a goal that weft knows.
 * @returns like weft_goal_parse(), also WEFT_ERROR_UNKNOWN
 * @since 0.2 */
struct weft_goal *weft_goal_make(const char *name, int processors,
                                 struct weft_goal_values values,
                                 struct weft_error *err);

/** Free a goal; NULL is allowed. @since 0.2 */
void weft_goal_destroy(struct weft_goal *goal);

/** Return the number of processors that take part. @since 0.2 */
int weft_goal_processors(const struct weft_goal *goal);
/** Return the number of blocks. @since 0.2 */
int weft_goal_blocks(const struct weft_goal *goal);
/** Return the lowest block number; the others follow it. @since 0.2 */
int weft_goal_first(const struct weft_goal *goal);
/** Return how values of one block are combined. @since 0.2 */
enum weft_goal_rule weft_goal_combines(const struct weft_goal *goal);
/** Return whether every processor must receive the blocks that it wants in
 * ascending order.
 * @since 0.2 */
bool weft_goal_in_order(const struct weft_goal *goal);
/** Return whether a value that is sent must combine contributions of processors
 * with consecutive ranks, so that an operator need not be commutative.
 * @since 0.2 */
bool weft_goal_intervals(const struct weft_goal *goal);

/**
 * Return whether a processor holds a block (or its contribution to it) at the
 * start.
 *
 * @param rank   0 to weft_goal_processors() - 1
 * @param block  any number
 * @since 0.2
 */
bool weft_goal_has(const struct weft_goal *goal, int rank, int block);

/** Return the processor that holds a block at the start.
 * @returns its rank; -1 if there are several, or none. @since 0.2 */
int weft_goal_holder(const struct weft_goal *goal, int block);

/** Return the number of blocks that a processor must have at the end, including
 * those that it has at the start. @since 0.2 */
int weft_goal_wanted(const struct weft_goal *goal, int rank);

/**
 * Return a block that a processor must have at the end, in ascending order.
 *
 * @param i  0 to weft_goal_wanted() - 1
 * @returns the number of the block
 * @since 0.2
 */
int weft_goal_want(const struct weft_goal *goal, int rank, int i);

/** Return the index of a block among those that a processor must have at the
 * end, the inverse of weft_goal_want().
 * @returns 0 to weft_goal_wanted() - 1, or -1 if it is not wanted.
 * @since 0.2 */
int weft_goal_place(const struct weft_goal *goal, int rank, int block);

/**
 * Return whether the value that `rank` wants of a block contains the
 * contribution of a processor. Where nothing is combined, the contributor is
 * the processor that has the block at the start.
 *
 * @param block  a block that `rank` wants
 * @since 0.2
 */
bool weft_goal_takes(const struct weft_goal *goal, int rank, int block,
                     int contributor);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
