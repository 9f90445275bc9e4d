/* The checker: correct schedules pass, and violations of every rule are
 * found. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <weft/check.h>
#include <weft/trace.h>

#include "../impossible.h"
#include "schedules.h"

#define CHECK_EVENTS_MAX 4096

/* A run to check, with names in place of the objects of weft_check_options. */
struct check_trial {
    const char *network, *model, *problem;
    enum weft_order order;
    int processors; /* 0: the size of the network */
    uint64_t step;  /* 0: 1 */
    bool clock;     /* real time without steps */
};

static struct weft_event unit_check_events[CHECK_EVENTS_MAX];
static size_t check_count;

static void check_add(uint64_t start, uint64_t duration, int kind, int rank,
                      int peer, int message)
{
    cr_assert_lt(check_count, CHECK_EVENTS_MAX);
    unit_check_events[check_count++] =
        (struct weft_event){.start = start,
                            .duration = duration,
                            .since = start,
                            .rank = rank,
                            .peer = peer,
                            .message = message,
                            .dimension = -1,
                            .kind = (uint8_t)kind};
}

static void check_add_transfer(uint64_t start, uint64_t duration, int from,
                               int to, int message)
{
    check_add(start, duration, WEFT_SEND, from, to, message);
    check_add(start, duration, WEFT_RECEIVE, to, from, message);
}

/* Add a schedule "slot source destination message | ...". */
static void add_schedule(const char *text)
{
    unsigned slot;
    int from, to, message, length;
    while (sscanf(text, "%u %d %d %d%n", &slot, &from, &to, &message,
                  &length) == 4) {
        check_add_transfer(slot - 1, 1, from, to, message);
        text += length;
        text += strspn(text, " |");
    }
    cr_assert_eq(*text, '\0', "not a schedule: %s", text);
}

static struct weft_check_result check_run(const struct check_trial *trial)
{
    struct weft_error err = {0};
    struct weft_model model;
    struct weft_check_options options = {.problem = trial->problem,
                                         .order = trial->order,
                                         .root = -1,
                                         .stores_too = true};
    struct weft_network *network = NULL;
    if (trial->network) {
        network = weft_network_create(trial->network, &err);
        cr_assert(network, "%s", err.text);
        options.network = network;
    }
    if (trial->model) {
        cr_assert_eq(weft_model_parse(trial->model, &model, &err), 0);
        options.model = &model;
    }
    struct weft_check *check = weft_check_create(&options, &err);
    cr_assert(check, "%s", err.text);
    const struct weft_sink *sink = weft_check_sink(check);
    struct weft_trace_info info = {.processors =
                                       trial->processors || !network
                                           ? trial->processors
                                           : weft_network_size(network),
                                   .unit_ns = 1000000,
                                   .step = trial->clock  ? 0
                                           : trial->step ? trial->step
                                                         : 1};
    weft_events_sort(unit_check_events, check_count);
    cr_assert_eq(sink->begin(sink->arg, &info), 0);
    cr_assert_eq(sink->events(sink->arg, unit_check_events, check_count), 0);
    cr_assert_eq(sink->end(sink->arg), 0);
    struct weft_check_result result = *weft_check_result(check);
    weft_check_destroy(check);
    weft_network_destroy(network);
    check_count = 0;
    return result;
}

static struct weft_check_result run_text(const struct check_trial *trial,
                                         const char *schedule)
{
    add_schedule(schedule);
    return check_run(trial);
}

#define EXPECT_CLEAN(result)                                                   \
    cr_expect((result).findings == 0 && (result).solved, "%s",                 \
              (result).finding[0].text)

#define EXPECT_TEXT(result, part)                                              \
    cr_expect(strstr((result).finding[0].text, part), "'%s' is not in '%s'",   \
              part, (result).finding[0].text)

/* ---- schedules that are right ---------------------------------------- */

static const struct {
    const char *network, *strategy, *schedule;
    unsigned steps;
} good[] = {
    {"hypercube:2", "synchronised", cube2_synchronised, 8},
    {"hypercube:2", "rotated", cube2_rotated, 8},
    {"hypercube:3", "synchronised", cube3_synchronised, 24},
    {"hypercube:3", "interleaved", cube3_interleaved, 20},
    {"hypercube:3", "rotated", cube3_rotated, 17},
};

Test(check, successive_schedules_pass)
{
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        for (int order = 0; weft_order_names[order]; order++) {
            struct check_trial trial = {good[i].network, "shouting",
                                        "successive", (enum weft_order)order};
            struct weft_check_result r = run_text(&trial, good[i].schedule);
            EXPECT_CLEAN(r);
            cr_expect_eq(r.steps, good[i].steps);
            int p = r.processors;
            cr_expect_eq(r.messages, p * (p - 1));
        }
}

Test(check, two_processors)
{
    struct check_trial trial = {"hypercube:1", "shouting", "successive"};
    struct weft_check_result r = run_text(&trial, "1 0 1 1 | 2 1 0 2");
    EXPECT_CLEAN(r);
    r = run_text(&trial, "1 1 0 1 | 2 0 1 2");
    EXPECT_CLEAN(r);
    r = run_text(&trial, "1 0 1 1 | 1 1 0 2");
    cr_expect_eq(r.conflicts, 2);
    cr_expect(!r.solved);
}

static const struct {
    const char *problem, *network, *model, *schedule;
    /* some transfers are redundant: without them, the tree starts elsewhere, or
     * its root already has the message */
    bool spare;
} solved[] = {
    {"simultaneous", "hypercube:2", "all-port", simultaneous_prefix, true},
    {"multinode", "hypercube:2", "all-port", multinode_split, true},
    {"multinode", "hypercube:2", "all-port", multinode_necklace},
    {"gather", "hypercube:2", "all-port", gather_1},
    {"scatter", "hypercube:2", "all-port", scatter_1},
    {"broadcast", "hypercube:2", "all-port", broadcast_sbt_1},
    {"broadcast", "hypercube:2", "one-port", "1 1 3 0 | 2 1 0 0 | 2 3 2 0"},
    {"reduce", "hypercube:2", "one-port", "1 0 1 0 | 1 2 3 0 | 2 3 1 0"},
    {"reduce", "line:3", "one-port", "1 1 0 0 | 2 0 1 0 | 3 1 2 0", true},
    {"stream", "complete:13", "one-port-duplex", stream_fibonacci},
    {"stream", "hypercube:3", "one-port-duplex", stream_edst},
    {"gauss", "hypercube:1", "shouting",
     "1 0 1 1 | 2 1 0 2 | 3 0 1 3 | 4 1 0 4 | 5 0 1 5"},
};

Test(check, other_problems_pass)
{
    for (size_t i = 0; i < sizeof solved / sizeof *solved; i++) {
        struct check_trial trial = {solved[i].network, solved[i].model,
                                    solved[i].problem};
        struct weft_check_result r = run_text(&trial, solved[i].schedule);
        EXPECT_CLEAN(r);
    }
}

/* Removing any one transfer must be detected. */
Test(check, every_transfer_is_needed)
{
    for (size_t i = 0; i < sizeof solved / sizeof *solved; i++) {
        struct check_trial trial = {solved[i].network, solved[i].model,
                                    solved[i].problem};
        add_schedule(solved[i].schedule);
        size_t all = check_count;
        check_count = 0;
        for (size_t without = 0; without < all; without += 2) {
            if (solved[i].spare)
                break;
            check_count = 0;
            add_schedule(solved[i].schedule);
            check_count -= 2;
            memmove(&unit_check_events[without],
                    &unit_check_events[without + 2],
                    (check_count - without) * sizeof *unit_check_events);
            struct weft_check_result r = check_run(&trial);
            if (!strcmp(solved[i].problem, "gauss") && without + 2 == all)
                EXPECT_CLEAN(r); /* this only removes a broadcast */
            else
                cr_expect(!r.solved, "%s without transfer %zu",
                          solved[i].problem, without / 2);
        }
    }
}

/* ---- schedules that are wrong ---------------------------------------- */

static const struct {
    const char *network, *model, *problem, *schedule;
    unsigned conflicts, unmatched;
    bool solved;
    const char *text;
} wrong[] = {
    /* rules of ports */
    {"ring:4", "shouting", NULL, "1 0 1 1 | 1 2 1 2", 1, 0, true,
     "step 1, processor 1: receives two messages (1 from 0, 2 from 2); "
     "model 'shouting' allows one reception per step"},
    {"ring:4", "shouting", NULL, "1 0 1 1 | 1 0 3 2", 1, 0, true,
     "step 1, processor 0: sends two messages (1 to 1, 2 to 3)"},
    {"ring:4", "one-port", NULL, "2 0 1 1 | 2 0 3 1", 1, 0, true,
     "step 2, processor 0: sends message 1 twice (to 1, to 3); model "
     "'one-port' allows one message to one processor per step"},
    {"ring:4", "shouting", NULL, "1 0 1 1 | 1 1 2 2", 1, 0, true,
     "allows sending or receiving in a step, not both"},
    {"ring:4", "all-port", NULL, "1 0 1 1 | 1 0 1 2", 1, 0, true,
     "step 1, processor 0: sends two messages (2 to 1, 1 to 1), both over "
     "the link from 0 to 1; model 'all-port' allows one message per step"},
    {"ring:4", "all-port", NULL, "1 0 1 1 | 1 0 1 1", 1, 0, true,
     "over the link"},
    /* conflicts on the arc, on the sender's port and on the receiver's */
    {"ring:4", "shouting", NULL, "1 0 1 1 | 1 0 1 2", 3, 0, true,
     "over the link"},
    /* one message to two processors behind a switch, to one of them twice: it
     * crosses every arc to that one twice, in either order of the lines */
    {"tree:4", "shouting", NULL, "1 0 1 1 | 1 0 2 1 | 1 0 1 1", 3, 0, true,
     "over the link"},
    {"tree:4", "shouting", NULL, "1 0 2 1 | 1 0 1 1 | 1 0 1 1", 3, 0, true,
     "over the link"},
    /* a processor that sends too much and too far in one slot: one conflict */
    {"ring:4", "shouting", NULL, "1 0 2 1 | 1 0 1 2", 1, 0, true, "step 1"},
    /* a message that is forwarded in the step in which it arrives; no problem
     * given */
    {"ring:4", "one-port-duplex", NULL, "1 0 1 0 | 1 1 2 0 | 2 2 3 0", 0, 0,
     true, "step 1, processor 1: sends message 0 to 2 before receiving"},
    {"ring:4", "one-port-duplex", NULL, "1 1 0 0 | 1 0 2 0", 0, 0, true,
     "step 1, processor 0: sends message 0 to 2 before receiving"},
    /* both hold the message at the start, or one of them got it from the
     * other */
    {"line:3", "all-port", NULL, "1 0 1 5 | 1 1 0 5", 0, 0, true,
     "step 1, processor 1: sends message 5 to 0 before receiving"},
    {"line:4", "all-port", NULL, "1 0 1 5 | 1 2 3 5 | 2 1 0 5", 0, 0, true,
     "step 1, processor 0: sends message 5 to 1 before receiving"},
    /* several violations at one processor in one slot count once */
    {"star:5", "one-port", NULL, "1 1 0 1 | 1 2 0 2 | 1 3 0 3 | 1 0 4 9", 1, 0,
     true, "step 1, processor 0"},
    /* rules of the network */
    {"ring:4", "shouting", NULL, "1 0 2 1", 1, 0, true,
     "step 1, processor 0: sends message 1 to 2, which is not a neighbour; "
     "model 'shouting' allows sends to neighbours only"},
    {"hypercube:2", "all-port", NULL, "1 0 3 1", 1, 0, true, "neighbour"},
    {"line:4", "one-port", NULL, "1 0 2 1 | 1 1 3 2", 1, 0, true,
     "step 1, processor 1: sends message 2 to 3 while processor 0 sends "
     "message 1 to 2, both over the link from 1 to 2"},
    {"tree:4", "one-port", NULL, "1 0 2 1 | 1 1 3 2", 2, 0, true,
     "over the link from"},
    /* holdings */
    {"line:3", "one-port", "broadcast", "1 0 1 0 | 1 1 2 0", 1, 0, false,
     "sends message 0 to 2 before receiving it"},
    {"line:3", "all-port", "broadcast", "1 0 1 0 | 1 1 2 0", 0, 0, false,
     "step 1, processor 1: sends message 0 to 2 before receiving it"},
    {"line:3", "one-port", "broadcast", "1 0 1 0", 0, 0, false,
     "processor 2: lacks message 0 (2 of 3 processors have it)"},
    {"line:3", "one-port", "broadcast", "1 0 1 0 | 2 1 2 7", 0, 0, false,
     "the broadcast is of message 0"},
    {"line:3", "one-port", "broadcast", "", 0, 0, false, "no message was sent"},
    /* two overlapping receptions, one of which is forwarded at once */
    {"ring:3", "all-port", "simultaneous", "1 0 2 1 | 1 1 2 2 | 1 2 1 1", 0, 0,
     false, "step 1, processor 2: sends message 1 to 1 before receiving"},
    /* successive: sources, turn, order */
    {"hypercube:1", "shouting", "successive", "1 0 1 1 | 2 0 1 2", 0, 0, false,
     "source of two messages, 1 and 2"},
    {"ring:3", "shouting", "successive",
     "1 0 1 1 | 1 0 2 1 | 2 1 0 3 | 2 1 2 3 | 3 2 0 2 | 3 2 1 2", 0, 0, false,
     "step 2, processor 1: sends its message 3 before receiving message 2"},
    {"hypercube:1", "shouting", "successive", "1 0 1 1", 0, 0, false,
     "message 2 is never sent"},
    {"hypercube:1", "shouting", "successive", "1 0 1 1 | 2 1 0 2 | 3 0 1 3", 0,
     0, false, "message 3 exceeds the number of processors"},
    {"hypercube:1", "shouting", "successive", "1 0 1 0 | 1 0 1 1 | 2 1 0 2", 3,
     0, false, "messages are numbered from 1"},
    {"hypercube:1", "shouting", "gauss", "1 0 1 1 | 2 1 0 2 | 3 1 0 3", 0, 0,
     false,
     "is the source of message 3, but the source of message 1 is processor 0"},
    /* the other problems */
    {"ring:3", "all-port", "multinode",
     "1 0 1 0 | 1 0 2 0 | 1 1 0 1 | 1 1 2 1 | 1 2 0 3 | 1 2 1 3", 0, 0, false,
     "message 2 is never sent"},
    {"ring:3", "all-port", "multinode",
     "1 0 1 0 | 1 0 2 0 | 1 1 0 2 | 1 1 2 2 | 1 2 0 1 | 1 2 1 1", 0, 0, false,
     "sent message 2 of processor 2 first"},
    {"line:3", "all-port", "scatter", "1 0 1 1", 0, 0, false,
     "processor 2: lacks its message"},
    {"line:3", "all-port", "scatter", "1 0 1 1 | 1 1 2 2", 0, 0, false,
     "its source is processor 0"},
    {"line:3", "all-port", "gather", "1 1 0 1 | 1 2 1 2", 0, 0, false,
     "the message of processor"},
    {"line:3", "all-port", "gather", "1 1 0 2", 0, 0, false,
     "but is not its source"},
    {"line:3", "one-port", "reduce", "1 1 0 0 | 2 2 1 0", 0, 0, false,
     "processor 0: lacks block 0 of 0-2: the contribution of 2 never"},
    {"line:3", "one-port", "reduce", "1 1 0 0 | 2 1 2 0", 0, 0, false,
     "processor 0: lacks block 0 of 0-2: the contribution of 2 never"},
    {"ring:4", "one-port", "reduce", "1 1 0 0 | 2 1 2 0 | 3 0 3 0 | 4 2 3 0", 0,
     0, false, "would contain the contribution of 1 twice"},
    {"line:3", "one-port-duplex", "stream",
     "1 0 1 0 | 2 1 2 0 | 3 0 1 2 | 4 1 2 2", 0, 0, false,
     "message 1 is never sent"},
    {"line:3", "all-port", "simultaneous",
     "1 1 0 1 | 1 1 2 1 | 2 1 0 0 | 3 1 0 3 | 3 1 2 3", 0, 0, false,
     "message 2 is never sent"},
};

Test(check, every_rule_is_seen_broken)
{
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct check_trial trial = {wrong[i].network, wrong[i].model,
                                    wrong[i].problem};
        struct weft_check_result r = run_text(&trial, wrong[i].schedule);
        cr_expect_eq(r.conflicts, wrong[i].conflicts,
                     "%s: %" PRIu64 " conflicts", wrong[i].schedule,
                     r.conflicts);
        cr_expect_eq(r.unmatched, wrong[i].unmatched);
        cr_expect_eq(r.solved, wrong[i].solved, "%s", wrong[i].schedule);
        EXPECT_TEXT(r, wrong[i].text);
    }
}

/* With full duplex a processor may send while it receives, but it must already
 * have what it sends. */
Test(check, a_reduction_sends_what_has_arrived)
{
    for (uint64_t start = 0; start <= 4; start++) {
        struct check_trial trial = {.network = "line:3",
                                    .model = "one-port-duplex",
                                    .problem = "reduce",
                                    .step = 2};
        check_add_transfer(0, 2, 2, 1, 0);
        check_add_transfer(start, 2, 1, 0, 0);
        struct weft_check_result r = check_run(&trial);
        cr_expect_eq(r.solved, start >= 2, "sent at %" PRIu64, start);
        cr_expect_eq(r.conflicts, 0);
    }
}

/* Processor 1 receives more than the root and sends less, but always the same
 * blocks. */
Test(check, the_root_of_a_gather_has_everything)
{
    struct check_trial trial = {"complete:3", "one-port", "gather"};
    struct weft_check_result r = run_text(
        &trial, "1 1 0 1 | 2 2 0 2 | 3 2 1 2 | 4 2 1 2 | 5 2 1 2 | 6 2 1 2");
    EXPECT_CLEAN(r);
    r = run_text(&trial, "1 1 0 1 | 3 2 1 2 | 4 2 1 2");
    cr_expect(!r.solved);
    EXPECT_TEXT(r, "processor 0: lacks the message of processor 2");
}

/* Schedules that the model allows: there must be no findings. */
static const struct {
    const char *network, *model, *schedule;
} allowed[] = {
    {"ring:4", "shouting", "1 0 1 1 | 1 0 3 1"},
    {"ring:4", "all-port", "1 0 1 1 | 1 0 3 2 | 1 1 0 4 | 1 3 0 5"},
    {"ring:4", "one-port-duplex", "1 0 1 1 | 1 1 0 2"},
    {"ring:6", "one-port", "1 0 3 1 | 1 4 5 1"},
    {"tree:4", "all-port", "1 0 3 1 | 1 3 0 2"}, /* only switches in between */
    {"line:4", "send=same,receive=all,duplex=full", "1 1 0 1 | 1 1 2 1"},
    /* a message returns to its source; another never started there */
    {"line:3", "all-port", "1 0 1 5 | 2 1 0 5 | 2 1 2 5"},
    {"line:4", "all-port", "1 0 1 5 | 2 2 3 5"},
    {"line:4", "all-port", "1 0 1 5 | 1 3 2 5 | 2 2 1 5"},
};

Test(check, what_is_allowed_passes)
{
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
        struct check_trial trial = {allowed[i].network, allowed[i].model};
        struct weft_check_result r = run_text(&trial, allowed[i].schedule);
        EXPECT_CLEAN(r);
    }
}

/* Two messages cross the arc from 0 to 2, and one goes on to 3; the order of
 * the lines does not matter. */
Test(check, the_load_of_an_arc_has_no_order)
{
    static const char *const line[] = {"1 0 2 1 | ", "1 0 3 1 | ",
                                       "1 0 2 0 | "};
    struct check_trial trial = {"hypercube:2", "one-port-duplex"};
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            char text[64];
            if (a == b)
                continue;
            snprintf(text, sizeof text, "%s%s%s", line[a], line[b],
                     line[3 - a - b]);
            struct weft_check_result r = run_text(&trial, text);
            cr_expect_eq(r.load, 2, "%s: load %u", text, (unsigned)r.load);
            cr_expect_eq(r.conflicts, 3, "%s", text);
        }
}

/* ---- the readings of "in order" -------------------------------------- */

/* Line 1 - 0 - 2: processor 1 receives mu_2 from 0 before it forwards mu_1. */
static const struct {
    const char *schedule;
    bool solved[3]; /* with orders program, arrival and buffered */
} readings[] = {
    /* sources 0, 1, 2 of a ring of three, in order */
    {"1 0 1 1 | 1 0 2 1 | 2 1 0 2 | 2 1 2 2 | 3 2 0 3 | 3 2 1 3",
     {true, true, true}},
    /* 2 receives mu_2 before mu_1 */
    {"1 0 1 1 | 2 1 0 2 | 3 1 2 2 | 4 0 2 1 | 5 2 0 3 | 5 2 1 3",
     {false, false, true}},
    /* 0 forwards mu_1 after it has received mu_2, which reaches 2 later */
    {"1 0 1 1 | 2 1 0 2 | 3 0 2 1 | 4 1 2 2 | 5 2 0 3 | 5 2 1 3",
     {false, true, true}},
};

Test(check, readings_of_order)
{
    for (size_t i = 0; i < sizeof readings / sizeof *readings; i++)
        for (int order = 0; weft_order_names[order]; order++) {
            struct check_trial trial = {"ring:3", "shouting", "successive",
                                        (enum weft_order)order};
            struct weft_check_result r = run_text(&trial, readings[i].schedule);
            cr_expect_eq(r.solved, readings[i].solved[order],
                         "schedule %zu, order %s: %s", i,
                         weft_order_names[order], r.finding[0].text);
        }
}

Test(check, any_allocation_passes)
{
    struct check_trial trial = {"ring:3", "shouting", "successive"};
    struct weft_check_result r =
        run_text(&trial, "1 2 1 1 | 1 2 0 1 | 2 0 1 2 | 2 0 2 2 | 3 1 0 3 | "
                         "3 1 2 3");
    EXPECT_CLEAN(r);
}

/* ---- what a trace is judged by ---------------------------------------- */

/* Check events with parameters in the trace; options only set the rest. */
static struct weft_check_result run_words_of(int processors,
                                             struct weft_check_options options,
                                             uint64_t step, size_t words,
                                             const struct weft_parameter *word)
{
    options.from_trace = true;
    struct weft_check *check = weft_check_create(&options, NULL);
    cr_assert(check);
    const struct weft_sink *sink = weft_check_sink(check);
    struct weft_trace_info info = {.processors = processors,
                                   .step = step,
                                   .parameters = words,
                                   .parameter = word};
    weft_events_sort(unit_check_events, check_count);
    cr_assert_eq(sink->begin(sink->arg, &info), 0);
    cr_assert_eq(sink->events(sink->arg, unit_check_events, check_count), 0);
    cr_assert_eq(sink->end(sink->arg), 0);
    struct weft_check_result result = *weft_check_result(check);
    weft_check_destroy(check);
    check_count = 0;
    return result;
}

static struct weft_check_result run_words(struct weft_check_options options,
                                          uint64_t step, size_t words,
                                          const struct weft_parameter *word)
{
    return run_words_of(4, options, step, words, word);
}

/* How parameters of a trace affect the check: for each enum weft_check_part in
 * order, T: judged by the trace, O: by the options, .: always, -: not judged,
 * blank: not applicable. */
static const struct {
    struct weft_parameter word[4];
    const char *basis;
    enum weft_verdict verdict;
    unsigned conflicts;
} words[] = {
    {{{0}}, "---  .", WEFT_VALID, 0},
    {{{"network", "ring:4"}}, "T--  .", WEFT_VALID, 0},
    {{{"network", "fattree:4"}}, "---  .", WEFT_NOT_JUDGED, 0},
    {{{"model", "shouting"}}, "-T-  .", WEFT_VALID, 0},
    {{{"model", "telepathy"}}, "---  .", WEFT_NOT_JUDGED, 0},
    {{{"network", "ring:4"}, {"model", "shouting"}},
     "TT-  .",
     WEFT_NOT_VALID,
     1},
    {{{"problem", "broadcast"}}, "--T ..", WEFT_NOT_VALID, 0},
    {{{"problem", "broadcast"}, {"root", "0"}}, "--T T.", WEFT_NOT_VALID, 0},
    {{{"problem", "broadcast"}, {"root", "x"}}, "--T ..", WEFT_NOT_VALID, 0},
    {{{"problem", "reduce"}, {"root", "2"}}, "--T T.", WEFT_NOT_VALID, 0},
    {{{"problem", "successive"}, {"root", "2"}}, "--T. .", WEFT_NOT_VALID, 0},
    {{{"problem", "successive"}, {"order", "buffered"}},
     "--TT .",
     WEFT_NOT_VALID,
     0},
    {{{"problem", "successive"}, {"order", "none"}},
     "--T. .",
     WEFT_NOT_VALID,
     0},
    {{{"problem", "juggling"}}, "---  -", WEFT_NOT_JUDGED, 0},
};

static char letter(const struct weft_check_basis *basis)
{
    if (basis->from != WEFT_CHECK_NOT)
        return "-OT."[basis->from];
    return *basis->why ? '-' : ' ';
}

Test(check, words_of_the_trace)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t given = 0;
        while (given < 4 && words[i].word[given].key)
            given++;
        add_schedule("1 0 2 0");
        struct weft_check_options options = {.root = -1};
        struct weft_check_result r =
            run_words(options, 1, given, words[i].word);
        char basis[WEFT_CHECK_PARTS + 1] = "";
        for (int part = 0; part < WEFT_CHECK_PARTS; part++)
            basis[part] = letter(&r.basis[part]);
        cr_expect_str_eq(basis, words[i].basis, "row %zu: '%s'", i, basis);
        cr_expect_eq(r.verdict, words[i].verdict, "row %zu: %s", i,
                     weft_verdict_names[r.verdict]);
        cr_expect_eq(r.conflicts, words[i].conflicts, "row %zu", i);
    }
}

Test(check, options_go_before_words_of_the_trace)
{
    const struct weft_parameter said[] = {{"network", "hypercube:2"},
                                          {"model", "one-port"},
                                          {"problem", "scatter"},
                                          {"root", "3"}};
    struct weft_network *ring = weft_network_create("ring:4", NULL);
    struct weft_check_options options = {.network = ring,
                                         .model = weft_model(0),
                                         .problem = "broadcast",
                                         .root = -1};
    add_schedule("1 0 1 0 | 1 0 3 0 | 2 1 2 0");
    struct weft_check_result r = run_words(options, 1, 4, said);
    EXPECT_CLEAN(r);
    cr_expect(r.judged);
    cr_expect_str_eq(r.basis[WEFT_CHECK_NETWORK].word, "ring:4");
    cr_expect_str_eq(r.basis[WEFT_CHECK_ROOT].word, "0");
    weft_network_destroy(ring);
}

Test(check, nothing_is_not_valid)
{
    struct weft_check_options options = {.root = -1};
    const struct weft_parameter ring = {"network", "ring:4"};
    struct weft_check_result r = run_words(options, 1, 1, &ring);
    cr_expect_not(r.judged, "a trace without events");
    check_add_transfer(0, 2, 0, 1, 5);
    r = run_words(options, 1, 0, NULL);
    cr_expect(r.judged, "a transfer has two events");
    check_add(0, 2, WEFT_SEND, 0, 1, 5);
    check_add(1, 2, WEFT_RECEIVE, 1, 0, 5);
    r = run_words(options, 0, 0, NULL);
    cr_expect(r.judged, "its ends are told apart");
}

/* A problem that is solved from the start is judged without any events. */
Test(check, nothing_may_be_enough)
{
    static const struct {
        const char *problem;
        int processors;
        bool judged, solved;
    } ends[] = {{"broadcast", 1, true, true},   {"allgather", 1, true, true},
                {"reduce", 1, true, true},      {"broadcast", 2, true, false},
                {"allgather", 2, true, false},  {"broadcast", 0, false, false},
                {"allgather", 0, false, false}, {"reduce", 0, false, false},
                {"barrier", 0, false, false}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const struct check_trial trial = {.problem = ends[i].problem,
                                          .processors = ends[i].processors};
        struct weft_check_result r = check_run(&trial);
        cr_expect_eq(r.judged, ends[i].judged, "row %zu", i);
        cr_expect_eq(r.solved, ends[i].solved, "row %zu", i);
        cr_expect_eq(!r.findings, ends[i].solved || !ends[i].judged, "row %zu",
                     i);
    }
}

/* A trace without processors needs neither a root nor causality. */
Test(check, nobody_is_no_root)
{
    static const struct {
        struct weft_parameter word[2];
        int root; /* root in the options; -1: none */
    } rows[] = {{{{"problem", "broadcast"}, {"root", "0"}}, -1},
                {{{"problem", "broadcast"}}, 0},
                {{{"root", "0"}}, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct weft_check_options options = {.root = rows[i].root};
        size_t said = 0;
        while (said < 2 && rows[i].word[said].key)
            said++;
        struct weft_check_result r =
            run_words_of(0, options, 1, said, rows[i].word);
        cr_expect_eq(r.verdict, WEFT_NOT_JUDGED, "row %zu", i);
        cr_expect_eq(r.findings, 0, "row %zu", i);
        cr_expect_eq(letter(&r.basis[WEFT_CHECK_ROOT]), ' ', "row %zu", i);
        cr_expect_str_eq(r.basis[WEFT_CHECK_CAUSALITY].why,
                         "the trace has no processors", "row %zu", i);
    }
}

/* A trace of zero duration may have steps, or none. */
Test(check, places_of_findings)
{
    struct weft_check_options options = {.root = -1};
    static const uint64_t at[] = {0, 5, UINT64_MAX};
    for (uint64_t step = 0; step < 2; step++)
        for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
            check_add(at[i], 0, WEFT_SEND, 0, 1, 5);
            struct weft_check_result r = run_words(options, step, 0, NULL);
            cr_expect_eq(r.timed, !step);
            cr_expect_eq(r.finding[0].slot, at[i] + (at[i] < UINT64_MAX));
            EXPECT_TEXT(r, step ? "step " : "time ");
        }
}

/* In traces of real machines message numbers are only types, unless the options
 * state otherwise. */
Test(check, causality_can_be_asked_for)
{
    for (int steps = 0; steps < 2; steps++)
        for (int asked = 0; asked < 3; asked++) {
            add_schedule("1 0 1 0 | 1 1 2 0");
            struct weft_check_options options = {
                .root = -1, .causality = (enum weft_causality)asked};
            struct weft_check_result r =
                run_words(options, (uint64_t)steps, 0, NULL);
            bool on = asked == WEFT_CAUSALITY_ON ||
                      (asked == WEFT_CAUSALITY_AUTO && steps);
            cr_expect_eq(r.unheld, on);
            cr_expect_eq(r.findings, on);
        }
}

/* ---- events that no schedule can say --------------------------------- */

Test(check, unmatched)
{
    struct check_trial trial = {.processors = 3};
    check_add(0, 1, WEFT_SEND, 0, 1, 5);
    struct weft_check_result r = check_run(&trial);
    cr_expect_eq(r.unmatched, 1);
    EXPECT_TEXT(r, "step 1, processor 0: sends message 5 to 1, which never");
    check_add(0, 1, WEFT_RECEIVE, 0, 1, 5);
    r = check_run(&trial);
    cr_expect_eq(r.unmatched, 1);
    EXPECT_TEXT(r, "step 1, processor 0: receives message 5 from 1, which");
    check_add(3, 1, WEFT_RECEIVE, 1, 0, 5);
    check_add(4, 1, WEFT_SEND, 0, 1, 5);
    r = check_run(&trial);
    cr_expect_eq(r.unmatched, 1);
    EXPECT_TEXT(r, "step 4, processor 1: receives message 5 from 0 before");
    check_add(3, 1, WEFT_SEND, 0, 17, 5);
    r = check_run(&trial);
    cr_expect_eq(r.unmatched, 1);
    EXPECT_TEXT(r, "which does not exist");
}

/* On a real machine a processor may start to receive before the message
 * arrives. */
Test(check, receives_begin_early_on_a_clock)
{
    for (int steps = 0; steps < 2; steps++) {
        check_add(1, 9, WEFT_RECEIVE, 1, 0, 1);
        check_add(5, 2, WEFT_SEND, 0, 1, 1);
        check_add(5, 3, WEFT_RECEIVE, 3, 2, 1);
        check_add(9, 2, WEFT_SEND, 2, 3, 1);
        const struct check_trial trial = {.processors = 4, .clock = !steps};
        struct weft_check_result result = check_run(&trial);
        cr_expect_eq(result.unmatched, steps ? 2 : 1);
        cr_expect(strstr(result.finding[steps].text, "processor 3"), "%s",
                  result.finding[steps].text);
    }
}

Test(check, equal_messages_are_matched_in_turn)
{
    struct check_trial trial = {"line:2", "one-port-duplex"};
    for (unsigned i = 0; i < 9; i++)
        check_add(i, 1, WEFT_SEND, 0, 1, 5);
    for (unsigned i = 0; i < 9; i++)
        check_add(i + 20, 0, WEFT_RECEIVE, 1, 0, 5);
    struct weft_check_result r = check_run(&trial);
    EXPECT_CLEAN(r);
    cr_expect_eq(r.steps, 9);
}

/* A message that is taken late was received when it arrived. */
Test(check, late_takes)
{
    struct check_trial trial = {"line:3", "one-port"};
    check_add(0, 1, WEFT_SEND, 0, 1, 5);
    check_add(4, 0, WEFT_RECEIVE, 1, 0, 5);
    check_add_transfer(1, 1, 1, 2, 6);
    check_add_transfer(2, 1, 1, 2, 7);
    struct weft_check_result r = check_run(&trial);
    EXPECT_CLEAN(r);
    check_add(2, 1, WEFT_SEND, 0, 1, 5);
    check_add(4, 0, WEFT_RECEIVE, 1, 0, 5);
    check_add_transfer(1, 1, 1, 2, 6);
    check_add_transfer(2, 1, 1, 2, 7);
    r = check_run(&trial);
    cr_expect_eq(r.conflicts, 1);
    EXPECT_TEXT(r, "step 3, processor 1: ");
}

/* With delayed conflicts the receive event has the time of reception. */
Test(check, delayed_receptions)
{
    struct check_trial trial = {"line:3", "one-port"};
    check_add(0, 1, WEFT_SEND, 0, 1, 5);
    check_add(0, 1, WEFT_SEND, 2, 1, 6);
    check_add(0, 1, WEFT_RECEIVE, 1, 0, 5);
    check_add(1, 1, WEFT_RECEIVE, 1, 2, 6);
    struct weft_check_result r = check_run(&trial);
    EXPECT_CLEAN(r);
}

/* Two receptions from one sender, whose sends do not overlap. */
Test(check, delayed_receptions_from_one_sender)
{
    static const struct {
        const char *model;
        unsigned gap; /* time between the receptions */
        unsigned conflicts;
    } cases[] = {
        {"one-port", 0, 1}, {"one-port", 1, 0},
        {"shouting", 0, 1}, {"all-port", 0, 1},
        {"all-port", 1, 0}, {"send=one,receive=all,duplex=full", 0, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct check_trial trial = {"line:3", cases[i].model};
        check_add(0, 1, WEFT_SEND, 0, 1, 5);
        check_add(1, 1, WEFT_SEND, 0, 1, 6);
        check_add(1, 1, WEFT_RECEIVE, 1, 0, 5);
        check_add(1 + cases[i].gap, 1, WEFT_RECEIVE, 1, 0, 6);
        struct weft_check_result r = check_run(&trial);
        cr_expect_eq(r.conflicts, cases[i].conflicts, "%s: %" PRIu64 " (%s)",
                     cases[i].model, r.conflicts, r.finding[0].text);
        cr_expect_eq(r.findings, cases[i].conflicts);
    }
}

/* A message that is received twice is available when the first copy has
 * arrived. */
Test(check, the_first_to_arrive_counts)
{
    static const char *const problems[] = {NULL, "broadcast", "stream"};
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++)
        for (unsigned early = 0; early < 2; early++) {
            struct check_trial trial = {"complete:4", "all-port", problems[i],
                                        .step = 20};
            check_add_transfer(0, 1, 0, 1, 0);
            check_add_transfer(0, 30, 0, 2, 0);
            check_add_transfer(1, 2, 1, 2, 0);
            check_add_transfer(3 - early, 1, 2, 3, 0);
            struct weft_check_result r = check_run(&trial);
            cr_expect_eq(r.unheld, early);
            cr_expect_eq(r.findings, early, "%s", r.finding[0].text);
        }
}

Test(check, computing)
{
    struct check_trial half = {"line:2", "one-port"};
    struct check_trial full = {"line:2", "one-port-duplex"};
    struct check_trial none = {.processors = 2};
    for (int i = 0; i < 3; i++) {
        check_add(0, 4, WEFT_COMPUTE, 1, -1, -1);
        check_add_transfer(2, 1, 0, 1, 5);
        struct weft_check_result r = check_run(i == 0   ? &half
                                               : i == 1 ? &full
                                                        : &none);
        cr_expect_eq(r.conflicts, i == 0);
        cr_expect_eq(r.findings, i == 0);
        cr_expect_eq(r.makespan, 4);
    }
}

Test(check, in_two_places_at_once)
{
    struct check_trial trial = {.processors = 2};
    check_add(0, 4, WEFT_COMPUTE, 1, -1, -1);
    check_add(3, 4, WEFT_COMPUTE, 1, -1, -1);
    struct weft_check_result r = check_run(&trial);
    cr_expect_eq(r.findings, 1);
    EXPECT_TEXT(r, "computes during [0, 4) and computes during [3, 7)");
    check_add(0, 4, WEFT_COMPUTE, 1, -1, -1);
    check_add_transfer(2, 1, 1, 0, 3);
    r = check_run(&trial);
    cr_expect_eq(r.findings, 1);
    EXPECT_TEXT(r, "one activity at a time");
    check_add(0, 4, WEFT_SLEEP, 1, -1, -1);
    check_add(2, 1, WEFT_COMPUTE, 1, -1, -1);
    r = check_run(&trial);
    cr_expect_eq(r.findings, 1);
}

/* Transfers of several time units: a conflict counts where the second transfer
 * begins, at most once per slot of `step` units. */
Test(check, costs)
{
    struct check_trial trial = {"star:4", "one-port", .step = 10};
    check_add_transfer(0, 30, 1, 0, 1);
    check_add_transfer(5, 2, 2, 0, 2);
    check_add_transfer(12, 2, 3, 0, 3);
    check_add_transfer(17, 2, 2, 0, 4);
    check_add_transfer(30, 5, 2, 0, 5);
    struct weft_check_result r = check_run(&trial);
    cr_expect_eq(r.conflicts, 2);
    cr_expect_eq(r.makespan, 35);
    cr_expect_eq(r.steps, 4);
    EXPECT_TEXT(r, "step 1, processor 0: receives two messages (1 from 1 "
                   "during [0, 30), 2 from 2 during [5, 7))");
}

Test(check, stores)
{
    struct check_trial trial = {"hypercube:1", "shouting", "successive"};
    for (int wrong_order = 0; wrong_order < 2; wrong_order++) {
        add_schedule("1 0 1 1 | 2 1 0 2");
        for (int i = 0; i < 4; i++)
            check_add(2, 0, WEFT_STORE, i / 2, -1,
                      1 + (i % 2 ^ (wrong_order && i / 2)));
        struct weft_check_result r = check_run(&trial);
        cr_expect_eq(r.solved, !wrong_order);
        if (wrong_order)
            EXPECT_TEXT(r, "step 3, processor 1: stores message 2; the next in "
                           "order is 1");
    }
}

Test(check, the_first_findings_are_kept)
{
    struct check_trial trial = {"line:2", "one-port"};
    for (unsigned slot = 0; slot < 1000; slot++) {
        check_add_transfer(999 - slot, 1, 0, 1, 1);
        check_add_transfer(999 - slot, 1, 1, 0, 2);
    }
    struct weft_check_result r = check_run(&trial);
    cr_expect_eq(r.conflicts, 2000);
    cr_expect_eq(r.findings, 2000);
    cr_expect_eq(r.kept, WEFT_FINDINGS_KEPT);
    for (int i = 0; i < r.kept; i++) {
        cr_expect_eq(r.finding[i].slot, i / 2 + 1);
        cr_expect_eq(r.finding[i].rank, i % 2);
    }
}

/* The number of findings that are kept is an option. */
Test(check, more_findings_are_kept)
{
    struct weft_error err;
    struct weft_model model;
    struct weft_check_options options = {
        .root = -1, .model = &model, .keep = 1000};
    cr_assert_eq(weft_model_parse("one-port", &model, &err), 0);
    struct weft_check *check = weft_check_create(&options, &err);
    const struct weft_sink *sink = weft_check_sink(check);
    const struct weft_trace_info info = {.processors = 2, .step = 1};
    for (unsigned slot = 0; slot < 900; slot++) {
        check_add_transfer(899 - slot, 1, 0, 1, 1);
        check_add_transfer(899 - slot, 1, 1, 0, 2);
    }
    weft_events_sort(unit_check_events, check_count);
    cr_assert_eq(sink->begin(sink->arg, &info), 0);
    cr_assert_eq(sink->events(sink->arg, unit_check_events, check_count), 0);
    cr_assert_eq(sink->end(sink->arg), 0);
    cr_expect_eq(weft_check_result(check)->findings, 1800);
    for (size_t i = 0; i < 1000; i++)
        cr_expect_eq(weft_check_finding(check, i)->slot, i / 2 + 1);
    cr_expect_null(weft_check_finding(check, 1000));
    weft_check_destroy(check);
    check_count = 0;
}

/* For a schedule on hypercube:2: the members of each finding. */
Test(check, what_findings_are_about)
{
    static const struct {
        const char *model, *problem, *schedule, *rule;
        int messages[2], peers[2], arc[2], transfers[2][4];
    } rows[] = {
        {"one-port",
         NULL,
         "2 1 3 8 | 2 2 3 7",
         "two receptions",
         {7, 8},
         {2, 1},
         {0, 0},
         {{2, 2, 3, 7}, {2, 1, 3, 8}}},
        {"one-port",
         NULL,
         "1 0 1 5 | 1 0 2 5",
         "two sends",
         {5, 5},
         {1, 2},
         {0, 0},
         {{1, 0, 1, 5}, {1, 0, 2, 5}}},
        {"all-port",
         NULL,
         "1 0 3 4",
         "neighbour",
         {4, -1},
         {3, -1},
         {0, 0},
         {{1, 0, 3, 4}, {0}}},
        {"all-port",
         NULL,
         "1 0 1 4 | 1 0 1 3",
         "arc",
         {3, 4},
         {1, 1},
         {0, 1},
         {{1, 0, 1, 3}, {1, 0, 1, 4}}},
        {"one-port",
         "broadcast",
         "1 0 1 4",
         "problem",
         {4, -1},
         {-1, -1},
         {0, 0},
         {{0}, {0}}},
        {"all-port",
         NULL,
         "1 0 1 4 | 2 1 3 6 | 2 0 1 6",
         "holds",
         {6, -1},
         {3, -1},
         {0, 0},
         {{2, 1, 3, 6}, {0}}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct check_trial trial = {"hypercube:2", rows[i].model,
                                    rows[i].problem};
        struct weft_check_result r = run_text(&trial, rows[i].schedule);
        const struct weft_finding *found = &r.finding[0];
        int transfers = 0, messages = 0, peers = 0;
        cr_assert(r.findings, "row %zu", i);
        cr_expect_str_eq(found->rule, rows[i].rule, "row %zu: %s", i,
                         found->text);
        cr_expect_eq(found->has_arc, rows[i].arc[1] > 0, "row %zu", i);
        for (int k = 0; k < 2; k++) {
            const int *wanted = rows[i].transfers[k];
            const struct weft_finding_transfer *transfer = &found->transfer[k];
            transfers += wanted[0] > 0;
            messages += rows[i].messages[k] >= 0;
            peers += rows[i].peers[k] >= 0;
            cr_expect(!wanted[0] || (transfer->slot == (uint64_t)wanted[0] &&
                                     transfer->from == wanted[1] &&
                                     transfer->to == wanted[2] &&
                                     transfer->message == wanted[3]),
                      "row %zu, transfer %d", i, k);
            cr_expect(rows[i].messages[k] < 0 ||
                          found->message[k] == rows[i].messages[k],
                      "row %zu, message %d", i, k);
            cr_expect(rows[i].peers[k] < 0 ||
                          found->peer[k] == rows[i].peers[k],
                      "row %zu, peer %d", i, k);
            cr_expect(!found->has_arc || found->arc[k] == rows[i].arc[k],
                      "row %zu, arc %d", i, k);
        }
        cr_expect_eq(found->transfers, transfers, "row %zu", i);
        cr_expect_eq(found->messages, messages, "row %zu", i);
        cr_expect_eq(found->peers, peers, "row %zu", i);
    }
}

Test(check, bad_options)
{
    struct weft_error err;
    struct weft_check_options options = {.problem = "succesive", .root = -1};
    cr_expect_null(weft_check_create(&options, &err));
    cr_expect_eq(err.kind, WEFT_ERROR_UNKNOWN);
    cr_expect(strstr(err.text, "'successive'"), "%s", err.text);
    struct weft_network *network = weft_network_create("ring:4", &err);
    options = (struct weft_check_options){.network = network, .root = 4};
    cr_expect_null(weft_check_create(&options, &err));
    cr_expect_eq(err.kind, WEFT_ERROR_MISUSE);
    weft_network_destroy(network);
    weft_check_destroy(NULL);
}

Test(check, impossible_events_are_refused)
{
    const struct weft_check_options options = {.root = -1};
    for (size_t i = 0; i < IMPOSSIBLE; i++) {
        struct weft_check *check = weft_check_create(&options, NULL);
        cr_expect_eq(impossible_told(weft_check_sink(check), i),
                     WEFT_ERROR_MISUSE, "%zu", i);
        weft_check_destroy(check);
    }
}
