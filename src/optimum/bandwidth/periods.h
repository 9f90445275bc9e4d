/* Schedules of several periods. */
#ifndef WEFT_SRC_OPTIMUM_BANDWIDTH_PERIODS_H
#define WEFT_SRC_OPTIMUM_BANDWIDTH_PERIODS_H

#include "bandwidth/band.h"

/* Compute the steps of a result with trees, or of an allreduce of which both
 * parts have trees, and the schedule if it is asked for. Sets the members from
 * `scheduled` on; without a schedule, `refusal` has the reason. Return 0, or -1
 * with err. */
int band_schedule(struct weft_bandwidth *result,
                  const struct weft_bandwidth_options *options,
                  struct weft_error *err);

#endif
