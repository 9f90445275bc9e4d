/* Executes the actions of one processor. Messages that must still be forwarded,
 * or that arrived too early, wait in a short list in the order of their
 * numbers; the first is stored when its turn has come and its last send is
 * done. */
#include "desk.h"

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

struct desk {
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
static struct held_message *desk_make_room(struct desk *desk, int message)
{
    if (array_grow(&desk->held, &desk->capacity, desk->count + 1,
                   sizeof *desk->held))
        return NULL;
    size_t i = desk->count++;
    for (; i && desk->held[i - 1].message > message; i--)
        desk->held[i] = desk->held[i - 1];
    desk->held[i] = (struct held_message){.message = message};
    return &desk->held[i];
}

/* Add a message to the list; NULL data: create the processor's own message.
 * NULL: failed. */
static struct held_message *desk_hold(struct desk *desk, int message,
                                      int forward, const void *data)
{
    size_t bytes = desk->plan->bytes;
    struct held_message *h = desk_make_room(desk, message);
    if (h)
        h->data = malloc(bytes);
    if (!h || !h->data) {
        weft_fail(desk->self, "no memory");
        return NULL;
    }
    h->left = forward;
    if (data)
        memcpy(h->data, data, bytes);
    else
        payload_fill(h->data, bytes, weft_rank(desk->self), message);
    return h;
}

/* Return the message that an action sends; a processor's own message is created
 * at its first send. */
static struct held_message *desk_find(struct desk *desk,
                                      const struct action *action)
{
    for (size_t i = 0; i < desk->count; i++)
        if (desk->held[i].message == action->message)
            return &desk->held[i];
    if (turn_source(desk->plan, action->message) == weft_rank(desk->self))
        return desk_hold(desk, action->message, action->forward, NULL);
    return NULL;
}

static int store_done(struct desk *desk)
{
    size_t bytes = desk->plan->bytes, done = 0;
    int status = 0;
    while (!status && done < desk->count && desk->held[done].left == 0 &&
           desk->held[done].message == desk->stored + 1) {
        struct held_message *h = &desk->held[done++];
        desk->stored++;
        status = weft_store(desk->self, h->message, h->data, bytes);
        free(h->data);
    }
    desk->count -= done;
    memmove(desk->held, desk->held + done, desk->count * sizeof *desk->held);
    return status;
}

/* Post several messages in one slot, or sends together with receives. */
static int post_all(struct desk *desk, const struct action *a, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct held_message *h = desk_find(desk, &a[i]);
        if (!h)
            return weft_fail(desk->self, "message %d has not arrived",
                             a[i].message);
        h->left--;
        if (weft_post(desk->self, a[i].peer, h->message, h->data,
                      desk->plan->bytes))
            return -1;
    }
    return weft_step(desk->self);
}

/* Send one message to several processors. */
static int desk_send_one(struct desk *desk, const struct action *a,
                         size_t count)
{
    struct held_message *h = desk_find(desk, a);
    if (!h)
        return weft_fail(desk->self, "message %d has not arrived", a->message);
    if (array_grow(&desk->to, &desk->receivers, count, sizeof *desk->to))
        return weft_fail(desk->self, "no memory");
    for (size_t i = 0; i < count; i++)
        desk->to[i] = a[i].peer;
    h->left -= (int)count;
    return weft_send_many(desk->self, desk->to, (int)count, h->message, h->data,
                          desk->plan->bytes);
}

static int desk_receive(struct desk *desk, const struct action *a)
{
    struct weft_message m;
    if (weft_receive(desk->self, a->peer, &m))
        return -1;
    if (m.id != a->message)
        return weft_fail(desk->self, "received message %d instead of %d", m.id,
                         a->message);
    return desk_hold(desk, m.id, a->forward, m.data) ? 0 : -1;
}

struct desk *desk_open(struct weft_processor *self, const struct plan *plan,
                       uint64_t round)
{
    struct desk *desk = malloc(sizeof *desk);
    if (desk)
        *desk = (struct desk){.self = self, .plan = plan, .round = round};
    else
        weft_fail(self, "no memory");
    return desk;
}

void desk_close(struct desk *desk)
{
    if (!desk)
        return;
    for (size_t i = 0; i < desk->count; i++)
        free(desk->held[i].data);
    free(desk->held);
    free(desk->to);
    free(desk);
}

int desk_slot(struct desk *desk, const struct action *a, size_t sends,
              size_t count)
{
    uint64_t begin = (a->slot - (uint64_t)1) * desk->round;
    if (sends && weft_wait_until(desk->self, begin))
        return -1;
    bool alone = sends == count && a[0].message == a[sends - 1].message;
    if (sends &&
        (alone ? desk_send_one(desk, a, sends) : post_all(desk, a, sends)))
        return -1;
    for (size_t i = sends; i < count; i++)
        if (desk_receive(desk, &a[i]))
            return -1;
    return store_done(desk);
}

int desk_run(struct weft_processor *self, const struct plan *plan,
             uint64_t round, const struct action *actions, size_t count)
{
    struct desk *desk = desk_open(self, plan, round);
    int status = desk ? 0 : -1;
    for (size_t i = 0, sends, n; !status && i < count; i += n) {
        const struct action *a = actions + i;
        for (n = sends = 0; i + n < count && a[n].slot == a->slot; n++)
            sends += !a[n].receives;
        status = desk_slot(desk, a, sends, n);
    }
    desk_close(desk);
    return status;
}
