/**
 * Events: what a run leaves behind, and all that the tools after it see.
 *
 * The machine makes events and trace readers make events; trace writers, the
 * checker, the statistics and the figures consume them. Between them stands a
 * sink: three functions that are told the run, its events in order, its end.
 *
 * Threads: any for what is constant; see struct weft_sink for who calls it.
 */
#ifndef WEFT_EVENT_H
#define WEFT_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

enum weft_event_kind {
    WEFT_SEND,    /**< one transfer leaves: [start, start + duration) */
    WEFT_RECEIVE, /**< one transfer is taken */
    WEFT_WAIT,    /**< begins to wait for a message; see below */
    WEFT_SLEEP,   /**< waits until a step, or listens: [start, +duration) */
    WEFT_COMPUTE, /**< computes: [start, start + duration) */
    WEFT_STORE,   /**< stores a message; duration 0 */
    WEFT_MARK,    /**< a mark of the program's own; message = its number */
    WEFT_CALL,    /**< inside a communication call that is no single transfer,
                       as a barrier: [start, start + duration) */
    WEFT_PRESENT, /**< a record that tells no more than that the processor was
                       there (tracing begins or ends, a wait ends without a
                       message); duration 0 */
    WEFT_TASK,    /**< a task of the program's own begins; see below
                       @since 0.2 */
    WEFT_DONE,    /**< ... and ends @since 0.2 */
    WEFT_EVENT_KINDS
};

/** The word of a kind: "send", "receive", "wait", ... @since 0.1 */
extern const char *const weft_event_names[WEFT_EVENT_KINDS];

/** Same message, same start and same sender as the event before it: one of
 * several transfers of one send (shouting). On WEFT_SEND only. */
#define WEFT_EVENT_SAME 1
/** The receiver was waiting when the transfer began (it has a WEFT_WAIT
 * before it). On WEFT_RECEIVE only. */
#define WEFT_EVENT_WAITED 2

/**
 * One event of one processor. Times are in time units: 1 step in unit time.
 *
 * A transfer in slot s of unit time has start s - 1 and duration 1, in the
 * send event of its source and in the receive event of its destination. A
 * receive event of duration 0 is a message taken from the mailbox after it had
 * arrived, and later than one step after it was sent; when it arrived follows
 * from its send.
 *
 * A wait is known when it begins, not how long it will last: a WEFT_WAIT has
 * start = the time at which the processor began to wait, peer = the processor
 * it waits for (-1: any) and duration 0; the receive event that ends it has
 * WEFT_EVENT_WAITED set and carries the same time in `since`. A wait that ends
 * without a message, at a limit in time, ends with a WEFT_PRESENT.
 *
 * A task is a named interval of a processor: a phase of its program, a
 * collective call. When it will end is not known when it begins either, so it
 * is told twice: a WEFT_TASK at its beginning and a WEFT_DONE at its end, both
 * with message = its number and duration 0. Tasks of a processor may hold one
 * another; a WEFT_DONE ends the task of its number that began last. What is
 * never ended ends with the last event of its processor.
 */
struct weft_event {
    uint64_t start;
    uint64_t duration;
    uint64_t since; /**< receive: when the processor was ready to receive,
                         <= start; other kinds: = start */
    int32_t rank;
    int32_t peer;      /**< other end of the transfer; -1: none or any */
    int32_t message;   /**< message number; -1: none */
    uint32_t bytes;    /**< length of the message or of what is stored */
    int16_t dimension; /**< of the sender's port; -1: none (routed), or one
                            beyond INT16_MAX */
    uint8_t kind;      /**< enum weft_event_kind */
    uint8_t flags;
    uint32_t items; /**< send: what the message carries, see
                         weft_event_items(); 0: the block `message`.
                         @since 0.2 */
};

/**
 * What messages carry that is more than one block: several, or values combined
 * of the contributions of some processors. The texts of a trace, each once;
 * events have their numbers. A text is
 *
 *     items = item { "," item }    item = block [ "-" block ] [ ":" set ]
 *     set = rank [ "-" rank ] { "+" rank [ "-" rank ] }
 *
 * ascending, runs joined as far as possible: "0-1,4", "4-6:0-2+5".
 *
 * Threads: several may add and read at the same time.
 */
struct weft_items;

/** @returns an empty table; NULL: no memory. @since 0.2 */
struct weft_items *weft_items_create(void);
/** NULL is fine. @since 0.2 */
void weft_items_destroy(struct weft_items *items);
/** The number of a text, for an event. @returns 0: no memory. @since 0.2 */
uint32_t weft_items_add(struct weft_items *items, const char *text);

/** A word about the run: "strategy" = "rotated". */
struct weft_parameter {
    const char *key;
    const char *value;
};

/** What is known before the first event. Borrowed for the call it is given
 * to; a sink copies what it keeps. */
struct weft_trace_info {
    int processors;
    uint64_t unit_ns; /**< nanoseconds of trace time in one time unit */
    uint64_t step;    /**< time units in one step; 0: unknown (foreign trace) */
    size_t parameters;
    const struct weft_parameter *parameter; /**< [parameters]: "network",
        "model", "problem", "strategy", ..., in the order in which to show */
    const uint64_t *in_calls; /**< [processors] how long each was in calls of
        the communication system, waiting included, in time units, as the
        program measured it that wrote the trace; UINT64_MAX: not said; NULL:
        of none. @since 0.2 */
    const char *const *statistics; /**< [processors] what else that program
        counted, as the format's reader puts it ("commstats 3 3 6 3075 0");
        NULL: nothing, of that processor or of any. @since 0.2 */
    struct weft_items *items;      /**< what messages carry, growing with the
             events; borrowed until the sink's end; NULL: one block each.
             @since 0.2 */
    bool paired; /**< each record names both ends of a transfer, so that sends
             and receptions cannot contradict each other @since 0.2 */
};

/**
 * What a message carries, as text (see struct weft_items).
 *
 * @returns NULL: the one block that its number says; else valid as long as the
 *          table is
 * @since 0.2
 */
const char *weft_event_items(const struct weft_trace_info *info,
                             const struct weft_event *event);

/** The value of a parameter, or NULL. @since 0.1 */
const char *weft_trace_info_get(const struct weft_trace_info *info,
                                const char *key);

/** Numbers of tasks that are calls of a communication library, as readers of
 * traces of real machines tell them. @since 0.2 */
enum weft_task_call {
    WEFT_TASK_BARRIER = 1 << 30,
    WEFT_TASK_BROADCAST,
    WEFT_TASK_GATHER,
    WEFT_TASK_SCATTER,
    WEFT_TASK_REDUCE,
    WEFT_TASK_ALLGATHER,
    WEFT_TASK_ALLREDUCE,
    WEFT_TASK_ALLTOALL,
    WEFT_TASK_REDUCE_SCATTER,
    WEFT_TASK_SCAN,
    WEFT_TASK_COLLECTIVE, /**< another one */
    WEFT_TASK_CALLS       /**< the first number after them */
};

/** Room for every text that weft_task_name() prints. @since 0.2 */
#define WEFT_TASK_NAME_MAX 32

/**
 * The name of a task: what the parameter "task.NUMBER" of the run says, the
 * word of a call (enum weft_task_call), else "task NUMBER".
 *
 * @param text  for names that are not kept anywhere else
 * @returns the name: text, or what lives as long as @p info or for ever. Names
 *          of foreign traces may hold any bytes
 * @since 0.2
 */
const char *weft_task_name(const struct weft_trace_info *info, int32_t number,
                           char text[WEFT_TASK_NAME_MAX]);

/**
 * How a foreign trace calls a processor: the parameter "processor.NUMBER" of
 * the run, as the name of its process and thread.
 *
 * @param info  may be NULL
 * @returns NULL: by its number; else a text that lives as long as @p info, any
 *          bytes
 *
 * Threads: any.
 * @since 0.2
 */
const char *weft_processor_name(const struct weft_trace_info *info,
                                int32_t rank);

/** A unit in which people read times. @since 0.2 */
struct weft_time_unit {
    const char *name; /**< "ns", "us", "ms" or "s"; "time units" where the
                           trace does not state how long one is */
    uint64_t ns;      /**< nanoseconds in it; 0: one time unit of the trace */
};

/**
 * The unit for times of a trace up to @p span time units: the largest of which
 * they hold ten or more.
 *
 * @returns a row of a constant table
 *
 * Threads: any.
 * @since 0.2
 */
const struct weft_time_unit *weft_time_unit(const struct weft_trace_info *info,
                                            uint64_t span);

/** The decimals, at most 9, that print @p time exactly in a unit. @since 0.2 */
int weft_time_decimals(const struct weft_trace_info *info,
                       const struct weft_time_unit *unit, uint64_t time);

/** Room for every text that weft_time_print() prints. @since 0.2 */
#define WEFT_TIME_MAX 48

/**
 * Print a time, in time units of the trace, as a number of @p unit, rounded to
 * @p decimals (0 to 9): "1.500".
 *
 * @returns text
 *
 * Threads: any.
 * @since 0.2
 */
char *weft_time_print(char text[WEFT_TIME_MAX],
                      const struct weft_trace_info *info,
                      const struct weft_time_unit *unit, uint64_t time,
                      int decimals);

/**
 * The length in bytes of the UTF-8 character that @p text begins with; 0 if it
 * begins with none (the end, a byte out of place, a form longer than needed, a
 * surrogate). Parameters come from files and may hold any bytes.
 *
 * Threads: any.
 * @since 0.2
 */
size_t weft_character_length(const char *text);

/**
 * The number (Unicode) of the character that @p text begins with; -1: it begins
 * with none.
 *
 * Threads: any.
 * @since 0.2
 */
int32_t weft_character_number(const char *text);

/**
 * Does @p text begin with a character that is none to show: one that controls a
 * terminal (ASCII's, U+0080 to U+009F), turns the direction of what follows,
 * ends a line (U+202E, U+2028 and the like) or is not seen, so that it could
 * hide a text (U+200B, U+3164, U+E0041 and the like: Unicode's default
 * ignorable characters, but for the selectors of variants U+FE00 to U+FE0F,
 * U+180B to U+180D and U+180F)? The end of the text counts as one.
 *
 * Threads: any.
 * @since 0.2
 */
bool weft_character_controls(const char *text);

/**
 * Where events go. Calls come one at a time, from one thread at a time:
 * begin once, events any number of times, end once (only if all went well).
 * Events come ordered by (start, rank, order in the processor's program).
 *
 * Each function returns 0. Anything else stops the producer, which then fails
 * too: an enum weft_error_kind becomes the kind of its error; of a negative
 * value the kind is WEFT_ERROR_STOPPED, and the reason is the sink's own to
 * keep. A NULL function is not called.
 */
struct weft_sink {
    int (*begin)(void *arg, const struct weft_trace_info *info);
    int (*events)(void *arg, const struct weft_event *events, size_t count);
    int (*end)(void *arg);
    void *arg;
};

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
