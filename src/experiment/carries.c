/* Describes the contents of messages, which traces record, and which
 * distinguish messages with the same number. */
#include "carries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/ways.h>

#include "base/items/items.h"
#include "base/mix.h"
#include "problem/timetable/frame.h"
#include "script.h"

bool carries_items(const struct plan *plan)
{
    return plan->problem->items && plan->bytes >= TALLY_BYTES_MIN &&
           (plan->strategy->timetable || plan->strategy->own);
}

/* Return a hash that represents the contents of a message if nobody reads them.
 * It is never 0, and different for different bytes except with probability
 * 2^-31. weft's own strategies send the same blocks as the same bytes, in the
 * same order. */
static uint32_t digest(const void *data, size_t bytes)
{
    uint64_t all = bytes, word;
    for (size_t at = 0; at < bytes; at += sizeof word) {
        size_t left = bytes - at;
        word = 0;
        memcpy(&word, (const char *)data + at,
               left < sizeof word ? left : sizeof word);
        all = mix_fold(all ^ 0x9e3779b97f4a7c15, word ^ 0xc2b2ae3d27d4eb4f);
    }
    return (uint32_t)(all >> 32) | 1;
}

/* Return the text of a message: its contents and, if it does not take the route
 * of the network, its way. The caller frees it. NULL: out of memory. */
static char *carries_text(const struct item_list *list, const char *way)
{
    char *items = item_list_text(list), *text = NULL;
    if (!items || !way)
        return items;
    size_t room = strlen(items) + strlen(way) + sizeof " via ";
    if ((text = malloc(room)))
        snprintf(text, room, "%s via %s", items, way);
    free(items);
    return text;
}

/* Return the contents of a message by its tags; 0 for one block without
 * contributors, which is identified by the message number. */
static uint32_t by_tags(void *arg, int rank, const void *data, size_t bytes)
{
    struct plan *plan = arg;
    struct item_list list = {0};
    uint32_t number = 0;
    const char *const *ways = plan_ways(plan);
    const char *way = ways ? ways[rank] : NULL;
    if (!data && bytes) /* the message is a token without data */
        return 0;
    if (!plan->items)
        return digest(data, bytes);
    bool known = !plan->problem->items(plan, data, bytes, &list);
    if (known && list.count && (way || !item_list_plain(&list))) {
        char *text = carries_text(&list, way);
        number = text ? weft_items_add(plan->items, text) : 0;
        known = number != 0;
        free(text);
    }
    if (!known)
        atomic_store(&plan->no_memory, true);
    item_list_finish(&list);
    return number;
}

/* Return the contents of a message as specified by a schedule: of one that is
 * sent, or of a token that was received. Data from other processes do not
 * contain them. */
static uint32_t as_said(void *arg, int rank, const void *data, size_t bytes)
{
    const struct script *script = ((const struct plan *)arg)->script;
    (void)bytes;
    if (!data || data == script->zeros)
        return script->carries[rank];
    return script->zeros ? 0 : *(const uint32_t *)data;
}

int carries_begin(struct plan *plan, bool traced)
{
    const struct script *script = plan->script;
    bool texts = script
                     ? script->trace.info.items != NULL
                     : carries_items(plan) &&
                           (traced || plan->strategy->own || plan_ways(plan) ||
                            weft_network_combining(plan->network));
    if (texts && !(plan->items = weft_items_create()))
        return -1;
    return script && texts ? script_items(plan->script, plan->items) : 0;
}

carries_function *carries_of(const struct plan *plan)
{
    if (plan->script)
        return plan->script->trace.info.items ? as_said : NULL;
    return carries_items(plan) ? by_tags : NULL;
}
