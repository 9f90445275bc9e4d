/* Reports of weft_msccl_check(), as text and as JSON. */
#include "check/check-msccl.h"

#include "check/check-mscclpp.h"
#include "common/command.h"
#include "common/json.h"
#include "common/options.h"
#include "common/reading.h"
#include "common/terminal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *text, *key;
} layouts[] = {{"out of place", "out_of_place"}, {"in place", "in_place"}};

static int check_msccl_slots;            /* number of --slots */
static const char *check_msccl_executor; /* --executor, or NULL */

error_t check_msccl_parse(int key, const char *value, struct argp_state *state)
{
    char *end;
    if (key == CHECK_KEY_EXECUTOR &&
        (!strcmp(value, "rccl") || !strcmp(value, "nccl"))) {
        check_msccl_executor = value;
        return 0;
    }
    if (key != CHECK_KEY_SLOTS)
        return ARGP_ERR_UNKNOWN;
    check_msccl_slots = (int)strtoul(value, &end, 10);
    if (!strcmp(value, "auto"))
        check_msccl_slots = WEFT_MSCCL_SLOTS_AUTO;
    else if (*end || *value < '1' || *value > '9' || strlen(value) > 7)
        misuse(state,
               "--slots takes a number from 1 to 9999999, or auto, not '%s'",
               value);
    return 0;
}

static const struct weft_msccl_run *
check_msccl_run_of(const struct weft_msccl_result *result, size_t layout)
{
    return layout ? &result->in_place : &result->out_of_place;
}

/* Print a finding: "gpu 3, thread block 1, step 4: adds ...". */
static void print_finding(const struct weft_msccl_finding *finding)
{
    printf("  gpu %d", finding->gpu);
    if (finding->block >= 0)
        printf(", thread block %d", finding->block);
    if (finding->step >= 0)
        printf(", step %d", finding->step);
    fputs(": ", stdout);
    print_plain(finding->text, stdout);
    putchar('\n');
}

static void check_msccl_print_run(const struct weft_msccl_run *run,
                                  const char *layout)
{
    if (!run->asked)
        return;
    printf("%s: ", layout);
    if (run->steps)
        printf("%" PRIu64 " step%s, ", run->steps, plural(run->steps));
    if (!run->found)
        puts("no violations");
    else
        printf("%" PRIu64 " violation%s\n", run->found, plural(run->found));
    for (size_t i = 0; i < run->findings; i++)
        print_finding(&run->finding[i]);
    if (run->found > run->findings)
        printf("  ... and %" PRIu64 " more\n", run->found - run->findings);
}

/* Print what happens if connections are limited. Unless that was asked for, it
 * is a remark. */
static void print_slots(const struct weft_msccl_result *result)
{
    char layout[60];
    if (!result->finite.asked && result->finite.found)
        printf("remark: with the %d slots of each connection that NCCL has for "
               "its protocol, it waits for ever (--slots auto)\n",
               result->slots);
    snprintf(layout, sizeof layout, "with %d slot%s in each connection",
             result->slots, plural((uint64_t)result->slots));
    check_msccl_print_run(&result->finite, layout);
}

/* Print the limits that the algorithm exceeds. */
static void print_limits(const struct weft_msccl_result *result)
{
    for (size_t i = 0; i < result->exceeds; i++) {
        const struct weft_msccl_limit *limit = &result->exceeded[i];
        printf("%sthe executor %s refuses it: gpu %d, thread block %d: %s: "
               "%" PRId64 ", at most %" PRId64 "\n",
               result->executor_asked ? "" : "remark: ", limit->executor,
               limit->gpu, limit->block, limit->limit, limit->value,
               limit->most);
    }
}

static void put_limits(struct json *json,
                       const struct weft_msccl_result *result)
{
    if (!result->exceeds)
        return;
    json_open(json, "executor", '[');
    for (size_t i = 0; i < result->exceeds; i++) {
        const struct weft_msccl_limit *limit = &result->exceeded[i];
        json_open(json, NULL, '{');
        json_text(json, "executor", limit->executor);
        json_text(json, "limit", limit->limit);
        json_number(json, "value", (uint64_t)limit->value);
        json_number(json, "most", (uint64_t)limit->most);
        json_number(json, "gpu", (uint64_t)limit->gpu);
        json_number(json, "thread_block", (uint64_t)limit->block);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void check_msccl_text(const struct weft_msccl_result *result)
{
    printf("%s of %d GPU%s, %d chunk%s, %" PRIu64 " thread block%s, %" PRIu64
           " step%s, %" PRIu64 " message%s",
           result->collective, result->gpus, plural((uint64_t)result->gpus),
           result->chunks, plural((uint64_t)result->chunks), result->blocks,
           plural(result->blocks), result->steps, plural(result->steps),
           result->messages, plural(result->messages));
    if (result->name[0]) {
        fputs(" (", stdout);
        print_plain(result->name, stdout);
        putchar(')');
    }
    putchar('\n');
    for (size_t i = 0; i < 2; i++)
        check_msccl_print_run(check_msccl_run_of(result, i), layouts[i].text);
    print_slots(result);
    print_limits(result);
}

static void put_run(struct json *json, const struct weft_msccl_run *run,
                    const char *key)
{
    if (!run->asked)
        return;
    json_open(json, key, '{');
    json_number(json, "steps", run->steps);
    json_number(json, "found", run->found);
    json_open(json, "findings", '[');
    for (size_t i = 0; i < run->findings; i++) {
        const struct weft_msccl_finding *finding = &run->finding[i];
        json_open(json, NULL, '{');
        json_number(json, "gpu", (uint64_t)finding->gpu);
        if (finding->block >= 0)
            json_number(json, "thread_block", (uint64_t)finding->block);
        if (finding->step >= 0)
            json_number(json, "step", (uint64_t)finding->step);
        json_text(json, "text", finding->text);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

void check_msccl_json(struct json *json, const struct weft_msccl_result *result)
{
    json_open(json, "msccl", '{');
    json_text(json, "name", result->name);
    json_text(json, "collective", result->collective);
    json_number(json, "gpus", (uint64_t)result->gpus);
    json_number(json, "chunks", (uint64_t)result->chunks);
    json_number(json, "thread_blocks", result->blocks);
    json_number(json, "messages", result->messages);
    for (size_t i = 0; i < 2; i++)
        put_run(json, check_msccl_run_of(result, i), layouts[i].key);
    if (result->finite.asked)
        json_number(json, "slots", (uint64_t)result->slots);
    else if (result->finite.found)
        json_number(json, "waits_for_ever_with_slots", (uint64_t)result->slots);
    put_run(json, &result->finite, "finite");
    put_limits(json, result);
    json_close(json, '}');
}

int check_msccl_judge(const char *file, const struct weft_read_report *read,
                      const struct weft_goal *goal,
                      struct weft_msccl_result *result, struct weft_error *err)
{
    const char *own = "msccl:";
    const struct weft_msccl_options options = {.trusted = read_unlimited(),
                                               .goal = goal,
                                               .slots = check_msccl_slots,
                                               .executor =
                                                   check_msccl_executor};
    if (strcmp(read->format, "msccl") != 0)
        return 0;
    if (strncmp(file, own, strlen(own)) == 0)
        file += strlen(own);
    if (strcmp(file, "-") != 0)
        return weft_msccl_check_options(file, &options, result, err) ? -1 : 1;
    weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                   "thread blocks, races and chunks are checked only in files, "
                   "not on standard input");
    return -1;
}
