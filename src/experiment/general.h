/* The settings of all experiments. Other settings belong to the rows of the
 * problems. */
#ifndef WEFT_SRC_EXPERIMENT_GENERAL_H
#define WEFT_SRC_EXPERIMENT_GENERAL_H

#include <weft/setting.h>

extern const struct weft_setting setting_network, setting_model,
    setting_strategy, setting_bytes, setting_cost, setting_seed,
    setting_step_us, setting_engine, setting_window, setting_stack,
    setting_limit_steps, setting_on_conflict, setting_expect,
    setting_message_blocks, setting_sharing, setting_rounds, setting_lane,
    setting_payload;

/* Values of setting_payload. */
enum { PAYLOAD_REAL, PAYLOAD_TAGS };

/* Values of setting_expect. */
enum { EXPECT_VALID, EXPECT_CONFLICTS };

/* All general settings; NULL after the last. */
extern const struct weft_setting *const general_settings[];

#endif
