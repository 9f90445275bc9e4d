/* Writes all events of one start time, part by part. The order of each
 * processor's program is preserved: events that precede its first slice stay
 * before it, and a receive with a duration is always last among events with its
 * start time.
 *
 * A time is complete when the receives that start then have ended, because a
 * store might follow until then; but at most RELEASE_HELD_MAX events of earlier
 * times wait for this. */
#include "chrome.h"

#include "base/base.h"

#include <stdio.h>

/* Events without a slice are hidden from viewers in metadata lines with a
 * special name. This is the maximum number of events in one such line. */
#define HIDDEN_MAX 32

#define RELEASE_HELD_MAX AT_ONCE(1 << 20, 1 << 6)

static bool is_hidden(const struct weft_event *event)
{
    return event->kind != WEFT_SEND && event->kind != WEFT_RECEIVE &&
           event->kind != WEFT_COMPUTE;
}

struct hidden_line {
    struct chrome *chrome;
    int count; /* number of events in the line that is being written */
};

static void close_hidden(struct hidden_line *hidden)
{
    if (hidden->count)
        out_text(hidden->chrome->out, "]}}");
    hidden->count = 0;
}

static void open_hidden(struct hidden_line *hidden, uint64_t time)
{
    struct chrome *chrome = hidden->chrome;
    char *at = chrome_begin(chrome,
                            ",\n{\"ph\":\"M\",\"name\":\"weft\",\"ts\":", time);
    at = WEFT_PUT(at, ",\"args\":{\"events\":[");
    out_used(chrome->out, at);
}

/* Write an event as ["sleep",rank,duration,peer,message,bytes,dimension,flags],
 * without trailing default values. */
static void hide(struct hidden_line *hidden, const struct weft_event *event)
{
    static const int64_t usual[] = {0, -1, -1, 0, -1, 0};
    const int64_t value[] = {(int64_t)event->duration, event->peer,
                             event->message,           event->bytes,
                             event->dimension,         event->flags};
    struct output *out = hidden->chrome->out;
    if (hidden->count == HIDDEN_MAX)
        close_hidden(hidden);
    if (!hidden->count++)
        open_hidden(hidden, event->start);
    else
        out_bytes(out, ",", 1);
    int length = sizeof value / sizeof *value;
    while (length && value[length - 1] == usual[length - 1])
        length--;
    char *at = out_room(out);
    at = WEFT_PUT(at, "[\"");
    at = stpcpy(at, weft_event_names[event->kind]);
    at = WEFT_PUT(at, "\",");
    at = put_signed(at, event->rank);
    for (int i = 0; i < length; i++) {
        *at++ = ',';
        at = put_signed(at, value[i]);
    }
    out_used(out, at);
    chrome_details(hidden->chrome, event, ",{", "}");
    out_bytes(out, "]", 1);
}

static bool is_task(const struct weft_event *event)
{
    return event->kind == WEFT_TASK || event->kind == WEFT_DONE;
}

/* Return the name or category of a task from the run's parameters, or NULL. */
static const char *said_of(const struct chrome *chrome, const char *what,
                           int32_t task)
{
    char key[32];
    snprintf(key, sizeof key, "%s%d", what, task);
    const struct chrome_word *word = chrome_words_find(&chrome->words, key);
    return word ? word->value : NULL;
}

/* Write a task for viewers as an async event, because tasks overlap other
 * activities of a processor. */
static void show_task(struct hidden_line *hidden,
                      const struct weft_event *event)
{
    static const struct weft_trace_info nothing = {.parameters = 0};
    struct chrome *chrome = hidden->chrome;
    char text[WEFT_TASK_NAME_MAX];
    close_hidden(hidden);
    bool begins = event->kind == WEFT_TASK;
    char *at = chrome_begin(chrome,
                            begins ? ",\n{\"ph\":\"b\",\"ts\":"
                                   : ",\n{\"ph\":\"e\",\"ts\":",
                            event->start);
    at = WEFT_PUT(at, ",\"id\":");
    at = put_number(at, (uint64_t)event->rank);
    at = WEFT_PUT(at, ",\"cat\":");
    out_used(chrome->out, at);
    const char *cat = said_of(chrome, CHROME_CATEGORY, event->message);
    const char *name = said_of(chrome, CHROME_TASK, event->message);
    out_json(chrome->out, cat ? cat : "task");
    out_text(chrome->out, ",\"name\":");
    out_json(chrome->out,
             name ? name : weft_task_name(&nothing, event->message, text));
    chrome_details(chrome, event, ",\"args\":{", "}");
    out_text(chrome->out, "}");
}

static void write_first(struct chrome *chrome)
{
    struct hidden_line hidden = {chrome, 0};
    size_t count;
    const struct chrome_held *held =
        chrome_front(chrome, CHROME_FIRST, chrome->head, &count);
    for (size_t i = 0; i < count; i++)
        if (held[i].folded == CHROME_OWN)
            hide(&hidden, &held[i].event);
    for (size_t i = 0; i < count; i++)
        if (is_task(&held[i].event))
            show_task(&hidden, &held[i].event);
    close_hidden(&hidden);
    chrome_pop(chrome, CHROME_FIRST, count);
}

/* Return how many of the events, which are sends of one message, are written as
 * one slice. */
static size_t same_send(const struct chrome_held *held, size_t count)
{
    size_t same = 1;
    const struct weft_event *first = &held->event;
    while (same < count) {
        const struct weft_event *next = &held[same].event;
        if (!(next->flags & WEFT_EVENT_SAME) || next->kind != WEFT_SEND ||
            next->rank != first->rank || next->message != first->message ||
            next->duration != first->duration || next->bytes != first->bytes ||
            next->items != first->items)
            break;
        same++;
    }
    return same;
}

/* Write one slice, and set *same if it represents several sends. */
static int write_slice(struct chrome *chrome, const struct chrome_held *held,
                       size_t count, size_t *same)
{
    const struct weft_event *event = &held->event;
    if (event->kind == WEFT_COMPUTE)
        return chrome_compute(chrome, event);
    if (event->kind == WEFT_RECEIVE)
        return chrome_receive(chrome, held);
    *same = same_send(held, count);
    for (size_t i = 0; event->duration && i < *same; i++)
        if (underway_add(&chrome->links, event->duration))
            return -1;
    return chrome_send(chrome, held, *same);
}

/* Write the middle part, in the order of the trace. */
static int write_middle(struct chrome *chrome)
{
    struct hidden_line hidden = {chrome, 0};
    size_t count, same;
    const struct chrome_held *held =
        chrome_front(chrome, CHROME_MIDDLE, chrome->head, &count);
    for (size_t i = 0; i < count; i += same) {
        same = 1;
        if (held[i].folded != CHROME_OWN)
            continue;
        if (is_hidden(&held[i].event)) {
            hide(&hidden, &held[i].event);
            if (is_task(&held[i].event))
                show_task(&hidden, &held[i].event);
            continue;
        }
        close_hidden(&hidden);
        if (write_slice(chrome, held + i, count - i, &same))
            return -1;
    }
    close_hidden(&hidden);
    chrome_pop(chrome, CHROME_MIDDLE, count);
    return 0;
}

static int write_last(struct chrome *chrome)
{
    const struct chrome_queue *queue = &chrome->queue[CHROME_LAST];
    uint64_t number = queue->base + queue->first;
    size_t count;
    const struct chrome_held *held =
        chrome_front(chrome, CHROME_LAST, chrome->head, &count);
    for (size_t i = 0; i < count; i++, number++) {
        struct chrome_rank *rank = &chrome->rank[held[i].event.rank];
        if (rank->first_open == 4 * number + CHROME_LAST + 1)
            rank->first_open = held[i].next;
        if (chrome_receive(chrome, held + i))
            return -1;
    }
    chrome_pop(chrome, CHROME_LAST, count);
    return 0;
}

static size_t release_waiting(const struct chrome *chrome)
{
    size_t count = 0;
    for (int part = 0; part < CHROME_PARTS; part++)
        count += chrome->queue[part].count - chrome->queue[part].first;
    return count;
}

/* Find the earliest start time of the waiting events, and the latest end of the
 * receives that start then: until that end their stores may follow. */
static void find_head(struct chrome *chrome)
{
    chrome->head = UINT64_MAX;
    for (int part = 0; part < CHROME_PARTS; part++) {
        const struct chrome_queue *queue = &chrome->queue[part];
        if (queue->first < queue->count &&
            queue->held[queue->first].event.start < chrome->head)
            chrome->head = queue->held[queue->first].event.start;
    }
    chrome->hold = chrome->head;
    size_t count;
    const struct chrome_held *held =
        chrome_front(chrome, CHROME_LAST, chrome->head, &count);
    for (size_t i = 0; i < count; i++)
        if (held[i].event.start + held[i].event.duration > chrome->hold)
            chrome->hold = held[i].event.start + held[i].event.duration;
    chrome->known = true;
}

static int write_head(struct chrome *chrome)
{
    chrome->known = false;
    if (underway_advance(&chrome->links, chrome->head))
        return -1;
    write_first(chrome);
    return write_middle(chrome) || write_last(chrome) ? -1 : 0;
}

int chrome_release(struct chrome *chrome, uint64_t now)
{
    while (release_waiting(chrome)) {
        if (!chrome->known)
            find_head(chrome);
        if (chrome->head >= now ||
            (chrome->hold >= now &&
             release_waiting(chrome) < RELEASE_HELD_MAX)) {
            chrome->known &= chrome->head < now;
            return 0;
        }
        if (write_head(chrome))
            return -1;
    }
    return 0;
}

int chrome_release_all(struct chrome *chrome)
{
    while (release_waiting(chrome)) {
        find_head(chrome);
        if (write_head(chrome))
            return -1;
    }
    return 0;
}
