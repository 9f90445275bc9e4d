/* Checks problems that are equivalent to the goal of their name. If the trace
 * declares no number of blocks, combining problems have as many blocks as were
 * sent, and other problems have one block per processor. */
#include "goal/counted.h"
#include "problems.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCKS_OPEN (1 << 30)
/* Limit on the number of processors if the user did not request the problem: a
 * file that merely names one must not cost the memory of a larger goal. */
#define SIZE_UNASKED (1 << 18)
/* limit for which the numbers of all pairs of processors fit in an int */
#define PAIRS_MOST 46340

static int64_t goal_of_name_number_in(const struct weft_trace_info *info,
                                      const char *name)
{
    const char *word = info ? weft_trace_info_get(info, name) : NULL;
    int64_t number = word ? strtol(word, NULL, 10) : 0;
    return number > 0 && number < BLOCKS_OPEN ? number : 0;
}

/* Create the goal and replace the previous one. Return 0, or an error kind and
 * no goal. */
static int goal_of_name_make(struct weft_check *check, const char *name,
                             int64_t blocks)
{
    struct weft_error err;
    int root = check->options.root;
    int64_t each = blocks / (check->size ? check->size : 1);
    const struct weft_goal_values values = {
        .each = each && blocks < BLOCKS_OPEN ? each : 1,
        .blocks = blocks,
        .root = root < 0 ? 0 : root,
    };
    weft_goal_destroy(check->own_goal);
    check->own_goal = weft_goal_make(name, check->size, values, &err);
    check->options.goal = check->own_goal;
    return check->own_goal ? 0 : (int)err.kind;
}

/* Create the goal with blocks of the sizes that the trace declares. Return 0,
 * an error kind, or -1: it declares none for this problem. */
static int goal_of_name_sizes(struct weft_check *check,
                              const struct weft_trace_info *info)
{
    struct weft_error err;
    const char *named = weft_trace_info_get(info, "problem");
    const char *counts = weft_trace_info_get(info, "counts");
    int64_t each = said_number(check);
    if (!counts || !named || strcmp(named, check->named) != 0 ||
        counted_check(counts, NULL))
        return -1;
    weft_goal_destroy(check->own_goal);
    check->own_goal = goal_counted(named, check->size, each > 1 ? (int)each : 1,
                                   counts, &err);
    check->options.goal = check->own_goal;
    if (check->own_goal)
        return 0;
    return err.kind == WEFT_ERROR_MISUSE ? -1 : (int)err.kind;
}

bool known_wanted(const struct weft_check *check,
                  const struct weft_trace_info *info)
{
    const char *named = weft_trace_info_get(info, "problem");
    bool says = named && !strcmp(named, check->problem->name) &&
                goal_of_name_number_in(info, "blocks");
    bool reduces = check->problem == &check_reduce;
    says |= reduces && said_number(check) > 1;
    return check->problem->blocks && (info->items || says) &&
           (check->options.root >= 0 || reduces);
}

/* Report that there are too many processors to number all pairs. No option
 * changes this. */
static void skip_pairs(struct weft_check *check)
{
    char why[120];
    snprintf(why, sizeof why,
             "the blocks of all pairs of processors have numbers for up to %d "
             "processors",
             PAIRS_MOST);
    basis_unfinished(check, why, NULL);
}

static const struct check_problem goal_of_name_beyond = {
    .first = begins_anywhere, .end = skip_pairs};

/* Return the number of blocks that the trace declares, as packets of all
 * processors (or of each), or as blocks; 0 if it declares none. */
static int64_t said_blocks(struct weft_check *check,
                           const struct weft_trace_info *info)
{
    int64_t blocks = goal_of_name_number_in(info, "blocks"),
            packets = said_number(check);
    int64_t most = BLOCKS_OPEN - 1;
    if (!packets)
        return blocks;
    if (check->problem->by_goal)
        packets = packets > most / check->size ? most : packets * check->size;
    packets = packets > most ? most : packets;
    if (blocks && blocks != packets)
        check_blame_end(check, -1,
                        "the trace declares blocks: %" PRId64
                        ", but packets: %" PRId64 ", which make %" PRId64
                        " blocks",
                        blocks, said_number(check), packets);
    return packets;
}

/* Report a number of blocks that the problem cannot have. */
static void goal_of_name_blame_blocks(struct weft_check *check,
                                      const struct weft_trace_info *info,
                                      int64_t said)
{
    int64_t blocks = weft_goal_blocks(check->options.goal);
    const char *problem = weft_trace_info_get(info, "problem");
    if (said && said != blocks && problem && !strcmp(problem, check->named))
        check_blame_end(check, -1,
                        "the trace declares %" PRId64
                        " blocks; %s on %d processors has at most %" PRId64,
                        said, check->named, check->size, blocks);
}

int known_begin(struct weft_check *check, const struct weft_trace_info *info)
{
    check->named = check->problem->name;
    if (!check->size)
        return 0;
    if (check->problem->pairs && check->size > PAIRS_MOST) {
        check->problem = &goal_of_name_beyond;
        return 0;
    }
    if (check_too_much(check, check->size > SIZE_UNASKED))
        return WEFT_ERROR_LIMIT;
    int64_t blocks = said_blocks(check, info);
    int status = goal_of_name_sizes(check, info);
    bool sized = !status;
    if (status < 0)
        status = goal_of_name_make(check, check->named,
                                   blocks ? blocks : BLOCKS_OPEN);
    if (status)
        return status;
    goal_of_name_blame_blocks(check, info, blocks);
    check->open_blocks = !blocks && !sized;
    check->open_root = check->problem->rooted && check->options.root < 0;
    check->problem = goal_judge(check->options.goal);
    return 0;
}

int known_end(struct weft_check *check, int64_t highest)
{
    if (!check->open_blocks && !check->open_root)
        return 0;
    int64_t blocks = weft_goal_blocks(check->options.goal);
    if (check->open_blocks)
        blocks = clamp(highest, 0, BLOCKS_OPEN - 1) + 1;
    int wrong = goal_of_name_make(check, check->named, blocks);
    check->unjudged |= wrong != 0;
    check->too_much |= wrong == WEFT_ERROR_LIMIT;
    return wrong;
}

const struct check_problem check_allgather = {
    .name = "allgather", .by_goal = true, .counted = "packets"};
const struct check_problem check_allreduce = {.name = "allreduce",
                                              .by_goal = true};
const struct check_problem check_alltoall = {
    .name = "alltoall", .by_goal = true, .pairs = true};
const struct check_problem check_barrier = {.name = "barrier", .by_goal = true};
const struct check_problem check_exscan = {.name = "exscan", .by_goal = true};
const struct check_problem check_reduce_scatter = {.name = "reduce-scatter",
                                                   .by_goal = true};
const struct check_problem check_scan = {.name = "scan", .by_goal = true};
