/* Removal of processors from traces: the option --without. */
#ifndef WEFT_TOOLS_WITHOUT_H
#define WEFT_TOOLS_WITHOUT_H

#include <stdbool.h>
#include <weft/error.h>
#include <weft/event.h>

/* Remove the processors whose names contain this text, which is borrowed.
 * Returns false if there are too many texts. */
bool without_add(const char *text);

/* A filter that removes the events of some processors before another sink.
 * These processors count as absent; messages to and from them have no
 * partner. */
struct without {
    const struct weft_sink *sink;
    int processors;
    bool *left;            /* [processors] whether each processor is removed */
    struct weft_error err; /* error if the trace is rejected */
    struct weft_sink own;
};

/* Return the sink to feed: the other sink itself if nothing is removed. */
const struct weft_sink *without_begin(struct without *without,
                                      const struct weft_sink *sink);
void without_finish(struct without *without);

#endif
