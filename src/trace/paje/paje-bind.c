/* Finds the states in which messages are sent and received.
 *
 * A link begins at a time in a container. If a state in which a processor may
 * send is open at that time, the send lasts until the end of this state, or
 * until the next message is sent in it; otherwise it has duration 0. In the
 * same way, a receive begins when its state begins, or when the message before
 * it was received, and ends when the link ends. */
#include "paje-file.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

struct bind_point {
    int64_t time;
    /* 1 + index of the slice that contains the point; 0: none */
    uint64_t slice;
    size_t link;
    uint32_t container;
    bool end;
};

static int paje_bind_sign(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* Compare by container and time; enclosing slices come first. */
static int bind_compare_slices(const void *a, const void *b)
{
    const struct paje_slice *x = a, *y = b;
    if (x->container != y->container)
        return paje_bind_sign(x->container, y->container);
    if (x->start != y->start)
        return paje_bind_sign(x->start, y->start);
    if (x->end != y->end)
        return paje_bind_sign(y->end, x->end);
    return (x->order > y->order) - (x->order < y->order);
}

static int bind_compare_points(const void *a, const void *b)
{
    const struct bind_point *x = a, *y = b;
    if (x->container != y->container)
        return paje_bind_sign(x->container, y->container);
    if (x->time != y->time)
        return paje_bind_sign(x->time, y->time);
    return (x->link > y->link) - (x->link < y->link);
}

/* Return whether this link is part of SimGrid's description of its network. The
 * links of the description have no duration. */
static bool bind_topology(const struct paje_reader *reader,
                          const struct paje_link *link)
{
    const char *value = reader->values.text[link->value];
    return link->start == link->end &&
           (!strcmp(value, "topology") || !strcmp(value, "G"));
}

/* Remove links that lack one end or do not represent messages. */
static void bind_choose(struct paje_reader *reader)
{
    size_t kept = 0;
    for (size_t i = 0; i < reader->links; i++) {
        const struct paje_link *link = &reader->link[i];
        bool both = link->from != PAJE_NONE && link->to != PAJE_NONE;
        if (!both)
            reader->skipped[SKIPPED_LINKS]++;
        else if (bind_topology(reader, link))
            reader->skipped[SKIPPED_TOPOLOGY]++;
        else if (link->from == link->to && !reader->own)
            reader->skipped[SKIPPED_INNER]++;
        else
            reader->link[kept++] = *link;
    }
    reader->links = kept;
    for (size_t i = 0; i < kept; i++)
        reader->container[reader->link[i].from].used =
            reader->container[reader->link[i].to].used = true;
}

void paje_close(struct paje_reader *reader)
{
    for (size_t i = 0; i < reader->slices; i++) {
        struct paje_slice *slice = &reader->slice[i];
        struct paje_container *container = &reader->container[slice->container];
        if (!slice->open)
            continue;
        slice->end = reader->highest;
        if (slice->end > container->last)
            container->last = slice->end;
    }
    if (reader->slices)
        qsort(reader->slice, reader->slices, sizeof *reader->slice,
              bind_compare_slices);
    bind_choose(reader);
}

static bool bind_may(const struct paje_slice *slice, bool receive)
{
    static const bool may[][2] = {
        [MEANS_WAIT] = {false, true},
        [MEANS_SEND] = {true, false},
        [MEANS_RECEIVE] = {false, true},
        [MEANS_CALL] = {true, true},
    };
    return may[slice->meaning][receive];
}

/* limit on the number of nested states that are searched */
#define BIND_DEPTH 64

/* Return 1 + index of the innermost open slice that may contain the transfer,
 * or 0. A send may begin where its slice begins, and a receive may end where
 * its slice ends. A slice that begins at the end of a receive, or ends at the
 * beginning of a send, is used only if there is no other. */
static uint64_t bind_find(const struct paje_slice *slice, const uint64_t *open,
                          size_t depth, const struct bind_point *point)
{
    for (int touches = 0; touches < 2; touches++)
        for (size_t i = depth; i && depth - i < BIND_DEPTH; i--) {
            const struct paje_slice *s = &slice[open[i - 1]];
            bool within =
                point->end ? s->start < point->time : s->end > point->time;
            if (s->end >= point->time && bind_may(s, point->end) &&
                (within || touches))
                return open[i - 1] + 1;
        }
    return 0;
}

/* Set the slice of each point; points and slices are sorted. Return 0, or -1 if
 * out of memory. */
static int bind_points(struct paje_reader *reader, struct bind_point *point,
                       size_t points)
{
    struct paje_slice *slice = reader->slice;
    uint64_t *open = malloc((reader->slices + 1) * sizeof *open);
    size_t depth = 0, at = 0;
    if (!open)
        return -1;
    for (size_t i = 0; i < points; i++) {
        struct bind_point *p = &point[i];
        if (i && p[-1].container != p->container)
            depth = 0;
        for (; at < reader->slices && slice[at].container <= p->container;
             at++) {
            if (slice[at].container == p->container &&
                slice[at].start > p->time)
                break;
            if (slice[at].container != p->container || slice[at].end < p->time)
                continue;
            while (depth && slice[open[depth - 1]].end < p->time)
                depth--;
            open[depth++] = at;
        }
        while (depth && slice[open[depth - 1]].end < p->time)
            depth--;
        p->slice = bind_find(slice, open, depth, p);
        if (p->slice)
            slice[p->slice - 1].linked = true;
    }
    free(open);
    return 0;
}

/* Return the duration of a message outside of all states: the length of its
 * link if that is at most one step, because weft shows one state at a time;
 * otherwise 0. */
static int64_t bind_step(const struct paje_reader *reader,
                         const struct paje_link *link)
{
    uint64_t length = (uint64_t)link->end - (uint64_t)link->start;
    bool short_one =
        link->end > link->start && length <= reader->params.info.step;
    return short_one ? (int64_t)length : 0;
}

/* Set the intervals of sends, from the last point to the first, because each
 * send ends where the next one begins. */
static void bind_sends(struct paje_reader *reader,
                       const struct bind_point *point, size_t points,
                       struct paje_transfer *send)
{
    for (size_t i = 0; i < reader->slices; i++)
        reader->slice[i].group = reader->slice[i].beyond = reader->slice[i].end;
    for (size_t i = points; i--;) {
        const struct bind_point *p = &point[i];
        const struct paje_link *link = &reader->link[p->link];
        int64_t end = p->time + bind_step(reader, link);
        if (p->end)
            continue;
        if (p->slice) {
            struct paje_slice *slice = &reader->slice[p->slice - 1];
            if (slice->group != p->time)
                slice->beyond = slice->group;
            slice->group = p->time;
            end = slice->beyond;
        }
        if (link->sending >= 0 && link->sending < INT64_MAX / 2 - p->time)
            end = p->time + link->sending;
        send[p->link] = (struct paje_transfer){p->time, p->time, end};
    }
}

/* Return the wait that ends where a slice begins, or NULL. Only for weft's own
 * files: in other files, the message that a wait belongs to is unknown. */
static struct paje_slice *bind_wait(struct paje_slice *slice, size_t index)
{
    const size_t some = 8;
    for (size_t i = index; i && index - i < some; i--) {
        struct paje_slice *before = &slice[i - 1];
        if (before->container != slice[index].container)
            return NULL;
        if (before->meaning == MEANS_WAIT && !before->linked &&
            before->end == slice[index].start)
            return before;
    }
    return NULL;
}

static void bind_receives(struct paje_reader *reader,
                          const struct bind_point *point, size_t points,
                          struct paje_transfer *receive)
{
    for (size_t i = 0; i < reader->slices; i++)
        reader->slice[i].group = reader->slice[i].beyond =
            reader->slice[i].start;
    for (size_t i = 0; i < points; i++) {
        const struct bind_point *p = &point[i];
        const struct paje_link *link = &reader->link[p->link];
        bool known =
            link->receiving >= 0 && link->receiving <= p->time - reader->lowest;
        int64_t begin =
            p->time - (known ? link->receiving : bind_step(reader, link));
        int64_t since = begin;
        if (!p->end)
            continue;
        if (p->slice) {
            struct paje_slice *slice = &reader->slice[p->slice - 1], *wait;
            bool again = slice->group == p->time;
            if (!again)
                slice->beyond = slice->group;
            slice->group = p->time;
            since = begin = slice->beyond;
            if (begin < link->start)
                begin = link->start < p->time ? link->start : p->time;
            if (known)
                since = begin = p->time - link->receiving;
            wait =
                reader->own && since == slice->start && since == begin && !again
                    ? bind_wait(reader->slice, p->slice - 1)
                    : NULL;
            if (wait) {
                wait->waited = true;
                since = wait->start;
            } else if (again) {
                since = begin;
            }
        }
        receive[p->link] = (struct paje_transfer){since, begin, p->time};
    }
}

int paje_bind(struct paje_reader *reader, struct paje_transfer *send,
              struct paje_transfer *receive)
{
    size_t points = 2 * reader->links;
    struct bind_point *point = malloc((points + 1) * sizeof *point);
    if (!point)
        return -1;
    for (size_t i = 0; i < reader->links; i++) {
        const struct paje_link *link = &reader->link[i];
        point[2 * i] =
            (struct bind_point){link->start, 0, i, link->from, false};
        point[2 * i + 1] = (struct bind_point){link->end, 0, i, link->to, true};
    }
    if (points)
        qsort(point, points, sizeof *point, bind_compare_points);
    int status = bind_points(reader, point, points);
    if (!status) {
        bind_sends(reader, point, points, send);
        bind_receives(reader, point, points, receive);
    }
    free(point);
    return status;
}
