/* Parses the contents of messages. */
#include "carried.h"

/* Limit on the number of blocks that are tracked, one by one or as pieces, with
 * an allowance per message: the short text "0-1000000" is a million blocks.
 * (holding.c limits the number of different blocks.) */
#define CARRIED_MAX ((uint64_t)1 << 20)
#define CARRIED_A_MESSAGE 1024

bool carried_more(struct weft_check *check, uint64_t count)
{
    check->followed += count;
    return !check_too_much(check, check->followed >
                                      CARRIED_MAX + check->result.messages *
                                                        CARRIED_A_MESSAGE);
}

const struct item_list *carried_ranges(struct weft_check *check,
                                       int32_t message, uint32_t items)
{
    const struct weft_event event = {.items = items};
    const char *text = weft_event_items(&check->info, &event), *end;
    struct item_list *list = &check->carried;
    list->count = list->spans = 0;
    const char *wrong = text ? item_list_parse(list, text, &end) : NULL;
    if (wrong || (!text && item_list_add(list, message, NULL, 0)))
        return NULL; /* out of memory, or the text is malformed */
    return carried_more(check, list->count) ? list : NULL;
}

const struct item_list *carried(struct weft_check *check, int32_t message,
                                uint32_t items)
{
    const struct item_list *list = carried_ranges(check, message, items);
    uint64_t more = 0; /* number of blocks beyond the first of each range */
    for (size_t i = 0; list && i < list->count; i++)
        more += (uint64_t)list->item[i].blocks.last -
                (uint64_t)list->item[i].blocks.first;
    check->listed += list ? list->count : 0;
    return list && carried_more(check, more) ? list : NULL;
}
