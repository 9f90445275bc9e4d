/* The goals that weft knows by name, as text: one row per problem. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "goal.h"

static const struct goals_known {
    const char *name;
    const char *says;   /* summary of the goal in one line */
    const char *values; /* letters of the values that the goal uses */
    const char *body;
    /* A compact representation; NULL: parse the text. */
    const struct goal_start *start;
    const struct goal_postcondition *postcondition;
} table[] = {
    {"allgather", "every processor's n blocks to every processor", "n",
     "have all: r*n..r*n+n-1\n"
     "want all: 0..p*n-1\n"},
    {"reduce-scatter", "every processor's part of the sum of all blocks", "n",
     "have all: 0..p*n-1\n"
     "want all: r*n..r*n+n-1 of all\n"},
    {"allreduce", "the sum of all processors' m blocks to every processor", "m",
     "have all: 0..m-1\n"
     "want all: 0..m-1 of all\n"},
    {"alltoall",
     "a block from every processor to every other: s*p+d from s to d", "",
     "have all: r*p..r*p+p-1\n"
     "want all: r..p*p-1 by p\n",
     &goal_at_sender, &goal_for_receiver},
    {"barrier", "no processor continues before all have arrived", "",
     "combine any\n"
     "have all: 0\n"
     "want all: 0 of all\n"},
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

/* largest number of processors whose square fits in an int */
#define PAIRS_MAX 46340
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

/* Create a goal with a block for each pair; its text would produce as many
 * ranges. */
static struct weft_goal *make_pairs(const struct goals_known *row,
                                    int processors, struct weft_error *err)
{
    struct weft_goal *goal =
        goal_create(&(struct weft_goal){.processors = processors,
                                        .blocks = processors * processors,
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
    if (row && row->postcondition && processors > 0 && processors <= PAIRS_MAX)
        return make_pairs(row, processors, err);
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
