/* The decisions of the resolver, from tables of summaries. */
#include <criterion/criterion.h>
#include <machine/schedule/decide.h>

#define DECIDE_MOST 4

static const struct pace unit = {.slot = 1, .shortest = 1, .window = 64};
static const struct pace decide_steps = {
    .slot = 10, .shortest = 7, .window = 1};
static const struct pace ends = {
    .slot = 1, .shortest = 1, .window = 64, .limit = 100};
static const struct pace endless = {.slot = 10, .shortest = 3, .window = NEVER};

static const struct row {
    const char *name;
    const struct pace *pace;
    struct summary summary[DECIDE_MOST]; /* terminated by an entry of zeros */
    struct decision decision;
} rows[] = {
    {"the earliest at the window's end",
     &unit,
     {{.asking = NEVER, .ahead = 70, .failed = NEVER, .live = 2},
      {.asking = NEVER, .ahead = 64, .failed = NEVER, .live = 2}},
     {GO_ON, .bound = 64, .final = 63, .floor = 65, .horizon = 128}},
    {"who asks comes first",
     &unit,
     {{.asking = 12, .ahead = 64, .failed = NEVER, .live = 1},
      {.asking = 20, .ahead = NEVER, .failed = NEVER, .live = 1}},
     {GO_ON, .bound = 12, .final = 11, .floor = 13, .horizon = 76}},
    {"who asks, alone",
     &unit,
     {{.asking = 5, .ahead = NEVER, .failed = NEVER, .live = 1}},
     {GO_ON, .bound = 5, .final = 4, .floor = 6, .horizon = 69}},
    {"one of many workers",
     &unit,
     {{.asking = NEVER, .ahead = NEVER, .failed = NEVER, .live = 1},
      {.asking = NEVER, .ahead = NEVER, .failed = NEVER, .live = 1},
      {.asking = NEVER, .ahead = 9, .failed = NEVER, .live = 1},
      {.asking = NEVER, .ahead = NEVER, .failed = NEVER, .live = 1}},
     {GO_ON, .bound = 9, .final = 8, .floor = 10, .horizon = 73}},
    {"nothing is final in the first slot",
     &decide_steps,
     {{.asking = NEVER, .ahead = 10, .failed = NEVER, .live = 1}},
     {GO_ON, .bound = 10, .final = 0, .floor = 17, .horizon = 11}},
    {"a reception may be recorded a slot late",
     &decide_steps,
     {{.asking = NEVER, .ahead = 11, .failed = NEVER, .live = 1}},
     {GO_ON, .bound = 11, .final = 1, .floor = 18, .horizon = 12}},
    {"at time 0",
     &unit,
     {{.asking = 0, .ahead = NEVER, .failed = NEVER, .live = 1}},
     {GO_ON, .bound = 0, .final = 0, .floor = 1, .horizon = 64}},
    {"the last steps before the limit",
     &ends,
     {{.asking = NEVER, .ahead = 99, .failed = NEVER, .live = 1}},
     {GO_ON, .bound = 99, .final = 98, .floor = 100, .horizon = 100}},
    {"the limit",
     &ends,
     {{.asking = 100, .ahead = 120, .failed = NEVER, .live = 1}},
     {LIMIT}},
    {"who failed is told first",
     &ends,
     {{.asking = 100, .ahead = 120, .failed = 7, .live = 1}},
     {STOP}},
    {"who waits for ever is in a deadlock, whatever the limit",
     &ends,
     {{.asking = NEVER, .ahead = NEVER, .failed = NEVER, .live = 1}},
     {DEADLOCK}},
    {"no window",
     &endless,
     {{.asking = 5, .ahead = NEVER, .failed = NEVER, .live = 1}},
     {GO_ON, .bound = 5, .final = 0, .floor = 8, .horizon = NEVER}},
    {"sums do not wrap",
     &unit,
     {{.asking = NEVER - 1, .ahead = NEVER, .failed = NEVER, .live = 1}},
     {GO_ON, .bound = NEVER - 1, .final = NEVER - 2, .floor = NEVER,
      .horizon = NEVER}},
    {"all are done",
     &unit,
     {{.asking = NEVER, .ahead = NEVER, .failed = NEVER, .live = 0, .sent = 1},
      {.asking = NEVER,
       .ahead = NEVER,
       .failed = NEVER,
       .live = 0,
       .taken = 1}},
     {OVER}},
    {"all are done, one having failed",
     &unit,
     {{.asking = NEVER, .ahead = NEVER, .failed = 3, .live = 0}},
     {OVER}},
    {"all wait for one another",
     &unit,
     {{.asking = NEVER, .ahead = NEVER, .failed = NEVER, .live = 1},
      {.asking = NEVER, .ahead = NEVER, .failed = NEVER, .live = 3}},
     {DEADLOCK}},
    {"all wait for one that failed: no deadlock",
     &unit,
     {{.asking = NEVER, .ahead = NEVER, .failed = 7, .live = 1},
      {.asking = NEVER, .ahead = NEVER, .failed = NEVER, .live = 3}},
     {STOP}},
    {"all have passed the one that failed",
     &unit,
     {{.asking = NEVER, .ahead = 8, .failed = 7, .live = 1}},
     {STOP}},
    {"one may fail earlier yet: up to that clock, not beyond",
     &unit,
     {{.asking = NEVER, .ahead = 5, .failed = 7, .live = 1}},
     {GO_ON, .bound = 5, .final = 4, .floor = 6, .horizon = 8}},
    {"at the clock itself too",
     &unit,
     {{.asking = 7, .ahead = NEVER, .failed = 7, .live = 1}},
     {GO_ON, .bound = 7, .final = 6, .floor = 8, .horizon = 8}},
    {"the lowest failure counts, whoever tells of it",
     &unit,
     {{.asking = NEVER, .ahead = 5, .failed = 9, .live = 1},
      {.asking = NEVER, .ahead = 6, .failed = 5, .live = 1}},
     {GO_ON, .bound = 5, .final = 4, .floor = 6, .horizon = 6}},
    {"a failure beyond the window changes nothing",
     &decide_steps,
     {{.asking = NEVER, .ahead = 30, .failed = 40, .live = 1}},
     {GO_ON, .bound = 30, .final = 20, .floor = 37, .horizon = 31}},
    {"the machine is broken",
     &unit,
     {{.asking = 4, .ahead = 5, .failed = NEVER, .live = 1},
      {.asking = 4, .ahead = 5, .failed = NEVER, .live = 1, .broken = true}},
     {STOP}},
    {"broken, and all wait: no deadlock",
     &unit,
     {{.asking = NEVER,
       .ahead = NEVER,
       .failed = NEVER,
       .live = 1,
       .broken = true}},
     {STOP}},
    {"a message is under way",
     &unit,
     {{.asking = 4,
       .ahead = 5,
       .failed = NEVER,
       .live = 1,
       .sent = 3,
       .taken = 1},
      {.asking = 4,
       .ahead = 5,
       .failed = NEVER,
       .live = 1,
       .sent = 1,
       .taken = 2}},
     {WAIT}},
    {"each message was taken by somebody",
     &unit,
     {{.asking = 4,
       .ahead = 5,
       .failed = NEVER,
       .live = 1,
       .sent = 3,
       .taken = 1},
      {.asking = 4,
       .ahead = 5,
       .failed = NEVER,
       .live = 1,
       .sent = 1,
       .taken = 3}},
     {GO_ON, .bound = 4, .final = 3, .floor = 5, .horizon = 68}},
    {"even a deadlock waits for the message that may end it",
     &unit,
     {{.asking = NEVER, .ahead = NEVER, .failed = NEVER, .live = 1, .sent = 1}},
     {WAIT}},
};

#define ROWS (sizeof rows / sizeof rows[0])

static bool decide_given(const struct summary *summary)
{
    return summary->asking || summary->ahead || summary->failed;
}

static bool decide_same(const struct decision *a, const struct decision *b)
{
    return a->what == b->what && a->bound == b->bound && a->final == b->final &&
           a->floor == b->floor && a->horizon == b->horizon;
}

/* Join the summaries, from the first or from the last. */
static struct summary join(const struct row *row, bool backwards)
{
    struct summary all = SUMMARY_NONE;
    for (int i = 0; i < DECIDE_MOST; i++) {
        const struct summary *one =
            &row->summary[backwards ? DECIDE_MOST - 1 - i : i];
        if (decide_given(one))
            all = backwards ? summary_join(one, &all) : summary_join(&all, one);
    }
    return all;
}

Test(decide, rows)
{
    for (size_t i = 0; i < ROWS; i++) {
        struct summary all = join(&rows[i], false);
        struct decision decision = decide(&all, rows[i].pace);
        cr_expect(decide_same(&decision, &rows[i].decision),
                  "%s: what %d, bound %llu, final %llu, floor %llu, horizon "
                  "%llu",
                  rows[i].name, (int)decision.what,
                  (unsigned long long)decision.bound,
                  (unsigned long long)decision.final,
                  (unsigned long long)decision.floor,
                  (unsigned long long)decision.horizon);
    }
}

Test(decide, any_order_of_summaries)
{
    for (size_t i = 0; i < ROWS; i++) {
        struct summary all = join(&rows[i], true);
        struct decision decision = decide(&all, rows[i].pace);
        cr_expect(decide_same(&decision, &rows[i].decision), "%s",
                  rows[i].name);
    }
}

/* The earliest processor can always act; otherwise none ever would. */
Test(decide, somebody_goes_on)
{
    for (uint64_t asking = 0; asking < 40; asking++)
        for (uint64_t ahead = 0; ahead < 40; ahead++)
            for (uint64_t failed = 0; failed < 41; failed++) {
                struct summary all = SUMMARY_NONE;
                all.asking = asking;
                all.ahead = ahead;
                all.failed = failed == 40 ? NEVER : failed;
                all.live = 2;
                struct decision decision = decide(&all, &decide_steps);
                if (decision.what == GO_ON)
                    cr_assert(asking < decision.floor ||
                              ahead < decision.horizon);
                else
                    cr_assert(decision.what == STOP && decision.bound == 0 &&
                              failed < asking && failed < ahead);
            }
}
