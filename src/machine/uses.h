/* What a processor did; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_USES_H
#define WEFT_SRC_MACHINE_USES_H

#include "base/invariant.h"
#include "processor.h"
#include "run.h"

/* Does it clash with what the processor did? If so *other is that. */
const struct weft_rule *uses_clash(struct weft_processor *self,
                                   const struct use *use, struct use *other);
void uses_blame(struct weft_processor *self, const struct weft_rule *rule,
                const struct use *one, const struct use *two);

/* Blame it for every use that this one clashes with: they may have begun in
 * different slots. */
void uses_blame_all(struct weft_processor *self, const struct use *use);

/* Where ports are counted every use is remembered. Else, of several uses in one
 * interval that get on with one another, such as the transfers of a shout, one
 * stands for all, and of others two. They begin together: are the last ones
 * such uses? */
bool uses_alike(const struct weft_processor *self, const struct use *use);

/* Room for one more. 0, or -1: no memory, the run will stop. */
int uses_make_room(struct weft_processor *self);

/* The newest goes where its end belongs. */
void uses_arrange(struct weft_processor *self);

/* Was more looked at than the machine allows? Then the processor has failed. */
bool uses_too_many(const struct weft_processor *self);

void uses_finish(struct uses *uses);

static inline void uses_add(struct weft_processor *self, const struct use *use)
{
    struct uses *uses = &self->uses;
    uint64_t start = use->start, end = use->end, before = self->used;
    if (end == start) /* an overhead of 0 */
        return;
    if (end > before) {
        self->load.busy += end - (start > before ? start : before);
        self->used = end;
    }
    if (self->run->free_ports ||
        (start == uses->start && !self->run->counted && uses_alike(self, use)))
        return;
    if (uses->count == uses->room && uses_make_room(self))
        return;
    INVARIANT_DEEP(uses->count < uses->room && end > start);
    uses->start = start;
    uses->past[uses->count++] = *use;
    if (end < before)
        uses_arrange(self);
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
