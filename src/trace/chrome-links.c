/* How many links are busy: transfers under way, by the time of their end. */
#include "chrome.h"

#include "../base/base.h"

#include <stdlib.h>

static void swap(struct chrome_end *a, struct chrome_end *b)
{
    struct chrome_end old = *a;
    *a = *b;
    *b = old;
}

int weft_chrome_links_add(struct chrome_links *links, uint64_t end,
                          uint64_t count)
{
    if (weft_grow(&links->end, &links->capacity, links->count + 1,
                  sizeof *links->end))
        return -1;
    size_t i = links->count++;
    links->end[i] = (struct chrome_end){end, count};
    for (; i && links->end[(i - 1) / 2].time > end; i = (i - 1) / 2)
        swap(&links->end[i], &links->end[(i - 1) / 2]);
    links->active += count;
    return 0;
}

static void pop(struct chrome_links *links)
{
    links->active -= links->end[0].count;
    links->end[0] = links->end[--links->count];
    for (size_t i = 0, least;; i = least) {
        least = i;
        for (size_t child = 2 * i + 1; child <= 2 * i + 2; child++)
            if (child < links->count &&
                links->end[child].time < links->end[least].time)
                least = child;
        if (least == i)
            return;
        swap(&links->end[i], &links->end[least]);
    }
}

bool weft_chrome_links_end(struct chrome_links *links, uint64_t time,
                           uint64_t *end)
{
    if (!links->count || links->end[0].time > time)
        return false;
    *end = links->end[0].time;
    while (links->count && links->end[0].time == *end)
        pop(links);
    return true;
}
