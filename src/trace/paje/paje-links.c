/* Reads the links of a paje file: the two ends of a link are separate records
 * with the same key, type and value. */
#include "paje-file.h"

#include "base/base.h"
#include "base/items/items.h"

#include <stdlib.h>
#include <string.h>

/* Add one end of a link. If there is a link with this key that lacks this end,
 * complete the first one; otherwise keep the end until the other one
 * arrives. */
static const char *links_pair(struct paje_reader *reader, int32_t *first,
                              const struct paje_link *end, bool starts)
{
    struct paje_link *link = *first >= 0 ? &reader->link[*first] : NULL;
    bool other = link && (starts ? link->from : link->to) == PAJE_NONE;
    if (other) {
        *first = (int32_t)link->next - 1;
        if (link->next)
            reader->link[link->next - 1].last = link->last;
        if (starts) {
            link->from = end->from;
            link->start = end->start;
            link->sending = end->sending;
            link->items = end->items;
        } else {
            link->to = end->to;
            link->end = end->end;
            link->receiving = end->receiving;
        }
        link->bytes = end->bytes ? end->bytes : link->bytes;
        link->next = 0;
        return NULL;
    }
    if (reader->links == INT32_MAX - 1 ||
        array_grow(&reader->link, &reader->link_capacity, reader->links + 1,
                   sizeof *reader->link))
        return paje_starve(reader);
    reader->link[reader->links++] = *end;
    uint32_t number = (uint32_t)reader->links;
    if (*first < 0) {
        *first = (int32_t)number - 1;
    } else {
        reader->link[reader->link[*first].last - 1].next = number;
    }
    reader->link[*first].last = number;
    return NULL;
}

static uint32_t links_bytes(const char *text)
{
    double size = text ? strtod(text, NULL) : 0;
    return size >= 1 && size <= UINT32_MAX ? (uint32_t)size : 0;
}

/* Return the message number with which the key of a link ends in weft's own
 * files: 5 for "k17m5". */
static int32_t links_message(const char *key)
{
    int64_t number;
    const char *at = strchr(key, 'm');
    return !at || parse_number(at + 1, NULL, 0, INT32_MAX, &number)
               ? -1
               : (int32_t)number;
}

/* Return the value of the duration field, which only weft's own files have. */
static int64_t links_duration(const struct paje_reader *reader, bool starts)
{
    const char *text = reader->field[FIELD_DURATION];
    int64_t number, least = starts ? 0 : PAJE_NO_RECEIVER;
    if (!text || !reader->own ||
        parse_number(text, NULL, least, INT64_MAX / 4, &number))
        return PAJE_UNKNOWN;
    return number;
}

/* Read the items field of a link, which only weft's own files have. Return
 * NULL, or what is wrong. */
static const char *links_items(struct paje_reader *reader,
                               struct paje_link *link)
{
    const char *text = reader->field[FIELD_ITEMS], *end;
    struct weft_event event = {.message = link->message};
    if (!text || !reader->own)
        return NULL;
    if (params_begin_items(&reader->params))
        return paje_starve(reader);
    if (!strcmp(text, PAJE_ONE_ITEM))
        return NULL;
    const char *wrong = params_read_items(&reader->params, text, &end, &event);
    if (wrong == items_no_memory)
        return paje_starve(reader);
    if (!wrong && (*end || event.message != link->message))
        wrong = "the items must begin with the number of the message";
    link->items = event.items;
    return wrong;
}

static const char *links_link(struct paje_reader *reader, bool starts)
{
    const char *where = reader->field[starts ? FIELD_FROM : FIELD_TO];
    const char *text = reader->field[FIELD_VALUE];
    const char *key = reader->field[FIELD_KEY];
    struct paje_container *container = paje_container(reader, where);
    if (!container)
        return reader->starved ? NULL : "an unknown container";
    uint32_t index = (uint32_t)(container - reader->container);
    int32_t type = paje_type(reader, reader->field[FIELD_TYPE]);
    if (type < 0)
        return NULL;
    int32_t value = paje_value(reader, type, text ? text : "");
    int32_t *first =
        value < 0 ? NULL : paje_target(reader, SPACE_LINK, type, value, key);
    if (!first)
        return NULL;
    struct paje_link end = {
        .start = reader->time,
        .end = reader->time,
        .from = starts ? index : PAJE_NONE,
        .to = starts ? PAJE_NONE : index,
        .value = (uint32_t)value,
        .sending = starts ? links_duration(reader, true) : PAJE_UNKNOWN,
        .receiving = starts ? PAJE_UNKNOWN : links_duration(reader, false),
        .message = reader->own ? links_message(key) : -1,
        .bytes = links_bytes(reader->field[FIELD_SIZE]),
    };
    const char *wrong = links_items(reader, &end);
    if (wrong || reader->starved)
        return wrong;
    reader->records++;
    return links_pair(reader, first, &end, starts);
}

const char *paje_start_link(struct paje_reader *reader)
{
    return links_link(reader, true);
}

const char *paje_end_link(struct paje_reader *reader)
{
    return links_link(reader, false);
}
