/* Settings used by several problems. */
#include "settings.h"

#include <stdlib.h>
#include <weft/network.h>

#include "goal/counted.h"

#define SETTINGS_TIME_MAX ((int64_t)1 << 40)

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

static const char *const settings_directions[] = {"descending", "ascending",
                                                  NULL};

const struct weft_setting setting_dimensions = {
    .name = "dimensions",
    .argument = "WORD",
    .help = "order of dimensions in recursive doubling",
    .kind = WEFT_SETTING_WORD,
    .words = settings_directions,
    .standard = "descending",
};

const struct weft_setting setting_data = {
    .name = "data",
    .argument = "FILE",
    .help = "read the numbers from a file",
    .kind = WEFT_SETTING_TEXT,
};

const struct weft_setting setting_spacing = {
    .name = "spacing",
    .argument = "N",
    .help =
        "number of steps between two sources (default: set by the strategy)",
    .kind = WEFT_SETTING_NUMBER,
    .low = 0,
    .high = SETTINGS_TIME_MAX,
};

const struct weft_setting setting_order = {
    .name = "order",
    .argument = "WORD",
    .help = "which order of messages counts as \"in order\" for the checker "
            "and the strategies",
    .kind = WEFT_SETTING_WORD,
    .words = weft_order_names,
    .standard = "program",
};

const struct weft_setting setting_blocks = {
    .name = "packets",
    .argument = "M",
    .help = "number of blocks: of each processor (allgather), of all "
            "processors together (reduce), of each tree (allreduce "
            "double-tree), or of the root (stream: default 10)",
    .kind = WEFT_SETTING_NUMBER,
    .low = 1,
    .high = 1 << 24,
    .standard = "1",
};

const struct weft_setting setting_radix = {
    .name = "radix",
    .argument = "Q",
    .help = "radix of the distances: each node of a tree has Q - 1 children at "
            "each level",
    .kind = WEFT_SETTING_NUMBER,
    .low = 2,
    .high = WEFT_NETWORK_SIZE_MAX,
    .standard = "2",
};

const struct weft_setting setting_group = {
    .name = "group",
    .argument = "G",
    .help =
        "processors in a group (default: near the square root of their number)",
    .kind = WEFT_SETTING_NUMBER,
    .low = 1,
    .high = WEFT_NETWORK_SIZE_MAX,
};

const struct weft_setting setting_aggregate = {
    .name = "aggregate",
    .argument = "A",
    .help = "most blocks in a message, a power of two (default: no limit)",
    .kind = WEFT_SETTING_NUMBER,
    .low = 1,
    .high = WEFT_NETWORK_SIZE_MAX,
};

const struct weft_setting setting_counts = {
    .name = "counts",
    .argument = "C+C..",
    .help = "sizes of the blocks, each 0 or more times --bytes: one for each "
            "processor (allgather), or for each pair, by sender (alltoall)",
    .check = counted_check,
    .standard = "1",
};

static int check_dims(const char *text, struct weft_error *err)
{
    int axes = 0;
    const char *at = text;
    for (; *at; axes++) {
        char *end;
        long extent = strtol(at, &end, 10);
        if (*at < '0' || *at > '9' || extent < 1 ||
            extent > WEFT_NETWORK_SIZE_MAX || (*end && *end != 'x') ||
            (*end && !end[1]) || axes == WEFT_NETWORK_AXES_MAX)
            return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                                  "--dims takes extents like 4x4, not '%.40s'",
                                  text);
        at = *end ? end + 1 : end;
    }
    return 0;
}

const struct weft_setting setting_dims = {
    .name = "dims",
    .argument = "AxB..",
    .help = "processors as a grid (default: the network's axes, or as square "
            "as possible)",
    .check = check_dims,
};

static const char *const no_or_yes[] = {"no", "yes", NULL};

const struct weft_setting setting_wide = {
    .name = "wide",
    .argument = "WORD",
    .help = "exchange with all others on an axis at once (all-port models)",
    .kind = WEFT_SETTING_WORD,
    .words = no_or_yes,
    .standard = "no",
};

const struct weft_setting setting_vector = {
    .name = "vector",
    .argument = "BYTES",
    .help = "number of bytes that each processor contributes; the strategy "
            "determines the number of blocks (default: --bytes per block)",
    .kind = WEFT_SETTING_NUMBER,
    .low = 1,
    .high = (int64_t)1 << 40,
    .bytes = true,
};
