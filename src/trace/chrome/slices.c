/* Writes the lines of a Chrome file. Each line begins with the comma after the
 * line before it.
 *
 * Lines are composed in the output buffer, which has room for the longest line,
 * except for the lists of a send to many receivers; `at` is the current
 * position. */
#include "chrome.h"
#include "json-reader.h"

#include <stdio.h>
#include <string.h>
#include <weft/unstable/details.h>

/* Copy a text that many lines share. The number of bytes copied is constant,
 * which is fast. */
static inline char *put_shared(char *at, const struct chrome_text *shared)
{
    memcpy(at, shared->text, sizeof shared->text);
    return at + shared->length;
}

/* Format a time in microseconds, with nanoseconds after the decimal point. */
static void set_time(const struct chrome *chrome, struct chrome_text *text,
                     uint64_t units)
{
    uint64_t ns = units * chrome->unit_ns;
    char *at = put_number(text->text, ns / 1000);
    if (ns % 1000) {
        *at++ = '.';
        at = put_padded(at, ns % 1000, 3);
    }
    text->length = (size_t)(at - text->text);
    text->units = units;
}

static char *slices_put_time(const struct chrome *chrome, char *at,
                             struct chrome_text *text, uint64_t units)
{
    if (!text->length || text->units != units)
        set_time(chrome, text, units);
    return put_shared(at, text);
}

/* Write ,"pid":100000. */
static char *put_pid(struct chrome *chrome, char *at)
{
    struct chrome_text *text = &chrome->pid_text;
    if (!text->length) {
        char *end = WEFT_PUT(text->text, ",\"pid\":");
        end = put_number(end, chrome->pid);
        text->length = (size_t)(end - text->text);
    }
    return put_shared(at, text);
}

char *chrome_begin(struct chrome *chrome, const char *what, uint64_t time)
{
    char *at = out_room(chrome->out);
    at = stpcpy(at, what);
    at = slices_put_time(chrome, at, &chrome->start, time);
    return put_pid(chrome, at);
}

void chrome_thread_of(struct chrome *chrome, uint32_t tid, int rank,
                      const char *what, int lane)
{
    char *at = out_room(chrome->out);
    at = WEFT_PUT(at, ",\n{\"ph\":\"M\",\"name\":\"thread_name\"");
    at = put_pid(chrome, at);
    at = WEFT_PUT(at, ",\"tid\":");
    at = put_number(at, tid);
    at = WEFT_PUT(at, ",\"args\":{\"name\":");
    out_used(chrome->out, at);
    const char *name = chrome->name ? chrome->name[rank] : NULL;
    char text[300], number[16] = "";
    if (lane)
        snprintf(number, sizeof number, " +%d", lane);
    snprintf(text, sizeof text, "P%0*d%s%s%s%.200s", chrome->digits, rank, what,
             number, name ? " " : "", name ? name : "");
    out_json(chrome->out, text);
    out_text(chrome->out, "}}");
}

/* Write a message number. Viewers colour messages by the letter; Perfetto
 * ignores digits. */
static char *slices_put_message(char *at, int32_t message)
{
    if (message < 0)
        return at;
    *at++ = ' ';
    *at++ = (char)('A' + message % 26);
    return put_number(at, (uint64_t)message);
}

/* Write the members that every slice has, from the value of "ts" on. */
static char *put_place(struct chrome *chrome, char *at,
                       const struct weft_event *event, uint32_t tid)
{
    at = slices_put_time(chrome, at, &chrome->start, event->start);
    at = WEFT_PUT(at, ",\"dur\":");
    at = slices_put_time(chrome, at, &chrome->duration, event->duration);
    at = put_pid(chrome, at);
    at = WEFT_PUT(at, ",\"tid\":");
    return put_number(at, tid);
}

/* Write a key and a number. `key` must be a string literal. */
#define PUT_KEY(at, key, number) put_signed(WEFT_PUT(at, key), number)

/* Write one value or, if a send has several receivers, a list such as [3,5]. */
static char *put_list(struct chrome *chrome, char *at,
                      const struct chrome_held *held, size_t count,
                      bool dimension)
{
    for (size_t i = 0; i < count; i++) {
        const struct weft_event *event = &held[i].event;
        if (count > 1) {
            out_used(chrome->out, at);
            at = out_room(chrome->out);
            *at++ = i ? ',' : '[';
        }
        at = put_signed(at, dimension ? event->dimension : event->peer);
    }
    if (count > 1)
        *at++ = ']';
    return at;
}

static bool has_dimension(const struct chrome_held *held, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (held[i].event.dimension >= 0)
            return true;
    return false;
}

static int slices_under_way(struct chrome *chrome, uint64_t id,
                            const struct chrome_held *held, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct flight flight = {
            .id = id,
            .source = held[i].event.rank,
            .destination = held[i].event.peer,
            .message = held[i].event.message,
        };
        if (flights_add(&chrome->flights, &flight))
            return -1;
    }
    return 0;
}

#define PIECE 2048 /* size of the pieces of a long text */

/* Write the contents of a message unless it carries only the block of its
 * number. Long texts are divided into pieces that readers accept. */
static void put_items(struct chrome *chrome, const struct weft_event *event)
{
    const char *text = weft_event_items(&chrome->info, event);
    size_t length = text ? strlen(text) : 0;
    bool several = length > PIECE;
    if (!length)
        return;
    out_text(chrome->out, several ? ",\"items\":[\"" : ",\"items\":\"");
    for (size_t at = 0; at < length; at += PIECE) {
        size_t rest = length - at;
        out_text(chrome->out, at ? "\",\"" : "");
        out_bytes(chrome->out, text + at, rest < PIECE ? rest : PIECE);
    }
    out_text(chrome->out, several ? "\"]" : "\"");
}

/* Is the text a number as in JSON? */
static bool is_whole_number(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    return digits && digits < 16 && !text[digits] &&
           (text[0] != '0' || digits == 1);
}

void chrome_details(struct chrome *chrome, const struct weft_event *event,
                    const char *before, const char *after)
{
    struct weft_details details;
    if (!chrome->info.details ||
        !weft_event_details(&chrome->info, event, &details))
        return;
    for (int i = 0; i < WEFT_DETAILS; i++) {
        const char *text = details.text[i];
        if (!*text)
            continue;
        out_text(chrome->out, before);
        out_json(chrome->out, weft_detail_names[i]);
        out_text(chrome->out, ":");
        if (is_whole_number(text))
            out_text(chrome->out, text);
        else
            out_json(chrome->out, text);
        before = ",";
    }
    out_text(chrome->out, after);
}

/* Write the slice of a send, with one id for all its arrows. */
int chrome_send(struct chrome *chrome, const struct chrome_held *held,
                size_t count)
{
    const struct weft_event *event = &held->event;
    uint64_t id = ++chrome->arrows;
    uint32_t tid;
    if (chrome_place(chrome, event, &tid))
        return -1;
    char *at = out_room(chrome->out);
    at = WEFT_PUT(at, ",\n{\"ph\":\"X\",\"name\":\"send");
    at = slices_put_message(at, event->message);
    at = WEFT_PUT(at, "\",\"cat\":\"send\",\"ts\":");
    at = put_place(chrome, at, event, tid);
    at = WEFT_PUT(at, ",\"bind_id\":");
    at = put_number(at, id);
    at = WEFT_PUT(at, ",\"flow_out\":true,\"args\":{\"to\":");
    at = put_list(chrome, at, held, count, false);
    if (has_dimension(held, count)) {
        at = WEFT_PUT(at, ",\"dim\":");
        at = put_list(chrome, at, held, count, true);
    }
    at = WEFT_PUT(at, ",\"bytes\":");
    at = put_number(at, event->bytes);
    if (event->flags & WEFT_EVENT_SAME)
        at = WEFT_PUT(at, ",\"same\":true");
    out_used(chrome->out, at);
    put_items(chrome, event);
    chrome_details(chrome, event, ",", "");
    out_text(chrome->out, "}}");
    return slices_under_way(chrome, id, held, count);
}

static char *slices_put_ready(char *at, const struct chrome_held *held)
{
    const struct weft_event *event = &held->event;
    int64_t late = (int64_t)(event->start - event->since);
    if (event->flags & WEFT_EVENT_WAITED)
        at = PUT_KEY(at, ",\"waited\":", late);
    else if (late)
        at = PUT_KEY(at, ",\"ready\":", late);
    if (held->waited)
        at = PUT_KEY(at, ",\"for\":", held->wait);
    return at;
}

/* Write a wait for viewers; the next receive has the same information. */
static void show_wait(struct chrome *chrome, const struct weft_event *receive)
{
    struct weft_event wait = {.start = receive->start};
    uint32_t tid = chrome_place_wait(chrome, receive, &wait.start);
    if (!tid)
        return;
    wait.duration = receive->start - wait.start;
    char *at = out_room(chrome->out);
    at = WEFT_PUT(
        at, ",\n{\"ph\":\"X\",\"name\":\"wait\",\"cat\":\"wait\",\"ts\":");
    at = put_place(chrome, at, &wait, tid);
    out_used(chrome->out, at);
    chrome_details(chrome, receive, ",\"args\":{", "}");
    out_text(chrome->out, "}");
}

int chrome_receive(struct chrome *chrome, const struct chrome_held *held)
{
    const struct weft_event *event = &held->event;
    struct flight sent;
    uint32_t tid;
    show_wait(chrome, event);
    if (chrome_place(chrome, event, &tid))
        return -1;
    char *at = out_room(chrome->out);
    at = WEFT_PUT(at, ",\n{\"ph\":\"X\",\"name\":\"recv");
    at = slices_put_message(at, event->message);
    at = WEFT_PUT(at, "\",\"cat\":\"recv\",\"ts\":");
    at = put_place(chrome, at, event, tid);
    if (flights_take(&chrome->flights, event->peer, event->rank, event->message,
                     &sent)) {
        at = WEFT_PUT(at, ",\"bind_id\":");
        at = put_number(at, sent.id);
        at = WEFT_PUT(at, ",\"flow_in\":true");
    }
    at = WEFT_PUT(at, ",\"args\":{\"from\":");
    at = put_signed(at, event->peer);
    if (event->dimension >= 0)
        at = PUT_KEY(at, ",\"rdim\":", event->dimension);
    at = PUT_KEY(at, ",\"bytes\":", event->bytes);
    at = slices_put_ready(at, held);
    if (held->stored)
        at = WEFT_PUT(at, ",\"store\":true");
    out_used(chrome->out, at);
    chrome_details(chrome, event, ",", "");
    out_text(chrome->out, "}}");
    return 0;
}

int chrome_compute(struct chrome *chrome, const struct weft_event *event)
{
    uint32_t tid;
    if (chrome_place(chrome, event, &tid))
        return -1;
    char *at = out_room(chrome->out);
    at = WEFT_PUT(at, ",\n{\"ph\":\"X\",\"name\":\"compute\","
                      "\"cat\":\"compute\",\"ts\":");
    at = put_place(chrome, at, event, tid);
    bool args = event->message >= 0 || event->bytes;
    if (args) {
        at = PUT_KEY(at, ",\"args\":{\"message\":", event->message);
        at = PUT_KEY(at, ",\"bytes\":", event->bytes);
    }
    out_used(chrome->out, at);
    chrome_details(chrome, event, args ? "," : ",\"args\":{", args ? "" : "}");
    out_text(chrome->out, args ? "}}" : "}");
    return 0;
}

void chrome_counter(void *arg, uint64_t time, uint64_t active)
{
    struct chrome *chrome = arg;
    char *at = chrome_begin(
        chrome, ",\n{\"ph\":\"C\",\"name\":\"links\",\"ts\":", time);
    at = WEFT_PUT(at, ",\"args\":{\"active\":");
    at = put_number(at, active);
    at = WEFT_PUT(at, "}}");
    out_used(chrome->out, at);
}
