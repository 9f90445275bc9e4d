/* Checks the end of a run against a goal: the output of each GPU must contain,
 * at any place, the blocks that it wants and did not have at the start. */
#include "execute.h"

#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>

/* Limit on the number of wanted blocks of all GPUs that are checked. */
#define WANTED_MAX ((uint64_t)1 << AT_ONCE(26, 10))

static const char goal_end_letters[] = "ios";

struct goal_end {
    const struct execution *run;
    int gpu;
    /* [count] blocks found with the right contents in the output */
    int *reached;
    size_t count;
    uint64_t looked;
};

static int goal_end_number_of(const struct algorithm *a, uint32_t part,
                              int *gpu)
{
    uint32_t input = (uint32_t)collective_input(a);
    *gpu = (int)(part / input);
    return a->collective->number(a, *gpu, (int)(part % input));
}

/* Return the first GPU whose contribution is wrongly in a value, or wrongly
 * missing from it (*lacks); -1 if the value is right. */
static int goal_end_first_wrong(const struct goal_end *end, int block,
                                const struct value *value, bool *lacks)
{
    const struct weft_goal *goal = end->run->goal;
    const struct algorithm *a = end->run->a;
    int from = -1;
    goal_end_number_of(a, value->part[0], &from);
    if (!weft_goal_combines(goal))
        return value->parts == 1 && weft_goal_has(goal, from, block) ? -1
                                                                     : from;
    for (uint32_t g = 0, k = 0; g < (uint32_t)a->gpus; g++) {
        if (k < value->parts)
            goal_end_number_of(a, value->part[k], &from);
        bool there = k < value->parts && from == (int)g;
        *lacks = weft_goal_has(goal, (int)g, block) &&
                 weft_goal_takes(goal, end->gpu, block, (int)g);
        if (there != *lacks)
            return (int)g;
        k += there;
    }
    return -1;
}

/* Check one chunk of the output, if the GPU wants its block. */
static void judge_chunk(struct goal_end *end, int at, const struct value *value)
{
    const struct execution *run = end->run;
    const struct thread_block whole = {.gpu = end->gpu, .id = -1};
    int block = value_block(run->a, value);
    bool lacks = false;
    if (block < 0 || weft_goal_place(run->goal, end->gpu, block) < 0)
        return;
    int gpu = goal_end_first_wrong(end, block, value, &lacks);
    if (gpu < 0)
        end->reached[end->count++] = block;
    else if (run->a->collective->sums)
        finding_add(run->findings, &whole, SIZE_MAX,
                    "%c,%d holds block %d %s the contribution of gpu %d at "
                    "the end",
                    goal_end_letters[BUFFER_OUTPUT], at, block,
                    lacks ? "without" : "with", gpu);
}

static int ascending(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Report the first wanted block that is not in the output. Return 0, or -1 if
 * too many are wanted. */
static int find_missing(struct goal_end *end)
{
    const struct execution *run = end->run;
    const struct thread_block whole = {.gpu = end->gpu, .id = -1};
    int wanted = weft_goal_wanted(run->goal, end->gpu);
    bool moves = weft_goal_combines(run->goal) == WEFT_GOAL_MOVE;
    for (int i = 0; i < wanted; i++) {
        int block = weft_goal_want(run->goal, end->gpu, i);
        if (end->looked++ == WANTED_MAX)
            return weft_error_set(run->err, WEFT_ERROR_LIMIT, 0,
                                  "the goal asks for more than %llu blocks, "
                                  "too many to find them in the buffers",
                                  (unsigned long long)WANTED_MAX);
        if ((moves && weft_goal_has(run->goal, end->gpu, block)) ||
            bsearch(&block, end->reached, end->count, sizeof block, ascending))
            continue;
        finding_add(run->findings, &whole, SIZE_MAX,
                    "no chunk of the output holds block %d as the goal asks "
                    "at the end",
                    block);
        return 0;
    }
    return 0;
}

static int judge_gpu(struct goal_end *end)
{
    const struct execution *run = end->run;
    int chunks = run->a->gpu[end->gpu].chunks[BUFFER_OUTPUT];
    bool failed = false;
    end->count = 0;
    end->reached = malloc(((size_t)chunks + 1) * sizeof *end->reached);
    for (int at = 0; end->reached && at < chunks && !failed; at++) {
        struct chunk_place place = {BUFFER_OUTPUT, at};
        struct chunk_place memory =
            collective_memory(run->a, end->gpu, place, run->in_place);
        if (memory.at >= run->a->gpu[end->gpu].chunks[memory.buffer])
            break; /* in place, the rest of the output would be outside of the
                      buffer that contains it */
        struct value *value = cell_value(run, end->gpu, place, &failed);
        judge_chunk(end, at, value);
        value_drop(value);
    }
    if (end->count)
        qsort(end->reached, end->count, sizeof *end->reached, ascending);
    int status =
        failed || !end->reached
            ? weft_error_set(run->err, WEFT_ERROR_MEMORY, 0, "no memory")
            : find_missing(end);
    free(end->reached);
    return status;
}

int goal_outputs(const struct execution *run)
{
    struct goal_end end = {.run = run};
    for (; end.gpu < run->a->gpus; end.gpu++)
        if (judge_gpu(&end))
            return -1;
    return 0;
}
