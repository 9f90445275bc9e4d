/* The problem `stream` (Bruck, Cypher, Ho): one processor has m packets, and
 * all others receive them, in any order. */
#include "stream.h"

#include "goal/goal.h"
#include "problem/shared/payload.h"
#include "problem/shared/root.h"
#include "problem/shared/settings.h"

#define STREAM_CELLS_MAX                                                       \
    ((int64_t)1 << 31) /* total size of all packets on all processors */

static const struct weft_setting packets_setting = {
    .name = "packets",
    .argument = "M",
    .help = "number of packets of the stream",
    .kind = WEFT_SETTING_NUMBER,
    .low = 1,
    .high = 1 << 24,
    .standard = "10",
};

const struct weft_setting stream_tree_count = {
    .name = "trees",
    .argument = "D",
    .help = "number of trees of strategy fibonacci, odd (default: the best)",
    .kind = WEFT_SETTING_NUMBER,
    .low = 1,
    .high = 1 << 20,
};

static const struct weft_setting *const problem_stream_settings[] = {
    &setting_root, &packets_setting, &stream_tree_count, NULL};

int stream_packets(const struct plan *plan)
{
    if (plan->strategy->timetable && plan->schedule)
        return plan_timetable(plan)->blocks;
    return (int)plan_number(plan, &packets_setting);
}

int stream_log2(int n)
{
    int q = 0;
    while ((int64_t)1 << q < n)
        q++;
    return q;
}

/* Prepare the timetable; some strategies send as many packets as there are
 * processors. */
static int prepare_timetable(struct plan *plan, int packets,
                             struct weft_error *err)
{
    if (frame_prepare(plan, packets, err))
        return -1;
    int blocks = plan_timetable(plan)->blocks;
    if (blocks == packets || !plan_chosen(plan, &packets_setting))
        return 0;
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "strategy '%s' sends one packet per processor: use "
                          "--packets %d, not %d",
                          plan->strategy->info.name, blocks, packets);
}

static int problem_stream_prepare(struct plan *plan, struct weft_error *err)
{
    int packets = stream_packets(plan);
    if (plan_check_root(plan, err))
        return -1;
    if (plan->strategy->timetable)
        return prepare_timetable(plan, packets, err);
    if (packets > STREAM_CELLS_MAX / plan->size)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "%d packets are too many for %d processors",
                              packets, plan->size);
    return 0;
}

int stream_blocks_program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    const struct interval none = {0, -1}, own = {0, stream_packets(plan) - 1};
    return frame_move(self, plan,
                      weft_rank(self) == plan_root(plan) ? own : none);
}

static struct weft_goal *problem_stream_goal(const struct plan *plan)
{
    const struct weft_goal goal = {
        .processors = plan->size,
        .blocks = stream_packets(plan),
        .root = plan_root(plan),
        .start = &goal_at_root,
        .postcondition = &goal_for_all,
    };
    return goal_create(&goal);
}

static int problem_stream_judge(struct plan *plan, struct weft_result *result,
                                struct weft_error *err)
{
    const struct stream_schedule *schedule = plan->schedule;
    if (!plan->strategy->timetable && schedule && schedule->trees)
        result_measure(result, "trees", schedule->trees);
    (void)err;
    return 0;
}

static const struct weft_strategy *const problem_stream_strategies[] = {
    &stream_fibonacci,
    &stream_binomial,
    &stream_path,
    &stream_binary,
    &stream_edst,
    &stream_circulant,
    &stream_double_tree,
    &stream_scatter_allgather,
    &stream_scatter_doubling,
    &stream_trees,
    &stream_in_network,
    NULL,
};

const struct weft_problem problem_stream = {
    .info = {.name = "stream",
             .summary = "one processor broadcasts a stream of packets",
             .source = "Bruck, Cypher, Ho",
             .network = "complete:32",
             .model = "one-port-duplex"},
    .strategies = problem_stream_strategies,
    .tagged = true,
    .settings = problem_stream_settings,
    .prepare = problem_stream_prepare,
    .goal = problem_stream_goal,
    .block = judge_tagged,
    .items = frame_items_moved,
    .judge = problem_stream_judge,
};
