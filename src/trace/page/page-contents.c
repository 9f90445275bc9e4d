/* The contents of messages as numbers. Text t of the run's table is
 * word[start[t - 1]] to word[start[t] - 1]: for each item the first and last
 * block, the number of spans of contributors, and the first and last processor
 * of each span; after these, for a message that names its way, 1, 0, the number
 * of switches, and the switches. */
#include "page.h"

#include "base/base.h"
#include "base/items/items.h"

#include <stdlib.h>
#include <weft/unstable/ways.h>

static int contents_add(struct page_contents *contents, int64_t number)
{
    if (array_grow(&contents->word, &contents->capacity, contents->words + 1,
                   sizeof *contents->word))
        return -1;
    contents->word[contents->words++] = (uint32_t)number;
    return 0;
}

static int contents_item(struct page_contents *contents,
                         const struct item_list *list, const struct item *item)
{
    int result = contents_add(contents, item->blocks.first) ||
                 contents_add(contents, item->blocks.last) ||
                 contents_add(contents, item->spans);
    for (uint32_t i = 0; i < item->spans && !result; i++) {
        const struct interval *span = &list->span[item->set + i];
        result = contents_add(contents, span->first) ||
                 contents_add(contents, span->last);
    }
    return result ? -1 : 0;
}

/* Add a way; NULL: none. */
static int contents_way(struct page_contents *contents, const char *way)
{
    if (!way)
        return 0;
    int switches = weft_network_links(NULL, 0, 0, way) - 1;
    int result = contents_add(contents, 1) || contents_add(contents, 0) ||
                 contents_add(contents, switches);
    while (*way && !result)
        result = contents_add(contents, weft_way_next(&way, 0));
    return result ? -1 : 0;
}

static int contents_text(struct page_contents *contents, const char *text,
                         const char *way, struct item_list *list)
{
    const char *end;
    int result = 0;
    if (array_grow(&contents->start, &contents->room, contents->texts + 2,
                   sizeof *contents->start))
        return -1;
    contents->start[contents->texts++] = (uint32_t)contents->words;
    if (!item_list_parse(list, text, &end))
        for (size_t i = 0; i < list->count && !result; i++)
            result = contents_item(contents, list, &list->item[i]);
    if (!result)
        result = contents_way(contents, way);
    contents->start[contents->texts] = (uint32_t)contents->words;
    return result;
}

/* Number the texts in the order in which events refer to them: their numbers in
 * the table depend on the engine. */
static int contents_number(const struct page_run *run,
                           struct page_contents *contents)
{
    const struct weft_trace_info info = {.items = run->items};
    struct item_list list = {0};
    int result = 0;
    for (size_t i = 0; i < run->count && !result; i++) {
        const struct weft_event *event = &run->event[i];
        if (event->items >= contents->numbers || contents->number[event->items])
            continue;
        const char *text = weft_event_items(&info, event);
        if (!text)
            continue;
        const char *way =
            run->network ? weft_network_way(run->network, &info, event) : NULL;
        result = contents_text(contents, text, way, &list);
        contents->number[event->items] = (uint32_t)contents->texts;
    }
    item_list_finish(&list);
    return result;
}

int page_contents_make(const struct page_run *run,
                       struct page_contents *contents)
{
    const struct weft_trace_info info = {.items = run->items};
    *contents = (struct page_contents){.numbers = 1};
    for (size_t i = 0; i < run->count; i++) {
        const struct weft_event *event = &run->event[i];
        if (event->items >= contents->numbers && weft_event_items(&info, event))
            contents->numbers = (size_t)event->items + 1;
    }
    contents->number = calloc(contents->numbers, sizeof *contents->number);
    return contents->number ? contents_number(run, contents) : -1;
}

void page_contents_finish(struct page_contents *contents)
{
    free(contents->number);
    free(contents->start);
    free(contents->word);
}
