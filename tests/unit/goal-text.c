/* Goals written as text: their meaning, and the errors found in them. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/goal.h>

static struct weft_goal *goal_text_parse(const char *text, int processors,
                                         struct weft_error *err)
{
    *err = (struct weft_error){0};
    return weft_goal_parse(text, strlen(text), processors, err);
}

Test(goal_text, numbers_and_lists_mean_what_they_say)
{
    struct weft_error err;
    struct weft_goal *goal = goal_text_parse("processors 2*(1 + 2) # six\n"
                                             "let q = p / 4 + 7 % 4\n" /* 4 */
                                             "have 0: 0..q-1, 9\n"
                                             "have 1, 3..5 by 2: -(-7)\n"
                                             "want all: q-1, 5..4\n"
                                             "want 2: 7, 0..2\n",
                                             0, &err);
    cr_assert_not_null(goal, "%s", err.text);
    cr_expect_eq(weft_goal_processors(goal), 6);
    cr_expect_eq(weft_goal_first(goal), 0);
    cr_expect_eq(weft_goal_blocks(goal), 10);
    cr_expect_eq(weft_goal_combines(goal), WEFT_GOAL_MOVE);
    for (int block = -1; block < 12; block++)
        cr_expect_eq(weft_goal_has(goal, 0, block),
                     (block >= 0 && block < 4) || block == 9, "%d", block);
    for (int rank = 0; rank < 6; rank++)
        cr_expect_eq(weft_goal_has(goal, rank, 7),
                     rank == 1 || rank == 3 || rank == 5);
    cr_expect_eq(weft_goal_wanted(goal, 0), 1);
    cr_expect_eq(weft_goal_wanted(goal, 2), 5);
    cr_expect_eq(weft_goal_want(goal, 2, 4), 7);
    cr_expect_eq(weft_goal_place(goal, 2, 3), 3);
    cr_expect_eq(weft_goal_holder(goal, 3), 0);
    cr_expect_eq(weft_goal_holder(goal, 7), -1);
    weft_goal_destroy(goal);
}

Test(goal_text, contributors_are_those_named)
{
    struct weft_error err;
    struct weft_goal *goal =
        goal_text_parse("have all: 0\nordered\n"
                        "want all: 0 of r/4*4 .. r/4*4+3\n"
                        "want 0: 0 of 1..0\n", /* no processor */
                        8, &err);
    cr_assert_not_null(goal, "%s", err.text);
    cr_expect_eq(weft_goal_combines(goal), WEFT_GOAL_SUM);
    cr_expect(weft_goal_intervals(goal));
    for (int rank = 0; rank < 8; rank++)
        for (int from = 0; from < 8; from++)
            cr_expect_eq(weft_goal_takes(goal, rank, 0, from),
                         rank / 4 == from / 4);
    weft_goal_destroy(goal);
}

static const struct goal_text_mistake {
    const char *text;
    unsigned line;
    const char *part;
} mistakes[] = {
    {"", 0, "number of processors is missing"},
    {"have all: 0\n", 1, "'processors N' must come first"},
    {"\nprocessors 0\n", 2, "0 processors"},
    {"processors 3\nprocessors 3\n", 2, "twice"},
    {"processors 4\nhve all: 0\n", 2, "did you mean 'have'"},
    {"processors 4\nhave 4: 0\n", 2, "processor 4 is not in 0..3"},
    {"processors 4\nlet q = 3\n", 0, "the goal is empty"},
    {"processors 4\nhave all: r-1\n", 2, "for r = 0"},
    {"processors 4\nhave all 0\n", 2, "a colon is missing"},
    {"processors 4\nhave r: 0\n", 2, "use it to the right of a colon"},
    {"processors 4\nhave all: 0 0\n", 2, "unexpected text after 'have'"},
    {"processors 4\nhave all: 1+\n", 2,
     "the line ends where a number is expected"},
    {"processors 4\nhave all: (1\n", 2, "')'"},
    {"processors 4\nhave all: x\n", 2, "'x' has no value"},
    {"processors 4\nhave all: 0..8 by 0\n", 2, "expected a step of 1 or more"},
    {"processors 4\nlet q = 1/0\n", 2, "1 / 0"},
    {"processors 4\nlet q = (0-1)%2\n", 2, "must be 0 or more"},
    {"processors 4\nlet q = 9223372036854775807*2\n", 2, "too large"},
    {"processors 4\nlet p = 3\n", 2, "'p' is already defined"},
    {"processors 4\nlet q = 3\nlet q = 4\n", 3, "'q' already has a value"},
    {"processors 4\ncombine add\n", 2,
     "expected: combine move, combine sum or combine any"},
    {"processors 2\ncombine move\nhave all: 0\nwant 0: 0 of 1\n", 4,
     "need 'combine sum' or 'combine any'"},
    {"processors 2\nhave 0: 0\nwant 1: 0..1\n", 3, "which no processor has"},
    {"processors 2\nhave 0: 0\nwant 1: 0 of all\n", 3, "but 1 has none"},
    {"processors 2\nhave all: 0\nwant 1: 0 of 0\nwant 1: 0 of all\n", 4,
     "twice, of different contributors"},
    /* errors are found even in lines that apply to no processor */
    {"processors 2\nhave all: 0\nwant 1..0: this is no list ( *\n", 3,
     "'this' has no value"},
    {"processors 2\nhave 1..0: (1\n", 2, "')'"},
    {"processors 2\nhave all: 0\nwant 1..0: 0 of 1+\n", 3,
     "the line ends where a number is expected"},
    {"processors 2\nhave 1..0: 0 0\n", 2, "unexpected text after 'have'"},
};

/* A step beyond every number ends the list. */
Test(goal_text, the_longest_steps)
{
    struct weft_error err;
    const char *const text = "processors 4\nhave all: 0..5\n"
                             "want 1: 2..5 by 9223372036854775807\n"
                             "want 2: 1..3 by 2, 5..5 by 3\n";
    struct weft_goal *goal = goal_text_parse(text, 0, &err);
    cr_assert_not_null(goal, "%s", err.text);
    cr_expect_eq(weft_goal_wanted(goal, 1), 1);
    cr_expect_eq(weft_goal_want(goal, 1, 0), 2);
    cr_expect_eq(weft_goal_wanted(goal, 2), 3);
    weft_goal_destroy(goal);
    goal = goal_text_parse("processors 4\ncombine sum\nhave all: 0\n"
                           "want 0: 0 of 1..3 by 9223372036854775807\n",
                           0, &err);
    cr_assert_not_null(goal, "%s", err.text);
    cr_expect(weft_goal_takes(goal, 0, 0, 1));
    cr_expect_not(weft_goal_takes(goal, 0, 0, 2));
    weft_goal_destroy(goal);
}

Test(goal_text, a_mistake_is_told_with_its_line)
{
    struct weft_error err;
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        const struct goal_text_mistake *m = &mistakes[i];
        cr_expect_null(goal_text_parse(m->text, 0, &err), "%s", m->text);
        cr_expect_eq(err.kind, WEFT_ERROR_FORMAT, "%s", m->text);
        cr_expect_eq(err.line, m->line, "%s: line %u", m->text, err.line);
        cr_expect_not_null(strstr(err.text, m->part), "%s: %s", m->text,
                           err.text);
    }
    cr_expect_null(goal_text_parse("processors 4\nhave all: 0\n", 3, &err));
    cr_expect_not_null(strstr(err.text, "for 4 processors, not 3"), "%s",
                       err.text);
    cr_expect_null(weft_goal_parse("have\0", 5, 2, &err));
}

Test(goal_text, the_known_ones_can_be_printed_and_read)
{
    struct weft_goal_values values = {.each = 2, .blocks = 6, .root = 1};
    const char *name;
    int count = 0;
    for (size_t i = 0; (name = weft_goal_known(i)); i++, count++) {
        struct weft_error err;
        char *text = weft_goal_text(name, values);
        struct weft_goal *goal = goal_text_parse(text, 3, &err);
        struct weft_goal *made = weft_goal_make(name, 3, values, &err);
        cr_assert(goal && made, "%s: %s", name, err.text);
        cr_expect_eq(weft_goal_blocks(goal), weft_goal_blocks(made));
        free(text);
        weft_goal_destroy(goal);
        weft_goal_destroy(made);
    }
    cr_expect_eq(count, 12);
    cr_expect_null(weft_goal_text("nothing", values));
}

static void expect_alike(const struct weft_goal *a, const struct weft_goal *b)
{
    int p = weft_goal_processors(a), blocks = weft_goal_blocks(a);
    cr_assert_eq(weft_goal_processors(b), p);
    cr_assert_eq(weft_goal_blocks(b), blocks);
    cr_expect_eq(weft_goal_first(b), weft_goal_first(a));
    cr_expect_eq(weft_goal_combines(b), weft_goal_combines(a));
    for (int rank = -1; rank <= p; rank++) {
        cr_expect_eq(weft_goal_wanted(b, rank), weft_goal_wanted(a, rank));
        for (int i = -1; i <= weft_goal_wanted(a, rank); i++)
            cr_expect_eq(weft_goal_want(b, rank, i), weft_goal_want(a, rank, i),
                         "want %d of %d", i, rank);
        for (int block = -1; block <= blocks; block++) {
            cr_expect_eq(weft_goal_has(b, rank, block),
                         weft_goal_has(a, rank, block));
            cr_expect_eq(weft_goal_holder(b, block), weft_goal_holder(a, block),
                         "holder of %d", block);
            cr_expect_eq(weft_goal_place(b, rank, block),
                         weft_goal_place(a, rank, block));
        }
    }
}

Test(goal_text, a_name_makes_what_its_text_says)
{
    const struct weft_goal_values values = {0};
    const char *name;
    for (size_t i = 0; (name = weft_goal_known(i)); i++)
        for (int p = 2; p <= 9; p += 1 + p / 3) {
            char *text = weft_goal_text(name, values);
            struct weft_goal *made = weft_goal_make(name, p, values, NULL);
            struct weft_goal *read =
                weft_goal_parse(text, strlen(text), p, NULL);
            cr_assert(made && read, "%s", name);
            expect_alike(read, made);
            weft_goal_destroy(made);
            weft_goal_destroy(read);
            free(text);
        }
}

/* A goal with a block for each pair of many processors needs no list of
 * blocks. */
Test(goal_text, pairs_are_not_listed)
{
    struct weft_goal *goal =
        weft_goal_make("alltoall", 40000, (struct weft_goal_values){0}, NULL);
    cr_assert(goal);
    cr_expect_eq(weft_goal_blocks(goal), 1600000000);
    cr_expect_eq(weft_goal_want(goal, 39999, 39999), 1599999999);
    weft_goal_destroy(goal);
}

/* The maximum number of blocks: counters must not overflow. */
Test(goal_text, very_many_blocks)
{
    struct weft_error err;
    struct weft_goal *goal =
        goal_text_parse("processors 2\n"
                        "have 0: 0..1073741823, 1073741825..2147483646\n"
                        "want 0: 0..1073741823, 1073741825..2147483646\n",
                        0, &err);
    cr_assert_not_null(goal, "%s", err.text);
    cr_expect_eq(weft_goal_wanted(goal, 0), 2147483646);
    cr_expect_eq(weft_goal_want(goal, 0, 2147483645), 2147483646);
    cr_expect_eq(weft_goal_place(goal, 0, 2147483646), 2147483645);
    weft_goal_destroy(goal);
}

/* For an empty set of processors values are not evaluated, because r is
 * undefined. */
Test(goal_text, what_nobody_wants)
{
    struct weft_error err;
    struct weft_goal *goal = goal_text_parse(
        "processors 2\nhave all: 0\n"
        "want p..1: r-1, 8/r, -5 % 2, 0..9 by r of all, 7+r # none\n"
        "have p..1: all, 9223372036854775807*(2+r)+1\n",
        0, &err);
    cr_assert_not_null(goal, "%s", err.text);
    cr_expect_eq(weft_goal_wanted(goal, 0), 0);
    cr_expect_eq(weft_goal_blocks(goal), 1);
    weft_goal_destroy(goal);
}

#define LONGEST (1 << 24) /* maximum length of a file in bytes */

/* A file of maximum length, with a comment that fills it; one more byte is too
 * much. */
Test(goal_text, the_longest_file)
{
    static const char begin[] = "processors 2\nhave all: 0\n#";
    struct weft_error err = {0};
    FILE *file = fopen("longest.goal", "w");
    cr_assert(file && fputs(begin, file) >= 0);
    for (int i = (int)strlen(begin); i < LONGEST; i++)
        putc('x', file);
    fflush(file);
    struct weft_goal *goal = weft_goal_read("longest.goal", 0, &err);
    cr_expect_not_null(goal, "%s", err.text);
    weft_goal_destroy(goal);
    putc('x', file);
    fclose(file);
    cr_expect_null(weft_goal_read("longest.goal", 0, &err));
    cr_expect_eq(err.kind, WEFT_ERROR_LIMIT);
    cr_expect_not_null(strstr(err.text, "exceeds 16777216"), "%s", err.text);
    remove("longest.goal");
}

/* Repeating a wish is allowed, whatever is in between. */
Test(goal_text, a_wish_said_again)
{
    static const char *const same[] = {
        "want 0: 0 of all\nwant 1: 0 of 2\nwant 0: 0 of all\n",
        "want 0: 0 of 0, 2\nwant 1: 0 of 1\nwant 0: 0..1 of 0..2 by 2\n",
        "want all: 0 of r%2, 2\nwant all: 0 of 2, r%2\n",
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        struct weft_error err;
        char text[200];
        snprintf(text, sizeof text, "processors 3\nhave all: 0..1\n%s",
                 same[i]);
        struct weft_goal *goal = goal_text_parse(text, 0, &err);
        cr_expect_not_null(goal, "%s: %s", same[i], err.text);
        if (!goal)
            continue;
        cr_expect_eq(weft_goal_wanted(goal, 0), i == 1 ? 2 : 1);
        cr_expect(weft_goal_takes(goal, 0, 0, 2));
        weft_goal_destroy(goal);
    }
}
