/* Fuzz target: the reader of format READER. Accepted input must keep the
 * contract of a sink: events in order, valid ranks and peers, times that do not
 * overflow. */
#include <trace/format.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct watch {
    int processors;
    uint64_t start;
    int32_t rank;
    bool begun;
};

static int begin(void *arg, const struct weft_trace_info *info)
{
    struct watch *watch = arg;
    assert(!watch->begun);
    assert(info->processors >= 0 &&
           info->processors <= WEFT_TRACE_PROCESSORS_MAX);
    for (size_t i = 0; i < info->parameters; i++)
        assert(strlen(info->parameter[i].key) +
                   strlen(info->parameter[i].value) <
               (size_t)1 << 24);
    *watch = (struct watch){.processors = info->processors, .begun = true};
    return 0;
}

static int events(void *arg, const struct weft_event *event, size_t count)
{
    struct watch *watch = arg;
    assert(watch->begun);
    for (; count--; event++) {
        assert(event->start > watch->start ||
               (event->start == watch->start && event->rank >= watch->rank));
        assert(event->rank >= 0 && event->rank < watch->processors);
        assert(event->peer >= -1 && event->peer < watch->processors);
        assert(event->kind < WEFT_EVENT_KINDS);
        assert(event->message >= -1 && event->dimension >= -1);
        assert(event->start + event->duration >= event->start);
        assert(event->since <= event->start);
        watch->start = event->start;
        watch->rank = event->rank;
    }
    return 0;
}

static const struct weft_format *find(void)
{
    for (size_t i = 0; format_table[i]; i++)
        if (!strcmp(format_table[i]->info.name, READER))
            return format_table[i];
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct watch watch = {0};
    const struct weft_sink sink = {begin, events, NULL, &watch};
    struct weft_read_report report;
    struct weft_error err = {0};
    struct input *in = in_memory(data, size, &err);
    if (!in)
        return 0;
    int result = file_read_from(in, find(), "input", &sink, &report, &err);
    assert(!result || err.text[0]);
    in_close(in);
    in = in_memory(data, size, &err);
    if (in) {
        size_t length;
        const char *head = in_head(in, &length);
        if (find()->recognise)
            find()->recognise(head, length);
        in_close(in);
    }
    return 0;
}
