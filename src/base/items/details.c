/* The details of events, each combination as one text in a table of texts: a
 * line for each detail. */
#include "base/base.h"

#include <string.h>
#include <weft/unstable/details.h>

const char *const weft_detail_names[WEFT_DETAILS] = {
    [WEFT_DETAIL_TAG] = "tag",
    [WEFT_DETAIL_COMMUNICATOR] = "communicator",
    [WEFT_DETAIL_LINE] = "line",
};

/* Append a detail and a newline; return the end. */
static char *details_put(char *at, const char *text)
{
    const char *limit = at + WEFT_DETAIL_MAX - 1;
    for (size_t length; *text; text += length) {
        bool shown = text_take(text, &length);
        if (at + (shown ? length : 1) > limit)
            break;
        if (!shown) {
            *at++ = '?';
            continue;
        }
        memcpy(at, text, length);
        at += length;
    }
    *at++ = '\n';
    return at;
}

int weft_details_add(struct weft_items *table,
                     const struct weft_details *details, uint32_t *number)
{
    char all[WEFT_DETAILS * WEFT_DETAIL_MAX + 1], *at = all;
    for (int i = 0; i < WEFT_DETAILS; i++)
        at = details_put(at, details->text[i]);
    *at = '\0';
    bool known = at > all + WEFT_DETAILS;
    *number = known ? weft_items_add(table, all) : 0;
    return known && !*number ? WEFT_ERROR_MEMORY : 0;
}

bool weft_event_details(const struct weft_trace_info *info,
                        const struct weft_event *event,
                        struct weft_details *details)
{
    const struct weft_trace_info table = {.items = info->details};
    const char *at = weft_event_items(&table, event);
    bool found = at != NULL;
    for (int i = 0; i < WEFT_DETAILS; i++) {
        size_t length = at ? strcspn(at, "\n") : 0;
        if (at)
            memcpy(details->text[i], at, length);
        details->text[i][length] = '\0';
        at = at ? at + length + 1 : NULL;
    }
    return found;
}
