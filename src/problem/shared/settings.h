/* Settings used by several problems. */
#ifndef WEFT_SRC_PROBLEM_SHARED_SETTINGS_H
#define WEFT_SRC_PROBLEM_SHARED_SETTINGS_H

#include "problem/problem.h"

extern const struct weft_setting setting_root;
/* order of the dimensions; 1: ascending */
extern const struct weft_setting setting_dimensions;
extern const struct weft_setting setting_data;
extern const struct weft_setting setting_spacing;
/* number of packets; default 1 */
extern const struct weft_setting setting_blocks;
extern const struct weft_setting setting_radix, setting_group, setting_dims;
extern const struct weft_setting setting_aggregate, setting_counts;
/* exchange with a whole axis at once; 1: yes */
extern const struct weft_setting setting_wide;
extern const struct weft_setting setting_vector;
/* order of broadcasts, an enum weft_order */
extern const struct weft_setting setting_order;

/* The settings of a problem whose only setting is the root. */
extern const struct weft_setting *const settings_root_only[];

/* Return the value of setting_root. */
static inline int plan_root(const struct plan *plan)
{
    return (int)plan_number(plan, &setting_root);
}

#endif
