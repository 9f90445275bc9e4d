/* Builds and reads parcels for other processes. All processes run the same
 * program (together.c verifies this), so numbers and structs are copied as they
 * are in memory. */
#include "bag.h"
#include "base/base.h"
#include <stdlib.h>
#include <string.h>

static size_t bag_whole(size_t bytes)
{
    return (bytes + 7) & ~(size_t)7;
}

void *bag_room(struct bag *bag, size_t bytes)
{
    size_t more = bag_whole(bytes);
    if (bag->full || array_grow(&bag->data, &bag->room, bag->bytes + more, 1)) {
        bag->full = true;
        return NULL;
    }
    char *at = bag->data + bag->bytes;
    if (more > bytes)
        memset(at + more - 8, 0, 8);
    bag->bytes += more;
    return at;
}

void bag_put(struct bag *bag, const void *data, size_t bytes)
{
    void *at = bag_room(bag, bytes);
    if (at && bytes)
        memcpy(at, data, bytes);
}

void bag_number(struct bag *bag, uint64_t number)
{
    bag_put(bag, &number, sizeof number);
}

void bag_block(struct bag *bag, const void *data, size_t bytes)
{
    bag_number(bag, bytes);
    bag_put(bag, data, bytes);
}

void bag_text(struct bag *bag, const char *text)
{
    bag_block(bag, text, text ? strlen(text) + 1 : 0);
}

void bag_finish(struct bag *bag)
{
    free(bag->data);
    *bag = (struct bag){0};
}

const void *bag_take(struct weft_parcel *from, size_t bytes)
{
    size_t more = bag_whole(bytes);
    const char *at = from->data;
    if (more < bytes || from->bytes < more)
        return NULL;
    from->data = at + more;
    from->bytes -= more;
    return at;
}

uint64_t bag_take_number(struct weft_parcel *from)
{
    uint64_t number = 0;
    const void *at = bag_take(from, sizeof number);
    if (at)
        memcpy(&number, at, sizeof number);
    return number;
}

const void *bag_take_block(struct weft_parcel *from, size_t *bytes)
{
    *bytes = bag_take_number(from);
    const void *at = bag_take(from, *bytes);
    if (!at)
        *bytes = 0;
    return at;
}

const char *bag_take_text(struct weft_parcel *from)
{
    size_t bytes;
    const char *text = bag_take_block(from, &bytes);
    return bytes && !text[bytes - 1] ? text : NULL;
}
