/* The actions of a processor ("uses" of its ports); private to src/machine. */
#ifndef WEFT_SRC_MACHINE_USES_H
#define WEFT_SRC_MACHINE_USES_H

#include "base/invariant.h"
#include "processor.h"
#include "run.h"

/* Return the rule that forbids a use at the same time as an earlier one, which
 * is copied to *other; NULL: none. */
const struct weft_rule *uses_clash(struct weft_processor *self,
                                   const struct use *use, struct use *other);
void uses_blame(struct weft_processor *self, const struct weft_rule *rule,
                const struct use *one, const struct use *two);

/* Return whether a switch makes a use one with a stored one. */
bool uses_as_one(const struct weft_processor *self, const struct use *use);

/* Report a conflict for every earlier use with which this one conflicts, since
 * they may have begun in different slots. */
void uses_blame_all(struct weft_processor *self, const struct use *use);

/* Return whether a new use need not be stored. If ports are counted, every use
 * is stored. Otherwise, one use represents all compatible uses with the same
 * times, such as the transfers of a multicast; of incompatible ones, two are
 * stored. They begin together, so only the last stored uses are compared. */
bool uses_alike(const struct weft_processor *self, const struct use *use);

/* Make room for one more use. Return 0, or -1 if out of memory; the run then
 * stops. */
int uses_make_room(struct weft_processor *self);

/* Move the newest use to its position by end. */
void uses_arrange(struct weft_processor *self);

/* Return whether the limit on the search is exceeded; the processor then
 * fails. */
bool uses_too_many(const struct weft_processor *self);

void uses_finish(struct uses *uses);

static inline void uses_add(struct weft_processor *self, const struct use *use)
{
    struct uses *uses = &self->uses;
    uint64_t start = use->start, end = use->end, before = self->used;
    if (end == start) /* an overhead of 0 occupies no port */
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

/* Store a use that is one with a stored one: it takes no port of its own. */
static inline void uses_join(struct weft_processor *self, const struct use *use)
{
    if (!self->run->counted)
        uses_add(self, use);
}

/* Perform a use now: report a conflict if there is one, and store it. */
static inline void uses_now(struct weft_processor *self, const struct use *use)
{
    struct use other;
    bool may = use->start < self->used && !self->run->loggp;
    if (may && self->run->splits && uses_as_one(self, use)) {
        uses_join(self, use);
        return;
    }
    const struct weft_rule *rule = may ? uses_clash(self, use, &other) : NULL;
    if (rule)
        uses_blame(self, rule, &other, use);
    uses_add(self, use);
}

#endif
