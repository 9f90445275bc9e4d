/* Settings that several problems list. */
#include "settings.h"

#include <weft/network.h>

#define TIME_MAX ((int64_t)1 << 40)

const struct weft_setting setting_root = {
    .name = "root",
    .argument = "R",
    .help = "source of a broadcast or scatter, destination of a reduction or "
            "gather",
    .kind = WEFT_SETTING_NUMBER,
    .low = 0,
    .high = WEFT_NETWORK_SIZE_MAX,
    .standard = "0",
};

const struct weft_setting *const settings_root_only[] = {&setting_root, NULL};

static const char *const directions[] = {"descending", "ascending", NULL};

const struct weft_setting setting_dimensions = {
    .name = "dimensions",
    .argument = "WORD",
    .help = "the order of dimensions in recursive doubling",
    .kind = WEFT_SETTING_WORD,
    .words = directions,
    .standard = "descending",
};

const struct weft_setting setting_data = {
    .name = "data",
    .argument = "FILE",
    .help = "numbers from a file",
    .kind = WEFT_SETTING_TEXT,
};

const struct weft_setting setting_spacing = {
    .name = "spacing",
    .argument = "N",
    .help = "steps between two sources, instead of the strategy's own",
    .kind = WEFT_SETTING_NUMBER,
    .low = 0,
    .high = TIME_MAX,
};

const struct weft_setting setting_order = {
    .name = "order",
    .argument = "WORD",
    .help = "how a checker reads \"in order\"",
    .kind = WEFT_SETTING_WORD,
    .words = weft_order_names,
    .standard = "program",
};
