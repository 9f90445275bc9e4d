/* What a processor did lately, and whether the model lets it do more besides.
 *
 * A processor remembers its last USES_MAX - SHEAF uses at least. Almost always
 * a new use begins after the end of all others, and nothing is searched; only a
 * message taken after its slot, and posts to many ports, look back. A reception
 * further back than the memory goes counts as a conflict with the last use
 * forgotten.
 *
 * What is over is kept in half the room, for the caches' sake: within 2^32 time
 * units, none that lasted 2^30 or longer. What does not fit is forgotten. */
#include <errno.h>
#include <machine/run.h>
#include <stdlib.h>

#define SHEAF 16 /* uses forgotten at once */
#define LONGEST (((uint64_t)1 << 30) - 1)
#define HALFWAY ((uint64_t)1 << 31)

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

/* The i-th of the past uses, the oldest first. */
static struct past *past_use(const struct uses *uses, uint32_t i)
{
    uint32_t at = (uint32_t)(uses->next - uses->count) + i;
    return &uses->past[at & (uses->room - 1u)];
}

/* The i-th of all count + 1 uses. */
static struct use recall(const struct uses *uses, uint32_t i)
{
    if (i == uses->count)
        return uses->last;
    const struct past *past = past_use(uses, i);
    uint64_t start = uses->base + past->start;
    return (struct use){
        start,
        start + past->length,
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

static int enlarge(struct uses *uses)
{
    uint16_t room = uses->room ? (uint16_t)(2 * uses->room) : 4;
    struct past *past = malloc(room * sizeof *past);
    if (!past)
        return -1;
    for (uint32_t i = 0; i < uses->count; i++)
        past[i] = *past_use(uses, i);
    free(uses->past);
    uses->past = past;
    uses->room = room;
    uses->next = uses->count;
    return 0;
}

bool uses_alike(const struct weft_processor *self, const struct use *use)
{
    const struct use *last = &self->uses.last;
    return last->end == use->end && last->what.kind == use->what.kind &&
           !clash(self, last, use);
}

static void lose(struct weft_processor *self, const struct use *use)
{
    if (use->end > self->forgotten.end)
        self->forgotten = *use;
}

/* The oldest uses, many at once: one by one, each would cost a line of the
 * cache. */
static void forget(struct weft_processor *self, uint16_t count)
{
    struct uses *uses = &self->uses;
    uint64_t latest = 0;
    uint32_t which = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct past *past = past_use(uses, i);
        uint64_t end = (uint64_t)past->start + past->length;
        if (end > latest) {
            latest = end;
            which = i;
        }
    }
    if (count) {
        struct use use = recall(uses, which);
        lose(self, &use);
    }
    uses->count = (uint16_t)(uses->count - count);
}

static bool fits(const struct uses *uses, const struct use *use)
{
    return use->start >= uses->base && use->start - uses->base <= UINT32_MAX &&
           use->end - use->start <= LONGEST;
}

/* Room for one more. False: there is none, the use is lost. */
__attribute__((noinline)) static bool make_room(struct weft_processor *self)
{
    struct uses *uses = &self->uses;
    const struct use *last = &uses->last;
    if (!fits(uses, last)) {
        forget(self, uses->count);
        uses->base = last->start > HALFWAY ? last->start - HALFWAY : 0;
    }
    if (!fits(uses, last)) {
        lose(self, last);
        return false;
    }
    if (uses->count == USES_MAX) {
        forget(self, SHEAF);
    } else if (uses->count == uses->room && enlarge(uses)) {
        quiet_fail(self->run, ENOMEM, "no memory for a processor's uses");
        return false;
    }
    return true;
}

void uses_put_away(struct weft_processor *self)
{
    struct uses *uses = &self->uses;
    const struct use *last = &uses->last;
    if ((uses->count == uses->room || !fits(uses, last)) && !make_room(self))
        return;
    uses->past[uses->next++ & (uses->room - 1u)] = (struct past){
        .start = (uint32_t)(last->start - uses->base),
        .length = (uint32_t)(last->end - last->start),
        .kind = last->what.kind,
        .peer = last->what.peer,
        .message = last->what.message,
    };
    uses->count++;
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
    if (conflicts_port(&self->ring->conflicts, &conflict))
        quiet_fail(self->run, ENOMEM, "no memory for conflicts");
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
