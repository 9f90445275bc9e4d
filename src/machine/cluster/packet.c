/* Builds and reads packets for other processes. All processes run the same
 * program (rendezvous.c verifies this), so numbers and structs are copied as
 * they are in memory. */
#include "packet.h"
#include "base/base.h"
#include <stdlib.h>
#include <string.h>

static size_t packet_whole(size_t bytes)
{
    return (bytes + 7) & ~(size_t)7;
}

void *packet_room(struct packet_builder *packet, size_t bytes)
{
    size_t more = packet_whole(bytes);
    if (packet->full ||
        array_grow(&packet->data, &packet->room, packet->bytes + more, 1)) {
        packet->full = true;
        return NULL;
    }
    char *at = packet->data + packet->bytes;
    if (more > bytes)
        memset(at + more - 8, 0, 8);
    packet->bytes += more;
    return at;
}

void packet_put(struct packet_builder *packet, const void *data, size_t bytes)
{
    void *at = packet_room(packet, bytes);
    if (at && bytes)
        memcpy(at, data, bytes);
}

void packet_number(struct packet_builder *packet, uint64_t number)
{
    packet_put(packet, &number, sizeof number);
}

void packet_block(struct packet_builder *packet, const void *data, size_t bytes)
{
    packet_number(packet, bytes);
    packet_put(packet, data, bytes);
}

void packet_text(struct packet_builder *packet, const char *text)
{
    packet_block(packet, text, text ? strlen(text) + 1 : 0);
}

void packet_finish(struct packet_builder *packet)
{
    free(packet->data);
    *packet = (struct packet_builder){0};
}

const void *packet_take(struct weft_packet *from, size_t bytes)
{
    size_t more = packet_whole(bytes);
    const char *at = from->data;
    if (more < bytes || from->bytes < more)
        return NULL;
    from->data = at + more;
    from->bytes -= more;
    return at;
}

uint64_t packet_take_number(struct weft_packet *from)
{
    uint64_t number = 0;
    const void *at = packet_take(from, sizeof number);
    if (at)
        memcpy(&number, at, sizeof number);
    return number;
}

const void *packet_take_block(struct weft_packet *from, size_t *bytes)
{
    *bytes = packet_take_number(from);
    const void *at = packet_take(from, *bytes);
    if (!at)
        *bytes = 0;
    return at;
}

const char *packet_take_text(struct weft_packet *from)
{
    size_t bytes;
    const char *text = packet_take_block(from, &bytes);
    return bytes && !text[bytes - 1] ? text : NULL;
}
