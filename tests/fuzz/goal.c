/* Fuzz target: goal files. An accepted goal must answer every query, and its
 * answers must be consistent. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/goal.h>

#define PROCESSORS 4
#define WISHES_MAX 1000 /* maximum number of wishes to check per processor */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ask(const struct weft_goal *goal, int rank)
{
    int wanted = weft_goal_wanted(goal, rank);
    for (int i = 0; i < wanted && i < WISHES_MAX; i++) {
        int block = weft_goal_want(goal, rank, i), contributors = 0;
        assert(weft_goal_place(goal, rank, block) == i);
        assert(!i || block > weft_goal_want(goal, rank, i - 1));
        for (int from = 0; from < PROCESSORS; from++)
            if (weft_goal_takes(goal, rank, block, from)) {
                assert(weft_goal_has(goal, from, block));
                contributors++;
            }
        assert(contributors > 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct weft_error err = {0};
    struct weft_goal *goal =
        weft_goal_parse((const char *)data, size, PROCESSORS, &err);
    assert(goal || (err.kind && err.text[0]));
    for (int rank = 0; goal && rank < PROCESSORS; rank++)
        ask(goal, rank);
    weft_goal_destroy(goal);
    return 0;
}
