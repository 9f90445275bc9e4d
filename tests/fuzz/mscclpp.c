/* Fuzz target: plans of MSCCL++, checked by their own rules and read as traces.
 * A plan that reads once must read again. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include <weft/trace.h>
#include <weft/unstable/mscclpp.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const char *path, const struct weft_mscclpp_options *options)
{
    struct weft_mscclpp_result result;
    struct weft_error err = {0};
    int status = weft_mscclpp_check(path, options, &result, &err);
    assert(!status || err.text[0]);
    assert(result.faults <= result.fault_count);
    assert(result.remarks <= result.remark_count);
    for (size_t i = 0; i < result.faults; i++)
        assert(result.fault[i].text[0] &&
               result.fault[i].kind < WEFT_MSCCLPP_KINDS);
    weft_mscclpp_finish(&result);
}

static int ignore(void *arg, const struct weft_trace_info *info)
{
    (void)arg;
    (void)info;
    return 0;
}

static int watch(void *arg, const struct weft_event *event, size_t count)
{
    (void)arg;
    for (; count--; event++)
        assert(event->rank >= 0 && event->message >= -1);
    return 0;
}

static int end(void *arg)
{
    (void)arg;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int file = -1;
    char path[40], name[60];
    struct weft_error err = {0};
    const struct weft_mscclpp_options more = {
        .launches = 2, .orders = 3, .reuse = true, .executor = true};
    const struct weft_sink sink = {ignore, watch, end, NULL};
    if (file < 0)
        file = memfd_create("input", 0);
    if (ftruncate(file, 0) || pwrite(file, data, size, 0) != (ssize_t)size)
        abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    snprintf(name, sizeof name, "mscclpp:%s", path);
    check(path, NULL);
    check(path, &more);
    assert(!weft_trace_read(name, &sink, NULL, &err) || err.text[0]);
    return 0;
}
