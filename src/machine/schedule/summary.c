/* The first part of the resolver: it summarises the state of every worker. */
#include "summary.h"
#include "base/invariant.h"
#include "machine/processor.h"
#include "machine/run.h"
#include "worker.h"

static uint64_t lower(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

struct summary summarise(const struct worker *worker)
{
    const struct run *run = worker->run;
    struct summary summary = SUMMARY_NONE;
    INVARIANT(!ready_any(&worker->ready));
    INVARIANT(!worker->kick);
    INVARIANT(worker->live >= 0 && worker->live <= worker->high - worker->low);
    if (worker->asking.count)
        summary.asking = worker->asking.item[0]->time;
    for (size_t i = 0; i < worker->ahead.count; i++)
        summary.ahead = lower(summary.ahead, worker->ahead.item[i]->clock);
    if (run->fail_rank >= 0)
        summary.failed = run->fail_clock;
    summary.sent = worker->sent;
    summary.taken = worker->taken;
    summary.live = worker->live;
    summary.recorded = worker->log.count;
    summary.broken = run->hard != 0;
    return summary;
}

struct summary summary_join(const struct summary *a, const struct summary *b)
{
    return (struct summary){
        .asking = lower(a->asking, b->asking),
        .ahead = lower(a->ahead, b->ahead),
        .failed = lower(a->failed, b->failed),
        .sent = a->sent + b->sent,
        .taken = a->taken + b->taken,
        .live = a->live + b->live,
        .recorded = a->recorded + b->recorded,
        .broken = a->broken || b->broken,
    };
}
