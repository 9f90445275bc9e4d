/* Traces written by a run. */
#include "run/traces.h"

#include "common/command.h"
#include "common/interrupt.h"
#include "common/processes.h"

#include <stdio.h>
#include <string.h>

/* Sink without effect, for all processes except the first. */
static const struct weft_sink nowhere;

bool traces_leave_stdout(const struct traces *traces)
{
    for (size_t i = 0; i < traces->count; i++) {
        const char *colon = strrchr(traces->target[i], ':');
        if (strcmp(colon ? colon + 1 : traces->target[i], "-") == 0)
            return false;
    }
    return true;
}

void traces_drop(struct traces *traces)
{
    for (size_t i = 0; i < traces->count; i++)
        weft_writer_abort(traces->writer[i]);
}

int traces_open(struct traces *traces, const struct weft_sink *sink[])
{
    struct weft_error err;
    for (size_t i = 0; i < traces->count; i++) {
        sink[i] = &nowhere;
        if (!processes_first())
            continue;
        traces->writer[i] = weft_writer_open(traces->target[i], &err);
        if (!traces->writer[i]) {
            int status = complain_of_file(traces->target[i], &err);
            traces_drop(traces);
            return status;
        }
        sink[i] = weft_writer_sink(traces->writer[i]);
    }
    return EXIT_GOOD;
}

/* Prefix an error with the target to which it belongs. */
static void name_target(const char *target, struct weft_error *err)
{
    struct weft_error reason = *err;
    snprintf(err->text, sizeof err->text, "%.100s: %.*s", target,
             (int)sizeof err->text - 110, reason.text);
}

/* Return whether a writer has failed. */
static bool find_failed(const struct traces *traces, struct weft_error *err)
{
    for (size_t i = 0; i < traces->count && traces->writer[i]; i++)
        if (weft_writer_check(traces->writer[i], err)) {
            if (traces->count > 1 && !is_of_system(err))
                name_target(traces->target[i], err);
            return true;
        }
    return false;
}

void traces_reason(const struct traces *traces, struct weft_error *err)
{
    find_failed(traces, err);
}

int traces_close(struct traces *traces)
{
    struct weft_error err;
    int status = EXIT_GOOD;
    if (!processes_first())
        return status;
    for (size_t i = 0; i < traces->count && !status; i++)
        if (weft_writer_finish(traces->writer[i], &err)) {
            find_failed(traces, &err);
            status = complain(EXIT_FAILED, NULL, &err);
        }
    if (status) {
        traces_drop(traces);
        return status;
    }
    interrupt_ends(NULL, false); /* no interruption between two files */
    for (size_t i = 0; i < traces->count; i++)
        if (close_trace(traces->writer[i], traces->target[i], &err))
            status = complain(EXIT_FAILED, NULL, &err);
    for (size_t i = 0; i < traces->count && !status; i++)
        remark_on_trace(traces->target[i]);
    interrupt_ends(
        traces->count ? "the traces are written" : "nothing was kept", false);
    return status;
}
