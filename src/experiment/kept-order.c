/* Runs the checker for the order of messages, so that runs and traces are
 * verified by the same code. */
#include "kept-order.h"

#include <weft/unstable/cluster.h>

#include "problem/shared/settings.h"
#include "shared.h"

int kept_order_begin(const struct plan *plan, struct weft_check **check,
                     struct weft_error *err)
{
    struct weft_check_options options = {
        .problem = plan->problem->info.name,
        .order_set = true,
        .root = -1,
        .unlimited = true,
    };
    *check = NULL;
    bool elsewhere = plan_is_shared(plan) && weft_cluster_rank();
    if (plan->script || elsewhere || !weft_goal_in_order(plan->goal))
        return 0; /* only process 0 checks the order */
    if (plan_has(plan, &setting_order))
        options.order = (enum weft_order)plan_number(plan, &setting_order);
    *check = weft_check_create(&options, err);
    return *check ? 0 : -1;
}

const char *kept_order_broken(struct weft_check *check)
{
    const struct weft_check_result *found =
        check ? weft_check_result(check) : NULL;
    if (!found || (found->solved && !found->unheld))
        return NULL;
    return found->kept ? found->finding[0].text : "messages are out of order";
}
