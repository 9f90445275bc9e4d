/* A user-defined problem with a setting, a lower bound and a strategy: every
 * processor sends its block to the W processors to its right.
 *
 *     weft run ./own-problem.c -n ring:8 --width 3
 *     weft optimum ./own-problem.c -n ring:6
 *     weft check FILE --problem ./own-problem.c
 *
 * docs/writing-an-algorithm.md explains it. */
#include <weft/plugin.h>

static const struct weft_setting settings[] = {
    {.name = "width",
     .argument = "W",
     .kind = WEFT_SETTING_NUMBER,
     .low = 1,
     .high = 64,
     .standard = "2",
     .help = "how far to the right a block is wanted"},
    {0},
};

/* One receives a block in a step, and wants so many that it has not. */
static void bounds(const struct weft_asked *asked,
                   struct weft_bounding *bounding)
{
    int p = weft_network_size(weft_asked_network(asked));
    int width = (int)weft_asked_number(asked, "width");
    if (weft_asked_model(asked)->receives == WEFT_RECEIVES_ONE)
        weft_bound_add(bounding, (uint64_t)(width < p ? width : p - 1),
                       "blocks that one receives");
}

WEFT_PROBLEM(.name = "shifts", .summary = "every block to those on its right",
             .network = "ring:8",
             .goal = "have all: r\n"
                     "want width..p-1: r-width..r\n"
                     "want 0..width-1: 0..r, p+r-width..p-1\n",
             .settings = settings, .bounds = bounds)

/* What came last goes on to the right. */
static int pass(struct weft_processor *self, struct weft_work *work)
{
    int p = weft_size(self), rank = weft_rank(self);
    int width = (int)weft_asked_number(weft_work_asked(work), "width");
    for (int t = 1; t <= width && t < p; t++) {
        int block = (rank - t + 1 + p) % p, next = (rank - t + p) % p;
        if (weft_work_post(work, (rank + 1) % p, &block, 1) ||
            weft_step(self) ||
            weft_work_receive(work, (rank + p - 1) % p, &next, 1))
            return -1;
    }
    return 0;
}

WEFT_STRATEGY(.problem = "shifts", .name = "pass", .summary = "round the ring",
              .needs = "one-port-duplex", .function = pass)
