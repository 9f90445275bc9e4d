/* Schedules from files, checked by the checker and measured by the
 * statistics. */
#include "compare/compare-files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/compare.h>
#include <weft/unstable/msccl.h>
#include <weft/unstable/stats.h>
#include <weft/weft.h>

#include "check/check-bounds.h"
#include "check/check-msccl.h"
#include "check/check-report.h"
#include "common/command.h"
#include "common/reading.h"
#include "common/terminal.h"
#include "compare/compare-sizes.h"
#include "compare/compare-terms.h"

/* State for reading one file. The checker and the statistics receive the same
 * events. */
struct compare_files_judging {
    const struct compared_files *files;
    const struct weft_comparison *compare;
    struct weft_check_options options;
    /* network of the comparison; NULL: that of the file */
    struct weft_network *network;
    struct weft_model model;
    const char *own_problem; /* problem of a plug-in, or NULL */
    struct compared_terms terms;
    struct compared_sizes sizes;
    /* parameters of the file, and possibly a model */
    struct weft_parameter *word;
    struct weft_error misfit;
    struct check_words words;
    struct weft_check *check;
    struct weft_stats *stats;
    const struct weft_sink *told; /* sink of the statistics */
};

static int compare_files_begin(void *arg, const struct weft_trace_info *info)
{
    struct compare_files_judging *j = arg;
    if (compared_terms_fit(&j->terms, info, &j->misfit) ||
        (!j->files->goal && compared_sizes_fit(&j->sizes, info, &j->misfit))) {
        errno = EINVAL;
        return -1;
    }
    j->word = malloc((info->parameters + 1) * sizeof *j->word);
    if (!j->word) {
        errno = ENOMEM;
        return -1;
    }
    struct weft_trace_info all = compared_terms_add(&j->terms, info, j->word);
    int status = j->words.sink.begin(j->words.sink.arg, &all);
    return status ? status : j->told->begin(j->told->arg, &all);
}

static int compare_files_events(void *arg, const struct weft_event *event,
                                size_t count)
{
    const struct compare_files_judging *j = arg;
    int status = j->words.sink.events(j->words.sink.arg, event, count);
    return status ? status : j->told->events(j->told->arg, event, count);
}

static int compare_files_end(void *arg)
{
    const struct compare_files_judging *j = arg;
    int status = j->words.sink.end(j->words.sink.arg);
    return status ? status : j->told->end(j->told->arg);
}

bool is_compared_file(const char *word)
{
    return !weft_is_plugin(word) && !weft_problem_find(word) &&
           strpbrk(word, "./:");
}

bool compared_runs(const struct weft_comparison *compare)
{
    for (size_t i = 0; i < compare->problems; i++)
        if (!weft_problem_find(compare->problem[i]) ||
            weft_strategy(compare->problem[i], 0))
            return true;
    return false;
}

/* ---- by what ---- */

static void compare_files_take_problem(struct compare_files_judging *j)
{
    const char *word = j->compare->problems == 1 && !j->files->goal
                           ? j->compare->problem[0]
                           : NULL;
    for (size_t i = 0; word && weft_check_problem(i); i++)
        if (!strcmp(weft_check_problem(i), word))
            j->options.problem = word;
    if (word && !j->options.problem && weft_problem_find(word))
        j->own_problem = word;
}

/* Set the common terms. The runs of one problem have a model even if none is
 * named. */
static void take_terms(struct compare_files_judging *j)
{
    const struct weft_comparison *compare = j->compare;
    const struct weft_problem_info *problem =
        compare->problems == 1 ? weft_problem_find(compare->problem[0]) : NULL;
    j->terms = (struct compared_terms){.compare = compare,
                                       .runs = compared_runs(compare)};
    j->sizes =
        (struct compared_sizes){.compare = compare, .runs = j->terms.runs};
    if (problem && j->terms.runs && weft_comparison_axis(compare, "model") < 0)
        j->terms.model = problem->model;
}

static void compare_files_take_order(struct compare_files_judging *j)
{
    const char *order = compared_value(j->compare, "order");
    for (int i = 0; order && weft_order_names[i]; i++)
        if (!strcmp(weft_order_names[i], order)) {
            j->options.order = (enum weft_order)i;
            j->options.order_set = true;
        }
}

static int compare_files_take_words(struct compare_files_judging *j,
                                    struct weft_error *err)
{
    const char *model = compared_value(j->compare, "model");
    const char *root = compared_value(j->compare, "root");
    j->options = (struct weft_check_options){
        .root = -1,
        .stores_too = true,
        .from_trace = true,
        .unlimited = read_unlimited(),
    };
    if (root)
        j->options.root = (int)strtol(root, NULL, 10);
    if (compared_network(j->compare, &j->network, err))
        return -1;
    if (model && weft_model_parse(model, &j->model, err))
        return -1;
    j->options.network = j->network;
    j->options.model = model ? &j->model : NULL;
    compare_files_take_order(j);
    compare_files_take_problem(j);
    take_terms(j);
    return 0;
}

/* ---- what came out ---- */

void compared_file_name(struct weft_result *result, const char *file)
{
    const char *slash = strrchr(file, '/');
    const char *name = slash ? slash + 1 : file;
    const size_t room = sizeof result->strategy - 1;
    bool plain, cut = strlen(name) > room;
    while (cut && strlen(name) > room - strlen("..."))
        name += plain_length(name, &plain);
    strcpy(result->strategy, cut ? "..." : "");
    strcat(result->strategy, name);
}

static void copy_word(const struct weft_check_result *result,
                      enum weft_check_part part, char *word, size_t size)
{
    const struct weft_check_basis *basis = &result->basis[part];
    snprintf(word, size, "%.*s", (int)size - 1,
             basis->from == WEFT_CHECK_NOT ? "-" : basis->word);
}

static void take_loads(struct weft_result *r,
                       const struct weft_stats_result *stats)
{
    double span = (double)stats->makespan;
    double all = 0;
    uint64_t most = 0;
    r->bytes = stats->bytes;
    if (!stats->makespan || !stats->processors)
        return;
    for (int p = 0; p < stats->processors; p++) {
        uint64_t busy = stats->load[p].busy + stats->load[p].overhead;
        all += (double)busy;
        if (busy <= most)
            continue;
        most = busy;
        r->busiest = p;
    }
    r->busiest_share = (double)most / span;
    r->busy_share = all / (span * stats->processors);
}

static void write_verdict(struct weft_result *r,
                          const struct weft_check_result *found)
{
    char text[400] = "breaks MSCCL's rules";
    if (r->valid)
        return;
    if (found->kept)
        snprintf(text, sizeof text, "%s", found->finding[0].text);
    else if (r->not_judged)
        check_missed_text(found, text, sizeof text);
    copy_whole(r->verdict, sizeof r->verdict, text);
}

void compared_take_bounds(struct weft_result *r,
                          const struct weft_result *found)
{
    r->bounds = found->bounds;
    memcpy(r->bound, found->bound, sizeof r->bound);
    r->lower_bound = found->lower_bound;
    r->own_bound = found->own_bound;
    r->author_bound = found->author_bound;
    snprintf(r->author_by, sizeof r->author_by, "%s", found->author_by);
    r->question_blocks = found->question_blocks;
    r->question_bytes = found->question_bytes;
    r->message_bytes = found->message_bytes;
    r->message_blocks = found->message_blocks;
    r->ratio = found->ratio;
}

static int compare_files_conclude(struct compare_files_judging *j,
                                  const char *file,
                                  const struct weft_read_report *read,
                                  struct weft_result *r, struct weft_error *err)
{
    const struct weft_check_result *found = weft_check_result(j->check);
    struct weft_msccl_result msccl = {0};
    struct check_report report = {.file = file, .read = read, .result = found};
    int judged = check_msccl_judge(file, read, NULL, &msccl, err);
    if (judged < 0) {
        weft_msccl_finish(&msccl);
        return -1;
    }
    report.msccl = judged ? &msccl : NULL;
    if (check_bounds(&report.bounds, &j->words, found,
                     check_report_verdict(&report) == WEFT_VALID, err)) {
        weft_msccl_finish(&msccl);
        return -1;
    }
    copy_word(found, WEFT_CHECK_PROBLEM, r->problem, sizeof r->problem);
    copy_word(found, WEFT_CHECK_NETWORK, r->network, sizeof r->network);
    copy_word(found, WEFT_CHECK_MODEL, r->model, sizeof r->model);
    if (j->own_problem)
        snprintf(r->problem, sizeof r->problem, "%.23s", j->own_problem);
    r->processors = found->processors;
    r->steps = found->steps;
    r->makespan = found->makespan;
    r->messages = found->messages;
    r->conflicts = found->conflicts;
    r->ended = true;
    enum weft_verdict verdict = check_report_verdict(&report);
    r->valid = r->expected = verdict == WEFT_VALID;
    r->not_judged = verdict == WEFT_NOT_JUDGED;
    take_loads(r, weft_stats_result(j->stats));
    compared_take_bounds(r, &report.bounds);
    write_verdict(r, found);
    weft_msccl_finish(&msccl);
    return 0;
}

/* Print a note if some rules were not checked, because the row may have
 * followed fewer rules than others. */
static void note_not_judged(const struct compare_files_judging *j,
                            const char *file)
{
    const struct weft_check_result *found = weft_check_result(j->check);
    int noted = 0;
    for (int i = WEFT_CHECK_NETWORK; i <= WEFT_CHECK_PROBLEM; i++) {
        const struct weft_check_basis *basis = &found->basis[i];
        if (basis->from != WEFT_CHECK_NOT || !*basis->why)
            continue;
        if (!noted++)
            print_plainly(stderr, "weft: note: %s: not checked: ", file);
        print_plainly(stderr, "%s%s (%s)", noted > 1 ? ", " : "",
                      weft_check_part_names[i], basis->why);
    }
    if (noted)
        fputc('\n', stderr);
}

static int compare_files_no_memory(void)
{
    struct weft_error err;
    weft_error_set(&err, WEFT_ERROR_MEMORY, 0, "no memory");
    return complain(EXIT_FAILED, NULL, &err);
}

/* Report the error that stopped reading: that of the terms or the goal, or
 * `err`. */
static int compare_files_blame(struct compare_files_judging *j,
                               const char *file, const struct weft_error *err)
{
    if (j->misfit.kind)
        return complain_of_file(file, &j->misfit);
    if (j->words.wrong.kind)
        return check_words_complain(&j->words);
    return complain_of_file(file, err);
}

static int compare_files_read_file(struct compare_files_judging *j,
                                   const char *file, struct weft_result *r)
{
    struct weft_error err = {0};
    struct weft_read_report read;
    const struct weft_sink sink = {compare_files_begin, compare_files_events,
                                   compare_files_end, j};
    j->check = weft_check_create(&j->options, &err);
    if (!j->check)
        return complain_of(&err);
    j->stats = weft_stats_create(NULL);
    if (!j->stats)
        return compare_files_no_memory();
    j->told = weft_stats_sink(j->stats);
    check_words_init(&j->words, j->check, j->files->goal, j->own_problem,
                     j->network);
    compared_file_name(r, file);
    int status = EXIT_GOOD;
    if (read_trace(file, &sink, &read, &err))
        status = compare_files_blame(j, file, &err);
    else if (compare_files_conclude(j, file, &read, r, &err))
        status = complain_of_file(file, &err);
    else
        note_not_judged(j, file);
    check_words_finish(&j->words);
    free(j->word);
    j->word = NULL;
    return status;
}

int compared_files_judge(struct compared_files *files,
                         const struct weft_comparison *compare)
{
    struct compare_files_judging j = {.files = files, .compare = compare};
    struct weft_error err = {0};
    int status = EXIT_GOOD;
    if (compare_files_take_words(&j, &err))
        status = complain_of(&err);
    files->result = calloc(files->count + 1, sizeof *files->result);
    if (!files->result)
        status = compare_files_no_memory();
    for (size_t i = 0; i < files->count && !status; i++) {
        status = compare_files_read_file(&j, files->file[i], &files->result[i]);
        weft_check_destroy(j.check);
        weft_stats_destroy(j.stats);
        j.check = NULL;
        j.stats = NULL;
    }
    compared_sizes_finish(&j.sizes);
    weft_network_destroy(j.network);
    return status;
}

/* ---- the rows ---- */

int compared_problem(struct weft_comparison *compare, const char *word,
                     bool files_only, size_t *index, struct weft_error *err)
{
    for (*index = 0; *index < compare->problems; ++*index)
        if (!strcmp(compare->problem[*index], word))
            return 0;
    if (!files_only && !strcmp(word, "-")) {
        *index = 0;
        return 0;
    }
    if (*index == WEFT_COMPARED_MAX)
        return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                              "too many problems: at most %d in one comparison",
                              WEFT_COMPARED_MAX);
    compare->problem[compare->problems++] = word;
    return 0;
}

int compared_files_add(const struct compared_files *files,
                       struct weft_comparison *compare)
{
    struct weft_error err;
    bool files_only = !compare->trials;
    for (size_t i = 0; i < files->count; i++) {
        const struct weft_result *result = &files->result[i];
        size_t problem;
        if (compared_problem(compare, result->problem, files_only, &problem,
                             &err) ||
            weft_comparison_add(compare, problem, result, &err))
            return complain(EXIT_FAILED, NULL, &err);
    }
    return EXIT_GOOD;
}

void compared_files_finish(struct compared_files *files)
{
    free(files->result);
    free(files->run);
    free(files->file);
}
