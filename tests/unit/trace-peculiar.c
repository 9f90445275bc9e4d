/* Peculiarities of Chrome traces of other programs: the files of peculiar.h,
 * and names. */
#include "peculiar.h"
#include "trace-tools.h"

#include <weft/event.h>

#include <inttypes.h>

/* Describe a trace in one line, in the order of its events and in microseconds:
 * "0 A 0-4, 0 B 1-3" for tasks, "0 A 0-" for one that does not end, "0 - 0-4"
 * for computations without a name, "0>1 0-4" for sends, "1<0 5-6" for
 * receptions. */
static void trace_peculiar_describe(const struct weft_trace *trace, char *text,
                                    size_t size)
{
    size_t used = 0;
    *text = '\0';
    bool tasks = false;
    for (size_t i = 0; i < trace->count; i++)
        tasks |= trace->events[i].kind == WEFT_TASK;
    for (size_t i = 0; i < trace->count && used < size; i++) {
        const struct weft_event *e = &trace->events[i];
        char room[WEFT_TASK_NAME_MAX], what[100] = " -";
        uint64_t end = e->start + e->duration;
        if (e->kind == WEFT_SEND)
            snprintf(what, sizeof what, ">%d", e->peer);
        else if (e->kind == WEFT_RECEIVE)
            snprintf(what, sizeof what, "<%d", e->peer);
        else if (e->kind == WEFT_TASK)
            snprintf(what, sizeof what, " %s",
                     weft_task_name(&trace->info, e->message, room));
        else if (e->kind != WEFT_COMPUTE || tasks)
            continue;
        int depth = 0; /* nesting depth of tasks of this name */
        bool open = e->kind == WEFT_TASK;
        for (size_t k = i; e->kind == WEFT_TASK && k < trace->count; k++) {
            const struct weft_event *d = &trace->events[k];
            if (d->rank != e->rank || d->message != e->message)
                continue;
            depth += (d->kind == WEFT_TASK) - (d->kind == WEFT_DONE);
            end = d->start;
            open = depth > 0;
            if (!open)
                break;
        }
        used += (size_t)snprintf(text + used, size - used, "%s%d%s %g-",
                                 used ? ", " : "", e->rank, what,
                                 (double)e->start / 1000);
        if (!open && used < size)
            used += (size_t)snprintf(text + used, size - used, "%g",
                                     (double)end / 1000);
    }
}

static void expect_row(const struct peculiar *row)
{
    struct weft_trace trace;
    struct weft_read_report report;
    struct weft_error err;
    char text[2000], found[2000];
    snprintf(text, sizeof text, "%s", row->text);
    for (char *at = text; *at; at++)
        *at = *at == '\'' ? '"' : *at;
    int status = read_text("chrome", text, strlen(text), &trace, &report, &err);
    if (status) {
        cr_expect_str_eq(row->events, "refused", "%s: %s", row->what, err.text);
        cr_expect(strstr(err.text, row->skipped), "%s: %s", row->what,
                  err.text);
    } else {
        trace_peculiar_describe(&trace, found, sizeof found);
        cr_expect_str_eq(found, row->events, "%s: %s", row->what, found);
        snprintf(found, sizeof found, "%s%s%s", report.skipped_what,
                 *report.completed_what ? "; " : "", report.completed_what);
        cr_expect_str_eq(found, row->skipped, "%s: %s", row->what, found);
    }
    weft_trace_finish(&trace);
}

static const struct {
    const struct peculiar *rows;
    size_t count;
} tables[] = {
    {forms, sizeof forms / sizeof *forms},
    {times, sizeof times / sizeof *times},
    {slices, sizeof slices / sizeof *slices},
    {asyncs, sizeof asyncs / sizeof *asyncs},
    {arrows, sizeof arrows / sizeof *arrows},
};

Test(peculiar, files)
{
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (size_t row = 0; row < tables[i].count; row++)
            expect_row(&tables[i].rows[row]);
}

/* ---- names ---- */

#define TRACE_PECULIAR_LABEL(what, pid, tid, name)                             \
    "{'ph':'M','name':'" what "_name','pid':" pid ",'tid':" tid                \
    ",'args':{'name':'" name "'}},"
#define TRACE_PECULIAR_SLICE(pid, tid)                                         \
    "{'ph':'X','pid':" pid ",'tid':" tid ",'ts':0,'dur':1},"

Test(peculiar, names)
{
    static const struct {
        const char *text, *name; /* expected name of processor 0 */
    } rows[] = {
        {TRACE_PECULIAR_SLICE("42", "7"), "pid 42 tid 7"},
        {TRACE_PECULIAR_LABEL("process", "42", "7", "renderer")
             TRACE_PECULIAR_SLICE("42", "7"),
         "renderer (pid 42 tid 7)"},
        {TRACE_PECULIAR_LABEL("thread", "42", "7", "IO")
             TRACE_PECULIAR_SLICE("42", "7"),
         "IO (pid 42 tid 7)"},
        {TRACE_PECULIAR_SLICE("42", "7")
             TRACE_PECULIAR_LABEL("thread", "42", "7", "IO")
                 TRACE_PECULIAR_LABEL("process", "42", "0", "renderer"),
         "renderer: IO (pid 42 tid 7)"},
        {TRACE_PECULIAR_SLICE("-1", "9007199254740993"),
         "pid -1 tid 9007199254740993"},
        {TRACE_PECULIAR_SLICE("'42'", "'main'"), "pid 42 tid main"},
        {"{'ph':'X','ts':0,'dur':1},", "pid 0 tid 0"},
        {"{'ph':'b','ts':0,'pid':3,'cat':'rpc','id':1},"
         "{'ph':'e','ts':1,'pid':3,'cat':'rpc','id':1},",
         "rpc (pid 3 lane 0)"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct weft_trace trace;
        struct weft_read_report report;
        struct weft_error err;
        char text[1000];
        snprintf(text, sizeof text, "[%s", rows[i].text);
        for (char *at = text; *at; at++)
            *at = *at == '\'' ? '"' : *at;
        cr_assert_eq(
            read_text("chrome", text, strlen(text), &trace, &report, &err), 0,
            "%s: %s", text, err.text);
        cr_expect_str_eq(weft_processor_name(&trace.info, 0), rows[i].name);
        weft_trace_finish(&trace);
    }
}
