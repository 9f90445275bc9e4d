/* Maximum flow by Dinic's algorithm: breadth-first levels, then a blocking
 * flow. */
#include "max-flow.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 64

int flow_add(struct flow *flow, int from, int to)
{
    if (flow->edges == flow->room) {
        int room = flow->room ? 2 * flow->room : FIRST_ROOM;
        void *end = realloc(flow->end, (size_t)room * sizeof *flow->end);
        if (!end)
            return -1;
        flow->end = end;
        flow->room = room;
    }
    flow->end[flow->edges][0] = from;
    flow->end[flow->edges][1] = to;
    return flow->edges++;
}

/* Place the tables in one piece of memory, which a cleared flow keeps. */
static int flow_allocate(struct flow *flow)
{
    size_t vertices = (size_t)flow->vertices + 2, edges = (size_t)flow->edges;
    size_t bytes = 4 * edges * sizeof *flow->full +
                   2 * edges * sizeof *flow->half +
                   (2 * edges + 5 * vertices) * sizeof *flow->at;
    if (bytes > flow->bytes) {
        free(flow->memory);
        flow->memory = malloc(bytes);
        flow->bytes = flow->memory ? bytes : 0;
    }
    if (!flow->memory)
        return -1;
    flow->full = flow->memory;
    flow->left = flow->full + 2 * edges;
    flow->first = (int *)(flow->left + 2 * edges);
    flow->level = flow->first + vertices;
    flow->next = flow->level + vertices;
    flow->queue = flow->next + vertices;
    flow->path = flow->queue + vertices;
    flow->at = flow->path + vertices;
    flow->changed = flow->at + edges;
    flow->half = (struct flow_half *)(flow->changed + edges);
    memset(flow->memory, 0, (size_t)((char *)flow->next - (char *)flow->full));
    return 0;
}

int flow_build(struct flow *flow)
{
    if (flow_allocate(flow))
        return -1;
    /* During the loop, first[v + 1] is the index of v's next half-edge; after
     * it, the end of v's half-edges. */
    for (int i = 0; i < flow->edges; i++)
        for (int side = 0; side < 2; side++)
            if (flow->end[i][side] + 2 <= flow->vertices)
                flow->first[flow->end[i][side] + 2]++;
    for (int v = 2; v <= flow->vertices; v++)
        flow->first[v] += flow->first[v - 1];
    for (int i = 0; i < flow->edges; i++) {
        int from = flow->end[i][0], to = flow->end[i][1];
        int here = flow->first[to + 1]++, back = flow->first[from + 1]++;
        flow->half[here] = (struct flow_half){from, back};
        flow->half[back] = (struct flow_half){to, here};
        flow->at[i] = here;
    }
    return 0;
}

static void flow_forget(struct flow *flow)
{
    if (flow->changes > flow->edges)
        memcpy(flow->left, flow->full,
               2 * (size_t)flow->edges * sizeof *flow->left);
    for (int i = 0; i < flow->changes && flow->changes <= flow->edges; i++) {
        int here = flow->changed[i], back = flow->half[here].back;
        flow->left[here] = flow->full[here];
        flow->left[back] = flow->full[back];
    }
    flow->changes = 0;
}

void flow_set(struct flow *flow, int edge, int64_t capacity)
{
    flow_forget(flow);
    flow->full[flow->at[edge]] = flow->left[flow->at[edge]] = capacity;
}

static void flow_reach(struct flow *flow, int vertex, int level)
{
    flow->level[vertex] = level;
    flow->next[vertex] = flow->first[vertex];
    flow->queue[flow->seen++] = vertex;
}

/* Compute the levels; return whether a path with residual capacity is left. */
static bool flow_search(struct flow *flow, int from, int to)
{
    for (int i = 0; i < flow->seen; i++)
        flow->level[flow->queue[i]] = 0;
    flow->seen = 0;
    flow_reach(flow, to, 1);
    for (int i = 0; i < flow->seen; i++) {
        int v = flow->queue[i];
        flow->looks += (uint64_t)(flow->first[v + 1] - flow->first[v]);
        for (int j = flow->first[v]; j < flow->first[v + 1]; j++) {
            int u = flow->half[j].from;
            if (!flow->left[j] || flow->level[u])
                continue;
            flow_reach(flow, u, flow->level[v] + 1);
            if (u == from)
                return true;
        }
    }
    return false;
}

static void flow_push(struct flow *flow, int here, int64_t amount)
{
    if (flow->left[here] == flow->full[here]) {
        if (flow->changes < flow->edges)
            flow->changed[flow->changes] = here;
        flow->changes += flow->changes <= flow->edges;
    }
    flow->left[here] -= amount;
    flow->left[flow->half[here].back] += amount;
}

/* Send as much as the path of `*length` halves can take, at most `most`.
 * @returns the amount; the path then ends at its first saturated half */
static int64_t flow_augment(struct flow *flow, int *length, int64_t most)
{
    int end = *length;
    for (int i = 0; i < end; i++)
        if (flow->left[flow->path[i]] < most)
            most = flow->left[flow->path[i]];
    flow->looks += 2 * (uint64_t)end;
    for (int i = end - 1; i >= 0; i--) {
        flow_push(flow, flow->path[i], most);
        if (!flow->left[flow->path[i]])
            *length = i;
    }
    return most;
}

/* Return the half for one step from v towards the source, or -1. */
static int flow_advance(struct flow *flow, int v)
{
    int begin = flow->next[v], j = begin;
    while (j < flow->first[v + 1] &&
           (!flow->left[j] ||
            flow->level[flow->half[j].from] != flow->level[v] + 1))
        j++;
    flow->next[v] = j;
    flow->looks += (uint64_t)(j - begin) + 1;
    return j < flow->first[v + 1] ? j : -1;
}

static int64_t flow_block(struct flow *flow, int from, int to, int64_t asked)
{
    int64_t sum = 0;
    int length = 0;
    while (sum < asked) {
        int last = length ? flow->path[length - 1] : -1;
        int v = length ? flow->half[last].from : to;
        if (v == from) {
            sum += flow_augment(flow, &length, asked - sum);
            continue;
        }
        int step = flow_advance(flow, v);
        if (step >= 0) {
            flow->path[length++] = step;
        } else if (length) {
            length--;
            flow->next[flow->half[flow->half[last].back].from]++;
        } else {
            break;
        }
    }
    return sum;
}

int64_t flow_run(struct flow *flow, int from, int to, int64_t asked)
{
    int64_t sum = 0;
    flow_forget(flow);
    while (sum < asked && flow_search(flow, from, to)) {
        sum += flow_block(flow, from, to, asked - sum);
        if (flow->most && flow->looks > flow->most)
            return -1;
    }
    return sum;
}

bool flow_behind(const struct flow *flow, int vertex)
{
    return flow->level[vertex] > 0;
}

void flow_clear(struct flow *flow)
{
    *flow = (struct flow){.end = flow->end,
                          .room = flow->room,
                          .memory = flow->memory,
                          .bytes = flow->bytes};
}

void flow_finish(struct flow *flow)
{
    free(flow->end);
    free(flow->memory);
    *flow = (struct flow){0};
}
