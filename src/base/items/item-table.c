/* The texts of message contents in a trace, each stored once. Processors add
 * texts from several threads while others read. The numbering depends on the
 * order of the threads, so it must never be visible. */
#include <pthread.h>
#include <stdlib.h>
#include <weft/event.h>

#include "base/text/texts.h"

struct weft_items {
    pthread_mutex_t lock; /* guards the table `texts` */
    struct texts texts;   /* item numbers in events are index + 1 */
};

struct weft_items *weft_items_create(void)
{
    struct weft_items *items = calloc(1, sizeof *items);
    if (items && pthread_mutex_init(&items->lock, NULL)) {
        free(items);
        return NULL;
    }
    return items;
}

void weft_items_destroy(struct weft_items *items)
{
    if (!items)
        return;
    texts_finish(&items->texts);
    pthread_mutex_destroy(&items->lock);
    free(items);
}

uint32_t weft_items_add(struct weft_items *items, const char *text)
{
    pthread_mutex_lock(&items->lock);
    int64_t number = texts_number(&items->texts, text);
    pthread_mutex_unlock(&items->lock);
    return number < 0 || number >= UINT32_MAX - 1 ? 0 : (uint32_t)number + 1;
}

const char *weft_event_items(const struct weft_trace_info *info,
                             const struct weft_event *event)
{
    struct weft_items *items = info->items;
    const char *text = NULL;
    if (!event->items || !items)
        return NULL;
    pthread_mutex_lock(&items->lock);
    if (event->items <= items->texts.count)
        text = items->texts.text[event->items - 1];
    pthread_mutex_unlock(&items->lock);
    return text;
}
