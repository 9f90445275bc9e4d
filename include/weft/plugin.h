/**
 * Plug-ins: strategies of your own, from a file that is no part of weft.
 *
 * A file with a function and one macro is a strategy:
 *
 *     #include <weft/plugin.h>
 *
 *     static int mine(struct weft_processor *self, struct weft_work *work)
 *     {
 *         ...
 *     }
 *
 *     WEFT_STRATEGY(.problem = "multinode", .summary = "...",
 *                   .function = mine)
 *
 * `weft run ./mine.c`, `weft compare multinode -s necklace,./mine.c` compile
 * and run it. A plug-in is part of the process: nothing protects weft from it.
 *
 * Threads: any; a function runs in the threads of its processors.
 */
#ifndef WEFT_PLUGIN_H
#define WEFT_PLUGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <weft/error.h>
#include <weft/goal.h>
#include <weft/processor.h>
#include <weft/version.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what a processor has to do ---------------------------------------- */

/**
 * The blocks of one processor: those that it has at the start, with their
 * bytes, and those that it was given since. When its function has returned 0,
 * what it wants is held against the goal. Only the processor's own program may
 * use it.
 */
struct weft_work;

/** Who has which blocks, and who wants which. @since 0.2 */
const struct weft_goal *weft_work_goal(const struct weft_work *work);
/** The root: of a broadcast, scatter, gather, reduction, stream; else -1.
 * @since 0.2 */
int weft_work_root(const struct weft_work *work);
/** Length of a block in bytes. @since 0.2 */
size_t weft_work_bytes(const struct weft_work *work);

/**
 * The bytes of a block that this processor has.
 *
 * @returns [weft_work_bytes()], owned by the work; changed by weft_work_keep()
 *          and weft_work_add(), never moved. NULL: it has no such block
 * @since 0.2
 */
const void *weft_work_block(const struct weft_work *work, int block);

/**
 * This processor has received a block: keep a copy. One that it has already is
 * replaced.
 *
 * @param data  [weft_work_bytes()]
 * @returns 0, or -1 after weft_fail(): no such block in the goal, no memory
 * @since 0.2
 */
int weft_work_keep(struct weft_work *work, int block, const void *data);

/**
 * Values that are combined (reductions, scans, barriers): at the start each
 * holder of a block has its own contribution to it, and what it wants at the
 * end is the combination of several. This processor has received such a value:
 * combine it with its own. weft knows what each value is made of, whatever
 * buffers it went through: a contribution that would be in the sum twice, and
 * where the strategy says .in_order one that does not follow what it is added
 * to, ends the run with its name. Lower ranks stand left.
 *
 * @param data  [weft_work_bytes()]
 * @returns 0, or -1 after weft_fail()
 * @since 0.2
 */
int weft_work_add(struct weft_work *work, int block, const void *data);

/**
 * The same in buffers of the program's own: `into` becomes the combination of
 * both. Copies of values are values.
 *
 * @param into, data  [weft_work_bytes()]
 * @since 0.2
 */
int weft_work_combine(struct weft_work *work, void *into, const void *data);

/**
 * Several blocks in one message: posted as this processor has them, one behind
 * the other (weft_step() sends what is posted); received, and each kept, or
 * added to what is here. Both ends name the same blocks in the same order.
 *
 * @param block  [count]
 * @returns 0, or -1 after weft_fail(): a block that is not here, a message of
 *          another length
 * @since 0.2
 */
int weft_work_post(struct weft_work *work, int to, const int block[],
                   int count);
/** @since 0.2 */
int weft_work_receive(struct weft_work *work, int from, const int block[],
                      int count);
/** @since 0.2 */
int weft_work_receive_add(struct weft_work *work, int from, const int block[],
                          int count);

/* ---- strategies -------------------------------------------------------- */

/** A strategy. What is not given is NULL. */
struct weft_own_strategy {
    const char *problem;  /**< "multinode": what it solves */
    const char *name;     /**< NULL: the file's name without its ending */
    const char *summary;  /**< one line, for lists */
    const char *source;   /**< who wrote it first */
    const char *networks; /**< kinds it runs on, separated by blanks; NULL:
                               any */
    const char *model;    /**< its default; NULL: the problem's */
    const char *needs;    /**< a model that allows what it does; it is not run
                               in those that allow less. NULL: in any */
    const char *blocks;   /**< of an allreduce: into how many it divides the
                               data of p processors: "p", "2*p"; NULL: 1 */
    bool in_order;        /**< it needs no operator that commutes: only values
                               that follow each other by rank are combined, and
                               it is held to that */
    /** What every processor runs. @returns 0, or -1 as the calls of
     * weft/processor.h */
    int (*function)(struct weft_processor *self, struct weft_work *work);
};

#define WEFT_PLUGIN_GLUE(a, b) a##b
#define WEFT_PLUGIN_NAME(line) WEFT_PLUGIN_GLUE(weft_strategy_of_line_, line)

/** Make a strategy known, when the file is loaded. Takes the fields of struct
 * weft_own_strategy, in their order. */
#define WEFT_STRATEGY(...)                                                     \
    __attribute__((constructor)) static void WEFT_PLUGIN_NAME(__LINE__)(void)  \
    {                                                                          \
        static const struct weft_own_strategy strategy = {__VA_ARGS__};        \
        weft_strategy_add(&strategy, WEFT_VERSION);                            \
    }

/**
 * Make a strategy known to weft_run() and to the lists: what WEFT_STRATEGY
 * calls. Those of a file are taken when weft_plugin_open() loads it; a program
 * may also add its own before its first run.
 *
 * @param strategy  kept: static
 * @param version   WEFT_VERSION, of the headers
 * @returns 0; or -1: another version, an unknown problem, a name that is taken
 *          or too long (weft_plugin_open() says so)
 * @since 0.2
 */
int weft_strategy_add(const struct weft_own_strategy *strategy,
                      const char *version);

/** A strategy that a plug-in has made known. */
struct weft_plugin_strategy {
    const char *problem, *name;
};

/** What a plug-in has made known. */
struct weft_plugin {
    const char *file; /**< as it was named first */
    size_t strategies;
    const struct weft_plugin_strategy *strategy; /**< [strategies] */
};

/** Is a word the name of a plug-in's file: does it end in .so, .c, .cc, .cpp or
 * .cxx? @since 0.2 */
bool weft_is_plugin(const char *word);

/**
 * Load a plug-in: a shared object, or C or C++ that is compiled first. The
 * compiler is that of the environment variable WEFT_CC (WEFT_CXX), else cc
 * (c++); it writes what it has to say to standard error. What it made is kept
 * in a cache by content. A file that is loaded already is not loaded again; it
 * stays until the process ends.
 *
 * @returns what is in it, kept; or NULL with WEFT_ERROR_SYSTEM (no such file,
 * no compiler), WEFT_ERROR_FORMAT (it does not compile or load),
 *          WEFT_ERROR_EMPTY (no strategy in it), WEFT_ERROR_MISUSE (what
 *          weft_strategy_add() refused), WEFT_ERROR_MEMORY
 *
 * Threads: any; one at a time loads.
 * @since 0.2
 */
const struct weft_plugin *weft_plugin_open(const char *file,
                                           struct weft_error *err);

/**
 * The plug-in that an address of code lies in: for handlers of signals.
 *
 * @returns its file, as it was named; NULL: in none
 * @since 0.2
 */
const char *weft_plugin_at(const void *address);

/**
 * Load a plug-in, and find a strategy in it.
 *
 * @returns the name of its first strategy for a problem, kept; or NULL with an
 *          error of weft_plugin_open(), or WEFT_ERROR_UNKNOWN: it has none for
 *          this problem
 *
 * Threads: any; one at a time loads.
 * @since 0.2
 */
const char *weft_plugin_find(const char *file, const char *problem,
                             struct weft_error *err);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
