/* Executes the actions of one processor. Messages that must still be forwarded,
 * or that arrived too early, wait in a short list in the order of their
 * numbers; the first is stored when its turn has come and its last send is
 * done. */
#include "schedule-cursor.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "problem/shared/payload.h"
#include "successive.h"

struct held_message {
    int message;
    int left; /* number of sends of the message that are left */
    void *data;
};

struct schedule_cursor {
    struct weft_processor *self;
    const struct plan *plan;
    uint64_t round;
    /* [count] messages to be sent or stored, lowest number first */
    struct held_message *held;
    size_t count, capacity;
    int stored; /* number of the last message stored */
    int *to;    /* [receivers] receivers of the current send */
    size_t receivers;
};

/* Insert an entry for a message into the list. NULL: out of memory. */
static struct held_message *
schedule_cursor_make_room(struct schedule_cursor *cursor, int message)
{
    if (array_grow(&cursor->held, &cursor->capacity, cursor->count + 1,
                   sizeof *cursor->held))
        return NULL;
    size_t i = cursor->count++;
    for (; i && cursor->held[i - 1].message > message; i--)
        cursor->held[i] = cursor->held[i - 1];
    cursor->held[i] = (struct held_message){.message = message};
    return &cursor->held[i];
}

/* Add a message to the list; NULL data: create the processor's own message.
 * NULL: failed. */
static struct held_message *schedule_cursor_hold(struct schedule_cursor *cursor,
                                                 int message, int forward,
                                                 const void *data)
{
    size_t bytes = cursor->plan->bytes;
    struct held_message *h = schedule_cursor_make_room(cursor, message);
    if (h)
        h->data = malloc(bytes);
    if (!h || !h->data) {
        weft_fail(cursor->self, "no memory");
        return NULL;
    }
    h->left = forward;
    if (data)
        memcpy(h->data, data, bytes);
    else
        payload_fill(h->data, bytes, weft_rank(cursor->self), message);
    return h;
}

/* Return the message that an action sends; a processor's own message is created
 * at its first send. */
static struct held_message *schedule_cursor_find(struct schedule_cursor *cursor,
                                                 const struct action *action)
{
    for (size_t i = 0; i < cursor->count; i++)
        if (cursor->held[i].message == action->message)
            return &cursor->held[i];
    if (turn_source(cursor->plan, action->message) == weft_rank(cursor->self))
        return schedule_cursor_hold(cursor, action->message, action->forward,
                                    NULL);
    return NULL;
}

static int store_done(struct schedule_cursor *cursor)
{
    size_t bytes = cursor->plan->bytes, done = 0;
    int status = 0;
    while (!status && done < cursor->count && cursor->held[done].left == 0 &&
           cursor->held[done].message == cursor->stored + 1) {
        struct held_message *h = &cursor->held[done++];
        cursor->stored++;
        status = weft_store(cursor->self, h->message, h->data, bytes);
        free(h->data);
    }
    cursor->count -= done;
    memmove(cursor->held, cursor->held + done,
            cursor->count * sizeof *cursor->held);
    return status;
}

/* Post several messages in one slot, or sends together with receives. */
static int post_all(struct schedule_cursor *cursor, const struct action *a,
                    size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct held_message *h = schedule_cursor_find(cursor, &a[i]);
        if (!h)
            return weft_fail(cursor->self, "message %d has not arrived",
                             a[i].message);
        h->left--;
        if (weft_post(cursor->self, a[i].peer, h->message, h->data,
                      cursor->plan->bytes))
            return -1;
    }
    return weft_step(cursor->self);
}

/* Send one message to several processors. */
static int schedule_cursor_send_one(struct schedule_cursor *cursor,
                                    const struct action *a, size_t count)
{
    struct held_message *h = schedule_cursor_find(cursor, a);
    if (!h)
        return weft_fail(cursor->self, "message %d has not arrived",
                         a->message);
    if (array_grow(&cursor->to, &cursor->receivers, count, sizeof *cursor->to))
        return weft_fail(cursor->self, "no memory");
    for (size_t i = 0; i < count; i++)
        cursor->to[i] = a[i].peer;
    h->left -= (int)count;
    return weft_send_many(cursor->self, cursor->to, (int)count, h->message,
                          h->data, cursor->plan->bytes);
}

static int schedule_cursor_receive(struct schedule_cursor *cursor,
                                   const struct action *a)
{
    struct weft_message m;
    if (weft_receive(cursor->self, a->peer, &m))
        return -1;
    if (m.id != a->message)
        return weft_fail(cursor->self, "received message %d instead of %d",
                         m.id, a->message);
    return schedule_cursor_hold(cursor, m.id, a->forward, m.data) ? 0 : -1;
}

struct schedule_cursor *schedule_cursor_open(struct weft_processor *self,
                                             const struct plan *plan,
                                             uint64_t round)
{
    struct schedule_cursor *cursor = malloc(sizeof *cursor);
    if (cursor)
        *cursor = (struct schedule_cursor){
            .self = self, .plan = plan, .round = round};
    else
        weft_fail(self, "no memory");
    return cursor;
}

void schedule_cursor_close(struct schedule_cursor *cursor)
{
    if (!cursor)
        return;
    for (size_t i = 0; i < cursor->count; i++)
        free(cursor->held[i].data);
    free(cursor->held);
    free(cursor->to);
    free(cursor);
}

int schedule_cursor_slot(struct schedule_cursor *cursor, const struct action *a,
                         size_t sends, size_t count)
{
    uint64_t begin = (a->slot - (uint64_t)1) * cursor->round;
    if (sends && weft_wait_until(cursor->self, begin))
        return -1;
    bool alone = sends == count && a[0].message == a[sends - 1].message;
    if (sends && (alone ? schedule_cursor_send_one(cursor, a, sends)
                        : post_all(cursor, a, sends)))
        return -1;
    for (size_t i = sends; i < count; i++)
        if (schedule_cursor_receive(cursor, &a[i]))
            return -1;
    return store_done(cursor);
}

int schedule_cursor_run(struct weft_processor *self, const struct plan *plan,
                        uint64_t round, const struct action *actions,
                        size_t count)
{
    struct schedule_cursor *cursor = schedule_cursor_open(self, plan, round);
    int status = cursor ? 0 : -1;
    for (size_t i = 0, sends, n; !status && i < count; i += n) {
        const struct action *a = actions + i;
        for (n = sends = 0; i + n < count && a[n].slot == a->slot; n++)
            sends += !a[n].receives;
        status = schedule_cursor_slot(cursor, a, sends, n);
    }
    schedule_cursor_close(cursor);
    return status;
}
