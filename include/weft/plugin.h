/**
 * Plug-ins: user-defined strategies, in files that are not part of weft.
 *
 * A file with a function and one macro defines a strategy:
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
#include <weft/model.h>
#include <weft/network.h>
#include <weft/processor.h>
#include <weft/setting.h>
#include <weft/version.h>

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

/* ---- blocks of a processor --------------------------------------------- */

/**
 * The blocks of one processor: those that it has at the start, with their data,
 * and those that it has received since. When its function has returned 0, the
 * blocks are checked against the goal. Only the processor's own program may use
 * it.
 */
struct weft_work;

/** Return the goal: which processor has which blocks, and which it wants.
 * @since 0.2 */
const struct weft_goal *weft_work_goal(const struct weft_work *work);
/** Return the root of a broadcast, scatter, gather, reduction or stream; else
 * -1.
 * @since 0.2 */
int weft_work_root(const struct weft_work *work);
/** Return the size of a block in bytes: its length or, with `--payload tags`,
 * the size of its tag. @since 0.2 */
size_t weft_work_bytes(const struct weft_work *work);

/**
 * Return the data of a block that this processor has.
 *
 * @returns [weft_work_bytes()] the data, owned by the work; changed by
 *          weft_work_keep() and weft_work_add(), but never moved. NULL: it does
 *          not have this block
 * @since 0.2
 */
const void *weft_work_block(const struct weft_work *work, int block);

/**
 * Keep a copy of a block that this processor has received. If it has the block
 * already, the data are replaced.
 *
 * @param data  [weft_work_bytes()] the received data
 * @returns 0, or -1 after weft_fail(): no such block in the goal, or out of
 *          memory
 * @since 0.2
 */
int weft_work_keep(struct weft_work *work, int block, const void *data);

/**
 * Combine a received value with the processor's own value of the block. In
 * problems that combine values (reductions, scans, barriers) each holder of a
 * block has its own contribution to it at the start, and the value wanted at
 * the end is the combination of several contributions. weft tracks the
 * contributions of each value, through any buffers: a contribution that would
 * be added twice, and with .in_order one that is not adjacent to the value it
 * is added to, ends the run with its name. Lower ranks are left operands.
 *
 * @param data  [weft_work_bytes()] the received value
 * @returns 0, or -1 after weft_fail()
 * @since 0.2
 */
int weft_work_add(struct weft_work *work, int block, const void *data);

/**
 * Combine two values in buffers of the program: `into` becomes the combination
 * of both. Copies of values are values, too.
 *
 * @param into, data  [weft_work_bytes()] the two values
 * @since 0.2
 */
int weft_work_combine(struct weft_work *work, void *into, const void *data);

/**
 * Post a message with several blocks of this processor, one after another
 * (weft_step() sends what is posted). The receiver must name the same blocks in
 * the same order.
 *
 * @param block  [count] the blocks
 * @returns 0, or -1 after weft_fail(): a block that this processor does not
 *          have
 * @since 0.2
 */
int weft_work_post(struct weft_work *work, int to, const int block[],
                   int count);
/** Receive a message with several blocks, and keep each. @since 0.2 */
int weft_work_receive(struct weft_work *work, int from, const int block[],
                      int count);
/** Receive a message with several blocks, and add each to the processor's own
 * value. @since 0.2 */
int weft_work_receive_add(struct weft_work *work, int from, const int block[],
                          int count);

/* ---- strategies -------------------------------------------------------- */

/** A user-defined strategy. Members that are not set are NULL. */
struct weft_own_strategy {
    /** name of the problem that it solves, such as "multinode" */
    const char *problem;
    /** name of the strategy; NULL: the file name without its extension */
    const char *name;
    /** description of the strategy in one line, for lists */
    const char *summary;
    const char *source; /**< origin of the algorithm */
    /** kinds of networks that it can run on, separated by spaces; NULL: any */
    const char *networks;
    /** default model of the strategy; NULL: that of the problem */
    const char *model;
    /** a model that allows what the strategy does; it cannot run in models that
     * allow less. NULL: it runs in any */
    const char *needs;
    /** for allreduce: number of blocks that it divides the data into, as a
     * function of p, the number of processors: "p", "2*p"; NULL: 1 */
    const char *blocks;
    /** whether it works with operators that are not commutative: it only
     * combines values of adjacent ranks, which is checked */
    bool in_order;
    /** The function that every processor runs.
     * @returns 0, or -1 like the functions of weft/processor.h */
    int (*function)(struct weft_processor *self, struct weft_work *work);
    uint64_t reserved[8]; /**< zero, for later versions @since 0.2 */
};

#define WEFT_PLUGIN_GLUE(a, b) a##b
#define WEFT_PLUGIN_NAME(word, line) WEFT_PLUGIN_GLUE(word, line)
/* Implementation of the macros below: a function that the loader calls. */
#define WEFT_PLUGIN_ADD(type, name, adds, ...)                                 \
    __attribute__((constructor)) static void name(void)                        \
    {                                                                          \
        static const struct type row = {__VA_ARGS__};                          \
        adds(&row, WEFT_VERSION);                                              \
    }

/** Register a strategy when the file is loaded. The arguments are members of
 * struct weft_own_strategy, in their order. */
#define WEFT_STRATEGY(...)                                                     \
    WEFT_PLUGIN_ADD(weft_own_strategy,                                         \
                    WEFT_PLUGIN_NAME(weft_strategy_of_line_, __LINE__),        \
                    weft_strategy_add, __VA_ARGS__)

/**
 * Register a strategy for weft_run() and the lists; WEFT_STRATEGY calls this.
 * Strategies of a file are registered when weft_plugin_open() loads it; a
 * program may also register its own before its first run.
 *
 * @param strategy  must be static, since it is not copied
 * @param version   WEFT_VERSION of the headers
 * @returns 0; or -1: another MAJOR or a later MINOR version, an unknown
 *          problem, a name that is in use or too long (weft_plugin_open()
 *          reports it)
 * @since 0.2
 */
int weft_strategy_add(const struct weft_own_strategy *strategy,
                      const char *version);

/* ---- problems ---------------------------------------------------------- */

/** What an experiment asks of a problem. */
struct weft_asked;

/** Return the network of the experiment. @since 0.2 */
const struct weft_network *weft_asked_network(const struct weft_asked *asked);
/** Return the model of the experiment. @since 0.2 */
const struct weft_model *weft_asked_model(const struct weft_asked *asked);
/** Return the goal of the experiment; NULL while it is being created.
 * @since 0.2 */
const struct weft_goal *weft_asked_goal(const struct weft_asked *asked);
/** Return the value of one of the problem's settings; for words the index; -1:
 * not set, or there is no such setting. @since 0.2 */
int64_t weft_asked_number(const struct weft_asked *asked, const char *setting);
/** Return a setting as it was written; NULL: not set. @since 0.2 */
const char *weft_asked_text(const struct weft_asked *asked,
                            const char *setting);
/** Return what the experiment asks of the problem that a strategy works on.
 * @since 0.2 */
const struct weft_asked *weft_work_asked(const struct weft_work *work);

/** A list of lower bounds that is being collected. */
struct weft_bounding;
/** Add a lower bound that is proved for the experiment: a number of steps.
 * @param name  name of the bound, such as "p - 1"; copied, and truncated to 47
 *              characters
 * @since 0.2 */
void weft_bound_add(struct weft_bounding *bounding, uint64_t steps,
                    const char *name);

/** A user-defined problem. Members that are not set are NULL. */
struct weft_own_problem {
    /** name of the problem; NULL: the file name without its extension */
    const char *name;
    /** description of the problem in one line, for lists */
    const char *summary;
    const char *source; /**< origin of the problem */
    /** default network of the problem; NULL: complete:16 */
    const char *network;
    /** default model of the problem; NULL: one-port-duplex */
    const char *model;
    /** the goal as text (docs/goals.md), in which settings that are numbers may
     * be used by name */
    const char *goal;
    /** A function that creates the goal instead; weft_goal_destroy() frees it.
     * @returns the goal; NULL with err set: there is no such goal */
    struct weft_goal *(*make_goal)(const struct weft_asked *asked,
                                   struct weft_error *err);
    /** settings of the problem; the last one has no name */
    const struct weft_setting *settings;
    /** A function that adds lower bounds. */
    void (*bounds)(const struct weft_asked *asked,
                   struct weft_bounding *bounding);
    uint64_t reserved[8]; /**< zero, for later versions @since 0.2 */
};

/** Register a problem when the file is loaded, like WEFT_STRATEGY() for a
 * strategy. */
#define WEFT_PROBLEM(...)                                                      \
    WEFT_PLUGIN_ADD(weft_own_problem,                                          \
                    WEFT_PLUGIN_NAME(weft_problem_of_line_, __LINE__),         \
                    weft_problem_add, __VA_ARGS__)

/** Register a problem; WEFT_PROBLEM() calls this. Otherwise like
 * weft_strategy_add(). @since 0.2 */
int weft_problem_add(const struct weft_own_problem *problem,
                     const char *version);

/* ---- networks ---------------------------------------------------------- */

/** A network that is being created by adding vertices and links one by one.
 * Only the first error is reported: everything after it is ignored, and
 * return values are meaningless then. */
struct weft_wiring;

/** Return the text after the colon of `-n NAME:TEXT`; NULL: there is none.
 * @since 0.2 */
const char *weft_wire_text(const struct weft_wiring *wiring);
/** Return the seed for random networks. @since 0.2 */
uint64_t weft_wire_seed(const struct weft_wiring *wiring);
/** Add processors with the next numbers. Must be called before switches are
 * added. @returns 0 or -1 @since 0.2 */
int weft_wire_processors(struct weft_wiring *wiring, int count);
/** Add switches, with the next numbers after the processors. @since 0.2 */
int weft_wire_switches(struct weft_wiring *wiring, int count);
/** Add a link in both directions. Adding it again has no effect. @since 0.2 */
int weft_wire_link(struct weft_wiring *wiring, int u, int v);
/** Add a link in one direction only. @since 0.2 */
int weft_wire_arc(struct weft_wiring *wiring, int from, int to);
/** Set the cost of the link that was added last: latency in time units, 0 to
 * 1e9, and bandwidth in words of 8 bytes per time unit, 1e-9 to 1e9.
 * @returns 0 or -1 @since 0.2 */
int weft_wire_cost(struct weft_wiring *wiring, double latency,
                   double bandwidth);
/** Add parallel links to the link that was added last, each of which carries
 * one more message per step; 0 to 63. @since 0.2 */
int weft_wire_beside(struct weft_wiring *wiring, int more);
/** Set the name of a vertex, which is displayed instead of its number. The name
 * is copied.
 * @since 0.2 */
int weft_wire_name(struct weft_wiring *wiring, int vertex, const char *name);
/** Set the position of a vertex in drawings, in units of the distance of
 * neighbours in a grid. Unless every vertex has a position, they are drawn on a
 * circle. @since 0.2 */
int weft_wire_place(struct weft_wiring *wiring, int vertex, double right,
                    double down);
/** Report why the network cannot be created. @returns -1 @since 0.2 */
int weft_wire_fail(struct weft_wiring *wiring, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/** A user-defined kind of network. Members that are not set are 0. */
struct weft_own_network {
    /** name of the kind, the word before the colon; NULL: the file name without
     * its extension */
    const char *name;
    /** written form, such as "moebius:P"; NULL: generated from the name */
    const char *usage;
    const char *summary; /**< description of the kind in one line, for lists */
    /** number of numbers after the colon, as in "8x3"; 0: none, or the function
     * reads weft_wire_text() */
    int numbers;
    /** whether the number in the name is an exponent: ranges increase it by 1
     * where other kinds double it */
    bool exponent;
    /** whether ports are numbered in the order in which links are added,
     * instead of by the numbers of the neighbours */
    bool ports_in_order;
    /** A function that adds the vertices and links.
     * @param number  [count] the numbers after the colon, each from 0 to
     *                WEFT_NETWORK_SIZE_MAX
     * @returns 0, or -1 after weft_wire_fail() */
    int (*function)(struct weft_wiring *wiring, const int number[], int count);
    /** A function that defines the routes: it returns the next vertex after
     * `from` on the route to processor `to`, if there is no direct link. It is
     * called for each vertex on a route when the network is created, and must
     * not depend on anything else. A route is rejected if it uses a link that
     * does not exist, does not end, or does not use the direct link of two
     * vertices. NULL: the neighbour with the lowest number that is one link
     * nearer. With this function a network may have at most WEFT_OWN_ROUTES_MAX
     * vertices. */
    int (*next)(const int number[], int count, int from, int to);
    uint64_t reserved[8]; /**< zero, for later versions @since 0.2 */
};

/** Maximum number of vertices of a user-defined network with user-defined
 * routes. */
#define WEFT_OWN_ROUTES_MAX 4096

/** Register a kind of network when the file is loaded, like WEFT_STRATEGY() for
 * a strategy. */
#define WEFT_NETWORK(...)                                                      \
    WEFT_PLUGIN_ADD(weft_own_network,                                          \
                    WEFT_PLUGIN_NAME(weft_network_of_line_, __LINE__),         \
                    weft_network_add, __VA_ARGS__)

/** Register a kind of network; WEFT_NETWORK() calls this. Otherwise like
 * weft_strategy_add(). @since 0.2 */
int weft_network_add(const struct weft_own_network *network,
                     const char *version);

/* ---- files ------------------------------------------------------------- */

/** A strategy that a plug-in has registered. */
struct weft_plugin_strategy {
    const char *problem, *name;
};

/** Everything that a plug-in has registered. */
struct weft_plugin {
    const char *file; /**< file name under which it was first loaded */
    size_t strategies, problems, networks;
    /** [strategies] the strategies */
    const struct weft_plugin_strategy *strategy;
    const char *const *problem; /**< [problems] names of the problems */
    /** [networks] names of the kinds of networks */
    const char *const *network;
};

/** Return whether a word is the file name of a plug-in, that is, ends in .so,
 * .c, .cc, .cpp or .cxx. @since 0.2 */
bool weft_is_plugin(const char *word);

/** Return the length of the file name of a plug-in at the beginning of a word,
 * which is the whole word or ends at a colon: 8 for "./mine.c:16"; 0: there is
 * none. @since 0.2 */
size_t weft_plugin_part(const char *word);

/**
 * Load a plug-in: a shared object, or C or C++ that is compiled first. The
 * compiler is the one in the environment variable WEFT_CC (WEFT_CXX), else cc
 * (c++); its messages go to standard error. The result is cached by content. A
 * file that is loaded already is not loaded again; it stays loaded until the
 * process ends.
 *
 * @returns the content of the plug-in, which must not be freed; or NULL with
 *          WEFT_ERROR_SYSTEM (no such file, no compiler), WEFT_ERROR_FORMAT (it
 *          does not compile or load), WEFT_ERROR_EMPTY (it registers nothing),
 *          WEFT_ERROR_MISUSE (weft_strategy_add() refused something),
 *          WEFT_ERROR_MEMORY
 *
 * Threads: any; only one loads at a time.
 * @since 0.2
 */
const struct weft_plugin *weft_plugin_open(const char *file,
                                           struct weft_error *err);

/**
 * Return the plug-in that contains an address of code, for signal handlers.
 *
 * @returns its file name as it was given; NULL: no plug-in contains it
 * @since 0.2
 */
const char *weft_plugin_at(const void *address);

/**
 * Load a plug-in and find a strategy in it.
 *
 * @returns the name of its first strategy for the problem, which must not be
 *          freed; or NULL with an error of weft_plugin_open(), or
 *          WEFT_ERROR_UNKNOWN: it has none for this problem
 *
 * Threads: any; only one loads at a time.
 * @since 0.2
 */
const char *weft_plugin_find(const char *file, const char *problem,
                             struct weft_error *err);

/**
 * Load a plug-in and return the name of its first problem, or else of the
 * problem that its first strategy is for; must not be freed; NULL with an error
 * of weft_plugin_find().
 * @since 0.2
 */
const char *weft_plugin_problem(const char *file, struct weft_error *err);

/**
 * Load a plug-in and return the name of its first network; must not be freed;
 * NULL with an error of weft_plugin_find(). @since 0.2
 */
const char *weft_plugin_network(const char *file, struct weft_error *err);

/** Return whether this thread is running code of a plug-in other than a
 * processor's program, for handlers that run when the process ends.
 * @since 0.2 */
bool weft_plugin_works(void);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
