/* How many hand-overs does `successive` need at least, whatever the order of
 * its processors on one worker?
 *
 * usage: bench-stays DIMENSION [WINDOW]
 * prints: minimum number of hand-overs per message if no processor is more than
 * WINDOW steps ahead (0: no limit)
 *
 * A processor runs until it hands over. If the message that it receives in
 * broadcast j depends, through other processors, on a message that it sent in
 * broadcast i, it must hand over between the two; and also at the end of a
 * window, which all processors reach before any of them continues. For one
 * processor, the minimum is reached by handing over as late as possible; the
 * sum over all processors is a lower bound. Cost O(p^3) with p = 2^d: d = 8
 * takes a moment, d = 10 a few seconds. */
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

/* Build the trees as in work-broadcast.c: the root of a broadcast is the next
 * rank in Gray code, and its lowest dimension is the one that changes next. */
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

/* Update latest[v], the last broadcast sent by `self` on which v depends. */
static void pass_on(const struct node *node, int size, int self, int j,
                    int *latest)
{
    for (int w = 1; w < size; w++) {
        int from = node[w].parent == self ? j : latest[node[w].parent];
        if (from > latest[node[w].rank])
            latest[node[w].rank] = from;
    }
}

/* Return the first end of a window after `time`. */
static int64_t next_end(int64_t time, int64_t window)
{
    return (time / window + 1) * window;
}

/* Return the minimum number of turns of processor `self`. */
static int64_t stays(const struct trees *trees, int self, int64_t window,
                     int *latest)
{
    int64_t count = 1, clock = 0, end = window ? window : INT64_MAX;
    int since = 0; /* the broadcast in which its current turn began */
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
    if (window) /* the last processor to reach the end continues at once */
        count -= 2 * (int64_t)size / window;
    printf("%" PRId64 " hand-overs, %.4f a message\n", count,
           (double)count / (double)messages);
    free(latest);
    free(trees.node);
    return 0;
}
