/* What a message carries, taken apart. */
#include "carried.h"

#include <errno.h>

const struct item_list *carried(struct weft_check *check, int32_t message,
                                uint32_t items)
{
    const struct weft_event event = {.items = items};
    const char *text = weft_event_items(&check->info, &event), *end;
    struct item_list *list = &check->carried;
    list->count = list->spans = 0;
    const char *wrong = text ? item_list_parse(list, text, &end) : NULL;
    if (!wrong && (text || !item_list_add(list, message, NULL, 0)))
        return list;
    errno = ENOMEM; /* the texts of the table are right */
    return NULL;
}
