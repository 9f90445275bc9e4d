/* Statistics as text: tables of processors and pairs, and the critical path. */
#include "stats/stats-text.h"
#include "common/command.h"
#include "common/terminal.h"
#include "stats/stats-clock.h"
#include "stats/stats-waits.h"

#include <inttypes.h>
#include <stdio.h>
#include <weft/trace.h>
#include <weft/unstable/stats.h>

static void stats_text_print_load(const struct stats_clock *clock,
                                  const char *who,
                                  const struct weft_stats_load *load)
{
    char busy[WEFT_TIME_MAX], overhead[WEFT_TIME_MAX], idle[WEFT_TIME_MAX];
    if (load->absent) {
        printf("%-9s %12s %12s %12s", who, "absent", "-", "-");
        return;
    }
    printf("%-9s %12s %12s %12s %10" PRIu64 " %10" PRIu64 " %12" PRIu64
           " %12" PRIu64,
           who, stats_clock_print(clock, load->busy, busy),
           stats_clock_print(clock, load->overhead, overhead),
           stats_clock_print(clock, load->idle, idle), load->sent,
           load->received, load->bytes_sent, load->bytes_received);
}

/* Return whether the measured time differs by more than the cost of reading the
 * clock. */
static bool stats_text_differ(const struct weft_stats_load *load)
{
    uint64_t more = load->busy > load->measured_busy
                        ? load->busy - load->measured_busy
                        : load->measured_busy - load->busy;
    return load->measured_busy != UINT64_MAX &&
           more > load->measured_busy / 100;
}

/* Print the times measured by the program that wrote the trace where they
 * differ: that program also counted calls without events. */
static void print_measured(const struct stats_clock *clock,
                           const struct weft_stats_result *result)
{
    char busy[WEFT_TIME_MAX], measured[WEFT_TIME_MAX];
    const struct weft_stats_load *load = result->load;
    bool title = false;
    for (int rank = 0; rank < result->processors; rank++) {
        if (!stats_text_differ(&load[rank]))
            continue;
        if (!title)
            printf("\n%-9s %12s %12s   (the trace's own statistics differ)\n",
                   "processor", stats_clock_title(clock, "busy", busy),
                   stats_clock_title(clock, "measured", measured));
        title = true;
        printf("%-9d %12s %12s\n", rank,
               stats_clock_print(clock, load[rank].busy, busy),
               stats_clock_print(clock, load[rank].measured_busy, measured));
    }
}

static void print_flows(const struct stats_clock *clock, const char *title,
                        const struct weft_stats_flow *flow, size_t count)
{
    char time[WEFT_TIME_MAX];
    printf("\n%-9s %12s %12s %12s %12s\n", title, "to", "messages", "bytes",
           stats_clock_title(clock, "time", time));
    for (size_t i = 0; i < count; i++)
        printf("%-9d %12d %12" PRIu64 " %12" PRIu64 " %12s\n", flow[i].from,
               flow[i].to, flow[i].messages, flow[i].bytes,
               stats_clock_print(clock, flow[i].time, time));
}

static void print_event(const struct stats_clock *clock,
                        const struct weft_event *event)
{
    char start[WEFT_TIME_MAX], end[WEFT_TIME_MAX];
    uint64_t from = event->start - clock->origin;
    printf("  %6s - %-6s processor %d %ss",
           stats_clock_print(clock, from, start),
           stats_clock_print(clock, from + event->duration, end), event->rank,
           weft_event_names[event->kind]);
    if (event->kind == WEFT_SEND)
        printf(" message %d to %d", event->message, event->peer);
    if (event->kind == WEFT_RECEIVE)
        printf(" message %d from %d", event->message, event->peer);
    putchar('\n');
}

static void print_path(const struct stats_clock *clock,
                       const struct weft_stats_result *result)
{
    const size_t shown = 20;
    char path[WEFT_TIME_MAX], all[WEFT_TIME_MAX];
    printf("\ncritical path: %s of %s %s, %zu event%s\n",
           stats_clock_print(clock, result->path, path),
           stats_clock_print(clock, result->makespan, all),
           stats_clock_unit(clock, result->makespan), result->path_events,
           plural(result->path_events));
    for (size_t i = 0; i < result->path_events; i++) {
        if (i == shown && result->path_events > 2 * shown) {
            i = result->path_events - shown;
            printf("  ... %zu more (all with --json) ...\n", i - shown);
        }
        print_event(clock, &result->path_event[i]);
    }
}

static void print_loads(const struct stats_clock *clock,
                        const struct weft_stats_result *result,
                        const struct weft_trace_info *info)
{
    char busy[24], overhead[24], idle[24];
    printf("\n%-9s %12s %12s %12s %10s %10s %12s %12s\n", "processor",
           stats_clock_title(clock, "busy", busy),
           stats_clock_title(clock, "overhead", overhead),
           stats_clock_title(clock, "idle", idle), "sent", "received",
           "bytes out", "bytes in");
    for (int rank = 0; rank < result->processors; rank++) {
        char who[16];
        snprintf(who, sizeof who, "%d", rank);
        stats_text_print_load(clock, who, &result->load[rank]);
        const char *name = weft_processor_name(info, rank);
        fputs(name ? "  " : "", stdout);
        print_plain(name ? name : "", stdout);
        putchar('\n');
    }
    stats_text_print_load(clock, "all", &result->total);
    putchar('\n');
}

void stats_print(const struct stats_report *report)
{
    const struct weft_trace_info *info = report->info;
    const struct weft_stats_result *result = report->result;
    const struct weft_read_report *read = report->read;
    const struct stats_clock clock = stats_clock_of(result, info);
    char text[WEFT_TIME_MAX];
    print_plain(report->file, stdout);
    printf(" (%s): %d processor%s, makespan %s", read->format,
           result->processors, plural((uint64_t)result->processors),
           stats_clock_print(&clock, result->makespan, text));
    if (clock.unit)
        printf(" %s", stats_clock_unit(&clock, result->makespan));
    putchar('\n');
    stats_clock_print_origin(&clock);
    if (result->absent)
        printf("processors without any record: %d\n", result->absent);
    if (read->skipped) {
        fputs("left out: ", stdout);
        print_plain(read->skipped_what, stdout);
        putchar('\n');
    }
    if (result->unmatched)
        printf("unmatched transfers: %" PRIu64 "\n", result->unmatched);
    print_loads(&clock, result, info);
    print_measured(&clock, result);
    if (report->matrix)
        print_flows(&clock, "from", result->flow, result->flows);
    if (report->links)
        print_flows(&clock, "arc from", result->link, result->links);
    const struct weft_stats_flow *busiest = result->busiest;
    if (busiest)
        printf("\nmost loaded link: %d to %d, %" PRIu64 " message%s, %" PRIu64
               " byte%s, %s %s\n",
               busiest->from, busiest->to, busiest->messages,
               plural(busiest->messages), busiest->bytes,
               plural(busiest->bytes),
               stats_clock_print(&clock, busiest->time, text),
               stats_clock_unit(&clock, busiest->time));
    print_path(&clock, result);
    if (report->waits)
        stats_waits_print(report->waits, &clock);
}
