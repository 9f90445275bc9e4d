/* The actions of a processor, and the check whether the model allows another
 * one at the same time.
 *
 * A processor stores exactly the uses that later ones can conflict with: those
 * that end after the time before which no processor acts any more
 * (worker->floor minus the shortest transfer), and those that overlap with a
 * message that has arrived but was not taken. Other uses are dropped when
 * memory is needed.
 *
 * Nearly always a new use begins after the end of all others, and no search is
 * needed; only messages taken after their slot and posts to many ports search
 * earlier uses. */
#include "uses.h"
#include "base/base.h"
#include "base/invariant.h"
#include "conflict.h"
#include "schedule/worker.h"
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/ways.h>

static struct weft_use what(const struct use *use)
{
    return (struct weft_use){(enum weft_use_kind)use->kind, use->peer,
                             use->message, use->items};
}

static bool overlap(const struct use *a, const struct use *b)
{
    return a->start < b->end && b->start < a->end;
}

/* Return whether two receptions are one, because a switch has combined their
 * messages, or two sends, because a switch multicasts their message. */
static bool uses_merge(const struct weft_processor *self, const struct use *a,
                       const struct use *b)
{
    const struct run *run = self->run;
    const struct weft_network *network = run->machine->network;
    if (a->kind != b->kind || a->start != b->start)
        return false;
    if (a->kind == WEFT_USE_RECEIVE)
        return run->combines &&
               run_combines(run, a->items, a->message, b->items, b->message) &&
               weft_network_merges(network, a->peer, b->peer, self->rank);
    return a->kind == WEFT_USE_SEND && a->message == b->message &&
           a->items == b->items &&
           run_splits(run,
                      &(struct weft_event){.peer = b->peer, .items = b->items},
                      self->rank, a->peer);
}

bool uses_as_one(const struct weft_processor *self, const struct use *use)
{
    const struct uses *uses = &self->uses;
    for (uint32_t i = uses->count; i && uses->past[i - 1].end > use->start; i--)
        if (uses_merge(self, &uses->past[i - 1], use))
            return true;
    return false;
}

/* Return the rule that two uses break. The rule of the arc is checked on the
 * sender's side (deliver.c, routes.c), except for delayed receptions: two
 * receptions from one sender may then overlap although their transfers did
 * not. */
static const struct weft_rule *
machine_uses_clash(const struct weft_processor *self, const struct use *a,
                   const struct use *b)
{
    if (!overlap(a, b))
        return NULL;
    const struct weft_machine *machine = self->run->machine;
    if (self->run->one_thing)
        return &weft_rule_arc; /* any rule serves: it is not reported */
    struct weft_use one = what(a), two = what(b);
    const struct weft_rule *rule =
        weft_model_clash(&machine->model, &one, &two);
    bool meet = machine->on_conflict == WEFT_CONFLICT_DELAY &&
                a->kind == WEFT_USE_RECEIVE && !self->run->loggp;
    return rule == &weft_rule_arc && !meet ? NULL : rule;
}

/* uses are nearly always found within this distance of the end */
#define USES_NEAR 16

/* Return the first use that may end after `time`. */
static uint32_t first_after(const struct uses *uses, uint64_t time)
{
    uint32_t low = 0, high = uses->count;
    for (uint32_t near = high > USES_NEAR ? high - USES_NEAR : 0; high > near;
         high--)
        if (uses->past[high - 1].end <= time)
            return high;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (uses->past[middle].end > time)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

bool uses_too_many(const struct weft_processor *self)
{
    uint64_t most = self->run->machine->max_looks;
    uint64_t messages = self->load.sent + self->load.received;
    return most && self->looks > most + 4096 * messages;
}

/* Add to the number of uses inspected. */
static void uses_work(struct weft_processor *self, uint64_t looks)
{
    self->looks += looks;
    if (!self->failed && uses_too_many(self))
        processor_misuse(self,
                         "processor %d: too many overlapping actions to check "
                         "for conflicts" SAY_NO_LIMIT,
                         self->rank);
}

/* Return how many uses of one kind are active at `time`, among those from
 * `first` on. */
static int uses_depth(struct weft_processor *self, uint32_t first,
                      enum weft_use_kind kind, uint64_t time)
{
    const struct uses *uses = &self->uses;
    int count = 0;
    for (uint32_t i = first; i < uses->count; i++) {
        const struct use *use = &uses->past[i];
        count += use->kind == kind && use->start <= time && time < use->end;
    }
    uses_work(self, uses->count - first);
    return count;
}

/* If ports are counted: return the rule that is broken because a new use
 * exceeds the number of ports at the time when it and `other` overlap first. */
static const struct weft_rule *uses_crowded(struct weft_processor *self,
                                            const struct use *use,
                                            uint32_t first,
                                            const struct use *other)
{
    enum weft_use_kind kind = (enum weft_use_kind)use->kind;
    if (!self->run->counted || kind == WEFT_USE_COMPUTE ||
        other->kind != kind || !overlap(other, use))
        return NULL;
    int ports = weft_model_ports(&self->run->machine->model, kind);
    uint64_t time = other->start > use->start ? other->start : use->start;
    if (ports == 1 || uses_depth(self, first, kind, time) < ports)
        return NULL;
    return kind == WEFT_USE_SEND ? &weft_rule_send_ports
                                 : &weft_rule_receive_ports;
}

/* Return the rule that a use breaks together with `other`, which it overlaps,
 * or with further uses from `first` on; NULL: none. */
static const struct weft_rule *broken(struct weft_processor *self,
                                      const struct use *use, uint32_t first,
                                      const struct use *other)
{
    const struct weft_rule *rule = machine_uses_clash(self, other, use);
    return rule ? rule : uses_crowded(self, use, first, other);
}

const struct weft_rule *uses_clash(struct weft_processor *self,
                                   const struct use *use, struct use *other)
{
    const struct uses *uses = &self->uses;
    const struct weft_rule *rule = NULL;
    if (use->kind == WEFT_USE_RECEIVE && self->run->free_reception)
        return NULL;
    uint32_t first = first_after(uses, use->start), i = first;
    for (; i < uses->count && !rule && !self->failed; i++)
        if (overlap(&uses->past[i], use)) {
            *other = uses->past[i];
            rule = broken(self, use, first, other);
        }
    uses_work(self, i - first);
    return rule;
}

static bool same_time(const struct use *a, const struct use *b)
{
    return a->start == b->start && a->end == b->end && a->kind == b->kind;
}

/* Return whether two conflicting uses with the times of this one are stored:
 * then a later use that conflicts with it also conflicts with a stored one. */
bool uses_alike(const struct weft_processor *self, const struct use *use)
{
    const struct uses *uses = &self->uses;
    if (!uses->count)
        return false;
    const struct use *last = &uses->past[uses->count - 1];
    return same_time(last, use) &&
           (!machine_uses_clash(self, last, use) ||
            (uses->count > 1 && same_time(last - 1, use)));
}

/* ---- remembering ------------------------------------------------------- */

void uses_arrange(struct weft_processor *self)
{
    struct uses *uses = &self->uses;
    struct use newest = uses->past[--uses->count];
    uint32_t at = first_after(uses, newest.end);
    memmove(&uses->past[at + 1], &uses->past[at],
            (uses->count++ - at) * sizeof newest);
    uses->past[at] = newest;
    uses_work(self, (uses->count - at) / 8);
}

static int by_start(const void *a, const void *b)
{
    const struct span *left = a, *right = b;
    return (left->start > right->start) - (left->start < right->start);
}

/* Prepare for overlaps(): sort by start, and make the ends nondecreasing. */
static void machine_uses_arrange(struct span *span, size_t count)
{
    if (count)
        qsort(span, count, sizeof *span, by_start);
    for (size_t i = 1; i < count; i++)
        if (span[i].end < span[i - 1].end)
            span[i].end = span[i - 1].end;
}

static bool overlaps(const struct use *past, const struct span *span,
                     size_t count)
{
    size_t low = 0;
    while (low < count) {
        size_t middle = low + (count - low) / 2;
        if (span[middle].start < past->end)
            low = middle + 1;
        else
            count = middle;
    }
    return low && span[low - 1].end > past->start;
}

/* Drop uses that end by `time` and overlap with no message. */
static void uses_drop(struct uses *uses, uint64_t time, const struct span *span,
                      size_t count)
{
    uint32_t after = uses->count, kept = 0;
    while (after && uses->past[after - 1].end > time)
        after--; /* uses from `after` on are moved anyway */
    for (uint32_t i = 0; count && i < after; i++)
        if (overlaps(&uses->past[i], span, count))
            uses->past[kept++] = uses->past[i];
    memmove(uses->past + kept, uses->past + after,
            (uses->count - after) * sizeof *uses->past);
    uses->count -= after - kept;
}

static bool roomy(const struct uses *uses)
{
    return 4 * (size_t)uses->count < 3 * (size_t)uses->room;
}

/* Drop uses that no later one can conflict with. Return 0, or -1 if out of
 * memory. */
static int uses_forget(struct weft_processor *self)
{
    uint64_t settled = self->worker->floor - self->run->shortest;
    size_t count = link_spans(&self->links, settled, NULL);
    struct span *span = count ? malloc(count * sizeof *span) : NULL;
    if (count && !span)
        return -1;
    if (count)
        link_spans(&self->links, settled, span);
    machine_uses_arrange(span, count);
    /* with LogGP, the reception may take place later */
    if (count && self->run->loggp) {
        span[0].end = UINT64_MAX;
        count = 1;
    }
    uses_drop(&self->uses, settled, span, count);
    free(span);
    return 0;
}

static int uses_enlarge(struct uses *uses)
{
    uint32_t room = uses->room ? 2 * uses->room : 4;
    struct use *past = realloc(uses->past, room * sizeof *past);
    if (!past)
        return -1;
    uses->past = past;
    uses->room = room;
    return 0;
}

/* Drop old uses or enlarge the array. Searching for uses to drop is worthwhile
 * only if there are more uses than messages and links to inspect; if it frees a
 * quarter, there is room for long. Its timing depends on threads, so it is not
 * done if inspections are limited. */
int uses_make_room(struct weft_processor *self)
{
    struct uses *uses = &self->uses;
    uint64_t waiting = self->links.waiting;
    bool pays = !self->run->machine->max_looks && uses->count &&
                (!waiting || (uses->count >= self->links.table.used &&
                              uses->count >= waiting));
    if ((!pays || !uses_forget(self)) && (roomy(uses) || !uses_enlarge(uses)))
        return 0;
    run_fail(self->run, WEFT_ERROR_MEMORY, "no memory for a processor's uses");
    return -1;
}

void uses_finish(struct uses *uses)
{
    free(uses->past);
    *uses = (struct uses){0};
}

/* ---- reporting conflicts ----------------------------------------------- */

void uses_blame(struct weft_processor *self, const struct weft_rule *rule,
                const struct use *one, const struct use *two)
{
    if (two->start < one->start) {
        const struct use *swap = one;
        one = two;
        two = swap;
    }
    struct weft_conflict conflict = {
        .slot = run_step(self->run, two->start),
        .rank = self->rank,
        .rule = rule,
        .first = what(one),
        .second = what(two),
        .other = self->rank,
    };
    if (conflicts_port(&self->worker->conflicts, &conflict))
        run_fail(self->run, WEFT_ERROR_MEMORY, "no memory for conflicts");
}

#define BLAME_LOOKS 16 /* cost of a report, in inspections */

/* Report at most one conflict with the uses that began before this one, and
 * each conflict with later ones. */
void uses_blame_all(struct weft_processor *self, const struct use *use)
{
    const struct uses *uses = &self->uses;
    uint32_t first = first_after(uses, use->start);
    bool blamed = false;
    for (uint32_t i = first; i < uses->count && !self->failed; i++) {
        const struct use *old = &uses->past[i];
        bool before = old->start <= use->start;
        if ((before && blamed) || !overlap(old, use))
            continue;
        const struct weft_rule *rule = broken(self, use, first, old);
        if (!rule)
            continue;
        uses_blame(self, rule, old, use);
        uses_work(self, BLAME_LOOKS);
        blamed |= before;
    }
    uses_work(self, uses->count - first);
}
