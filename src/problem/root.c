/* The root of a broadcast, reduction, scatter, gather, stream. */
#include "root.h"

#include <errno.h>

int weft_plan_check_root(const struct weft_plan *plan, struct weft_error *err)
{
    int root = plan->experiment->root;
    if (root >= 0 && root < plan->size)
        return 0;
    return weft_error_set(err, EINVAL, 0, "root %d: %s has processors 0 to %d",
                          root, weft_network_name(plan->network),
                          plan->size - 1);
}
