/* What a processor did lately, and whether the model lets it do more besides.
 *
 * A processor remembers its last USES_MAX - SHEAF uses at least. Almost always
 * a new use begins after the end of all others, and nothing is searched; only a
 * message taken after its slot, and posts to many ports, look back. A reception
 * further back than the memory goes counts as a conflict with the last use
 * forgotten.
 *
 * What is over is kept in half the room, for the caches' sake, as long as the
 * times are small enough. */
#include "uses.h"
#include "conflict.h"
#include "schedule/worker.h"
#include <errno.h>
#include <stdlib.h>

#define USES_MAX 64 /* remembered, at most */
#define SHEAF 16    /* uses forgotten at once */
#define LONGEST (((uint64_t)1 << 30) - 1)

static bool overlap(const struct use *a, const struct use *b)
{
    return a->start < b->end && b->start < a->end;
}

/* The rule that two uses break, but for the rule of the arc, which is the
 * sender's affair (receive.c, routes.c). */
static const struct weft_rule *clash(const struct weft_processor *self,
                                     const struct use *a, const struct use *b)
{
    if (!overlap(a, b))
        return NULL;
    const struct weft_rule *rule =
        weft_model_clash(&self->run->machine->model, &a->what, &b->what);
    return rule == &weft_rule_arc ? NULL : rule;
}

/* The i-th of all count + 1 uses, the oldest first. */
static struct use recall(const struct uses *uses, uint32_t i)
{
    if (i == uses->count)
        return uses->last;
    uint32_t at = (uint32_t)(uses->next - uses->count) + i;
    at &= uses->room - 1u;
    if (uses->wide)
        return uses->wide[at];
    const struct past *past = &uses->past[at];
    return (struct use){
        past->start,
        (uint64_t)past->start + past->length,
        {(enum weft_use_kind)past->kind, past->peer, past->message}};
}

/* The oldest use it clashes with. The rule, or NULL. */
static const struct weft_rule *search(const struct weft_processor *self,
                                      const struct use *use, struct use *other)
{
    for (uint32_t i = 0; i <= self->uses.count; i++) {
        *other = recall(&self->uses, i);
        const struct weft_rule *rule = clash(self, other, use);
        if (rule)
            return rule;
    }
    return NULL;
}

const struct weft_rule *uses_clash(const struct weft_processor *self,
                                   const struct use *use, struct use *other)
{
    static const struct weft_rule old = {
        "too long ago",
        "what a processor did so long ago is not remembered",
    };
    bool reception = use->what.kind == WEFT_USE_RECEIVE;
    if (reception && self->run->free_reception)
        return NULL;
    const struct weft_rule *rule = search(self, use, other);
    if (rule || !reception || use->start >= self->forgotten.end)
        return rule;
    *other = self->forgotten;
    rule =
        weft_model_clash(&self->run->machine->model, &other->what, &use->what);
    return rule && rule != &weft_rule_arc ? rule : &old;
}

static bool fits(const struct use *use)
{
    return use->start <= UINT32_MAX && use->end - use->start <= LONGEST;
}

static void put(struct uses *uses, const struct use *use)
{
    uint32_t at = uses->next++ & (uses->room - 1u);
    uses->count++;
    if (uses->wide)
        uses->wide[at] = *use;
    else
        uses->past[at] = (struct past){
            .start = (uint32_t)use->start,
            .length = (uint32_t)(use->end - use->start),
            .kind = use->what.kind,
            .peer = use->what.peer,
            .message = use->what.message,
        };
}

/* To a place of their own, wide or not, for the past uses. */
static int move(struct uses *uses, uint16_t room, bool wide)
{
    struct uses moved = {.room = room, .last = uses->last};
    if (wide)
        moved.wide = malloc(room * sizeof *moved.wide);
    else
        moved.past = malloc(room * sizeof *moved.past);
    if (!moved.wide && !moved.past)
        return -1;
    for (uint32_t i = 0; i < uses->count; i++) {
        struct use use = recall(uses, i);
        put(&moved, &use);
    }
    free(uses->past);
    free(uses->wide);
    *uses = moved;
    return 0;
}

bool uses_alike(const struct weft_processor *self, const struct use *use)
{
    const struct use *last = &self->uses.last;
    return last->end == use->end && last->what.kind == use->what.kind &&
           !clash(self, last, use);
}

/* The oldest uses, many at once: one by one, each would cost a line of the
 * cache. */
static void forget(struct weft_processor *self)
{
    struct uses *uses = &self->uses;
    for (uint32_t i = 0; i < SHEAF; i++) {
        struct use use = recall(uses, i);
        if (use.end > self->forgotten.end)
            self->forgotten = use;
    }
    uses->count -= SHEAF;
}

/* Room for one more. 0, or -1: no memory. */
__attribute__((noinline)) static int make_room(struct weft_processor *self)
{
    struct uses *uses = &self->uses;
    uint16_t room = uses->room;
    bool wide = uses->wide || !fits(&uses->last);
    if (uses->count == USES_MAX)
        forget(self);
    else if (uses->count == room)
        room = room ? (uint16_t)(2 * room) : 4;
    if ((room == uses->room && wide == (uses->wide != NULL)) ||
        !move(uses, room, wide))
        return 0;
    run_fail(self->run, ENOMEM, "no memory for a processor's uses");
    return -1;
}

void uses_put_away(struct weft_processor *self)
{
    struct uses *uses = &self->uses;
    bool room = uses->count < uses->room && (uses->wide || fits(&uses->last));
    if (room || !make_room(self))
        put(uses, &uses->last);
}

void uses_blame(struct weft_processor *self, const struct weft_rule *rule,
                const struct use *one, const struct use *two)
{
    if (two->start < one->start) {
        const struct use *swap = one;
        one = two;
        two = swap;
    }
    struct weft_conflict conflict = {
        .slot = 1 + two->start / self->run->slot,
        .rank = self->rank,
        .rule = rule,
        .first = one->what,
        .second = two->what,
        .other = self->rank,
    };
    if (conflicts_port(&self->worker->conflicts, &conflict))
        run_fail(self->run, ENOMEM, "no memory for conflicts");
}

void uses_blame_all(struct weft_processor *self, const struct use *use)
{
    for (uint32_t i = 0; i <= self->uses.count; i++) {
        struct use old = recall(&self->uses, i);
        const struct weft_rule *rule = clash(self, &old, use);
        if (rule)
            uses_blame(self, rule, &old, use);
    }
}
