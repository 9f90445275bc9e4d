/* How many transfers are under way: one line at each time one begins or ends.
 */
#ifndef WEFT_SRC_TRACE_LINKS_H
#define WEFT_SRC_TRACE_LINKS_H

#include "agenda.h"

#include <stdbool.h>

/* Zeroed but for `row` and `arg`. */
struct weft_links {
    void (*row)(void *arg, uint64_t time, uint64_t active);
    void *arg;
    struct weft_agenda ends; /* number: how many end then */
    uint64_t now, active;
    uint64_t end, ending; /* added last, not yet on the agenda */
    bool changed;         /* at `now` */
};

/* All before @p time is known: rows are written. 0, or -1 with errno. */
int weft_links_advance(struct weft_links *links, uint64_t time);
/* A transfer begins now and lasts (more than 0). */
int weft_links_add(struct weft_links *links, uint64_t duration);
/* The rest of the rows. */
int weft_links_end(struct weft_links *links);
void weft_links_finish(struct weft_links *links);

#endif
