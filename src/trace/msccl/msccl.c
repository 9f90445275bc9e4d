/* MSCCL XML: read as a trace, and checked by rules of its own.
 *
 * document.c reads the file, connect.c matches connections, execute.c runs the
 * steps (cells.c: contents of cells and order of accesses), finish.c and
 * expect.c check the end. */
#include "algorithm.h"

#include "algorithm-trace.h"
#include "chunks.h"
#include "trace/format.h"

#include <stdlib.h>
#include <string.h>

/* ---- checking ---- */

static void msccl_count(const struct algorithm *a,
                        struct weft_msccl_result *result)
{
    snprintf(result->name, sizeof result->name, "%s", a->name);
    snprintf(result->collective, sizeof result->collective, "%s",
             a->collective->name);
    result->gpus = a->gpus;
    result->chunks = a->chunks;
    result->blocks = a->blocks;
    for (size_t i = 0; i < a->blocks; i++) {
        result->steps += a->block[i].steps;
        for (size_t s = 0; s < a->block[i].steps; s++)
            result->messages += a->block[i].step[s].type->sends;
    }
}

static int judge_layout(const struct algorithm *a, bool in_place,
                        const struct weft_goal *goal,
                        struct weft_msccl_run *run, struct weft_error *err)
{
    struct findings findings = {.count = 0};
    run->asked = in_place ? a->in_place : a->out_of_place;
    int status = run->asked ? algorithm_execute(a, in_place, goal, NULL,
                                                &findings, &run->steps, err)
                            : 0;
    run->finding = findings.list;
    run->findings = findings.kept;
    run->found = findings.count;
    return status;
}

/* Check both layouts. If the algorithm cannot be run at all, report this for
 * one layout only. */
static int msccl_judge(struct algorithm *a, const struct weft_goal *goal,
                       struct weft_msccl_result *result, struct weft_error *err)
{
    struct findings findings = {.count = 0};
    int status = algorithm_connect(a, &findings, err);
    if (!status && findings.failed)
        status = weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (status || findings.count) {
        struct weft_msccl_run *run =
            a->out_of_place ? &result->out_of_place : &result->in_place;
        *run = (struct weft_msccl_run){true, 0, findings.count, findings.kept,
                                       findings.list};
        return status;
    }
    free(findings.list);
    return judge_layout(a, false, goal, &result->out_of_place, err) ||
                   judge_layout(a, true, goal, &result->in_place, err)
               ? -1
               : 0;
}

/* Run an algorithm that ends with connections of limited size. */
static int judge_slots(const struct algorithm *a, int slots,
                       struct weft_msccl_result *result, struct weft_error *err)
{
    struct findings findings = {.count = 0};
    struct weft_msccl_run *run = &result->finite;
    if (!result->out_of_place.steps && !result->in_place.steps)
        return 0;
    run->asked = slots != 0;
    result->slots = slots > 0 ? slots : a->slots;
    int status = algorithm_slots(a, result->slots, &findings, err);
    run->finding = findings.list;
    run->findings = findings.kept;
    run->found = findings.count;
    return status;
}

int weft_msccl_check_options(const char *path,
                             const struct weft_msccl_options *options,
                             struct weft_msccl_result *result,
                             struct weft_error *err)
{
    static const struct weft_msccl_options usual;
    struct algorithm a;
    *result = (struct weft_msccl_result){.gpus = 0};
    options = options ? options : &usual;
    if (options->slots < WEFT_MSCCL_SLOTS_AUTO)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "the number of slots is negative");
    struct input *in = in_open(path, options->trusted, err);
    if (!in)
        return -1;
    int status = algorithm_read(&a, in, err);
    in_close(in);
    if (!status) {
        msccl_count(&a, result);
        result->executor_asked = options->executor != NULL;
        status = algorithm_limits(&a, options->executor, result, err) ||
                         msccl_judge(&a, options->goal, result, err) ||
                         judge_slots(&a, options->slots, result, err)
                     ? -1
                     : 0;
    }
    algorithm_finish(&a);
    return status;
}

int weft_msccl_check(const char *path, struct weft_msccl_result *result,
                     struct weft_error *err)
{
    return weft_msccl_check_options(path, NULL, result, err);
}

int weft_msccl_check_trusted(const char *path, struct weft_msccl_result *result,
                             struct weft_error *err)
{
    const struct weft_msccl_options options = {.trusted = true};
    return weft_msccl_check_options(path, &options, result, err);
}

int weft_msccl_check_goal(const char *path, bool trusted,
                          const struct weft_goal *goal,
                          struct weft_msccl_result *result,
                          struct weft_error *err)
{
    const struct weft_msccl_options options = {.trusted = trusted,
                                               .goal = goal};
    return weft_msccl_check_options(path, &options, result, err);
}

bool weft_msccl_valid(const struct weft_msccl_result *result)
{
    bool finite = result->finite.asked && result->finite.found;
    return !result->out_of_place.found && !result->in_place.found && !finite &&
           !(result->executor_asked && result->exceeds);
}

void weft_msccl_finish(struct weft_msccl_result *result)
{
    free(result->out_of_place.finding);
    free(result->in_place.finding);
    free(result->finite.finding);
    free(result->exceeded);
    *result = (struct weft_msccl_result){.gpus = 0};
}

/* Recognise the first element of the file, after comments and declarations. */
static bool msccl_recognise(const char *head, size_t length)
{
    const char *end = head + length;
    const char *at = memchr(head, '<', length);
    while (at && end - at > 5 && (at[1] == '?' || at[1] == '!')) {
        at = memchr(at, '>', (size_t)(end - at));
        at = at ? memchr(at, '<', (size_t)(end - at)) : NULL;
    }
    return at && end - at > 5 && !memcmp(at, "<algo", 5) &&
           strchr(" \t\r\n>", at[5]);
}

const struct weft_format trace_msccl = {
    .info = {"msccl", ".xml", "MSCCL algorithms: schedules for GPUs",
             .reads = true, .writes = true},
    .state = sizeof(struct msccl_writing),
    .begin = msccl_begin,
    .events = msccl_events,
    .end = msccl_end,
    .finish = chunks_finish,
    .recognise = msccl_recognise,
    .read = transfers_read,
};
