/* MSCCL algorithms, judged by their own rules beside those of any schedule. */
#ifndef WEFT_TOOLS_CHECK_MSCCL_H
#define WEFT_TOOLS_CHECK_MSCCL_H

#include <weft/msccl.h>

struct json;

void check_msccl_text(const struct weft_msccl_result *result);
void check_msccl_json(struct json *json,
                      const struct weft_msccl_result *result);

#endif
