/* Rows with the same question have the same lower bound, whatever their
 * strategies, so it is computed once. A bound for the message length of a row
 * is computed once for all rows with equal lengths of messages and vectors. */
#include "questions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool question_setting(const char *setting)
{
    static const char *const runs[] = {
        "strategy",    "step-us", "engine",     "window", "stack",
        "limit-steps", "expect",  "payload",    "group",  "dims",
        "wide",        "trees",   "dimensions", "radix",  "tie",
        "op",          "data",    "seed",       "rounds", "aggregate"};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
        if (!strcmp(runs[i], setting))
            return false;
    return true;
}

/* Return whether the axis distinguishes questions. A network's name includes
 * its seed; random sources also depend on the seed. */
static bool axis_counts(const struct weft_comparison *compare,
                        const struct weft_compared_axis *axis)
{
    const char *name = axis->setting->name;
    return question_setting(name) ||
           (!strcmp(name, "seed") &&
            weft_comparison_axis(compare, "sources") >= 0);
}

static bool same_question(const struct weft_comparison *compare,
                          const struct weft_trial *a,
                          const struct weft_trial *b)
{
    /* the model of a lost run is unknown */
    bool lost = !a->result.processors || !b->result.processors;
    if (a->problem != b->problem ||
        (!lost && strcmp(a->result.model, b->result.model) != 0) ||
        strcmp(a->result.network, b->result.network) != 0)
        return false;
    for (size_t i = 0; a->point != b->point && i < compare->axes; i++) {
        const struct weft_compared_axis *axis = &compare->axis[i];
        if (axis_counts(compare, axis) &&
            strcmp(weft_trial_value(axis, a), weft_trial_value(axis, b)) != 0)
            return false;
    }
    return true;
}

/* Return the question of a trial; texts are borrowed. */
static struct weft_experiment
question_of_row(const struct weft_comparison *compare,
                const struct weft_trial *row)
{
    struct weft_experiment question = weft_trial_experiment(compare, row);
    weft_experiment_set(&question, "strategy", NULL, NULL);
    weft_experiment_set(&question, "model", row->result.model, NULL);
    return question;
}

/* Make room for one more question. Returns 0, or -1 if memory is short. */
static int questions_grow(struct weft_comparison *compare,
                          struct weft_error *err)
{
    size_t count = compare->questions;
    if (count && (count & (count - 1)))
        return 0;
    struct weft_compared_question *more =
        realloc(compare->question, (count ? 2 * count : 1) * sizeof *more);
    if (!more)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    compare->question = more;
    return 0;
}

static bool system_refused(const struct weft_error *why)
{
    return why->kind == WEFT_ERROR_MEMORY || why->kind == WEFT_ERROR_SYSTEM;
}

/* Add the question of a row and compute its bound, which is 0 if it cannot be
 * computed. Return -1 only if the system fails. */
static int question_make(struct weft_comparison *compare,
                         const struct weft_trial *row, struct weft_error *err)
{
    struct weft_error why = {.kind = WEFT_ERROR_NONE};
    if (questions_grow(compare, err))
        return -1;
    struct weft_compared_question *q = &compare->question[compare->questions++];
    struct weft_experiment question = question_of_row(compare, row);
    q->row = row;
    if (!weft_bound_of(&question, NULL, &q->answer, &why))
        return 0;
    weft_bound_finish(&q->answer);
    q->answer = (struct weft_bound_answer){.bound = 0};
    if (!system_refused(&why))
        return 0;
    *err = why;
    return -1;
}

/* Set the own bound of a row, which rows of the same question with equal
 * lengths of messages and vectors share. */
static int own_bound(const struct weft_comparison *compare, size_t before,
                     struct weft_trial *row, struct weft_error *err)
{
    struct weft_error why = {.kind = WEFT_ERROR_NONE};
    while (before--) {
        const struct weft_trial *other = compare->row[before];
        if (other->question == row->question && other->result.own_bound &&
            other->result.message_bytes == row->result.message_bytes &&
            other->result.vector == row->result.vector) {
            row->result.own_bound = other->result.own_bound;
            return 0;
        }
    }
    struct weft_experiment question = question_of_row(compare, row);
    if (!weft_bound_enter_own(&question, NULL, &row->result, &why) ||
        !system_refused(&why))
        return 0;
    *err = why;
    return -1;
}

static int question_find(struct weft_comparison *compare,
                         struct weft_trial *row, struct weft_error *err)
{
    size_t i = compare->questions;
    while (i && !same_question(compare, compare->question[i - 1].row, row))
        i--;
    if (!i && question_make(compare, row, err))
        return -1;
    row->question = i ? i - 1 : compare->questions - 1;
    weft_bound_enter(&compare->question[row->question].answer, &row->result);
    return 0;
}

/* Ask the questions of the rows whose runs were lost, or of the others. */
static int questions_ask_rows(struct weft_comparison *compare, bool lost,
                              struct weft_error *err)
{
    for (size_t i = 0; i < compare->rows; i++) {
        /* the row is one of the comparison's trials */
        struct weft_trial *row =
            &compare->trial[compare->row[i] - compare->trial];
        if (!row->result.processors != lost)
            continue;
        if (question_find(compare, row, err) || own_bound(compare, i, row, err))
            return -1;
    }
    return 0;
}

int questions_ask(struct weft_comparison *compare, struct weft_error *err)
{
    return questions_ask_rows(compare, false, err) ||
                   questions_ask_rows(compare, true, err)
               ? -1
               : 0;
}

/* ---- rows that were added ------------------------------------------------ */

static bool questions_asks(const struct weft_compared_question *q,
                           const struct weft_trial *row)
{
    const struct weft_result *r = &row->result;
    return (row->point == WEFT_NO_POINT || q->row->point == row->point) &&
           !strcmp(q->answer.problem, r->problem) &&
           !strcmp(q->answer.network, r->network) &&
           !strcmp(q->answer.model, r->model) &&
           q->answer.bound == r->lower_bound;
}

/* Derive the answer of a question from a result. */
static struct weft_bound_answer answer_of(const struct weft_result *r)
{
    struct weft_bound_answer answer = {
        .processors = r->processors,
        .bound = r->lower_bound,
        .vector = r->vector,
        .message_blocks =
            r->question_blocks ? r->question_blocks : WEFT_BOUND_ANY,
        .part = r->question_blocks
                    ? r->question_bytes / (uint64_t)r->question_blocks
                    : 0};
    snprintf(answer.problem, sizeof answer.problem, "%s", r->problem);
    snprintf(answer.network, sizeof answer.network, "%s", r->network);
    snprintf(answer.model, sizeof answer.model, "%s", r->model);
    for (int i = 0; i < r->bounds; i++) {
        struct weft_bound_argument *to = &answer.argument[answer.arguments++];
        to->by = r->bound[i].name; /* the name lives as long as the row */
        to->bound = r->bound[i].time;
        snprintf(to->text, sizeof to->text, "%s", r->bound[i].text);
    }
    answer.by = answer.arguments ? answer.argument[0].by : NULL;
    return answer;
}

int questions_add(struct weft_comparison *compare, struct weft_trial *row,
                  struct weft_error *err)
{
    size_t i = 0;
    row->question = WEFT_NO_QUESTION;
    if (row->point != WEFT_NO_POINT && !row->result.lower_bound)
        return question_find(compare, row, err) ||
                       own_bound(compare, compare->rows - 1, row, err)
                   ? -1
                   : 0;
    if (!row->result.lower_bound)
        return 0;
    while (i < compare->questions &&
           !questions_asks(&compare->question[i], row))
        i++;
    row->question = i;
    if (i < compare->questions)
        return 0;
    if (questions_grow(compare, err))
        return -1;
    compare->question[compare->questions++] =
        (struct weft_compared_question){row, answer_of(&row->result)};
    return 0;
}

void questions_finish(struct weft_comparison *compare)
{
    for (size_t i = 0; i < compare->questions; i++)
        weft_bound_finish(&compare->question[i].answer);
    free(compare->question);
}
