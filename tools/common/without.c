/* Removal of processors from traces. The other processors keep their
 * numbers. */
#include "common/without.h"

#include <stdlib.h>
#include <string.h>
#include <weft/trace.h>

#define TEXTS_MAX 16
#define TOGETHER 512 /* maximum number of events passed on at once */

static const char *without_text[TEXTS_MAX];
static int without_texts;

bool without_add(const char *text)
{
    if (without_texts == TEXTS_MAX)
        return false;
    without_text[without_texts++] = text;
    return true;
}

static int without_sink_begin(void *arg, const struct weft_trace_info *info)
{
    struct without *without = arg;
    const struct weft_sink *sink = without->sink;
    without->processors = info->processors > 0 ? info->processors : 0;
    without->left =
        calloc((size_t)without->processors + 1, sizeof *without->left);
    if (!without->left)
        return weft_error_set(&without->err, WEFT_ERROR_MEMORY, 0, "no memory");
    for (int i = 0; i < without_texts; i++) {
        bool found = false;
        for (int rank = 0; rank < without->processors; rank++) {
            const char *name = weft_processor_name(info, rank);
            bool left = name && strstr(name, without_text[i]);
            without->left[rank] |= left;
            found |= left;
        }
        if (!found)
            return weft_error_set(
                &without->err, WEFT_ERROR_MISUSE, 0,
                "--without: no processor has a name with '%.100s'",
                without_text[i]);
    }
    return sink->begin ? sink->begin(sink->arg, info) : 0;
}

static bool without_leaves(const struct without *without, int32_t rank)
{
    return rank >= 0 && rank < without->processors && without->left[rank];
}

static int without_sink_events(void *arg, const struct weft_event *event,
                               size_t count)
{
    const struct without *without = arg;
    const struct weft_sink *sink = without->sink;
    struct weft_event kept[TOGETHER];
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        if (!without_leaves(without, event[i].rank)) {
            kept[used] = event[i];
            if (without_leaves(without, event[i].peer))
                kept[used].peer = -1;
            used++;
        }
        if (used && (used == TOGETHER || i + 1 == count)) {
            if (sink->events && sink->events(sink->arg, kept, used))
                return -1;
            used = 0;
        }
    }
    return 0;
}

static int without_sink_end(void *arg)
{
    const struct without *without = arg;
    const struct weft_sink *sink = without->sink;
    return sink->end ? sink->end(sink->arg) : 0;
}

const struct weft_sink *without_begin(struct without *without,
                                      const struct weft_sink *sink)
{
    *without = (struct without){.sink = sink};
    without->own = (struct weft_sink){without_sink_begin, without_sink_events,
                                      without_sink_end, without};
    return without_texts ? &without->own : sink;
}

void without_finish(struct without *without)
{
    free(without->left);
}
