/* Findings of the checker as lines for editors. */
#include "check/check-report.h"
#include "common/editor-lines.h"

#include <stdlib.h>
#include <string.h>

/* Return the first line of a schedule with a transfer of the finding's slot and
 * processor; 0: unknown. */
static unsigned long check_lines_find(FILE *file,
                                      const struct weft_finding *finding)
{
    char text[4096];
    unsigned long line = 0;
    bool begins = true; /* a long line comes in pieces */
    rewind(file);
    while (fgets(text, sizeof text, file)) {
        char *at = text;
        line += begins;
        bool looks = begins;
        begins = strchr(text, '\n') != NULL;
        if (!looks || strtoull(at, &at, 10) != finding->slot)
            continue;
        long from = strtol(at, &at, 10), to = strtol(at, &at, 10);
        if (finding->rank < 0 || from == finding->rank || to == finding->rank)
            return line;
    }
    return 0;
}

/* A line of the report. */
struct check_line {
    unsigned long line;
    const struct weft_finding *finding;
};

static int compare_check_lines(const void *a, const void *b)
{
    const struct check_line *x = a, *y = b;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return (x->finding > y->finding) - (x->finding < y->finding);
}

static void print_findings(const struct check_report *report, const char *path)
{
    struct check_line lines[WEFT_FINDINGS_KEPT];
    const struct weft_check_result *result = report->result;
    bool counts = !strcmp(report->read->format, "schedule");
    FILE *file = counts ? weft_file_open(path, NULL) : NULL;
    for (int i = 0; i < result->kept; i++)
        lines[i] = (struct check_line){
            file ? check_lines_find(file, &result->finding[i]) : 0,
            &result->finding[i]};
    if (file)
        fclose(file);
    qsort(lines, (size_t)result->kept, sizeof *lines, compare_check_lines);
    for (int i = 0; i < result->kept; i++)
        editor_line_print(stdout, path, lines[i].line, "error",
                          lines[i].finding->text, lines[i].finding->rule);
}

static void check_lines_print_run(const char *path,
                                  const struct weft_msccl_run *run)
{
    char text[300];
    for (size_t i = 0; i < run->findings; i++) {
        const struct weft_msccl_finding *finding = &run->finding[i];
        snprintf(text, sizeof text, "gpu %d, thread block %d, step %d: %s",
                 finding->gpu, finding->block, finding->step, finding->text);
        editor_line_print(stdout, path, 0, "error", text, "msccl");
    }
}

void check_report_lines(const struct check_report *report)
{
    const char *path = editor_lines_file(report->file);
    char missed[400];
    print_findings(report, path);
    if (report->msccl) {
        check_lines_print_run(path, &report->msccl->out_of_place);
        check_lines_print_run(path, &report->msccl->in_place);
    }
    if (check_report_verdict(report) != WEFT_NOT_JUDGED)
        return;
    check_missed_text(report->result, missed, sizeof missed);
    editor_line_print(stdout, path, 0, "warning", missed, "not judged");
}
