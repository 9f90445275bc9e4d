/* gauss: successive broadcasts in which the order of sources repeats over n >=
 * p messages. Stored values are results and are not checked. */
#include "successive.h"

static void problems_gauss_end(struct weft_check *check)
{
    size_t messages = blame_gap(check, 1);
    if (check->size > 1 && messages < (size_t)check->size)
        check_blame_end(
            check, -1,
            "the trace has %zu messages; %d processors need at least as many",
            messages, check->size);
    blame_said(check, messages);
    blame_unspread(check);
}

const struct check_problem check_gauss = {
    .name = "gauss",
    .ordered = true,
    .counted = "size",
    .begin = successive_begin,
    .first = successive_first,
    .act = successive_act,
    .end = problems_gauss_end,
};
