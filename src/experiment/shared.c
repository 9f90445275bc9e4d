/* Experiments that several processes share: exchanges, besides messages,
 * information about the processors of other processes. */
#include "shared.h"

#include <string.h>

#include <weft/unstable/cluster.h>

#include "general.h"
#include "problem/timetable/tally.h"

bool plan_is_shared(const struct plan *plan)
{
    const char *engine = plan_text(plan, &setting_engine);
    return weft_cluster_size() > 1 && engine && !strcmp(engine, "mpi");
}

int shared_agree(const struct plan *plan, int status, struct weft_error *err)
{
    bool shared = plan->network && plan_is_shared(plan);
    return shared ? weft_cluster_agree(status, err) : status;
}

/* Return the contribution counts of combined values. All processes must know
 * them. */
static struct tally *tally_of(const struct plan *plan)
{
    bool tagged = plan->strategy->timetable || plan->strategy->own;
    return tagged && plan->problem->tally && !plan->script
               ? plan->problem->tally(plan)
               : NULL;
}

size_t shared_begin(struct plan *plan, struct weft_part part[])
{
    struct tally *tally = tally_of(plan);
    if (tally && plan_is_shared(plan))
        tally_share(tally);
    return judge_parts(plan, part);
}

int shared_news(void *arg, void **data, size_t *bytes)
{
    struct tally *tally = tally_of(arg);
    *data = NULL;
    *bytes = 0;
    return tally ? tally_news(tally, data, bytes) : 0;
}

int shared_heard(void *arg, const void *data, size_t bytes)
{
    struct tally *tally = tally_of(arg);
    return tally ? tally_heard(tally, data, bytes) : 0;
}
