/* Check MSCCL algorithms against the rules of MSCCL, in addition to those for
 * all schedules, and report the result. */
#ifndef WEFT_TOOLS_CHECK_MSCCL_H
#define WEFT_TOOLS_CHECK_MSCCL_H

#include <argp.h>
#include <stdbool.h>
#include <weft/trace.h>
#include <weft/unstable/msccl.h>

struct json;

/* Row of a table of options. */
#define CHECK_KEY_SLOTS 923
#define CHECK_MSCCL_OPTIONS                                                    \
    {                                                                          \
        "slots", CHECK_KEY_SLOTS, "K|auto", 0,                                 \
            "MSCCL: a connection holds K chunks, or as many as NCCL's for "    \
            "the "                                                             \
            "protocol of the file (default: any number)",                      \
            0                                                                  \
    }

/* Parse this option in an argp parser. Returns 0, or ARGP_ERR_UNKNOWN for other
 * keys. */
error_t check_msccl_parse(int key, const char *value, struct argp_state *state);

void check_msccl_text(const struct weft_msccl_result *result);
void check_msccl_json(struct json *json,
                      const struct weft_msccl_result *result);

/* Check an MSCCL algorithm against the rules of MSCCL; the caller frees the
 * result. Reads the file again; its path is the text after FORMAT:. `goal`:
 * what the GPUs must hold at the end; NULL: as the file's collective demands.
 * Returns 1; 0 if the file has another format; -1 if it cannot be checked. */
int check_msccl_judge(const char *file, const struct weft_read_report *read,
                      const struct weft_goal *goal,
                      struct weft_msccl_result *result, struct weft_error *err);

#endif
