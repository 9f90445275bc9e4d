/* Prints the findings of the checker. */
#include "check/check-report.h"

#include "check/check-msccl.h"
#include "common/answer.h"
#include "common/command.h"
#include "common/json.h"
#include "common/outcome.h"
#include "common/terminal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <weft/bound.h>

static const struct weft_check_basis *
missed_part(const struct weft_check_result *result, int *part)
{
    for (*part = 0; *part < WEFT_CHECK_PARTS; ++*part)
        if (result->basis[*part].missed)
            return &result->basis[*part];
    return NULL;
}

enum weft_verdict check_report_verdict(const struct check_report *report)
{
    int part;
    enum weft_verdict verdict = report->result->verdict;
    if (!report->msccl)
        return verdict;
    if (!weft_msccl_valid(report->msccl))
        return WEFT_NOT_VALID;
    return verdict == WEFT_NOT_JUDGED && !missed_part(report->result, &part)
               ? WEFT_VALID
               : verdict;
}

int verdict_status(enum weft_verdict verdict)
{
    static const int status[WEFT_VERDICTS] = {
        [WEFT_NOT_JUDGED] = EXIT_NOT_JUDGED,
        [WEFT_VALID] = EXIT_GOOD,
        [WEFT_NOT_VALID] = EXIT_FAILED,
    };
    return status[verdict];
}

void check_missed_text(const struct weft_check_result *result, char *text,
                       size_t size)
{
    int part;
    const struct weft_check_basis *basis = missed_part(result, &part);
    if (basis)
        snprintf(text, size, "%s%s%s is not judged: %s%s%s%s",
                 weft_check_part_names[part], *basis->word ? " " : "",
                 basis->word, basis->why, basis->option ? "; " : "",
                 basis->option ? basis->option : "",
                 basis->option ? " judges it" : "");
    else if (result->messages || result->makespan)
        snprintf(text, size,
                 "there is nothing to check against; give a network (-n), a "
                 "model (-m), a problem (--problem) or a goal (--goal)");
    else
        snprintf(text, size, "the trace has no events");
}

static bool problem_judged(const struct weft_check_result *result)
{
    return result->basis[WEFT_CHECK_PROBLEM].from != WEFT_CHECK_NOT;
}

static bool steps_known(const struct weft_check_result *result)
{
    return !result->timed;
}

/* ---- JSON ------------------------------------------------------------ */

static void json_basis(struct json *json,
                       const struct weft_check_result *result)
{
    const struct weft_check_basis *basis = result->basis;
    json_open(json, "judged_by", '{');
    for (int i = 0; i < WEFT_CHECK_PARTS; i++)
        if (basis[i].from != WEFT_CHECK_NOT)
            json_text(json, weft_check_part_names[i], basis[i].word);
    json_close(json, '}');
    json_open(json, "named_by_file", '[');
    for (int i = 0; i < WEFT_CHECK_PARTS; i++)
        if (basis[i].from == WEFT_CHECK_TRACE)
            json_text(json, NULL, weft_check_part_names[i]);
    json_close(json, ']');
    json_open(json, "not_judged", '{');
    for (int i = 0; i < WEFT_CHECK_PARTS; i++)
        if (*basis[i].why)
            json_text(json, weft_check_part_names[i], basis[i].why);
    json_close(json, '}');
    json_open(json, "options_that_judge", '{');
    for (int i = 0; i < WEFT_CHECK_PARTS; i++)
        if (*basis[i].why && basis[i].option)
            json_text(json, weft_check_part_names[i], basis[i].option);
    json_close(json, '}');
}

/* Return the step or, in traces without steps, the time, which is slot - 1. */
static uint64_t report_slot(const struct weft_check_result *result,
                            uint64_t slot)
{
    return steps_known(result) ? slot : slot - 1;
}

static void json_integers(struct json *json, const char *key, const int *number,
                          int count)
{
    json_open(json, key, '[');
    for (int i = 0; i < count; i++)
        json_moment(json, NULL, number[i]);
    json_close(json, ']');
}

/* Write transfers as [slot, from, to, message]. */
static void json_transfers(struct json *json,
                           const struct weft_check_result *result,
                           const struct weft_finding *finding)
{
    json_open(json, "transfers", '[');
    for (int i = 0; i < finding->transfers; i++) {
        const struct weft_finding_transfer *transfer = &finding->transfer[i];
        json_open(json, NULL, '[');
        json_number(json, NULL, report_slot(result, transfer->slot));
        json_number(json, NULL, (uint64_t)transfer->from);
        json_number(json, NULL, (uint64_t)transfer->to);
        json_moment(json, NULL, transfer->message);
        json_close(json, ']');
    }
    json_close(json, ']');
}

static void json_finding(struct json *json,
                         const struct weft_check_result *result,
                         const struct weft_finding *finding)
{
    json_open(json, NULL, '{');
    json_number(json, steps_known(result) ? "slot" : "time",
                report_slot(result, finding->slot));
    if (finding->rank >= 0)
        json_number(json, "processor", (uint64_t)finding->rank);
    json_text(json, "text", finding->text);
    json_text(json, "rule", finding->rule);
    if (finding->messages)
        json_integers(json, "messages", finding->message, finding->messages);
    if (finding->peers)
        json_integers(json, "peers", finding->peer, finding->peers);
    if (finding->has_arc)
        json_integers(json, "arc", finding->arc, 2);
    if (finding->transfers)
        json_transfers(json, result, finding);
    json_close(json, '}');
}

/* Write the findings. Returns their number. */
static uint64_t json_findings(struct json *json,
                              const struct check_report *report)
{
    const struct weft_finding *finding;
    size_t i = 0;
    json_open(json, "findings", '[');
    while ((finding = weft_check_finding(report->check, i))) {
        json_finding(json, report->result, finding);
        i++;
    }
    json_close(json, ']');
    return i;
}

static void check_report_json_load(struct json *json,
                                   const struct weft_check_result *result)
{
    json_open(json, "load", '{');
    json_number(json, "messages", result->load);
    json_number(json, "slot", result->load_slot);
    json_number(json, "from", (uint64_t)result->load_from);
    json_number(json, "to", (uint64_t)result->load_to);
    json_close(json, '}');
}

void check_report_json(const struct check_report *report)
{
    const struct weft_check_result *result = report->result;
    struct json json = answer_open("check", stdout);
    json_text(&json, "file", report->file);
    json_text(&json, "format", report->read->format);
    json_number(&json, "processors", (uint64_t)result->processors);
    json_number(&json, "steps", result->steps);
    json_number(&json, "makespan", result->makespan);
    json_number(&json, "messages", result->messages);
    json_basis(&json, result);
    summary_bounds(&report->bounds, &json);
    json_number(&json, "conflicts", result->conflicts);
    json_number(&json, "unmatched", result->unmatched);
    json_number(&json, "unheld", result->unheld);
    if (result->load)
        check_report_json_load(&json, result);
    enum weft_verdict verdict = check_report_verdict(report);
    json_known(&json, "solved", problem_judged(result), result->solved);
    json_known(&json, "valid", verdict != WEFT_NOT_JUDGED,
               verdict == WEFT_VALID);
    json_text(&json, "verdict", weft_verdict_names[verdict]);
    json_number(&json, "skipped", report->read->skipped);
    json_number(&json, "found", result->findings);
    json_findings(&json, report);
    if (report->msccl)
        check_msccl_json(&json, report->msccl);
    answer_close(&json);
}

/* ---- text ------------------------------------------------------------ */

/* Print "1 step" or "2 steps". */
static void print_count(uint64_t count, const char *what, FILE *out)
{
    fprintf(out, "%" PRIu64 " %s%s", count, what, plural(count));
}

/* Print the exact makespan in the unit that weft stats uses. */
static void print_makespan(const struct weft_trace_info *info, uint64_t span,
                           FILE *out)
{
    const struct weft_time_unit *unit = weft_time_unit(info, span);
    char text[WEFT_TIME_MAX];
    if (!unit->ns) {
        print_count(span, "time unit", out);
        return;
    }
    weft_time_print(text, info, unit, span,
                    weft_time_decimals(info, unit, span));
    fprintf(out, "%s %s", text, unit->name);
}

/* Print the duration of the run. */
static void report_print_span(const struct check_report *report, FILE *out)
{
    const struct weft_check_result *result = report->result;
    if (steps_known(result))
        print_count(result->steps, "step", out);
    else
        print_makespan(report->info, result->makespan, out);
}

static void print_size(const struct check_report *report)
{
    const struct weft_check_result *result = report->result;
    print_plain(report->file, stdout);
    printf(" (%s): ", report->read->format);
    print_count((uint64_t)result->processors, "processor", stdout);
    fputs(", ", stdout);
    print_count(result->messages, "message", stdout);
    fputs(", ", stdout);
    report_print_span(report, stdout);
    putchar('\n');
    if (report->read->skipped) {
        fputs("left out: ", stdout);
        print_plain(report->read->skipped_what, stdout);
        putchar('\n');
    }
}

static void print_basis(const struct weft_check_result *result)
{
    printf("checked against: the matching of sends and receives");
    for (int i = 0; i < WEFT_CHECK_PARTS; i++) {
        const struct weft_check_basis *basis = &result->basis[i];
        if (basis->from == WEFT_CHECK_NOT)
            continue;
        printf(", %s", weft_check_part_names[i]);
        if (i != WEFT_CHECK_CAUSALITY) {
            putchar(' ');
            print_plain(basis->word, stdout);
        }
        bool found = i == WEFT_CHECK_ROOT && basis->from == WEFT_CHECK_ALWAYS;
        if (basis->from == WEFT_CHECK_TRACE)
            fputs(" (named by the file)", stdout);
        if (found && strcmp(basis->word, "found") != 0)
            fputs(" (found)", stdout);
    }
    putchar('\n');
}

static void print_not_judged(const struct weft_check_result *result)
{
    bool first = true;
    for (int i = 0; i < WEFT_CHECK_PARTS; i++) {
        const struct weft_check_basis *basis = &result->basis[i];
        if (!*basis->why)
            continue;
        printf("%s%s (", first ? "not checked: " : ", ",
               weft_check_part_names[i]);
        print_plain(basis->why, stdout);
        printf("%s%s)", basis->option ? "; " : "",
               basis->option ? basis->option : "");
        first = false;
    }
    if (!first)
        putchar('\n');
}

static void check_report_print_bounds(const struct weft_result *r)
{
    char text[400];
    if (r->vector && r->bounds && r->makespan != r->steps)
        printf("vector: %" PRIu64 " byte%s for each processor\n", r->vector,
               plural(r->vector));
    if (r->bounds) {
        weft_bound_format(&r->bound[0], text, sizeof text);
        print_plainly(stdout, "lower bound: %s\n", text);
    }
    if (r->own_bound > r->lower_bound)
        printf("own bound: %" PRIu64 " (messages of at most %" PRIu64
               " byte%s)\n",
               r->own_bound, r->message_bytes, plural(r->message_bytes));
    if (r->author_bound)
        print_plainly(stdout, "author's bound: %" PRIu64 " = %s%s\n",
                      r->author_bound, r->author_by, author_refuted(r));
    if (r->ratio > 0)
        printf("ratio: %.3f\n", r->ratio);
    else if (r->bounds && !weft_bound_applies(r))
        printf("ratio: %s\n", ratio_missing(r, text, sizeof text));
}

static void check_report_print_findings(const struct weft_check_result *result)
{
    for (int i = 0; i < result->kept; i++) {
        print_plain(result->finding[i].text, stdout);
        putchar('\n');
    }
    if (result->findings > (uint64_t)result->kept)
        printf("... and %" PRIu64 " more\n",
               result->findings - (uint64_t)result->kept);
}

/* Print the maximum number of messages on one arc in one step. */
static void check_report_print_load(const struct weft_check_result *result)
{
    if (result->load > 1)
        printf("load: %" PRIu32 " messages on one arc in one step at most, "
               "first in step %" PRIu64 " from %d to %d\n",
               result->load, result->load_slot, result->load_from,
               result->load_to);
}

static void print_counts(const struct check_report *report, uint64_t wrong)
{
    const struct weft_check_result *result = report->result;
    print_count(result->conflicts, "conflict", stdout);
    printf(", %" PRIu64 " unmatched", result->unmatched);
    if (result->unheld)
        printf(", %" PRIu64 " sent before received", result->unheld);
    uint64_t counted = result->conflicts + result->unmatched + result->unheld;
    if ((result->solved || !problem_judged(result)) &&
        result->findings > counted) {
        fputs(", ", stdout);
        print_count(result->findings - counted, "other finding", stdout);
    }
    if (wrong)
        printf(", %" PRIu64 " violation%s of MSCCL's rules", wrong,
               plural(wrong));
}

/* Return the number of violations of the MSCCL rules. */
static uint64_t report_violations(const struct check_report *report)
{
    return report->msccl ? report->msccl->out_of_place.found +
                               report->msccl->in_place.found
                         : 0;
}

static void print_verdict(const struct check_report *report)
{
    const struct weft_check_result *result = report->result;
    enum weft_verdict verdict = check_report_verdict(report);
    uint64_t wrong = report_violations(report);
    char missed[400];
    printf("%s: ", weft_verdict_names[verdict]);
    if (verdict == WEFT_NOT_JUDGED) {
        check_missed_text(result, missed, sizeof missed);
        print_plain(missed, stdout);
    } else {
        print_counts(report, wrong);
    }
    if (problem_judged(result))
        print_plainly(stdout, ", %s%s is %s",
                      wrong ? "by the messages alone " : "",
                      result->basis[WEFT_CHECK_PROBLEM].word,
                      result->solved ? "solved" : "not solved");
    putchar('\n');
}

void check_report_text(const struct check_report *report)
{
    const struct weft_check_result *result = report->result;
    print_size(report);
    if (report->msccl)
        check_msccl_text(report->msccl);
    if (result->judged || report->msccl)
        print_basis(result);
    print_not_judged(result);
    check_report_print_bounds(&report->bounds);
    check_report_print_findings(result);
    check_report_print_load(result);
    print_verdict(report);
}

/* ---- for a page -------------------------------------------------------- */

static void page_valid(const struct check_report *report, FILE *out)
{
    const struct weft_result *bounds = &report->bounds;
    report_print_span(report, out);
    if (bounds->bounds)
        fprintf(out, ", bound %" PRIu64, bounds->lower_bound);
    if (bounds->ratio > 0)
        fprintf(out, ", ratio %.2f", bounds->ratio);
}

/* Print the numbers of errors of each kind, and the goals that are not
 * reached. */
static void page_wrong(const struct check_report *report, FILE *out)
{
    const struct weft_check_result *result = report->result;
    const struct {
        uint64_t count;
        const char *one, *more;
    } rows[] = {
        {result->conflicts, "conflict", "conflicts"},
        {result->unmatched, "unmatched", "unmatched"},
        {result->unheld, "sent before received", "sent before received"},
        {report_violations(report), "violation of MSCCL's rules",
         "violations of MSCCL's rules"},
    };
    const char *before = "";
    uint64_t left = result->findings -
                    (result->conflicts + result->unmatched + result->unheld);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!rows[i].count)
            continue;
        fprintf(out, "%s%" PRIu64 " %s", before, rows[i].count,
                rows[i].count == 1 ? rows[i].one : rows[i].more);
        before = ", ";
    }
    if (problem_judged(result) && !result->solved)
        fprintf(out, "%s%s is not solved", before,
                result->basis[WEFT_CHECK_PROBLEM].word);
    else if (left)
        fprintf(out, "%s%" PRIu64 " finding%s", before, left, plural(left));
}

int check_report_page(const struct check_report *report, FILE *out)
{
    const struct weft_check_result *result = report->result;
    const struct weft_result *bounds = &report->bounds;
    enum weft_verdict verdict = check_report_verdict(report);
    struct json json = {out, false};
    char missed[400] = "", *text = NULL;
    size_t size;
    if (verdict == WEFT_NOT_JUDGED)
        check_missed_text(result, missed, sizeof missed);
    FILE *heading = open_memstream(&text, &size);
    if (!heading)
        return -1;
    fprintf(heading, "%s: %s", weft_verdict_names[verdict], missed);
    if (verdict == WEFT_VALID)
        page_valid(report, heading);
    else if (verdict == WEFT_NOT_VALID)
        page_wrong(report, heading);
    if (fclose(heading) || !text) {
        free(text);
        return -1;
    }
    json_open(&json, NULL, '{');
    json_known(&json, "valid", verdict != WEFT_NOT_JUDGED,
               verdict == WEFT_VALID);
    json_text(&json, "text", text);
    json_number(&json, "steps", result->steps);
    if (bounds->bounds)
        json_number(&json, "bound", bounds->lower_bound);
    else
        json_null(&json, "bound");
    json_real(&json, "ratio", bounds->ratio > 0 ? bounds->ratio : NAN);
    json_number(&json, "conflicts", result->conflicts);
    json_number(&json, "unmatched", result->unmatched);
    json_known(&json, "solved", problem_judged(result), result->solved);
    uint64_t told = json_findings(&json, report);
    json_number(&json, "left", result->findings - told);
    if (*missed)
        json_text(&json, "notJudged", missed);
    else
        json_null(&json, "notJudged");
    json_close(&json, '}');
    free(text);
    return 0;
}
