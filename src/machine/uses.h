/* What a processor did; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_USES_H
#define WEFT_SRC_MACHINE_USES_H

#include "processor.h"
#include "run.h"

/* Does it clash with what the processor did? If so *other is that. */
const struct weft_rule *uses_clash(const struct weft_processor *self,
                                   const struct use *use, struct use *other);
void uses_blame(struct weft_processor *self, const struct weft_rule *rule,
                const struct use *one, const struct use *two);

/* Blame it for every use that this one clashes with: they may have begun in
 * different slots. */
void uses_blame_all(struct weft_processor *self, const struct use *use);

/* Where ports are counted every use is remembered. Else, of several uses in one
 * interval that get on with one another, such as the transfers of a shout, one
 * stands for all. They begin together: is the last use such a one? */
bool uses_alike(const struct weft_processor *self, const struct use *use);

/* The last use joins the others. */
void uses_put_away(struct weft_processor *self);

void uses_finish(struct uses *uses);

static inline void uses_add(struct weft_processor *self, const struct use *use)
{
    if (use->end == use->start) /* an overhead of 0 */
        return;
    if (use->end > self->used) {
        uint64_t from = use->start > self->used ? use->start : self->used;
        self->load.busy += use->end - from;
        self->used = use->end;
    }
    struct use *last = &self->uses.last;
    if (self->run->free_ports || (use->start == last->start &&
                                  !self->run->counted && uses_alike(self, use)))
        return;
    if (last->end)
        uses_put_away(self);
    *last = *use;
}

/* The processor does this now: add it, and blame it if it clashes. */
static inline void uses_now(struct weft_processor *self, const struct use *use)
{
    struct use other;
    bool may = use->start < self->used && !self->run->loggp;
    const struct weft_rule *rule = may ? uses_clash(self, use, &other) : NULL;
    if (rule)
        uses_blame(self, rule, &other, use);
    uses_add(self, use);
}

#endif
