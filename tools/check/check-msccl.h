/* MSCCL algorithms, judged by their own rules beside those of any schedule. */
#ifndef WEFT_TOOLS_CHECK_MSCCL_H
#define WEFT_TOOLS_CHECK_MSCCL_H

#include <stdbool.h>
#include <weft/msccl.h>
#include <weft/trace.h>

struct json;

void check_msccl_text(const struct weft_msccl_result *result);
void check_msccl_json(struct json *json,
                      const struct weft_msccl_result *result);

/* What an MSCCL algorithm's own rules say; the result is freed by the caller.
 * Its path is what follows FORMAT:. The file is read once more. 1; 0: the file
 * is of another format; -1: it cannot be judged. goal: what the GPUs must hold
 * at the end; NULL: what the file's collective says. */
int check_msccl_judge(const char *file, const struct weft_read_report *read,
                      const struct weft_goal *goal,
                      struct weft_msccl_result *result, struct weft_error *err);

#endif
