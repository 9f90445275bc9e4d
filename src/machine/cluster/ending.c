/* The end of a run that several processes share: every process sends its
 * results to process 0, whose verdict holds for all. */
#include "base/base.h"
#include "cluster.h"
#include "machine/conflict.h"
#include "machine/processor.h"
#include "machine/record/merge.h"
#include "machine/run.h"
#include "machine/verdict.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* the results of one process */
struct ending {
    uint64_t makespan, messages, bytes, longest, switches, threads;
    uint64_t untaken, conflicts, fail_clock;
    struct weft_untaken first_untaken;
    int32_t fail_rank, fail_kind, kept, hard, hard_system;
};

/* The state of a processor when the run was stopped. */
struct standing {
    uint64_t clock;
    int32_t from;
    bool stuck, running;
};

/* ---- sending --------------------------------------------------------- */

static void pack_conflicts(const struct weft_outcome *outcome,
                           struct packet_builder *packet)
{
    for (int i = 0; i < outcome->kept; i++) {
        uint64_t rule = 0;
        while (weft_rule(rule) && weft_rule(rule) != outcome->conflict[i].rule)
            rule++;
        packet_number(packet, rule);
        packet_put(packet, &outcome->conflict[i], sizeof outcome->conflict[i]);
    }
}

static void pack_places(const struct run *run, struct packet_builder *packet)
{
    for (int i = run->low; i < run->high; i++) {
        const struct weft_processor *processor = &run->processor[i];
        struct standing place = {processor->clock, processor->from,
                                 processor->stuck, processor->running};
        packet_put(packet, &place, sizeof place);
    }
}

static void pack_parts(const struct run *run, struct packet_builder *packet)
{
    for (size_t i = 0; i < run->machine->parts; i++) {
        const struct weft_part *part = &run->machine->part[i];
        size_t from = part->each * (size_t)run->low;
        size_t bytes = part->each * (size_t)(run->high - run->low);
        packet_block(packet, (const char *)part->data + from,
                     part->each ? bytes : part->bytes);
    }
}

static void ending_pack(struct run *run, const struct weft_outcome *outcome,
                        struct packet_builder *packet)
{
    bool failed = run->fail_rank >= 0 && !run->hard;
    struct ending ending = {
        .makespan = outcome->makespan,
        .messages = outcome->messages,
        .bytes = outcome->bytes,
        .longest = outcome->longest,
        .switches = outcome->switches,
        .threads = (uint64_t)outcome->threads,
        .untaken = outcome->untaken,
        .conflicts = outcome->conflicts,
        .fail_clock = run->fail_clock,
        .first_untaken = outcome->first_untaken,
        .fail_rank = run->fail_rank,
        .fail_kind = (int32_t)run->fail_kind,
        .kept = outcome->kept,
        .hard = run->hard,
        .hard_system = run->hard_system,
    };
    packet_put(packet, &ending, sizeof ending);
    packet_text(packet, run->hard_text);
    packet_text(packet, failed ? run->processor[run->fail_rank].reason : NULL);
    pack_conflicts(outcome, packet);
    packet_block(packet, outcome->load + run->low,
                 (size_t)(run->high - run->low) * sizeof *outcome->load);
    if (run->deadlock || run->limited)
        pack_places(run, packet);
    pack_parts(run, packet);
}

/* ---- receiving: process 0 -------------------------------------------- */

static uint64_t most(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static void ending_add(struct weft_outcome *outcome,
                       const struct ending *ending)
{
    outcome->makespan = most(outcome->makespan, ending->makespan);
    outcome->longest = most(outcome->longest, ending->longest);
    outcome->messages += ending->messages;
    outcome->bytes += ending->bytes;
    outcome->switches += ending->switches;
    outcome->threads += (int)ending->threads;
    outcome_untaken(outcome, ending->untaken, &ending->first_untaken);
}

/* Record the failure of another process if its (clock, rank) is lower than that
 * of the failure known so far. */
static int take_failure(struct run *run, const struct ending *ending,
                        const char *reason)
{
    bool lower = run->fail_rank < 0 || ending->fail_clock < run->fail_clock ||
                 (ending->fail_clock == run->fail_clock &&
                  ending->fail_rank < run->fail_rank);
    if (ending->fail_rank < 0 || !lower)
        return 0;
    char *copy = reason ? strdup(reason) : NULL;
    if (reason && !copy)
        return -1;
    free(run->share->reason);
    run->share->reason = copy;
    run->fail_rank = ending->fail_rank;
    run->fail_kind = (enum weft_error_kind)ending->fail_kind;
    run->fail_clock = ending->fail_clock;
    struct weft_processor *processor = &run->processor[run->fail_rank];
    processor->rank = run->fail_rank;
    processor->clock = run->fail_clock;
    processor->reason = copy;
    return 0;
}

static int take_conflicts(struct weft_outcome *outcome,
                          const struct ending *ending,
                          struct weft_packet *packet)
{
    struct conflicts conflicts = {.count = ending->conflicts};
    if (ending->kept > WEFT_CONFLICTS_KEPT)
        return -1;
    for (int i = 0; i < ending->kept; i++) {
        const struct weft_rule *rule = weft_rule(packet_take_number(packet));
        struct weft_conflict *conflict = &conflicts.conflict[i];
        const void *from = packet_take(packet, sizeof *conflict);
        if (!rule || !from)
            return -1;
        memcpy(conflict, from, sizeof *conflict);
        conflict->rule = rule;
        conflicts.kept++;
    }
    conflicts_merge(outcome, &conflicts);
    return 0;
}

static int ending_take_places(struct run *run, int low, int high,
                              struct weft_packet *packet)
{
    for (int i = low; i < high; i++) {
        const struct standing *place = packet_take(packet, sizeof *place);
        struct weft_processor *processor = &run->processor[i];
        if (!place)
            return -1;
        processor->clock = place->clock;
        processor->from = place->from;
        processor->stuck = place->stuck;
        processor->running = place->running;
    }
    return 0;
}

/* Copy the data of the ranks of one process or, for data that any processor may
 * write, the bytes that are not 0. */
static int take_parts(const struct run *run, int low, int high,
                      struct weft_packet *packet)
{
    for (size_t i = 0; i < run->machine->parts; i++) {
        const struct weft_part *part = &run->machine->part[i];
        size_t bytes, wanted = part->each * (size_t)(high - low);
        const unsigned char *from = packet_take_block(packet, &bytes);
        unsigned char *to = part->data;
        if (bytes != (part->each ? wanted : part->bytes))
            return -1;
        if (part->each && bytes)
            memcpy(to + part->each * (size_t)low, from, bytes);
        for (size_t b = 0; !part->each && b < bytes; b++)
            to[b] |= from[b];
    }
    return 0;
}

/* Record why the machine of another process failed. */
static void take_hard(struct run *run, int process, const struct ending *ending,
                      const char *text)
{
    struct shared_run *share = run->share;
    if (!ending->hard || run->hard)
        return;
    const char *why = text;
    if (!why && ending->hard_system)
        why = strerror(ending->hard_system);
    snprintf(share->broken.text, sizeof share->broken.text,
             "process %d: %.400s", process, why ? why : "unknown reason");
    run_fail(run, (enum weft_error_kind)ending->hard, share->broken.text);
}

/* Add the results of a process. Return 0, or -1 if the data is invalid or out
 * of memory. */
static int ending_take(struct run *run, int process,
                       struct weft_outcome *outcome)
{
    struct weft_packet *packet = &run->share->in[process];
    int low = share_low(run->size, run->share, process);
    int high = share_low(run->size, run->share, process + 1);
    size_t bytes;
    struct ending ending;
    const void *from = packet_take(packet, sizeof ending);
    if (!from)
        return -1;
    memcpy(&ending, from, sizeof ending);
    take_hard(run, process, &ending, packet_take_text(packet));
    const char *reason = packet_take_text(packet);
    ending_add(outcome, &ending);
    if (take_failure(run, &ending, reason) ||
        take_conflicts(outcome, &ending, packet))
        return -1;
    const void *loads = packet_take_block(packet, &bytes);
    if (bytes != (size_t)(high - low) * sizeof *outcome->load)
        return -1;
    if (bytes)
        memcpy(outcome->load + low, loads, bytes);
    if ((run->deadlock || run->limited) &&
        ending_take_places(run, low, high, packet))
        return -1;
    return take_parts(run, low, high, packet);
}

/* ---- the verdict ------------------------------------------------------------
 */

static int ending_judge(struct run *run, struct weft_outcome *outcome,
                        struct weft_error *err)
{
    if (run->hard)
        return outcome_refused(run, err);
    if (merge_refused((int)run->merge.failed, err))
        return -1;
    return outcome_judge(run, outcome, err);
}

/* Set the result of process 0 in all processes, which do not receive the
 * details of its outcome. */
static int share_verdict(struct run *run, int status, struct weft_error *err)
{
    struct shared_run *share = run->share;
    struct weft_error none = {0}, why = {0};
    for (int k = 0; k < share->size; k++) {
        share->out[k].bytes = 0;
        packet_number(&share->out[k], VERDICT);
        packet_number(&share->out[k], status != 0);
        packet_put(&share->out[k], status ? err : &none, sizeof none);
    }
    if (rendezvous_meet(VERDICT, share->out, share->in, &why)) {
        if (!status)
            *err = why;
        return -1;
    }
    if (!share->rank)
        return status;
    bool failed = packet_take_number(&share->in[0]) != 0;
    const struct weft_error *verdict =
        packet_take(&share->in[0], sizeof *verdict);
    if (failed && verdict)
        *err = *verdict;
    return failed ? -1 : 0;
}

int share_end(struct run *run, struct weft_outcome *outcome,
              struct weft_error *err)
{
    struct shared_run *share = run->share;
    struct weft_error own = {0};
    int status = 0;
    err = err ? err : &own;
    if (!run->hard && merge_rest(run, err))
        run_fail(run, WEFT_ERROR_MEMORY, "no memory for events");
    outcome_count(run, outcome);
    if (!rendezvous_whole())
        return outcome_refused(run, err);
    if (streams_finish(run, err))
        return -1;
    for (int k = 0; k < share->size; k++) {
        share->out[k].bytes = 0;
        packet_number(&share->out[k], ENDING);
    }
    if (share->rank)
        ending_pack(run, outcome, &share->out[0]);
    if (rendezvous_meet(ENDING, share->out, share->in, err))
        return -1;
    for (int k = 1; !share->rank && k < share->size; k++)
        if (ending_take(run, k, outcome))
            status = weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                                    "no memory for the outcome");
    if (!share->rank && !status)
        status = ending_judge(run, outcome, err);
    return share_verdict(run, status, err);
}
