/* Lines of a chrome file. Each begins with the comma of the line before. */
#include "chrome.h"

/* Times are microseconds with the nanoseconds behind the point. */
void weft_chrome_time(struct chrome *chrome, uint64_t units)
{
    uint64_t ns = units * chrome->unit_ns;
    weft_out_number(chrome->out, ns / 1000);
    if (ns % 1000) {
        weft_out_bytes(chrome->out, ".", 1);
        weft_out_padded(chrome->out, ns % 1000, 3);
    }
}

static void key(struct chrome *chrome, const char *text, int64_t number)
{
    weft_out_text(chrome->out, text);
    weft_out_signed(chrome->out, number);
}

void weft_chrome_thread(struct chrome *chrome, uint32_t tid, int rank,
                        const char *what, int lane)
{
    struct weft_out *out = chrome->out;
    weft_out_text(out, ",\n{\"ph\":\"M\",\"name\":\"thread_name\"");
    key(chrome, ",\"pid\":", chrome->pid);
    key(chrome, ",\"tid\":", tid);
    weft_out_text(out, ",\"args\":{\"name\":\"P");
    weft_out_padded(out, (uint64_t)rank, chrome->digits);
    weft_out_text(out, what);
    if (lane)
        key(chrome, " +", lane);
    weft_out_text(out, "\"}}");
}

/* The letter colours a message in both viewers; Perfetto ignores digits. */
int weft_chrome_slice(struct chrome *chrome, const struct weft_event *event,
                      const char *name)
{
    uint32_t tid;
    if (weft_chrome_place(chrome, event, &tid))
        return -1;
    struct weft_out *out = chrome->out;
    weft_out_text(out, ",\n{\"ph\":\"X\",\"name\":\"");
    weft_out_text(out, name);
    if (event->message >= 0 && event->kind != WEFT_COMPUTE) {
        const char letter[2] = {' ', (char)('A' + event->message % 26)};
        weft_out_bytes(out, letter, 2);
        weft_out_number(out, (uint64_t)event->message);
    }
    weft_out_text(out, "\",\"cat\":\"");
    weft_out_text(out, name);
    weft_out_text(out, "\",\"ts\":");
    weft_chrome_time(chrome, event->start);
    weft_out_text(out, ",\"dur\":");
    weft_chrome_time(chrome, event->duration);
    key(chrome, ",\"pid\":", chrome->pid);
    key(chrome, ",\"tid\":", tid);
    return 0;
}

/* "to":3, or "to":[3,5] when one send goes to several. */
static void list(struct chrome *chrome, const char *name,
                 const struct chrome_held *held, size_t count, bool dimension)
{
    struct weft_out *out = chrome->out;
    weft_out_text(out, name);
    for (size_t i = 0; i < count; i++) {
        const struct weft_event *event = &held[i].event;
        if (count > 1)
            weft_out_bytes(out, i ? "," : "[", 1);
        weft_out_signed(out, dimension ? event->dimension : event->peer);
    }
    if (count > 1)
        weft_out_bytes(out, "]", 1);
}

static bool has_dimension(const struct chrome_held *held, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (held[i].event.dimension >= 0)
            return true;
    return false;
}

/* One slice, one id, as many arrows as it has receivers. */
int weft_chrome_send(struct chrome *chrome, const struct chrome_held *held,
                     size_t count)
{
    const struct weft_event *event = &held->event;
    struct weft_out *out = chrome->out;
    if (weft_chrome_slice(chrome, event, "send"))
        return -1;
    uint64_t id = ++chrome->arrows;
    key(chrome, ",\"bind_id\":", (int64_t)id);
    weft_out_text(out, ",\"flow_out\":true,\"args\":{");
    list(chrome, "\"to\":", held, count, false);
    if (has_dimension(held, count))
        list(chrome, ",\"dim\":", held, count, true);
    key(chrome, ",\"bytes\":", event->bytes);
    if (event->flags & WEFT_EVENT_SAME)
        weft_out_text(out, ",\"same\":true");
    weft_out_text(out, "}}");
    for (size_t i = 0; i < count; i++) {
        const struct weft_flight flight = {.id = id,
                                           .source = event->rank,
                                           .destination = held[i].event.peer,
                                           .message = event->message};
        if (weft_flights_add(&chrome->flights, &flight))
            return -1;
    }
    return 0;
}

static void ready(struct chrome *chrome, const struct chrome_held *held)
{
    const struct weft_event *event = &held->event;
    if (event->flags & WEFT_EVENT_WAITED)
        key(chrome, ",\"waited\":", (int64_t)(event->start - event->since));
    else if (event->since != event->start)
        key(chrome, ",\"ready\":", (int64_t)(event->start - event->since));
    if (held->waited)
        key(chrome, ",\"for\":", held->wait);
}

int weft_chrome_receive(struct chrome *chrome, const struct chrome_held *held)
{
    const struct weft_event *event = &held->event;
    struct weft_out *out = chrome->out;
    struct weft_flight sent;
    if (weft_chrome_slice(chrome, event, "recv"))
        return -1;
    bool known = weft_flights_take(&chrome->flights, event->peer, event->rank,
                                   event->message, &sent);
    if (known) {
        key(chrome, ",\"bind_id\":", (int64_t)sent.id);
        weft_out_text(out, ",\"flow_in\":true");
    }
    key(chrome, ",\"args\":{\"from\":", event->peer);
    if (event->dimension >= 0)
        key(chrome, ",\"rdim\":", event->dimension);
    key(chrome, ",\"bytes\":", event->bytes);
    ready(chrome, held);
    weft_out_text(out, held->stored ? ",\"store\":true}}" : "}}");
    return 0;
}

int weft_chrome_compute(struct chrome *chrome, const struct weft_event *event)
{
    if (weft_chrome_slice(chrome, event, "compute"))
        return -1;
    if (event->message >= 0 || event->bytes) {
        key(chrome, ",\"args\":{\"message\":", event->message);
        key(chrome, ",\"bytes\":", event->bytes);
        weft_out_text(chrome->out, "}");
    }
    weft_out_text(chrome->out, "}");
    return 0;
}

void weft_chrome_counter(void *arg, uint64_t time, uint64_t active)
{
    struct chrome *chrome = arg;
    struct weft_out *out = chrome->out;
    weft_out_text(out, ",\n{\"ph\":\"C\",\"name\":\"links\",\"ts\":");
    weft_chrome_time(chrome, time);
    key(chrome, ",\"pid\":", chrome->pid);
    weft_out_text(out, ",\"args\":{\"active\":");
    weft_out_number(out, active);
    weft_out_text(out, "}}");
}
