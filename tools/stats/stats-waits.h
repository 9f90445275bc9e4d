/* Wait states and efficiencies for weft stats --waits; the critical path in
 * JSON. */
#ifndef WEFT_TOOLS_STATS_WAITS_H
#define WEFT_TOOLS_STATS_WAITS_H

#include <weft/unstable/stats.h>

#include "common/json.h"
#include "stats/stats-clock.h"

/* An efficiency. Its name is indented below that of the efficiency of which it
 * is a factor. */
struct efficiency {
    const char *name, *key;
    double value; /* NAN: undefined */
};
#define EFFICIENCIES 5

void stats_efficiencies(const struct weft_waits *waits,
                        struct efficiency list[EFFICIENCIES]);
/* Write members of an open object. */
void stats_efficiencies_json(struct json *json, const struct weft_waits *waits);

void stats_waits_print(const struct weft_waits *waits,
                       const struct stats_clock *clock);
void stats_waits_json(struct json *json, const struct weft_waits *waits,
                      const struct weft_trace_info *info);
void stats_path_json(struct json *json, const struct weft_stats_result *result);

#endif
