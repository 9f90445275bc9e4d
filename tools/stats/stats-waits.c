#include "stats/stats-waits.h"

#include "common/command.h"
#include "common/terminal.h"

#include <math.h>
#include <stdio.h>

#define STATS_WAITS_SHOWN 10 /* maximum number of rows of a table */

static const char *task_name(const struct weft_waiting *waiting,
                             const struct weft_trace_info *info,
                             char room[WEFT_TASK_NAME_MAX])
{
    return waiting->task < 0 ? "none"
                             : weft_task_name(info, waiting->task, room);
}

static void print_more(size_t rows)
{
    if (rows > STATS_WAITS_SHOWN)
        printf("... %zu more (all with --json)\n", rows - STATS_WAITS_SHOWN);
}

static void print_kinds(const struct weft_waits *waits,
                        const struct stats_clock *clock)
{
    char time[WEFT_TIME_MAX];
    printf("\n%-18s %12s %12s\n", "wait state", "times",
           stats_clock_title(clock, "time", time));
    for (int kind = 0; kind < WEFT_WAIT_KINDS; kind++)
        printf("%-18s %12" PRIu64 " %12s\n", weft_wait_names[kind],
               waits->kind[kind].count,
               stats_clock_print(clock, waits->kind[kind].time, time));
    printf("late senders on the critical path: %s %s\n",
           stats_clock_print(clock, waits->on_path, time),
           stats_clock_unit(clock, waits->on_path));
}

static void print_pairs(const struct weft_waits *waits,
                        const struct stats_clock *clock)
{
    char time[WEFT_TIME_MAX];
    if (waits->pairs)
        printf("\n%-18s %12s %12s %12s %12s\n", "wait state", "waits", "for",
               "times", stats_clock_title(clock, "time", time));
    for (size_t i = 0; i < waits->pairs && i < STATS_WAITS_SHOWN; i++)
        printf("%-18s %12d %12d %12" PRIu64 " %12s\n",
               weft_wait_names[waits->pair[i].kind], waits->pair[i].waiter,
               waits->pair[i].cause, waits->pair[i].count,
               stats_clock_print(clock, waits->pair[i].time, time));
    print_more(waits->pairs);
}

static void print_tasks(const struct weft_waits *waits,
                        const struct stats_clock *clock)
{
    char room[WEFT_TASK_NAME_MAX], time[WEFT_TIME_MAX];
    if (waits->tasks)
        printf("\n%-18s %12s %12s  %s\n", "wait state", "times",
               stats_clock_title(clock, "time", time), "in task");
    for (size_t i = 0; i < waits->tasks && i < STATS_WAITS_SHOWN; i++) {
        printf("%-18s %12" PRIu64 " %12s  ",
               weft_wait_names[waits->task[i].kind], waits->task[i].count,
               stats_clock_print(clock, waits->task[i].time, time));
        print_plain(task_name(&waits->task[i], clock->info, room), stdout);
        putchar('\n');
    }
    print_more(waits->tasks);
}

void stats_efficiencies(const struct weft_waits *waits,
                        struct efficiency list[EFFICIENCIES])
{
    const struct efficiency all[EFFICIENCIES] = {
        {"parallel efficiency", "parallel", waits->parallel},
        {"  load balance", "load_balance", waits->load_balance},
        {"  communication", "communication", waits->communication},
        {"    serialisation", "serialisation", waits->serialisation},
        {"    transfer", "transfer", waits->transfer},
    };
    for (int i = 0; i < EFFICIENCIES; i++)
        list[i] = all[i];
}

static void print_efficiencies(const struct weft_waits *waits)
{
    struct efficiency list[EFFICIENCIES];
    stats_efficiencies(waits, list);
    putchar('\n');
    for (int i = 0; i < EFFICIENCIES; i++)
        if (isfinite(list[i].value))
            printf("%-20s %9.2f %%\n", list[i].name, 100 * list[i].value);
        else
            printf("%-20s %11s\n", list[i].name, "-");
}

void stats_waits_print(const struct weft_waits *waits,
                       const struct stats_clock *clock)
{
    print_kinds(waits, clock);
    print_pairs(waits, clock);
    print_tasks(waits, clock);
    print_efficiencies(waits);
}

void stats_efficiencies_json(struct json *json, const struct weft_waits *waits)
{
    struct efficiency list[EFFICIENCIES];
    stats_efficiencies(waits, list);
    for (int i = 0; i < EFFICIENCIES; i++)
        json_real(json, list[i].key, list[i].value);
}

static void json_waiting(struct json *json, const char *key,
                         const struct weft_waiting *list, size_t count,
                         const struct weft_trace_info *info)
{
    char room[WEFT_TASK_NAME_MAX];
    json_open(json, key, '[');
    for (size_t i = 0; i < count; i++) {
        json_open(json, NULL, '{');
        json_text(json, "kind", weft_wait_names[list[i].kind]);
        if (list[i].waiter >= 0) {
            json_number(json, "waiter", (uint64_t)list[i].waiter);
            json_number(json, "cause", (uint64_t)list[i].cause);
        }
        if (list[i].task >= 0)
            json_text(json, "task", task_name(&list[i], info, room));
        json_number(json, "times", list[i].count);
        json_number(json, "time", list[i].time);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void stats_waits_json(struct json *json, const struct weft_waits *waits,
                      const struct weft_trace_info *info)
{
    json_open(json, "waits", '{');
    json_waiting(json, "kinds", waits->kind, WEFT_WAIT_KINDS, info);
    json_waiting(json, "pairs", waits->pair, waits->pairs, info);
    json_waiting(json, "tasks", waits->task, waits->tasks, info);
    json_number(json, "on_critical_path", waits->on_path);
    json_close(json, '}');
    json_open(json, "efficiency", '{');
    stats_efficiencies_json(json, waits);
    json_number(json, "useful", waits->useful);
    json_number(json, "most_useful", waits->most_useful);
    json_number(json, "ideal_time", waits->ideal);
    json_close(json, '}');
}

void stats_path_json(struct json *json, const struct weft_stats_result *result)
{
    json_open(json, "critical_path", '{');
    json_number(json, "length", result->path);
    json_open(json, "events", '[');
    for (size_t i = 0; i < result->path_events; i++) {
        const struct weft_event *event = &result->path_event[i];
        json_open(json, NULL, '{');
        json_number(json, "start", event->start);
        json_number(json, "end", event->start + event->duration);
        json_text(json, "kind", weft_event_names[event->kind]);
        json_number(json, "processor", (uint64_t)event->rank);
        if (event->peer >= 0)
            json_number(json, "peer", (uint64_t)event->peer);
        if (event->message >= 0)
            json_number(json, "message", (uint64_t)event->message);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}
