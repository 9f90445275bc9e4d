/* The findings of a check; those with the lowest slots are kept. */
#include "check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "names.h"

int found_init(struct weft_check *check, size_t keep)
{
    check->keep = keep;
    check->room = calloc(keep, sizeof *check->room);
    check->found = calloc(keep, sizeof *check->found);
    return check->room && check->found ? 0 : -1;
}

static bool found_before(const struct weft_finding *a, uint64_t slot, int rank)
{
    return a->slot < slot || (a->slot == slot && a->rank <= rank);
}

/* Return the number of kept findings that precede a new finding. */
static size_t found_place(const struct weft_check *check, uint64_t slot,
                          int rank)
{
    size_t low = 0, high = check->founds;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (found_before(check->found[middle], slot, rank))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Make room for a finding among the kept ones, which are sorted by slot and
 * processor, then in the order of discovery. Return NULL if all places are
 * taken by earlier ones. */
static struct weft_finding *found_room(struct weft_check *check, uint64_t slot,
                                       int rank)
{
    size_t i = found_place(check, slot, rank);
    if (i == check->keep)
        return NULL;
    bool full = check->founds == check->keep;
    struct weft_finding *room =
        full ? check->found[check->keep - 1] : &check->room[check->founds++];
    memmove(&check->found[i + 1], &check->found[i],
            (check->founds - 1 - i) * sizeof *check->found);
    check->found[i] = room;
    return room;
}

static struct weft_finding *found_va(struct weft_check *check, uint64_t slot,
                                     int rank, const char *rule,
                                     const char *place, const char *format,
                                     va_list arguments)
{
    check->result.findings++;
    if (check->options.reported)
        check->options.reported(check->options.reported_arg, slot, rank);
    struct weft_finding *finding = found_room(check, slot, rank);
    if (!finding) {
        check->passed_over = (struct weft_finding){0};
        return &check->passed_over;
    }
    *finding = (struct weft_finding){.slot = slot, .rank = rank, .rule = rule};
    char *text = finding->text;
    size_t size = sizeof finding->text;
    int length = snprintf(text, size, "%s", place);
    if (rank >= 0)
        length += snprintf(text + length, size - (size_t)length,
                           ", processor " WHO, rank);
    length += snprintf(text + length, size - (size_t)length, ": ");
    vsnprintf(text + length, size - (size_t)length, format, arguments);
    return finding;
}

static const char *found_place_text(const struct weft_check *check,
                                    uint64_t slot, int rank, char *text,
                                    size_t size)
{
    if (rank < 0)
        return "at the start";
    snprintf(text, size, "%s %" PRIu64, check->step_known ? "step" : "time",
             check->step_known ? slot : slot - 1);
    return text;
}

struct weft_finding *check_find(struct weft_check *check, uint64_t slot,
                                int rank, const char *rule, const char *format,
                                ...)
{
    char place[40];
    va_list arguments;
    va_start(arguments, format);
    struct weft_finding *finding =
        found_va(check, slot, rank, rule,
                 found_place_text(check, slot, rank, place, sizeof place),
                 format, arguments);
    va_end(arguments);
    return finding;
}

static const char found_problem[] = "problem";

struct weft_finding *check_blame(struct weft_check *check, uint64_t slot,
                                 int rank, const char *format, ...)
{
    char place[40];
    va_list arguments;
    va_start(arguments, format);
    check->result.solved = false;
    struct weft_finding *finding =
        found_va(check, slot, rank, found_problem,
                 found_place_text(check, slot, rank, place, sizeof place),
                 format, arguments);
    va_end(arguments);
    return finding;
}

void check_blame_send(struct weft_check *check, const struct weft_event *send,
                      const char *format, ...)
{
    char place[40];
    uint64_t slot = check_slot(check, send->start);
    va_list arguments;
    va_start(arguments, format);
    check->result.solved = false;
    found_send(
        check,
        found_va(check, slot, send->rank, found_problem,
                 found_place_text(check, slot, send->rank, place, sizeof place),
                 format, arguments),
        send);
    va_end(arguments);
}

struct weft_finding *check_blame_end(struct weft_check *check, int rank,
                                     const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    check->result.solved = false;
    struct weft_finding *finding =
        found_va(check, UINT64_MAX, rank, found_problem, "at the end", format,
                 arguments);
    va_end(arguments);
    return finding;
}

/* ---- details of findings ------------------------------------------------- */

#define FOUND_MOST                                                             \
    (int)(sizeof((struct weft_finding *)0)->message / sizeof(int32_t))

void found_message(struct weft_finding *finding, int32_t message)
{
    if (finding->messages < FOUND_MOST && message >= 0)
        finding->message[finding->messages++] = message;
}

/* Sort two transfers, with their messages and peers, by message: the order of
 * events in one slot does not matter. */
static void found_sort(struct weft_finding *finding)
{
    struct weft_finding_transfer *transfer = finding->transfer;
    if (finding->transfers < 2 || transfer[0].message <= transfer[1].message)
        return;
    struct weft_finding_transfer first = transfer[0];
    int peer = finding->peer[0];
    transfer[0] = transfer[1];
    transfer[1] = first;
    finding->peer[0] = finding->peer[1];
    finding->peer[1] = peer;
    for (int i = 0; i < finding->messages; i++)
        finding->message[i] = transfer[i + 2 - finding->messages].message;
}

void found_transfer(const struct weft_check *check,
                    struct weft_finding *finding, uint64_t start, int from,
                    int to, int32_t message)
{
    if (finding->transfers == FOUND_MOST)
        return;
    finding->transfer[finding->transfers++] = (struct weft_finding_transfer){
        check_slot(check, start), from, to, message};
    finding->peer[finding->peers++] = from == finding->rank ? to : from;
    found_message(finding, message);
    found_sort(finding);
}

void found_send(const struct weft_check *check, struct weft_finding *finding,
                const struct weft_event *send)
{
    found_transfer(check, finding, send->start, send->rank, send->peer,
                   send->message);
}

void found_transit(const struct weft_check *check, struct weft_finding *finding,
                   const struct transit *transit)
{
    found_transfer(check, finding, transit->start, transit->source,
                   transit->destination, transit->message);
}

/* ---- names ------------------------------------------------------------ */

/* Copy the names of processors from the trace's parameters into a list; only a
 * few are needed, and only at the end. */
int names_take(struct rank_names *names, const struct weft_trace_info *info)
{
    static const char key[] = WHO_KEY;
    for (size_t i = 0; i < info->parameters; i++) {
        const char *word = info->parameter[i].key;
        if (strncmp(word, key, sizeof key - 1) != 0)
            continue;
        int64_t rank;
        if (parse_number(word + sizeof key - 1, NULL, 0,
                         (int64_t)info->processors - 1, &rank))
            continue;
        char *name = strdup(info->parameter[i].value);
        if (!name || array_grow(&names->of, &names->capacity, names->count + 1,
                                sizeof *names->of)) {
            free(name);
            return -1;
        }
        names->of[names->count++] = (struct named_rank){(int)rank, name};
    }
    return 0;
}

const char *names_get(const struct rank_names *names, int rank)
{
    for (size_t i = 0; i < names->count; i++)
        if (names->of[i].rank == rank)
            return names->of[i].name;
    return NULL;
}

void names_finish(struct rank_names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->of[i].name);
    free(names->of);
}

/* ---- at the end ------------------------------------------------------ */

/* Return the name of a processor from the trace, else from the network, or
 * NULL. */
static const char *found_name_of(const void *arg, int rank)
{
    const struct weft_check *check = arg;
    const char *name = names_get(&check->names, rank);
    if (name || !check->options.network)
        return name;
    return weft_network_vertex_name(check->options.network, rank);
}

void found_end(struct weft_check *check)
{
    struct weft_check_result *result = &check->result;
    uint64_t last =
        check_slot(check, result->makespan ? result->makespan - 1 : 0);
    for (size_t i = 0; i < check->founds; i++) {
        struct weft_finding *finding = check->found[i];
        if (finding->slot == UINT64_MAX)
            finding->slot = last;
        who_name(finding->text, sizeof finding->text, found_name_of, check);
        if (i < WEFT_FINDINGS_KEPT)
            result->finding[result->kept++] = *finding;
    }
}

const struct weft_finding *weft_check_finding(const struct weft_check *check,
                                              size_t index)
{
    return index < check->founds ? check->found[index] : NULL;
}
