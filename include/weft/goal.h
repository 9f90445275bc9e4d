/**
 * Goals: what a problem asks for, as data. Who holds which blocks at the
 * start, who must have which at the end, in which order, and for values that
 * are combined, out of whose contributions.
 *
 * The judge of a run, the checker of traces, pictures and searches ask the same
 * goal, each with its own code. A goal answers questions; it is no table of
 * processors times blocks, so that "everybody wants everything" costs nothing.
 *
 * A rank, block or place that does not exist is no error: nothing is had or
 * wanted there, and where a number is asked for it is -1.
 *
 * Blocks are the units of data; they have the numbers that messages have.
 *
 * Threads: a goal is read-only once made; any thread may ask.
 */
#ifndef WEFT_GOAL_H
#define WEFT_GOAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

/** What happens when values of one block meet. */
enum weft_goal_rule {
    WEFT_GOAL_MOVE, /**< a block is passed on as it is */
    WEFT_GOAL_SUM,  /**< every holder has a contribution; a value is the
                         combination of some of them, each once */
    WEFT_GOAL_ANY,  /**< the same, and a contribution may come in several
                         times (maximum, "has arrived") */
};

struct weft_goal;

/**
 * Read a goal that is written out (docs/goals.md).
 *
 * @param bytes       [count] text
 * @param processors  how many there are; 0: the text says it
 * @returns the goal, to be freed by weft_goal_destroy(); NULL with
 *          WEFT_ERROR_FORMAT (`line` says where: also if the goal is for
 *          another number of processors, or if nobody can reach it),
 *          WEFT_ERROR_LIMIT (a short text that asks for very much: more than
 *          2^19 ranges of blocks, or some seconds of work) or
 *          WEFT_ERROR_MEMORY
 * @since 0.2
 */
struct weft_goal *weft_goal_parse(const char *bytes, size_t count,
                                  int processors, struct weft_error *err);

/** The same from a file. @returns as weft_goal_parse(), also WEFT_ERROR_SYSTEM
 * and WEFT_ERROR_LIMIT (longer than 16 MiB) @since 0.2 */
struct weft_goal *weft_goal_read(const char *path, int processors,
                                 struct weft_error *err);

/** The same, of a file that may ask for as much as it likes. @since 0.2 */
struct weft_goal *weft_goal_read_trusted(const char *path, int processors,
                                         struct weft_error *err);

/** What the goals that weft knows by name leave open. */
struct weft_goal_values {
    int64_t each;   /**< n, blocks of each processor; 0: 1 */
    int64_t blocks; /**< m, blocks in all; 0: 1 */
    int64_t root;
};

/** The names: "allgather", "allreduce", ... @returns NULL past the end
 * @since 0.2 */
const char *weft_goal_known(size_t index);

/** One of them as text. @returns text to be freed; NULL: none of these names,
 * or no memory @since 0.2 */
char *weft_goal_text(const char *name, struct weft_goal_values values);

/** One of them. @returns as weft_goal_parse(), also WEFT_ERROR_UNKNOWN
 * @since 0.2 */
struct weft_goal *weft_goal_make(const char *name, int processors,
                                 struct weft_goal_values values,
                                 struct weft_error *err);

/** NULL is fine. @since 0.2 */
void weft_goal_destroy(struct weft_goal *goal);

/** Processors that take part. @since 0.2 */
int weft_goal_processors(const struct weft_goal *goal);
/** Number of blocks. @since 0.2 */
int weft_goal_blocks(const struct weft_goal *goal);
/** The lowest block; the others follow it. @since 0.2 */
int weft_goal_first(const struct weft_goal *goal);
/** What happens when values of one block meet. @since 0.2 */
enum weft_goal_rule weft_goal_combines(const struct weft_goal *goal);
/** Must every processor take the blocks that it wants in ascending order?
 * @since 0.2 */
bool weft_goal_in_order(const struct weft_goal *goal);
/** Must what is sent be combined of processors that follow each other, so that
 * an operator need not commute? @since 0.2 */
bool weft_goal_intervals(const struct weft_goal *goal);

/**
 * Does a processor hold a block (its contribution to it) at the start?
 *
 * @param rank   0 to weft_goal_processors() - 1
 * @param block  any number
 * @since 0.2
 */
bool weft_goal_has(const struct weft_goal *goal, int rank, int block);

/** The processor that holds a block at the start. @returns -1 if there are
 * several, or none. @since 0.2 */
int weft_goal_holder(const struct weft_goal *goal, int block);

/** How many blocks a processor must have at the end, those that it has at the
 * start included. @since 0.2 */
int weft_goal_wanted(const struct weft_goal *goal, int rank);

/**
 * The blocks that a processor must have at the end, ascending.
 *
 * @param i  0 to weft_goal_wanted() - 1
 * @returns the number of the block
 * @since 0.2
 */
int weft_goal_want(const struct weft_goal *goal, int rank, int i);

/** The reverse: which one of them a block is. @returns 0 to
 * weft_goal_wanted() - 1, or -1 if it is none. @since 0.2 */
int weft_goal_place(const struct weft_goal *goal, int rank, int block);

/**
 * Is the contribution of a processor part of the value that `rank` wants of a
 * block? Where nothing is combined: of the processor that has the block at the
 * start.
 *
 * @param block  one that `rank` wants
 * @since 0.2
 */
bool weft_goal_takes(const struct weft_goal *goal, int rank, int block,
                     int contributor);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
