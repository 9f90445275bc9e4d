/* Traces without some of their processors: the option --without. */
#ifndef WEFT_TOOLS_WITHOUT_H
#define WEFT_TOOLS_WITHOUT_H

#include <stdbool.h>
#include <weft/error.h>
#include <weft/event.h>

/* Leave out the processors whose names contain this text; borrowed. false: too
 * many of these. */
bool without_add(const char *text);

/* A sink before another one, which gets no event of those processors: they are
 * absent. Messages to and from them have no partner. */
struct without {
    const struct weft_sink *sink;
    int processors;
    bool *left;            /* [processors] */
    struct weft_error err; /* why the trace is refused, if it is */
    struct weft_sink own;
};

/* The sink to feed: that other one if nothing is left out. */
const struct weft_sink *without_begin(struct without *without,
                                      const struct weft_sink *sink);
void without_finish(struct without *without);

#endif
