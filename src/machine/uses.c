/* What a processor did lately, and whether the model lets it do more besides.
 *
 * A processor remembers its last USES_MAX uses. Almost always a new use begins
 * after the end of all others, and nothing is searched; only a message taken
 * after its slot, and posts to many ports, look back. A reception further back
 * than the memory goes counts as a conflict with the last use forgotten. */
#include <errno.h>
#include <machine/run.h>
#include <stdlib.h>

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

const struct weft_rule *uses_clash(const struct weft_processor *self,
                                   const struct use *use, struct use *other)
{
    const struct uses *uses = &self->uses;
    bool reception = use->what.kind == WEFT_USE_RECEIVE;
    if (reception && self->run->free_reception)
        return NULL;
    for (uint32_t i = 0; i < uses->count; i++) {
        uint32_t at = (uses->next - uses->count + i) & (uses->room - 1);
        const struct weft_rule *rule = clash(self, &uses->use[at], use);
        if (rule) {
            *other = uses->use[at];
            return rule;
        }
    }
    if (!reception || use->start >= uses->forgotten.end)
        return NULL;
    *other = uses->forgotten;
    static const struct weft_rule old = {
        "too long ago",
        "what a processor did so long ago is not remembered",
    };
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
    const struct uses *uses = &self->uses;
    if (!uses->count)
        return false;
    const struct use *last = &uses->use[(uses->next - 1) & (uses->room - 1)];
    return last->start == use->start && last->end == use->end &&
           last->what.kind == use->what.kind && !clash(self, last, use);
}

void uses_add(struct weft_processor *self, const struct use *use)
{
    struct uses *uses = &self->uses;
    if (use->end > self->used) {
        uint64_t from = use->start > self->used ? use->start : self->used;
        self->load->busy += use->end - from;
        self->used = use->end;
    }
    if (self->run->free_ports || same(self, use))
        return;
    if (uses->count == uses->room && uses->room < USES_MAX)
        if (enlarge(uses)) {
            quiet_fail(self->run, ENOMEM, "no memory for a processor's uses");
            return;
        }
    struct use *place = &uses->use[uses->next & (uses->room - 1)];
    if (uses->count < uses->room)
        uses->count++;
    else if (place->end > uses->forgotten.end)
        uses->forgotten = *place;
    *place = *use;
    uses->next++;
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
    for (uint32_t i = 0; i < uses->count; i++) {
        uint32_t at = (uses->next - uses->count + i) & (uses->room - 1);
        const struct weft_rule *rule = clash(self, &uses->use[at], use);
        if (rule)
            uses_blame(self, rule, &uses->use[at], use);
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
