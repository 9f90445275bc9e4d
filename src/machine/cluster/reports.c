/* Reports up the process tree when all processors are blocked, and decisions
 * down the tree (round.c). */
#include "reports.h"
#include "cluster.h"
#include "process-tree.h"
#include <stdlib.h>
#include <string.h>

#ifndef FAN    /* tests use small values, to get deep trees of few processes */
#define FAN 16 /* maximum number of children of a process */
#endif

static int reports_parent_of(int process)
{
    return process_parent(FAN, process);
}

static int first_child(const struct shared_run *share)
{
    return process_first_child(FAN, share->rank);
}

static int reports_children(const struct shared_run *share)
{
    return process_children(FAN, share->size, share->rank);
}

int rounds_open(struct shared_run *share)
{
    struct deciding *rounds = &share->rounds;
    size_t size = (size_t)share->size;
    size_t reports = (size_t)reports_children(share) + 1;
    rounds->balance = calloc(size, sizeof *rounds->balance);
    rounds->joined = calloc(size, sizeof *rounds->joined);
    rounds->heard = calloc(size, sizeof *rounds->heard);
    rounds->report = calloc(reports, sizeof *rounds->report);
    for (size_t i = 0; rounds->report && i < reports; i++) {
        rounds->report[i].balance = calloc(size, sizeof(uint64_t));
        if (!rounds->report[i].balance)
            return -1;
    }
    bool whole = rounds->balance && rounds->joined && rounds->heard;
    return whole && rounds->report ? 0 : -1;
}

void rounds_close(struct shared_run *share)
{
    struct deciding *rounds = &share->rounds;
    for (int i = 0; rounds->report && i <= reports_children(share); i++)
        free(rounds->report[i].balance);
    free(rounds->report);
    free(rounds->balance);
    free(rounds->joined);
    free(rounds->heard);
}

void reports_file(struct shared_run *share, int child,
                  const struct summary *summary, const uint64_t *balance)
{
    struct deciding *rounds = &share->rounds;
    struct idle_report *report = &rounds->report[child];
    memcpy(report->balance, balance, (size_t)share->size * sizeof *balance);
    report->summary = *summary;
    rounds->reports += !report->valid;
    report->valid = true;
    rounds->fresh = true;
}

int reports_take(struct shared_run *share, int from, struct weft_packet packet)
{
    struct summary summary;
    size_t bytes = (size_t)share->size * sizeof(uint64_t);
    packet_take_number(&packet);
    uint64_t epoch = packet_take_number(&packet);
    const void *said = packet_take(&packet, sizeof summary);
    const uint64_t *balance = packet_take(&packet, bytes);
    if (!from || reports_parent_of(from) != share->rank || !balance)
        return -1;
    memcpy(&summary, said, sizeof summary);
    /* reports of earlier epochs are obsolete */
    if (epoch == share->rounds.epoch)
        reports_file(share, from - first_child(share) + 1, &summary, balance);
    return 0;
}

/* Join all reports of the subtree, and sum their balances. */
static struct summary join_reports(struct shared_run *share)
{
    struct deciding *rounds = &share->rounds;
    struct summary all = SUMMARY_NONE;
    memset(rounds->joined, 0, (size_t)share->size * sizeof *rounds->joined);
    for (int i = 0; i <= reports_children(share); i++) {
        const struct idle_report *report = &rounds->report[i];
        all = summary_join(&all, &report->summary);
        for (int k = 0; k < share->size; k++)
            rounds->joined[k] += report->balance[k];
    }
    return all;
}

static bool reports_under_way(const struct shared_run *share)
{
    for (int k = 0; k < share->size; k++)
        if (share->rounds.joined[k])
            return true;
    return false;
}

static void send_report(struct shared_run *share, const struct summary *all)
{
    const struct deciding *rounds = &share->rounds;
    struct packet_builder packet = {0};
    packet_number(&packet, REPORT);
    packet_number(&packet, rounds->epoch);
    packet_put(&packet, all, sizeof *all);
    packet_put(&packet, rounds->joined,
               (size_t)share->size * sizeof *rounds->joined);
    rendezvous_send(reports_parent_of(share->rank), &packet, &share->broken);
}

/* Send the decision down the tree and store it; this process may still have
 * work to do. */
static void reports_tell(struct shared_run *share, const struct summary *all)
{
    struct deciding *rounds = &share->rounds;
    rounds->epoch++;
    rounds->reports = 0;
    rounds->report[0].valid = false;
    rounds->decided = *all;
    rounds->is_decided = true;
    for (int i = 0; i < reports_children(share); i++) {
        struct packet_builder packet = {0};
        rounds->report[i + 1].valid = false;
        packet_number(&packet, DECISION);
        packet_put(&packet, all, sizeof *all);
        if (rendezvous_send(first_child(share) + i, &packet, &share->broken))
            return;
    }
}

void reports_pass_on(struct shared_run *share)
{
    struct deciding *rounds = &share->rounds;
    if (!rounds->fresh || rounds->reports <= reports_children(share))
        return;
    rounds->fresh = false;
    struct summary all = join_reports(share);
    if (share->rank)
        send_report(share, &all);
    else if (!reports_under_way(share))
        reports_tell(share, &all);
}

int reports_take_decision(struct shared_run *share, int from,
                          struct weft_packet packet)
{
    struct summary all;
    packet_take_number(&packet);
    const void *said = packet_take(&packet, sizeof all);
    if (!share->rank || from != reports_parent_of(share->rank) || !said ||
        share->rounds.is_decided)
        return -1;
    memcpy(&all, said, sizeof all);
    reports_tell(share, &all);
    return 0;
}

bool reports_broken(const struct shared_run *share)
{
    for (int i = 0; i <= reports_children(share); i++) {
        const struct idle_report *report = &share->rounds.report[i];
        if (report->valid && report->summary.broken)
            return true;
    }
    return false;
}
