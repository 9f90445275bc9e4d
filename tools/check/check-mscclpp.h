/* Check MSCCL++ plans by their own rules, and report the result. */
#ifndef WEFT_TOOLS_CHECK_MSCCLPP_H
#define WEFT_TOOLS_CHECK_MSCCLPP_H

#include <argp.h>
#include <stdbool.h>
#include <weft/unstable/mscclpp.h>

/* Rows of a table of options. */
enum check_mscclpp_key {
    CHECK_KEY_SIZE = 930,
    CHECK_KEY_LAUNCHES,
    CHECK_KEY_REUSE,
    CHECK_KEY_ORDERS,
    CHECK_KEY_EXECUTOR
};

#define CHECK_MSCCLPP_OPTIONS                                                  \
    {0, 0, 0, 0, "Plans of MSCCL++:", 1},                                      \
        {"size",                                                               \
         CHECK_KEY_SIZE,                                                       \
         "BYTES",                                                              \
         0,                                                                    \
         "input of one GPU, in an all-gather its output (default: the "        \
         "smallest size that suits the plan)",                                 \
         1},                                                                   \
        {"launches",                                                           \
         CHECK_KEY_LAUNCHES,                                                   \
         "L",                                                                  \
         0,                                                                    \
         "run the plan L times, one after the other (default: 1)",             \
         1},                                                                   \
        {"reuse",                                                              \
         CHECK_KEY_REUSE,                                                      \
         NULL,                                                                 \
         0,                                                                    \
         "report a read of a GPU that may have ended as a fault",              \
         1},                                                                   \
        {"orders",                                                             \
         CHECK_KEY_ORDERS,                                                     \
         "N",                                                                  \
         0,                                                                    \
         "orders to run if one run does not decide (default: 64)",             \
         1},                                                                   \
    {                                                                          \
        "executor", CHECK_KEY_EXECUTOR, "NAME", 0,                             \
            "report as faults what an executor does differently or refuses: "  \
            "mscclpp of plans, rccl or nccl of MSCCL algorithms",              \
            1                                                                  \
    }

/* Parse these options. Returns 0, or ARGP_ERR_UNKNOWN for other keys. */
error_t check_mscclpp_parse(int key, char *value, struct argp_state *state,
                            struct weft_mscclpp_options *options);

/* Is the file a plan? Its name may begin with the format. */
bool check_mscclpp_is(const char *file);
/* Check a plan and print the report. Returns the exit status. */
int check_mscclpp(const char *file, const struct weft_mscclpp_options *options,
                  bool json);

#endif
