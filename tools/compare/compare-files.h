/* Schedules from files, as rows of a comparison. */
#ifndef WEFT_TOOLS_COMPARE_FILES_H
#define WEFT_TOOLS_COMPARE_FILES_H

#include <stdbool.h>
#include <weft/compare.h>

/* Is an argument a file, no problem? It has an ending, a folder or a format in
 * its name. */
bool is_compared_file(const char *word);
/* Is there anything to run, or to be refused? */
bool compared_runs(const struct weft_comparison *compare);

/* Files that are compared, and what is known of each. */
struct compared_files {
    const char **file;          /* [count] borrowed */
    struct weft_result *result; /* [count] owned */
    size_t count;
    const char *goal; /* a file; NULL: none */
};

/* Read and judge them as `weft check` does: by the network, the model and the
 * problem of the comparison where it has one of these, else by what each file
 * says. EXIT_GOOD, or the exit status: why has been said. */
int compared_files_judge(struct compared_files *files,
                         const struct weft_comparison *compare);

/* Append them to the rows, after the runs, and their problems to those of the
 * comparison. As above. */
int compared_files_add(const struct compared_files *files,
                       struct weft_comparison *compare);

void compared_files_finish(struct compared_files *files);

#endif
