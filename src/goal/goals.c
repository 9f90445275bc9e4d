/* The goals that weft knows by name, as text: one row per problem. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "goal.h"

/* ---- numbers of blocks ---- */

static int64_t as_many_blocks(int64_t processors,
                              struct weft_goal_values values)
{
    (void)processors;
    return values.blocks ? values.blocks : 1;
}

static int64_t only_one(int64_t processors, struct weft_goal_values values)
{
    (void)processors, (void)values;
    return 1;
}

static int64_t one_of_each(int64_t processors, struct weft_goal_values values)
{
    return values.each == 0 || values.each == 1 ? processors : 0;
}

static int64_t one_of_each_pair(int64_t processors,
                                struct weft_goal_values values)
{
    (void)values;
    return processors * processors;
}

/* ---- the table ---- */

static const struct goals_known {
    const char *name;
    const char *says;   /* summary of the goal in one line */
    const char *values; /* letters of the values that the goal uses */
    const char *body;
    /* A representation that takes no space, with the number of blocks; 0 blocks
     * or NULL: parse the text. */
    int64_t (*blocks)(int64_t processors, struct weft_goal_values values);
    enum weft_goal_rule rule;
    const struct goal_start *start;
    const struct goal_postcondition *postcondition;
} table[] = {
    {"allgather", "every processor's n blocks to every processor", "n",
     "have all: r*n..r*n+n-1\n"
     "want all: 0..p*n-1\n",
     one_of_each, WEFT_GOAL_MOVE, &goal_at_own, &goal_for_all},
    {"reduce-scatter", "every processor's part of the sum of all blocks", "n",
     "have all: 0..p*n-1\n"
     "want all: r*n..r*n+n-1 of all\n",
     one_of_each, WEFT_GOAL_SUM, &goal_at_all, &goal_for_own},
    {"allreduce", "the sum of all processors' m blocks to every processor", "m",
     "have all: 0..m-1\n"
     "want all: 0..m-1 of all\n",
     as_many_blocks, WEFT_GOAL_SUM, &goal_at_all, &goal_for_all},
    {"alltoall",
     "a block from every processor to every other: s*p+d from s to d", "",
     "have all: r*p..r*p+p-1\n"
     "want all: r..p*p-1 by p\n",
     one_of_each_pair, WEFT_GOAL_MOVE, &goal_at_sender, &goal_for_receiver},
    {"barrier", "no processor continues before all have arrived", "",
     "combine any\n"
     "have all: 0\n"
     "want all: 0 of all\n",
     only_one, WEFT_GOAL_ANY, &goal_at_all, &goal_for_all},
    {"scan", "inclusive prefix sum (MPI_Scan)", "",
     "have all: 0\n"
     "want all: 0 of 0..r\n"},
    {"exscan", "exclusive prefix sum (MPI_Exscan)", "",
     "have all: 0\n"
     "want 1..p-1: 0 of 0..r-1\n"},
    {"stream", "the root's m blocks to every processor", "mR",
     "have root: 0..m-1\n"
     "want all: 0..m-1\n"},
    {"broadcast", "the root's block to every processor", "mR",
     "have root: 0..m-1\n"
     "want all: 0..m-1\n"},
    {"reduce", "the sum of all processors' m blocks to the root", "mR",
     "combine sum\n"
     "have all: 0..m-1\n"
     "want root: 0..m-1 of all\n"},
    {"scatter", "a block from the root to every processor", "R",
     "have root: 0..p-1\n"
     "want all: r\n"},
    {"gather", "every processor's block to the root", "R",
     "have all: r\n"
     "want root: 0..p-1\n"},
};

#define KNOWN (sizeof table / sizeof *table)

const char *weft_goal_known(size_t index)
{
    return index < KNOWN ? table[index].name : NULL;
}

static const struct goals_known *goals_find(const char *name)
{
    for (const struct goals_known *row = table; row < table + KNOWN; row++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

char *weft_goal_text(const char *name, struct weft_goal_values values)
{
    const struct goals_known *row = goals_find(name);
    if (!row)
        return NULL;
    static const struct {
        char letter;
        const char *name;
    } letters[] = {{'n', "n"}, {'m', "m"}, {'R', "root"}};
    const int64_t value[] = {values.each ? values.each : 1,
                             values.blocks ? values.blocks : 1, values.root};
    char let[3][40] = {"", "", ""};
    for (int i = 0; i < 3; i++)
        if (strchr(row->values, letters[i].letter))
            snprintf(let[i], sizeof let[i], "let %s = %" PRId64 "\n",
                     letters[i].name, value[i]);
    return format_text("# %s: %s\n%s%s%s%s", row->name, row->says, let[0],
                       let[1], let[2], row->body);
}

/* Create a goal without its text, which would produce a range for each
 * processor, or for each pair of them. */
static struct weft_goal *goals_make(const struct goals_known *row,
                                    int processors, int blocks,
                                    struct weft_error *err)
{
    struct weft_goal *goal =
        goal_create(&(struct weft_goal){.processors = processors,
                                        .blocks = blocks,
                                        .rule = row->rule,
                                        .start = row->start,
                                        .postcondition = row->postcondition});
    if (!goal)
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory for a goal");
    return goal;
}

struct weft_goal *weft_goal_make(const char *name, int processors,
                                 struct weft_goal_values values,
                                 struct weft_error *err)
{
    const struct goals_known *row = goals_find(name);
    int64_t blocks = row && row->blocks ? row->blocks(processors, values) : 0;
    if (processors > 0 && blocks > 0 && blocks <= INT32_MAX)
        return goals_make(row, processors, (int)blocks, err);
    if (!row) {
        weft_unknown(err, "goal", name, weft_goal_known);
        return NULL;
    }
    char *text = weft_goal_text(name, values);
    if (!text) {
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory for a goal");
        return NULL;
    }
    struct weft_goal *goal = goal_of_text(text, processors, true, err);
    free(text);
    return goal;
}
