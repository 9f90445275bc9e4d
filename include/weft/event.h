/**
 * Events: the record of a run, and the only input of the tools that process it.
 *
 * The machine and the trace readers produce events; trace writers, the checker,
 * the statistics and the figures consume them. The interface between them is a
 * sink: three functions that receive the description of the run, its events in
 * order, and its end.
 *
 * Threads: any for constant data; see struct weft_sink for its callers.
 */
#ifndef WEFT_EVENT_H
#define WEFT_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

enum weft_event_kind {
    WEFT_SEND,    /**< one transfer is sent: [start, start + duration) */
    WEFT_RECEIVE, /**< one transfer is received */
    /** the processor begins to wait for a message; see struct weft_event */
    WEFT_WAIT,
    /** the processor waits until a step, or listens: [start, start +
     * duration) */
    WEFT_SLEEP,
    WEFT_COMPUTE, /**< the processor computes: [start, start + duration) */
    WEFT_STORE,   /**< the processor stores a message; duration 0 */
    WEFT_MARK,    /**< a mark that the program sets; `message` is its number */
    /** a communication call that is not a single transfer, such as a barrier:
     * [start, start + duration) */
    WEFT_CALL,
    /** a record that only shows that the processor exists (tracing begins or
     * ends, a wait ends without a message); duration 0 */
    WEFT_PRESENT,
    /** a task that the program defines begins; see struct weft_event
     * @since 0.2 */
    WEFT_TASK,
    WEFT_DONE, /**< a task that the program defines ends @since 0.2 */
    WEFT_EVENT_KINDS
};

/** The names of the kinds: "send", "receive", "wait", ... @since 0.1 */
extern const char *const weft_event_names[WEFT_EVENT_KINDS];

/** Flag of WEFT_SEND: the event has the same message, start and sender as the
 * previous one, so both are transfers of one send. */
#define WEFT_EVENT_SAME 1
/** Flag of WEFT_RECEIVE: the receiver was waiting when the transfer began
 * (there is a WEFT_WAIT before it). */
#define WEFT_EVENT_WAITED 2

/**
 * One event of one processor. Times are in time units; in unit time, a time
 * unit is a step.
 *
 * A transfer in slot s of unit time has start s - 1 and duration 1, in the send
 * event of its source and in the receive event of its destination. A receive
 * event of duration 0 is a message that was taken from the mailbox later than
 * one step after it was sent; the time of its arrival follows from its send.
 *
 * When a wait begins, its duration is not yet known: a WEFT_WAIT has start =
 * the time at which the processor began to wait, peer = the processor it waits
 * for (-1: any) and duration 0; the receive event that ends the wait has
 * WEFT_EVENT_WAITED set and the same time in `since`. A wait that ends without
 * a message, at a timeout, ends with a WEFT_PRESENT.
 *
 * A task is a named interval of a processor: a phase of its program, a
 * collective call. When it begins, its end is not yet known, either, so there
 * are two events: a WEFT_TASK at its beginning and a WEFT_DONE at its end, both
 * with message = the number of the task and duration 0. Tasks of a processor
 * may be nested; a WEFT_DONE ends the task with its number that began last. A
 * task without a WEFT_DONE ends with the last event of its processor.
 */
struct weft_event {
    uint64_t start;
    uint64_t duration;
    /** for a receive: time at which the processor was ready to receive, <=
     * start; other kinds: equal to start */
    uint64_t since;
    int32_t rank;
    int32_t peer; /**< rank of the other end of the transfer; -1: none or any */
    int32_t message; /**< number of the message; -1: none */
    uint32_t bytes; /**< length in bytes of the message or of the stored data */
    /** dimension of the sender's port; -1: none (routed), or one that is larger
     * than INT16_MAX */
    int16_t dimension;
    uint8_t kind; /**< kind of the event, an enum weft_event_kind */
    uint8_t flags;
    /** for a send: number of the text that describes what the message carries,
     * see weft_event_items(); 0: the block `message`. In a trace with
     * `details`, for every event: number of its details; 0: none.
     * @since 0.2 */
    uint32_t items;
};

/**
 * Table of texts that describe messages carrying more than one block: several
 * blocks, or values that combine the contributions of several processors. Each
 * text occurs once; events refer to it by its number. The syntax of a text is
 *
 *     items = item { "," item }    item = block [ "-" block ] [ ":" set ]
 *     set = rank [ "-" rank ] { "+" rank [ "-" rank ] }
 *
 * Numbers are ascending, and runs are joined as far as possible: "0-1,4",
 * "4-6:0-2+5".
 *
 * Threads: several threads may add and read texts at the same time.
 */
struct weft_items;

/** Create a table of texts.
 * @returns an empty table; NULL: out of memory. @since 0.2 */
struct weft_items *weft_items_create(void);
/** Free a table of texts; NULL is allowed. @since 0.2 */
void weft_items_destroy(struct weft_items *items);
/** Return the number of a text in the table, adding it if needed.
 * @returns the number, for an event; 0: out of memory. @since 0.2 */
uint32_t weft_items_add(struct weft_items *items, const char *text);

/** A parameter of the run, a key and a value: "strategy" = "rotated". */
struct weft_parameter {
    const char *key;
    const char *value;
};

/** The description of a run, known before the first event. It is borrowed for
 * the call that it is passed to; a sink must copy what it keeps. */
struct weft_trace_info {
    int processors;
    /** number of nanoseconds of trace time in one time unit */
    uint64_t unit_ns;
    /** number of time units in one step; 0: unknown, as in traces of other
     * programs */
    uint64_t step;
    size_t parameters;
    /** [parameters] the parameters of the run: "network", "model", "problem",
     * "strategy", ..., in the order in which to show them */
    const struct weft_parameter *parameter;
    /** [processors] time that each processor spent in calls of the
     * communication system, including waiting, in time units, as measured by
     * the program that wrote the trace; UINT64_MAX: not given for this
     * processor; NULL: not given for any. @since 0.2 */
    const uint64_t *in_calls;
    /** [processors] other statistics of the program that wrote the trace, in
     * the form that the format's reader gives them ("commstats 3 3 6 3075 0");
     * NULL: none, for this processor or for any. @since 0.2 */
    const char *const *statistics;
    /** texts that describe what messages carry, a table that grows with the
     * events; borrowed until the sink's end; NULL: one block each.
     * @since 0.2 */
    struct weft_items *items;
    /** whether each record names both ends of a transfer, so that sends and
     * receptions cannot contradict each other @since 0.2 */
    bool paired;
    /** table of the details of events, borrowed like `items`, which is NULL
     * then (weft/unstable/details.h); NULL: events have no details. @since 1.0
     */
    struct weft_items *details;
    uint64_t reserved[7]; /**< zero, for later versions @since 0.2 */
};

/**
 * Return the text that describes what a message carries (see struct
 * weft_items).
 *
 * @returns the text, which is valid as long as the table exists; NULL: the
 *          message carries one block, the one with its number
 * @since 0.2
 */
const char *weft_event_items(const struct weft_trace_info *info,
                             const struct weft_event *event);

/** Return the value of a parameter of the run, or NULL. @since 0.1 */
const char *weft_trace_info_get(const struct weft_trace_info *info,
                                const char *key);
/** Return the number of ticks in a time unit of the run: the times of a trace
 * whose links were shared are in ticks; 1 for other traces. Threads: any.
 * @since 0.2 */
uint64_t weft_trace_info_ticks(const struct weft_trace_info *info);

/** Numbers of tasks that are calls of a communication library, used by readers
 * of traces of real machines. @since 0.2 */
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
    WEFT_TASK_COLLECTIVE, /**< any other collective call */
    WEFT_TASK_CALLS       /**< first number after the numbers of the calls */
};

/** Size in bytes that is sufficient for any text of weft_task_name().
 * @since 0.2 */
#define WEFT_TASK_NAME_MAX 32

/**
 * Return the name of a task: the parameter "task.NUMBER" of the run, or the
 * name of a call (enum weft_task_call), or else "task NUMBER".
 *
 * @param text  buffer for names that are not stored anywhere else
 * @returns the name: @p text, or a text that is valid as long as @p info, or
 *          static. Names in foreign traces may contain any bytes
 * @since 0.2
 */
const char *weft_task_name(const struct weft_trace_info *info, int32_t number,
                           char text[WEFT_TASK_NAME_MAX]);

/**
 * Return the name that a foreign trace gives a processor: the parameter
 * "processor.NUMBER" of the run, such as the name of its process and thread.
 *
 * @param info  may be NULL
 * @returns the name, which is valid as long as @p info and may contain any
 *          bytes; NULL: it has none
 *
 * Threads: any.
 * @since 0.2
 */
const char *weft_processor_name(const struct weft_trace_info *info,
                                int32_t rank);

/** A unit for displaying times. @since 0.2 */
struct weft_time_unit {
    /** name of the unit: "ns", "us", "ms" or "s"; "time units" if the trace
     * does not state the length of one, or has the times of shared links */
    const char *name;
    /** number of nanoseconds in the unit; of ticks, in the time units of a
     * trace with the times of shared links; 0: the unit is one time unit of
     * the trace */
    uint64_t ns;
};

/**
 * Return the unit for displaying times of a trace up to @p span time units: the
 * largest unit of which @p span contains ten or more.
 *
 * @returns a row of a constant table
 *
 * Threads: any.
 * @since 0.2
 */
const struct weft_time_unit *weft_time_unit(const struct weft_trace_info *info,
                                            uint64_t span);

/** Return the number of decimals, at most 9, that print @p time exactly in a
 * unit. @since 0.2 */
int weft_time_decimals(const struct weft_trace_info *info,
                       const struct weft_time_unit *unit, uint64_t time);

/** Size in bytes that is sufficient for any text of weft_time_print().
 * @since 0.2 */
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
 * Return the length in bytes of the UTF-8 character at the beginning of @p
 * text; 0 if there is no valid one (the end, a misplaced byte, an overlong
 * form, a surrogate). Parameters come from files and may contain any bytes.
 *
 * Threads: any.
 * @since 0.2
 */
size_t weft_character_length(const char *text);

/**
 * Return the Unicode code point of the character at the beginning of @p text;
 * -1 if there is no valid one.
 *
 * Threads: any.
 * @since 0.2
 */
int32_t weft_character_number(const char *text);

/**
 * Return whether @p text begins with a character that must not be displayed:
 * one that controls a terminal (control characters of ASCII, U+0080 to U+009F),
 * changes the text direction, ends a line (U+202E, U+2028 and the like) or is
 * invisible, so that it could hide a text (U+200B, U+3164, U+E0041 and the
 * like: Unicode's default ignorable characters, except for the variation
 * selectors U+FE00 to U+FE0F, U+180B to U+180D and U+180F). The end of the text
 * counts as such a character.
 *
 * Threads: any.
 * @since 0.2
 */
bool weft_character_controls(const char *text);

/**
 * A consumer of events. It is called by one thread at a time: begin once,
 * events any number of times, end once (only if there was no error). Events
 * come ordered by (start, rank, order in the processor's program).
 *
 * Each function returns 0. Any other value stops the producer, which then
 * fails, too: an enum weft_error_kind becomes the kind of its error; for a
 * negative value the kind is WEFT_ERROR_STOPPED, and the sink must record the
 * reason. A NULL function is not called.
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
