/* How few hand-overs could `successive` need, in whatever order its processors
 * run on one worker?
 *
 * usage: bench-stays DIMENSION [WINDOW]
 * prints: hand-overs per message that no order can do without, if nobody is
 * more than WINDOW steps ahead (0: however far)
 *
 * A processor stays at work until it hands over. Where what it takes in
 * broadcast j depends, by way of others, on what it sent in broadcast i, it has
 * to hand over between the two. At the end of a window, which all reach before
 * anybody goes on, it has to as well. The fewest hand-overs that do for all
 * such pairs of one processor are those made as late as possible; what the
 * processors need together is at least the sum. Cost O(p^3) with p = 2^d: d = 8
 * takes a moment, d = 10 some seconds. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
    int rank, parent; /* parent < 0: the root */
};

struct trees {
    int d, size;
    struct node *node; /* [size broadcasts][size], parents before children */
};

static int gray(int index)
{
    return index ^ index >> 1;
}

static int turn(int bits, int by, int d)
{
    return (bits << by | bits >> (d - by)) & ((1 << d) - 1);
}

/* As in work-broadcast.c: the root of a broadcast is the next in Gray code, its
 * lowest dimension the one that changes then. */
static void plant(struct trees *trees)
{
    int size = trees->size;
    for (int j = 0; j < size; j++) {
        int root = gray(j), next = gray((j + 1) % size);
        int nu = __builtin_ctz((unsigned)(root ^ next));
        struct node *node = trees->node + (size_t)j * (size_t)size;
        for (int w = 0; w < size; w++) {
            int rank = root ^ turn(w, nu, trees->d);
            int up = w ? turn(w & -w, nu, trees->d) : 0;
            node[w] = (struct node){rank, w ? rank ^ up : -1};
        }
    }
}

/* latest[v]: the last broadcast that `self` sent on which v now depends. */
static void pass_on(const struct node *node, int size, int self, int j,
                    int *latest)
{
    for (int w = 1; w < size; w++) {
        int from = node[w].parent == self ? j : latest[node[w].parent];
        if (from > latest[node[w].rank])
            latest[node[w].rank] = from;
    }
}

/* The time at which a window that was over at this time ends next. */
static int64_t next_end(int64_t time, int64_t window)
{
    return (time / window + 1) * window;
}

/* What one processor needs. */
static int64_t stays(const struct trees *trees, int self, int64_t window,
                     int *latest)
{
    int64_t count = 1, clock = 0, end = window ? window : INT64_MAX;
    int since = 0; /* it has been at work since this broadcast */
    for (int v = 0; v < trees->size; v++)
        latest[v] = -1;
    for (int j = 0; j < trees->size; j++) {
        const struct node *node = trees->node + (size_t)j * (size_t)trees->size;
        int w = 0;
        pass_on(node, trees->size, self, j, latest);
        while (node[w].rank != self)
            w++;
        if (latest[self] >= since || clock >= end) {
            count++;
            since = j;
        }
        if (clock >= end)
            end = next_end(clock, window);
        int64_t taken = 2 * (int64_t)j + __builtin_popcount((unsigned)w);
        clock = taken > clock ? taken : clock;
        if (w & 1) /* a leaf sends nothing */
            continue;
        if (clock >= end) {
            count++;
            since = j;
            end = next_end(clock, window);
        }
        clock++;
    }
    return count;
}

int main(int argc, char **argv)
{
    int d = argc > 1 ? atoi(argv[1]) : 0;
    int64_t window = argc > 2 ? atoll(argv[2]) : 0;
    if (d < 2 || d > 12 || window < 0) {
        fprintf(stderr, "usage: bench-stays DIMENSION [WINDOW]\n");
        return 64;
    }
    struct trees trees = {.d = d, .size = 1 << d};
    size_t size = (size_t)trees.size;
    int *latest = malloc(size * sizeof *latest);
    trees.node = malloc(size * size * sizeof *trees.node);
    if (!latest || !trees.node)
        return 1;
    plant(&trees);
    int64_t count = 0, messages = (int64_t)size * (trees.size - 1);
    for (int self = 0; self < trees.size; self++)
        count += stays(&trees, self, window, latest);
    if (window) /* whoever comes last to the end goes on at once */
        count -= 2 * (int64_t)size / window;
    printf("%" PRId64 " hand-overs, %.4f a message\n", count,
           (double)count / (double)messages);
    free(latest);
    free(trees.node);
    return 0;
}
