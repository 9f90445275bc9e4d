/* What a message carries, taken apart. */
#include "carried.h"

/* A few letters, "0-1000000", are a million blocks, each of which is followed:
 * so many in all messages, and more for each message. (holding.c: so many
 * different ones.) */
#define CARRIED_MAX ((uint64_t)1 << 20)
#define CARRIED_A_MESSAGE 1024

static bool is_followed_too_far(struct weft_check *check,
                                const struct item_list *list)
{
    uint64_t messages = check->result.messages;
    check->listed += list->count;
    for (size_t i = 0; i < list->count; i++)
        check->followed += (uint64_t)list->item[i].blocks.last -
                           (uint64_t)list->item[i].blocks.first + 1;
    return check_too_much(
        check, check->followed > CARRIED_MAX + messages * CARRIED_A_MESSAGE);
}

const struct item_list *carried(struct weft_check *check, int32_t message,
                                uint32_t items)
{
    const struct weft_event event = {.items = items};
    const char *text = weft_event_items(&check->info, &event), *end;
    struct item_list *list = &check->carried;
    list->count = list->spans = 0;
    const char *wrong = text ? item_list_parse(list, text, &end) : NULL;
    if (!wrong && (text || !item_list_add(list, message, NULL, 0)) &&
        !is_followed_too_far(check, list))
        return list;
    return NULL; /* the texts are right */
}
