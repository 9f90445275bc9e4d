/* Goals: the wishes of every problem, checked with every query. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <weft/check.h>
#include <weft/goal.h>
#include <weft/network.h>
#include <weft/problem.h>

static const struct named {
    const char *problem, *network, *setting, *value;
    int first, blocks;
} goals[] = {
    {"broadcast", "ring:5", "root", "3", 0, 1},
    {"reduce", "ring:5", "root", "3", 0, 1},
    {"scatter", "hypercube:3", "root", "6", 0, 8},
    {"gather", "hypercube:3", "root", "6", 0, 8},
    {"multinode", "hypercube:3", "seed", "1", 0, 8},
    {"stream", "complete:6", "packets", "7", 0, 7},
    {"simultaneous", "hypercube:2", "sources", "3,0,0,2", 1, 4},
    {"successive", "ring:6", "seed", "1", 1, 6},
    {"matvec", "mesh:3x3", "seed", "1", 0, 3},
    {"gauss", "hypercube:2", "size", "11", 1, 11},
    {"allgather", "complete:5", "strategy", "sparbit", 0, 5},
    {"reduce-scatter", "complete:5", "strategy", "circulant", 0, 5},
    {"allreduce", "complete:6", "strategy", "rabenseifner", 0, 4},
    {"alltoall", "complete:5", "strategy", "bruck", 0, 25},
    {"barrier", "complete:5", "strategy", "dissemination", 0, 1},
    {"scan", "complete:5", "strategy", "brent-kung", 0, 1},
    {"exscan", "complete:5", "strategy", "shift", 0, 1},
};

#define GOALS (sizeof goals / sizeof *goals)

static struct weft_goal *goal_make(const struct named *named)
{
    struct weft_error err = {0};
    struct weft_experiment e = weft_experiment_default(named->problem);
    cr_assert_eq(weft_experiment_set(&e, "network", named->network, &err), 0);
    cr_assert_eq(weft_experiment_set(&e, named->setting, named->value, &err),
                 0);
    struct weft_goal *goal = weft_experiment_goal(&e, &err);
    cr_assert_not_null(goal, "%s: %s", named->problem, err.text);
    return goal;
}

static const struct named *goal_find(const char *problem)
{
    for (size_t i = 0; i < GOALS; i++)
        if (!strcmp(goals[i].problem, problem))
            return &goals[i];
    return NULL;
}

Test(goal, every_problem_has_one)
{
    const struct weft_problem_info *info;
    for (size_t i = 0; (info = weft_problem(i)); i++)
        cr_assert_not_null(goal_find(info->name), "%s", info->name);
}

/* Wishes are ascending and places are their inverse; each wanted block is at
 * the start held by the processors whose contributions it takes. */
static void check_wishes(const struct weft_goal *goal, const char *name,
                         int rank)
{
    int p = weft_goal_processors(goal), first = weft_goal_first(goal);
    int wanted = weft_goal_wanted(goal, rank), seen = 0;
    for (int block = first - 2; block < first + weft_goal_blocks(goal) + 2;
         block++) {
        int place = weft_goal_place(goal, rank, block), takes = 0;
        if (place < 0)
            continue;
        cr_assert_eq(place, seen++, "%s", name);
        cr_assert_eq(weft_goal_want(goal, rank, place), block, "%s", name);
        for (int from = 0; from < p; from++)
            if (weft_goal_takes(goal, rank, block, from)) {
                cr_assert(weft_goal_has(goal, from, block), "%s", name);
                takes++;
            }
        cr_assert(takes >= 1, "%s: block %d of %d", name, block, rank);
        cr_assert(takes == 1 || weft_goal_combines(goal) != WEFT_GOAL_MOVE);
    }
    cr_assert_eq(seen, wanted, "%s: processor %d", name, rank);
}

Test(goal, wishes_and_places_agree)
{
    for (size_t i = 0; i < GOALS; i++) {
        struct weft_goal *goal = goal_make(&goals[i]);
        cr_assert_eq(weft_goal_first(goal), goals[i].first, "%s",
                     goals[i].problem);
        cr_assert_eq(weft_goal_blocks(goal), goals[i].blocks, "%s",
                     goals[i].problem);
        for (int rank = 0; rank < weft_goal_processors(goal); rank++)
            check_wishes(goal, goals[i].problem, rank);
        weft_goal_destroy(goal);
    }
}

/* Return what a problem asks for, from its definition in words. */
static bool goal_says(const struct named *n, int rank, int block, bool start)
{
    static const int sources[] = {3, 0, 0, 2};
    static const int gray[] = {0, 1, 3, 2};
    const char *p = n->problem;
    if (!strcmp(p, "broadcast") || !strcmp(p, "stream"))
        return !start || rank == (p[0] == 'b' ? 3 : 0);
    if (!strcmp(p, "reduce"))
        return start || rank == 3;
    if (!strcmp(p, "scatter"))
        return start ? rank == 6 : rank == block;
    if (!strcmp(p, "gather"))
        return start ? rank == block : rank == 6;
    if (!strcmp(p, "multinode"))
        return !start || rank == block;
    if (!strcmp(p, "simultaneous"))
        return !start || rank == sources[block - 1];
    if (!strcmp(p, "successive"))
        return !start || rank == block - 1;
    if (!strcmp(p, "gauss"))
        return !start || rank == gray[(block - 1) % 4];
    if (!strcmp(p, "allgather"))
        return !start || rank == block;
    if (!strcmp(p, "reduce-scatter"))
        return start || rank == block;
    if (!strcmp(p, "alltoall"))
        return rank == (start ? block / 5 : block % 5);
    if (!strcmp(p, "exscan"))
        return start || rank > 0;
    if (!strcmp(p, "allreduce") || !strcmp(p, "barrier") || !strcmp(p, "scan"))
        return true;
    return start ? rank / 3 == block : rank == 3 * block;
}

Test(goal, says_what_the_problem_says)
{
    for (size_t i = 0; i < GOALS; i++) {
        struct weft_goal *goal = goal_make(&goals[i]);
        int first = weft_goal_first(goal);
        for (int rank = 0; rank < weft_goal_processors(goal); rank++)
            for (int b = first; b < first + weft_goal_blocks(goal); b++) {
                cr_assert_eq(weft_goal_has(goal, rank, b),
                             goal_says(&goals[i], rank, b, true),
                             "%s: start, processor %d, block %d",
                             goals[i].problem, rank, b);
                cr_assert_eq(weft_goal_place(goal, rank, b) >= 0,
                             goal_says(&goals[i], rank, b, false),
                             "%s: end, processor %d, block %d",
                             goals[i].problem, rank, b);
            }
        weft_goal_destroy(goal);
    }
}

Test(goal, a_senseless_experiment_has_none)
{
    struct weft_error err = {0};
    struct weft_experiment e = weft_experiment_default("broadcast");
    weft_experiment_set(&e, "root", "9", NULL);
    weft_experiment_set(&e, "network", "ring:5", NULL);
    cr_assert_null(weft_experiment_goal(&e, &err));
    cr_assert_eq(err.kind, WEFT_ERROR_MISUSE);
    weft_goal_destroy(NULL);
}

/* ---- the checker, judging by the goal ---------------------------------- */

/* Forwards events, except one transfer. */
struct censor {
    const struct weft_sink *to;
    int drop;  /* index of the send to drop; -1: none */
    int sends; /* so far */
    struct weft_event gone;
    bool taken; /* whether its reception has been dropped, too */
};

static int censor_begin(void *arg, const struct weft_trace_info *info)
{
    const struct censor *censor = arg;
    return censor->to->begin(censor->to->arg, info);
}

static bool is_gone(struct censor *censor, const struct weft_event *event)
{
    const struct weft_event *gone = &censor->gone;
    if (event->kind == WEFT_SEND && censor->sends++ == censor->drop) {
        censor->gone = *event;
        return true;
    }
    if (event->kind != WEFT_RECEIVE || censor->taken ||
        censor->sends <= censor->drop || censor->drop < 0 ||
        event->rank != gone->peer || event->peer != gone->rank ||
        event->message != gone->message)
        return false;
    censor->taken = true;
    return true;
}

static int censor_events(void *arg, const struct weft_event *events,
                         size_t count)
{
    struct censor *censor = arg;
    for (size_t i = 0; i < count; i++)
        if (!is_gone(censor, &events[i]) &&
            censor->to->events(censor->to->arg, &events[i], 1))
            return -1;
    return 0;
}

static int censor_end(void *arg)
{
    const struct censor *censor = arg;
    return censor->to->end(censor->to->arg);
}

/* Return whether the checker finds that the run's trace, without one transfer,
 * reaches the goal. */
static bool goal_solved(const struct named *named, const struct weft_goal *goal,
                        int drop, int *sends, char *text, size_t size)
{
    struct weft_error err = {0};
    struct weft_network *network = weft_network_create(named->network, &err);
    struct weft_check_options options = {
        .network = network, .goal = goal, .root = -1, .stores_too = true};
    struct weft_check *check = weft_check_create(&options, &err);
    cr_assert_not_null(check, "%s", err.text);
    struct censor censor = {.to = weft_check_sink(check), .drop = drop};
    const struct weft_sink sink = {censor_begin, censor_events, censor_end,
                                   &censor};
    const struct weft_sink *const sinks[] = {&sink};
    struct weft_experiment e = weft_experiment_default(named->problem);
    weft_experiment_set(&e, "network", named->network, NULL);
    weft_experiment_set(&e, named->setting, named->value, NULL);
    /* the goal numbers messages by position */
    if (!strcmp(named->problem, "simultaneous"))
        weft_experiment_set(&e, "strategy", "unbalanced", NULL);
    struct weft_result result;
    cr_assert_eq(weft_run(&e, sinks, 1, &result, &err), 0, "%s: %s",
                 named->problem, err.text);
    weft_result_finish(&result);
    const struct weft_check_result *verdict = weft_check_result(check);
    bool good = verdict->solved && !verdict->unheld;
    snprintf(text, size, "%s", verdict->finding[0].text);
    *sends = censor.sends;
    weft_check_destroy(check);
    weft_network_destroy(network);
    return good;
}

Test(goal, the_checker_judges_by_it)
{
    for (size_t i = 0; i < GOALS; i++) {
        struct weft_goal *goal = goal_make(&goals[i]);
        int sends;
        char text[400];
        if (!strcmp(goals[i].problem, "matvec")) { /* combines several times */
            weft_goal_destroy(goal);
            continue;
        }
        cr_expect(goal_solved(&goals[i], goal, -1, &sends, text, sizeof text),
                  "%s: %s", goals[i].problem, text);
        for (int drop = 0, all = sends; drop < all; drop += 1 + all / 7)
            cr_expect(
                !goal_solved(&goals[i], goal, drop, &sends, text, sizeof text),
                "%s without send %d", goals[i].problem, drop);
        weft_goal_destroy(goal);
    }
}

/* For a goal other than the run's, the finding names what is missing. */
Test(goal, a_run_does_not_reach_another_goal)
{
    static const struct named rows[] = {
        {"multinode", "hypercube:3", "seed", "1", 0, 8},
        {"gather", "hypercube:3", "root", "5", 0, 8},
        {"scatter", "hypercube:3", "root", "5", 0, 8},
    };
    char text[400];
    int sends;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            struct weft_goal *goal = goal_make(&rows[k]);
            /* a multinode broadcast also reaches the goal of a gather */
            bool reached = i == k || (i == 0 && k == 1);
            cr_expect_eq(
                goal_solved(&rows[i], goal, -1, &sends, text, sizeof text),
                reached, "%s for %s: %s", rows[i].problem, rows[k].problem,
                text);
            weft_goal_destroy(goal);
        }
}

/* ---- the problem of a trace, and its goal -------------------------------- */

static unsigned goal_draw(unsigned *seed, int below)
{
    *seed = *seed * 1103515245 + 12345;
    return *seed / 65536 % (unsigned)below;
}

static size_t draw_transfers(unsigned *seed, int processors, int blocks,
                             struct weft_event *events)
{
    size_t count = 0;
    uint64_t start = 0;
    for (size_t left = 1 + goal_draw(seed, 3 * processors); left; left--) {
        int from = (int)goal_draw(seed, processors);
        int to = (from + 1 + (int)goal_draw(seed, processors - 1)) % processors;
        struct weft_event send = {.start = start += goal_draw(seed, 4) > 0,
                                  .duration = 1,
                                  .rank = from,
                                  .peer = to,
                                  .message = (int)goal_draw(seed, blocks),
                                  .kind = WEFT_SEND};
        events[count++] = send;
        send.rank = to;
        send.peer = from;
        send.kind = WEFT_RECEIVE;
        events[count++] = send;
    }
    return count;
}

static struct weft_check_result
judge_events(const struct weft_check_options *options,
             const struct weft_trace_info *info,
             const struct weft_event *events, size_t count)
{
    struct weft_check *check = weft_check_create(options, NULL);
    const struct weft_sink *sink = weft_check_sink(check);
    cr_assert_eq(sink->begin(sink->arg, info), 0);
    cr_assert_eq(sink->events(sink->arg, events, count), 0);
    cr_assert_eq(sink->end(sink->arg), 0);
    struct weft_check_result result = *weft_check_result(check);
    weft_check_destroy(check);
    return result;
}

/* A reduction need not be a tree: an operand that is sent twice may be ignored
 * once. */
Test(goal, a_problem_is_judged_as_its_goal)
{
    static const struct {
        const char *name, *said, *number;
        int64_t blocks;
    } rows[] = {
        {"reduce", "strategy", "any", 1},     {"reduce", "packets", "2", 2},
        {"allreduce", "blocks", "1", 1},      {"scan", "blocks", "1", 1},
        {"reduce-scatter", "blocks", "4", 4}, {"exscan", "blocks", "1", 1},
    };
    unsigned seed = 1;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int right = 0, wrong = 0, processors = rows[i].blocks == 4 ? 4 : 3;
        struct weft_goal_values values = {.blocks = rows[i].blocks};
        struct weft_goal *goal =
            weft_goal_make(rows[i].name, processors, values, NULL);
        const struct weft_parameter said[] = {{"problem", rows[i].name},
                                              {rows[i].said, rows[i].number}};
        const struct weft_trace_info info = {
            processors, .step = 1, .parameter = said, .parameters = 2};
        for (int trial = 0; trial < 2000; trial++) {
            struct weft_event events[24];
            size_t count =
                draw_transfers(&seed, processors, (int)rows[i].blocks, events);
            struct weft_check_options asked = {.root = 0, .from_trace = true};
            struct weft_check_result r =
                judge_events(&asked, &info, events, count);
            asked.goal = goal;
            struct weft_check_result g =
                judge_events(&asked, &info, events, count);
            cr_assert_eq(r.solved, g.solved, "%s: %s", rows[i].name,
                         r.finding[0].text);
            cr_assert_eq(r.findings, g.findings);
            cr_assert_str_eq(r.finding[0].text, g.finding[0].text);
            right += r.solved;
            wrong += !r.solved;
        }
        weft_goal_destroy(goal);
        cr_assert(wrong && (right || rows[i].blocks == 4), "%s: %d right",
                  rows[i].name, right);
    }
}
