/* Schedules from files, as rows of a comparison. */
#ifndef WEFT_TOOLS_COMPARE_FILES_H
#define WEFT_TOOLS_COMPARE_FILES_H

#include <stdbool.h>
#include <weft/unstable/compare.h>

/* Return whether the argument is a file rather than a problem: its name has a
 * file extension, a folder or a format. */
bool is_compared_file(const char *word);
/* Return whether there are runs, including those that will be rejected. */
bool compared_runs(const struct weft_comparison *compare);

/* Compared files, and the result of each. */
struct compared_files {
    const char **file;          /* [count] borrowed */
    struct weft_result *result; /* [count] owned */
    /* result of each file at each point with shared links; owned */
    struct weft_result *run;
    size_t count;
    /* problem of all files that are run, or NULL */
    const char *problem;
    const char *goal; /* path of a goal file; NULL: none */
};

/* Read and check the files as `weft check` does, with the network, model and
 * problem of the comparison or, if it has none, those of each file. Returns
 * EXIT_GOOD, or the exit status after printing the error. */
int compared_files_judge(struct compared_files *files,
                         const struct weft_comparison *compare);

/* Append the files to the rows, after the runs, and their problems to those of
 * the comparison. Returns as compared_files_judge(). */
int compared_files_add(const struct compared_files *files,
                       struct weft_comparison *compare);

/* Copy the bounds that were found for a file to its row. */
void compared_take_bounds(struct weft_result *r,
                          const struct weft_result *found);

/* Name a row after the path, shortened at its beginning if necessary. */
void compared_file_name(struct weft_result *result, const char *file);
/* Set *index to that of a row's problem, which is added to the comparison if
 * necessary. If there are runs, a file that names no problem belongs to their
 * first one. Returns 0 or -1. */
int compared_problem(struct weft_comparison *compare, const char *word,
                     bool files_only, size_t *index, struct weft_error *err);

void compared_files_finish(struct compared_files *files);

#endif
