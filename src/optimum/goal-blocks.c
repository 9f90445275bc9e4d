/* Conversion of the goal into the blocks that processors have and want. */
#include <stdlib.h>
#include <string.h>

#include "instance.h"

static enum weft_receives receives_of(enum weft_sends sends)
{
    return sends == WEFT_SENDS_ALL ? WEFT_RECEIVES_ALL : WEFT_RECEIVES_ONE;
}

static enum weft_sends sends_of(enum weft_receives receives)
{
    return receives == WEFT_RECEIVES_ALL ? WEFT_SENDS_ALL : WEFT_SENDS_ONE;
}

/* Return the model of a backward search. Sending one partial result to several
 * processors is useless (it would count twice), so a multicast becomes a single
 * reception. */
static struct weft_model turned(struct weft_model model)
{
    struct weft_model back = model;
    back.sends = sends_of(model.receives);
    back.send_ports = model.receive_ports;
    back.receives = receives_of(model.sends);
    back.receive_ports = model.sends == WEFT_SENDS_ONE ? model.send_ports : 0;
    return back;
}

/* Each processor holds one block, and all want all blocks in order. */
static int goal_blocks_take_turns(struct instance *q,
                                  const struct weft_goal *goal,
                                  struct weft_error *err)
{
    int sources = 0;
    if (q->phases)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "the phases of a problem in which processors "
                              "take turns cannot be limited");
    bool *seen = calloc((size_t)q->n, sizeof *seen);
    for (int j = 0; seen && j < q->blocks; j++) {
        int holder = weft_goal_holder(goal, q->first + j);
        sources += holder >= 0 && !seen[holder];
        if (holder >= 0)
            seen[holder] = true;
    }
    free(seen);
    if (sources != q->n || q->blocks != q->n)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "a search for turns needs one message of each "
                              "processor, not %d messages of %d processors",
                              q->blocks, sources);
    q->turns = true;
    memset(q->wants, true, (size_t)q->n * (size_t)q->blocks);
    return 0;
}

/* Return the processor that wants a block; -1: none, -2: several. */
static int wanter_of(const struct instance *q, const struct weft_goal *goal,
                     int block)
{
    int wanter = -1;
    for (int v = 0; v < q->n; v++)
        if (weft_goal_place(goal, v, q->first + block) >= 0)
            wanter = wanter == -1 ? v : -2;
    return wanter;
}

/* Values that one processor wants: search backwards from it. */
static void take_reversed(struct instance *q, const struct weft_goal *goal)
{
    q->reversed = true;
    q->model = turned(q->model);
    for (int j = 0; j < q->blocks; j++) {
        int wanter = wanter_of(q, goal, j);
        for (int v = 0; wanter >= 0 && v < q->n; v++) {
            q->has[instance_at(q, v, j)] = v == wanter;
            q->wants[instance_at(q, v, j)] =
                weft_goal_takes(goal, wanter, q->first + j, v);
        }
    }
}

/* Values that several processors want: record the contributions of each. */
static int take_combined(struct instance *q, const struct weft_goal *goal,
                         struct weft_error *err)
{
    size_t n = (size_t)q->n;
    q->combined = true;
    q->once = weft_goal_combines(goal) == WEFT_GOAL_SUM;
    q->intervals = weft_goal_intervals(goal);
    q->takes = calloc(n * n * (size_t)q->blocks + 1, sizeof *q->takes);
    if (!q->takes)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    for (int v = 0; v < q->n; v++)
        for (int j = 0; j < q->blocks; j++) {
            size_t at = instance_at(q, v, j);
            q->has[at] = weft_goal_has(goal, v, q->first + j);
            q->wants[at] = weft_goal_place(goal, v, q->first + j) >= 0;
            for (int k = 0; q->wants[at] && k < q->n; k++)
                q->takes[at * n + (size_t)k] =
                    weft_goal_takes(goal, v, q->first + j, k);
        }
    return 0;
}

static void take_moved(struct instance *q, const struct weft_goal *goal)
{
    for (int v = 0; v < q->n; v++) {
        for (int j = 0; j < q->blocks; j++)
            q->has[instance_at(q, v, j)] = weft_goal_has(goal, v, q->first + j);
        for (int i = 0; i < weft_goal_wanted(goal, v); i++)
            q->wants[instance_at(q, v, weft_goal_want(goal, v, i) - q->first)] =
                true;
    }
}

/* Return whether a processor wants a block without the contribution of some
 * holder, which may only pass on the contributions of others. */
static bool leaves_out(const struct weft_goal *goal, int wanter, int block)
{
    for (int v = 0; v < weft_goal_processors(goal); v++)
        if (weft_goal_has(goal, v, block) &&
            !weft_goal_takes(goal, wanter, block, v))
            return true;
    return false;
}

bool instance_backwards(const struct weft_goal *goal)
{
    int n = weft_goal_processors(goal);
    const struct instance outline = {.n = n, .first = weft_goal_first(goal)};
    if (weft_goal_combines(goal) == WEFT_GOAL_MOVE || weft_goal_intervals(goal))
        return false;
    for (int j = 0; j < weft_goal_blocks(goal); j++) {
        int wanter = wanter_of(&outline, goal, j);
        if (wanter == -2 ||
            (wanter >= 0 && leaves_out(goal, wanter, outline.first + j)))
            return false;
    }
    return true;
}

int instance_take(struct instance *q, const struct weft_goal *goal,
                  struct weft_error *err)
{
    size_t cells = (size_t)q->n * (size_t)q->blocks;
    q->has = calloc(cells + 1, sizeof *q->has);
    q->wants = calloc(cells + 1, sizeof *q->wants);
    if (!q->has || !q->wants)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (weft_goal_in_order(goal))
        return goal_blocks_take_turns(q, goal, err);
    if (instance_backwards(goal))
        take_reversed(q, goal);
    else if (weft_goal_combines(goal) != WEFT_GOAL_MOVE)
        return take_combined(q, goal, err);
    else
        take_moved(q, goal);
    return 0;
}
