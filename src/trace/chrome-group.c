/* All events of one start time, in an order that viewers and the reader can
 * use: first what has no slice, then the sends, last the receives, because an
 * arrow needs its beginning earlier in the file.
 *
 * Within a processor the order of its program survives: what comes before
 * its first slice stays before, and a receive that lasts is always the last
 * thing of its start time. */
#include "chrome.h"

/* Things without a slice are hidden from viewers in metadata lines of their
 * own name, at most this many in one line. */
#define HIDDEN_MAX 32

static bool is_hidden(const struct weft_event *event)
{
    return event->kind != WEFT_SEND && event->kind != WEFT_RECEIVE &&
           event->kind != WEFT_COMPUTE;
}

struct hidden {
    struct chrome *chrome;
    int count; /* in the open line */
};

static void close_hidden(struct hidden *hidden)
{
    if (hidden->count)
        weft_out_text(hidden->chrome->out, "]}}");
    hidden->count = 0;
}

static void open_hidden(struct hidden *hidden, uint64_t time)
{
    struct chrome *chrome = hidden->chrome;
    char *at = weft_chrome_begin(
        chrome, ",\n{\"ph\":\"M\",\"name\":\"weft\",\"ts\":", time);
    at = WEFT_PUT(at, ",\"args\":{\"events\":[");
    weft_out_used(chrome->out, at);
}

/* ["sleep",rank,duration,peer,message,bytes,dimension,flags], cut where only
 * the usual values follow. */
static void hide(struct hidden *hidden, const struct weft_event *event)
{
    static const int64_t usual[] = {0, -1, -1, 0, -1, 0};
    const int64_t value[] = {(int64_t)event->duration, event->peer,
                             event->message,           event->bytes,
                             event->dimension,         event->flags};
    struct weft_out *out = hidden->chrome->out;
    if (hidden->count == HIDDEN_MAX)
        close_hidden(hidden);
    if (!hidden->count++)
        open_hidden(hidden, event->start);
    else
        weft_out_bytes(out, ",", 1);
    int length = sizeof value / sizeof *value;
    while (length && value[length - 1] == usual[length - 1])
        length--;
    char *at = weft_out_room(out);
    at = WEFT_PUT(at, "[\"");
    at = stpcpy(at, weft_event_names[event->kind]);
    at = WEFT_PUT(at, "\",");
    at = weft_put_signed(at, event->rank);
    for (int i = 0; i < length; i++) {
        *at++ = ',';
        at = weft_put_signed(at, value[i]);
    }
    *at++ = ']';
    weft_out_used(out, at);
}

/* Does the event come before every slice of its processor? The events of a
 * group are sorted by rank. */
struct leading {
    int rank;
    bool slice;
};

static bool leads(struct leading *leading, const struct weft_event *event)
{
    if (event->rank != leading->rank)
        *leading = (struct leading){event->rank, false};
    leading->slice |= !is_hidden(event);
    return !leading->slice;
}

static void first_hidden(struct chrome *chrome, const struct chrome_held *held,
                         size_t count)
{
    struct hidden hidden = {chrome, 0};
    struct leading leading = {-1, false};
    for (size_t i = 0; i < count; i++)
        if (held[i].folded == CHROME_OWN && leads(&leading, &held[i].event))
            hide(&hidden, &held[i].event);
    close_hidden(&hidden);
}

/* How many transfers this one slice stands for. */
static size_t same_send(const struct chrome_held *held, size_t count)
{
    size_t same = 1;
    const struct weft_event *first = &held->event;
    while (same < count) {
        const struct weft_event *next = &held[same].event;
        if (!(next->flags & WEFT_EVENT_SAME) || next->kind != WEFT_SEND ||
            next->rank != first->rank || next->message != first->message ||
            next->duration != first->duration || next->bytes != first->bytes)
            break;
        same++;
    }
    return same;
}

static bool is_last(const struct weft_event *event)
{
    return event->kind == WEFT_RECEIVE && event->duration;
}

/* Everything but the receives that last, in the order of the trace. */
static int middle(struct chrome *chrome, const struct chrome_held *held,
                  size_t count)
{
    struct hidden hidden = {chrome, 0};
    struct leading leading = {-1, false};
    size_t same = 1;
    for (size_t i = 0; i < count; i += same) {
        const struct weft_event *event = &held[i].event;
        int status = 0;
        same = 1;
        if (held[i].folded != CHROME_OWN || leads(&leading, event) ||
            is_last(event))
            continue;
        if (is_hidden(event)) {
            hide(&hidden, event);
            continue;
        }
        close_hidden(&hidden);
        if (event->kind == WEFT_SEND) {
            same = same_send(held + i, count - i);
            status = weft_chrome_send(chrome, held + i, same);
        } else if (event->kind == WEFT_RECEIVE) {
            status = weft_chrome_receive(chrome, held + i);
        } else {
            status = weft_chrome_compute(chrome, event);
        }
        if (status)
            return -1;
    }
    close_hidden(&hidden);
    return 0;
}

static int count_links(struct chrome *chrome, const struct chrome_held *held,
                       size_t count)
{
    if (weft_links_advance(&chrome->links, held->event.start))
        return -1;
    for (size_t i = 0; i < count; i++) {
        const struct weft_event *event = &held[i].event;
        if (event->kind == WEFT_SEND && event->duration &&
            weft_links_add(&chrome->links, event->duration))
            return -1;
    }
    return 0;
}

int weft_chrome_group(struct chrome *chrome, const struct chrome_held *held,
                      size_t count)
{
    if (count_links(chrome, held, count))
        return -1;
    first_hidden(chrome, held, count);
    if (middle(chrome, held, count))
        return -1;
    for (size_t i = 0; i < count; i++)
        if (is_last(&held[i].event) && weft_chrome_receive(chrome, held + i))
            return -1;
    return 0;
}
