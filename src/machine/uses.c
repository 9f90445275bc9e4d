/* What a processor did lately, and whether the model lets it do more besides.
 *
 * A processor remembers its last USES_MAX - SHEAF uses at least. Almost always
 * a new use begins after the end of all others, and nothing is searched; only a
 * message taken after its slot, and posts to many ports, look back. A reception
 * further back than the memory goes counts as a conflict with the last use
 * forgotten. */
#include <errno.h>
#include <machine/run.h>
#include <stdlib.h>

#define SHEAF 16 /* uses forgotten at once */

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

/* The oldest use it clashes with. */
static const struct use *search(const struct weft_processor *self,
                                const struct use *use)
{
    const struct uses *uses = &self->uses;
    for (uint32_t i = 0; i < uses->count; i++) {
        uint32_t at = (uses->next - uses->count + i) & (uses->room - 1);
        if (clash(self, &uses->use[at], use))
            return &uses->use[at];
    }
    return clash(self, &uses->last, use) ? &uses->last : NULL;
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
    const struct use *found = search(self, use);
    if (found) {
        *other = *found;
        return clash(self, found, use);
    }
    if (!reception || use->start >= self->forgotten.end)
        return NULL;
    *other = self->forgotten;
    const struct weft_rule *rule =
        weft_model_clash(&self->run->machine->model, &other->what, &use->what);
    return rule && rule != &weft_rule_arc ? rule : &old;
}

static int enlarge(struct uses *uses)
{
    uint32_t room = uses->room ? 2 * uses->room : 4;
    struct use *use = malloc(room * sizeof *use);
    if (!use)
        return -1;
    for (uint32_t i = 0; i < uses->count; i++)
        use[i] = uses->use[(uses->next - uses->count + i) & (uses->room - 1)];
    free(uses->use);
    uses->use = use;
    uses->room = room;
    uses->next = uses->count;
    return 0;
}

/* Of several uses in one interval that get on with one another, such as the
 * transfers of a shout, one stands for all. */
static bool same(const struct weft_processor *self, const struct use *use)
{
    const struct use *last = &self->uses.last;
    return last->start == use->start && last->end == use->end &&
           last->what.kind == use->what.kind && !clash(self, last, use);
}

/* Make room by forgetting the oldest SHEAF uses at once: one by one, each
 * would cost a line of the cache. */
static void forget(struct weft_processor *self)
{
    struct uses *uses = &self->uses;
    for (int i = 0; i < SHEAF; i++) {
        const struct use *old =
            &uses->use[(uses->next + (uint32_t)i) & (uses->room - 1)];
        if (old->end > self->forgotten.end)
            self->forgotten = *old;
    }
    uses->count -= SHEAF;
}

/* The last use joins the others. */
static void put_away(struct weft_processor *self)
{
    struct uses *uses = &self->uses;
    if (uses->count == USES_MAX) {
        forget(self);
    } else if (uses->count == uses->room && enlarge(uses)) {
        quiet_fail(self->run, ENOMEM, "no memory for a processor's uses");
        return;
    }
    uses->use[uses->next++ & (uses->room - 1)] = uses->last;
    uses->count++;
}

void uses_add(struct weft_processor *self, const struct use *use)
{
    if (use->end > self->used) {
        uint64_t from = use->start > self->used ? use->start : self->used;
        self->load.busy += use->end - from;
        self->used = use->end;
    }
    if (self->run->free_ports || same(self, use))
        return;
    if (self->uses.last.end)
        put_away(self);
    self->uses.last = *use;
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
    const struct uses *uses = &self->uses;
    for (uint32_t i = 0; i <= uses->count; i++) {
        uint32_t at = (uses->next - uses->count + i) & (uses->room - 1);
        const struct use *old = i < uses->count ? &uses->use[at] : &uses->last;
        const struct weft_rule *rule = clash(self, old, use);
        if (rule)
            uses_blame(self, rule, old, use);
    }
}

void uses_now(struct weft_processor *self, const struct use *use)
{
    struct use other;
    const struct weft_rule *rule =
        use->start < self->used ? uses_clash(self, use, &other) : NULL;
    if (rule)
        uses_blame(self, rule, &other, use);
    uses_add(self, use);
}
