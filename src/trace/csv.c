/* One line per event, for spreadsheets and scripts, after comment lines with
 * the parameters of the run. Times are in time units; what a kind of event
 * does not have is an empty field. */
#include "out.h"

static const char header[] =
    "start,end,kind,processor,peer,message,bytes,dimension\n";

static int begin(void *arg, struct weft_out *out,
                 const struct weft_trace_info *info)
{
    (void)arg;
    weft_params_write(info, out);
    weft_out_text(out, header);
    return 0;
}

static char *put_optional(char *at, int64_t number)
{
    *at++ = ',';
    return number < 0 ? at : weft_put_number(at, (uint64_t)number);
}

static int events(void *arg, struct weft_out *out,
                  const struct weft_event *event, size_t count)
{
    (void)arg;
    for (; count--; event++) {
        char *at = weft_put_number(weft_out_room(out), event->start);
        *at++ = ',';
        at = weft_put_number(at, event->start + event->duration);
        *at++ = ',';
        at = stpcpy(at, weft_event_names[event->kind]);
        at = put_optional(at, event->rank);
        at = put_optional(at, event->peer);
        at = put_optional(at, event->message);
        at = put_optional(at, event->bytes);
        at = put_optional(at, event->dimension);
        *at++ = '\n';
        weft_out_used(out, at);
    }
    return 0;
}

static int end(void *arg, struct weft_out *out)
{
    (void)arg;
    (void)out;
    return 0;
}

const struct weft_format trace_csv = {
    .info = {"csv", ".csv", "one line per event, for spreadsheets",
             .reads = false, .writes = true},
    .begin = begin,
    .events = events,
    .end = end,
};
