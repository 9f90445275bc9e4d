/* weft optimum --goal FILE: reads the goal for a network. */
#include "common/command.h"
#include "common/reading.h"
#include "optimum/optimum.h"

#include <weft/goal.h>
#include <weft/network.h>

struct weft_goal *optimum_goal(const struct optimum *o, int *status)
{
    struct weft_error err;
    struct weft_network *network = weft_network_create(
        weft_experiment_get(&o->experiment, "network")->text, &err);
    if (!network) {
        *status = complain(EXIT_MISUSE, NULL, &err);
        return NULL;
    }
    struct weft_goal *goal =
        read_goal_file(o->goal, weft_network_size(network), &err);
    weft_network_destroy(network);
    if (!goal)
        *status = complain_of_file(o->goal, &err);
    return goal;
}
