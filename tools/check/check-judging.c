/* The question that a trace is checked against, and the check of one trace. */
#include "check/check-judging.h"

#include "check/check-msccl.h"
#include "common/options.h"
#include "common/plugins.h"

#include <string.h>
#include <weft/problem.h>

/* ---- the question -------------------------------------------------------- */

static void judging_set_model(struct check_question *question, const char *text,
                              struct argp_state *state)
{
    struct weft_error err;
    if (weft_model_parse(text, &question->model, &err))
        reject(state, &err);
}

/* Set the problem. A plug-in's problem has a goal, but the checker has no rules
 * for it. */
static void judging_take_problem(struct check_question *question,
                                 const char *word)
{
    word = problem_word(word);
    for (size_t i = 0; weft_check_problem(i); i++)
        if (!strcmp(weft_check_problem(i), word))
            question->options.problem = word;
    question->problem = NULL;
    if (!question->options.problem && weft_problem_find(word))
        question->problem = word;
    else
        question->options.problem = word;
}

error_t check_question_parse(int key, char *value, struct argp_state *state,
                             struct check_question *question)
{
    switch (key) {
    case 'm':
        judging_set_model(question, value, state);
        return 0;
    case CHECK_KEY_PROBLEM:
        judging_take_problem(question, value);
        return 0;
    case CHECK_KEY_GOAL:
        question->goal = value;
        return 0;
    case ARGP_KEY_END:
        if (question->goal && (question->options.problem || question->problem))
            misuse(state, "--goal and --problem are mutually exclusive");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* ---- the check ----------------------------------------------------------- */

int check_judging_begin(struct check_judging *judging,
                        const struct check_question *question,
                        struct weft_error *err)
{
    struct weft_check_options options = question->options;
    if (*question->model.name)
        options.model = &question->model;
    *judging =
        (struct check_judging){.check = weft_check_create(&options, err)};
    if (!judging->check)
        return -1;
    check_words_init(&judging->words, judging->check, question->goal,
                     question->problem, options.network);
    judging->words.message_blocks = question->message_blocks;
    return 0;
}

int check_judging_end(struct check_judging *judging, const char *file,
                      const struct weft_read_report *read,
                      struct weft_error *err)
{
    const struct check_words *words = &judging->words;
    struct check_report *report = &judging->report;
    *report =
        (struct check_report){.file = file,
                              .read = read,
                              .info = &words->trace.info,
                              .check = judging->check,
                              .result = weft_check_result(judging->check)};
    if (!strcmp(read->format, "mscclpp"))
        return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                              "plans of MSCCL++ are checked only in files, not "
                              "on standard input");
    int judged =
        check_msccl_judge(file, read, words->goal_file ? words->goal : NULL,
                          &judging->msccl, err);
    report->msccl = judged > 0 ? &judging->msccl : NULL;
    return judged < 0
               ? -1
               : check_bounds(&report->bounds, words, report->result,
                              check_report_verdict(report) == WEFT_VALID, err);
}

void check_judging_finish(struct check_judging *judging)
{
    weft_msccl_finish(&judging->msccl);
    if (judging->check)
        check_words_finish(&judging->words);
    weft_check_destroy(judging->check);
}
