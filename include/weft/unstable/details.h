/**
 * Details of events: the tag, the communicator and the source line of messages
 * and calls, in traces of MPI programs.
 *
 * A trace with details has a table of texts, weft_trace_info.details, which
 * grows with the events. The field `items` of each event is then the number of
 * a text in this table, or 0; such a trace states no contents of messages.
 *
 * Threads: see each function.
 */
#ifndef WEFT_DETAILS_H
#define WEFT_DETAILS_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/event.h>
#include <weft/processor.h>

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

/** The details of an event. @since 1.0 */
enum weft_detail {
    WEFT_DETAIL_TAG, /**< tag: a number, or "any" */
    WEFT_DETAIL_COMMUNICATOR,
    WEFT_DETAIL_LINE, /**< location of the call, "ring.c:17" */
    WEFT_DETAILS
};

/** The names of the details: "tag", "communicator", "line". @since 1.0 */
extern const char *const weft_detail_names[WEFT_DETAILS];

/** Size in bytes of a detail with its NUL. @since 1.0 */
#define WEFT_DETAIL_MAX 240

/** The details of an event; "": not known. @since 1.0 */
struct weft_details {
    char text[WEFT_DETAILS][WEFT_DETAIL_MAX];
};

/**
 * Find the number of a combination of details, adding it if needed. Control
 * characters and invalid bytes become '?'.
 *
 * @param table   a table of weft_items_create()
 * @param number  is set to the number, for events; 0: no detail is known
 * @returns 0, or WEFT_ERROR_MEMORY
 *
 * Threads: like weft_items_add().
 * @since 1.0
 */
int weft_details_add(struct weft_items *table,
                     const struct weft_details *details, uint32_t *number);

/**
 * Find the details of an event.
 *
 * @param details  is filled in any case
 * @returns whether the event has any
 *
 * Threads: any.
 * @since 1.0
 */
bool weft_event_details(const struct weft_trace_info *info,
                        const struct weft_event *event,
                        struct weft_details *details);

/**
 * Set the details of all events of a processor from now on, for runs whose
 * info->details is not NULL. Sends of runs with shared links have none.
 *
 * @param number  as returned by weft_details_add(); 0: none
 *
 * Threads: the program of the processor.
 * @since 1.0
 */
void weft_processor_details(struct weft_processor *self, uint32_t number);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
