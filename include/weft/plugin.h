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
#include <weft/model.h>
#include <weft/network.h>
#include <weft/processor.h>
#include <weft/setting.h>
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
#define WEFT_PLUGIN_NAME(word, line) WEFT_PLUGIN_GLUE(word, line)
/* What the macros below are made of: a function that the loader calls. */
#define WEFT_PLUGIN_ADD(type, name, adds, ...)                                 \
    __attribute__((constructor)) static void name(void)                        \
    {                                                                          \
        static const struct type row = {__VA_ARGS__};                          \
        adds(&row, WEFT_VERSION);                                              \
    }

/** Make a strategy known, when the file is loaded. Takes the fields of struct
 * weft_own_strategy, in their order. */
#define WEFT_STRATEGY(...)                                                     \
    WEFT_PLUGIN_ADD(weft_own_strategy,                                         \
                    WEFT_PLUGIN_NAME(weft_strategy_of_line_, __LINE__),        \
                    weft_strategy_add, __VA_ARGS__)

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

/* ---- problems ---------------------------------------------------------- */

/** What an experiment asks of a problem. */
struct weft_asked;

/** @since 0.2 */
const struct weft_network *weft_asked_network(const struct weft_asked *asked);
/** @since 0.2 */
const struct weft_model *weft_asked_model(const struct weft_asked *asked);
/** NULL while it is being made. @since 0.2 */
const struct weft_goal *weft_asked_goal(const struct weft_asked *asked);
/** The value of one of the problem's settings; of words the index; -1: not
 * given, or there is no such setting. @since 0.2 */
int64_t weft_asked_number(const struct weft_asked *asked, const char *setting);
/** The same as it was written; NULL: not given. @since 0.2 */
const char *weft_asked_text(const struct weft_asked *asked,
                            const char *setting);
/** What is asked of the problem that a strategy works on. @since 0.2 */
const struct weft_asked *weft_work_asked(const struct weft_work *work);

/** Lower bounds that are being collected. */
struct weft_bounding;
/** A lower bound that is proved for what is asked: so many steps.
 * @param name  what it counts: "p - 1"; copied, cut to 47 characters
 * @since 0.2 */
void weft_bound_add(struct weft_bounding *bounding, uint64_t steps,
                    const char *name);

/** A problem. What is not given is NULL. */
struct weft_own_problem {
    const char *name;    /**< NULL: the file's name without its ending */
    const char *summary; /**< one line, for lists */
    const char *source;  /**< who posed it */
    const char *network; /**< its default; NULL: complete:16 */
    const char *model;   /**< its default; NULL: one-port-duplex */
    const char *goal;    /**< as text (docs/goals.md), in which the settings
                              that are numbers have their names */
    /** Or a function that makes it, to be freed by weft_goal_destroy().
     * @returns NULL with err set: that cannot be asked */
    struct weft_goal *(*make_goal)(const struct weft_asked *asked,
                                   struct weft_error *err);
    const struct weft_setting *settings; /**< its own; the last has no name */
    /** Adds lower bounds. */
    void (*bounds)(const struct weft_asked *asked,
                   struct weft_bounding *bounding);
};

/** Make a problem known, as WEFT_STRATEGY() does a strategy. */
#define WEFT_PROBLEM(...)                                                      \
    WEFT_PLUGIN_ADD(weft_own_problem,                                          \
                    WEFT_PLUGIN_NAME(weft_problem_of_line_, __LINE__),         \
                    weft_problem_add, __VA_ARGS__)

/** What WEFT_PROBLEM() calls; as weft_strategy_add(). @since 0.2 */
int weft_problem_add(const struct weft_own_problem *problem,
                     const char *version);

/* ---- networks ---------------------------------------------------------- */

/** A network that is being made: its vertices and links are named one by one.
 * The first mistake counts: what follows it, and what a function returns then,
 * means nothing. */
struct weft_wiring;

/** What stands behind the colon of `-n NAME:TEXT`; NULL: there is none.
 * @since 0.2 */
const char *weft_wire_text(const struct weft_wiring *wiring);
/** The seed of what is random. @since 0.2 */
uint64_t weft_wire_seed(const struct weft_wiring *wiring);
/** So many processors more, numbered on; before any switch.
 * @returns 0 or -1 @since 0.2 */
int weft_wire_processors(struct weft_wiring *wiring, int count);
/** So many switches more, numbered on behind the processors. @since 0.2 */
int weft_wire_switches(struct weft_wiring *wiring, int count);
/** A link both ways. One that is there already counts once. @since 0.2 */
int weft_wire_link(struct weft_wiring *wiring, int u, int v);
/** One way only. @since 0.2 */
int weft_wire_arc(struct weft_wiring *wiring, int from, int to);
/** What the link named last costs: time units, 0 to 1e9, and words of 8 bytes
 * in a time unit, 1e-9 to 1e9. @returns 0 or -1 @since 0.2 */
int weft_wire_cost(struct weft_wiring *wiring, double latency,
                   double bandwidth);
/** So many links more lie beside the one named last: it carries as many more
 * messages in a step. 0 to 63. @since 0.2 */
int weft_wire_beside(struct weft_wiring *wiring, int more);
/** What people call a vertex, instead of its number. Copied. @since 0.2 */
int weft_wire_name(struct weft_wiring *wiring, int vertex, const char *name);
/** Where a vertex is drawn, in units of the distance that neighbours have in a
 * grid. Without a place for each they stand in a circle. @since 0.2 */
int weft_wire_place(struct weft_wiring *wiring, int vertex, double right,
                    double down);
/** Such a network is not possible: why. @returns -1 @since 0.2 */
int weft_wire_fail(struct weft_wiring *wiring, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/** A kind of networks. What is not given is 0. */
struct weft_own_network {
    const char *name;    /**< the word before the colon; NULL: the file's name
                              without its ending */
    const char *usage;   /**< "moebius:P"; NULL: made of the name */
    const char *summary; /**< one line, for lists */
    int numbers;         /**< how many stand behind the colon, as in "8x3"; 0:
                              none, or the function reads weft_wire_text() */
    bool exponent;       /**< the number is one: where others double it, it
                              grows by 1 */
    bool ports_in_order; /**< ports are numbered as links are named, not by the
                              neighbours' numbers */
    /** Names vertices and links. @param number  [count], each from 0 to
     * WEFT_NETWORK_SIZE_MAX @returns 0, or -1 after weft_wire_fail() */
    int (*function)(struct weft_wiring *wiring, const int number[], int count);
    /** The route: the vertex that comes after `from` on the way to processor
     * `to`, to which no link leads from there. It is asked for each vertex that
     * a way leads over, when the network is made, and must not depend on
     * anything else. A way that goes over no link, does not end, or leaves the
     * link that joins two vertices is refused. NULL: over the lowest-numbered
     * neighbour that is one link nearer. With it a network has at most
     * WEFT_OWN_ROUTES_MAX vertices. */
    int (*next)(const int number[], int count, int from, int to);
};

/** Vertices of a network of one's own that has routes of its own. */
#define WEFT_OWN_ROUTES_MAX 4096

/** Make a kind of networks known, as WEFT_STRATEGY() does a strategy. */
#define WEFT_NETWORK(...)                                                      \
    WEFT_PLUGIN_ADD(weft_own_network,                                          \
                    WEFT_PLUGIN_NAME(weft_network_of_line_, __LINE__),         \
                    weft_network_add, __VA_ARGS__)

/** What WEFT_NETWORK() calls; as weft_strategy_add(). @since 0.2 */
int weft_network_add(const struct weft_own_network *network,
                     const char *version);

/* ---- files ------------------------------------------------------------- */

/** A strategy that a plug-in has made known. */
struct weft_plugin_strategy {
    const char *problem, *name;
};

/** What a plug-in has made known. */
struct weft_plugin {
    const char *file; /**< as it was named first */
    size_t strategies, problems, networks;
    const struct weft_plugin_strategy *strategy; /**< [strategies] */
    const char *const *problem;                  /**< [problems] their names */
    const char *const *network;                  /**< [networks] */
};

/** Is a word the name of a plug-in's file: does it end in .so, .c, .cc, .cpp or
 * .cxx? @since 0.2 */
bool weft_is_plugin(const char *word);

/** The length of the plug-in's file in a word that is one, or begins with one
 * and a colon: 8 of "./mine.c:16"; 0: it is none. @since 0.2 */
size_t weft_plugin_part(const char *word);

/**
 * Load a plug-in: a shared object, or C or C++ that is compiled first. The
 * compiler is that of the environment variable WEFT_CC (WEFT_CXX), else cc
 * (c++); it writes what it has to say to standard error. What it made is kept
 * in a cache by content. A file that is loaded already is not loaded again; it
 * stays until the process ends.
 *
 * @returns what is in it, kept; or NULL with WEFT_ERROR_SYSTEM (no such file,
 * no compiler), WEFT_ERROR_FORMAT (it does not compile or load),
 *          WEFT_ERROR_EMPTY (nothing in it), WEFT_ERROR_MISUSE (what
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

/**
 * Load a plug-in: the name of its first problem, or else of the one that its
 * first strategy is for, kept; NULL with an error as weft_plugin_find().
 * @since 0.2
 */
const char *weft_plugin_problem(const char *file, struct weft_error *err);

/**
 * Load a plug-in: the name of its first network, kept; NULL with an error as
 * weft_plugin_find(). @since 0.2
 */
const char *weft_plugin_network(const char *file, struct weft_error *err);

/** Is code of a plug-in at work in this thread, other than a processor's
 * program? For handlers that run when the process ends. @since 0.2 */
bool weft_plugin_works(void);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
