/* Summaries of runs. */
#include "common/outcome.h"

#include "common/command.h"
#include "common/shared-outcome.h"
#include "common/terminal.h"

#include <math.h>
#include <string.h>
#include <weft/bound.h>

static void outcome_print_bound(const char *label,
                                const struct weft_bound *bound, FILE *out)
{
    char text[400];
    weft_bound_format(bound, text, sizeof text);
    print_plainly(out, "  %-12s %s\n", label, text);
}

const char *author_refuted(const struct weft_result *r)
{
    return r->valid && r->makespan < r->author_bound
               ? " (wrong: this run takes less)"
               : "";
}

const char *ratio_missing(const struct weft_result *r, char *text, size_t size)
{
    bool bytes = r->question_bytes;
    uint64_t most = bytes ? r->question_bytes : (uint64_t)r->question_blocks;
    snprintf(text, size,
             "- (up to %" PRIu64 " %s in one message, %" PRIu64
             " in the question: --message-blocks any)",
             bytes ? r->message_bytes : r->message_blocks,
             bytes ? "bytes" : "blocks", most);
    return text;
}

static void outcome_print_bounds(const struct weft_result *r, FILE *out)
{
    char text[160];
    if (r->vector && r->bounds && r->makespan != r->steps)
        print_plainly(out, "  %-12s %" PRIu64 " byte%s for each processor\n",
                      "vector", r->vector, plural(r->vector));
    if (r->bounds)
        outcome_print_bound("lower bound", &r->bound[0], out);
    if (r->own_bound > r->lower_bound)
        print_plainly(out,
                      "  %-12s %" PRIu64 " (messages of at most %" PRIu64
                      " byte%s)\n",
                      "own bound", r->own_bound, r->message_bytes,
                      plural(r->message_bytes));
    if (r->author_bound)
        print_plainly(out, "  %-12s %" PRIu64 " = %s%s\n", "author's",
                      r->author_bound, r->author_by, author_refuted(r));
    if (r->ratio > 0)
        print_plainly(out, "  %-12s %.3f\n", "ratio", r->ratio);
    else if (!weft_bound_applies(r))
        print_plainly(out, "  %-12s %s\n", "ratio",
                      ratio_missing(r, text, sizeof text));
}

static void outcome_print_time(const struct weft_result *r, FILE *out)
{
    char text[TICKS_TEXT];
    if (r->sharing)
        print_plainly(out, "  %-12s %s time unit%s\n", "time",
                      ticks_text(r->time_ticks, text),
                      r->time_ticks == WEFT_TICKS ? "" : "s");
    else if (r->makespan != r->steps)
        print_plainly(out, "  %-12s %" PRIu64 " time unit%s\n", "time",
                      r->makespan, plural(r->makespan));
}

void summary_print(const struct weft_result *r, FILE *out)
{
    print_plainly(out, "%s, %s, on %s (%d processor%s), model %s\n", r->problem,
                  r->strategy, r->network, r->processors,
                  plural((uint64_t)r->processors), r->model);
    print_plainly(out, "  %-12s %" PRIu64 "\n", "steps", r->steps);
    outcome_print_time(r, out);
    outcome_print_bounds(r, out);
    print_plainly(out, "  %-12s %" PRIu64 " (%" PRIu64 " byte%s)\n", "messages",
                  r->messages, r->bytes, plural(r->bytes));
    if (!r->sharing)
        print_plainly(out, "  %-12s %" PRIu64 "\n", "conflicts", r->conflicts);
    shared_print(r, out);
    print_plainly(out, "  %-12s processor %d, utilisation %.1f %%\n", "busiest",
                  r->busiest, 100 * r->busiest_share);
    print_plainly(out, "  %-12s %.1f %%\n", "mean util.", 100 * r->busy_share);
    for (int i = 0; i < r->measures; i++)
        print_plainly(out, "  %-12s %.10g\n", r->measure[i].name,
                      r->measure[i].value);
    print_plainly(out, "  %-12s %s%s%s%s\n", "valid", weft_result_valid(r),
                  r->valid ? "" : " (", r->verdict, r->valid ? "" : ")");
}

/* Write a number; 0 (unknown) as null. */
static void json_positive(struct json *json, const char *key, uint64_t number)
{
    if (number)
        json_number(json, key, number);
    else
        json_null(json, key);
}

void summary_author(struct json *json, uint64_t bound, const char *by)
{
    if (!bound)
        return;
    json_number(json, "author_bound", bound);
    json_text(json, "author_bound_by", by);
}

void summary_bounds(const struct weft_result *r, struct json *json)
{
    json_positive(json, "lower_bound", r->lower_bound);
    json_open(json, "lower_bounds", '[');
    for (int i = 0; i < r->bounds; i++) {
        json_open(json, NULL, '{');
        json_text(json, "name", r->bound[i].name);
        json_number(json, "time", r->bound[i].time);
        json_text(json, "text", r->bound[i].text);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_real(json, "ratio", r->ratio > 0 ? r->ratio : NAN);
    if (r->bounds)
        json_text(json, "bound_by", r->bound[0].name);
    else
        json_null(json, "bound_by");
    json_positive(json, "own_bound", r->own_bound);
    json_positive(json, "message_bytes", r->message_bytes);
    summary_author(json, r->author_bound, r->author_by);
}

static void json_conflicts(const struct weft_result *r, struct json *json)
{
    char line[400];
    json_number(json, "conflicts", r->conflicts);
    json_open(json, "first_conflicts", '[');
    for (int i = 0; i < r->outcome.kept; i++) {
        weft_conflict_format(&r->outcome.conflict[i], line, sizeof line);
        json_text(json, NULL, line);
    }
    json_close(json, ']');
}

void summary_members(const struct weft_result *r, struct json *json)
{
    json_text(json, "problem", r->problem);
    json_text(json, "strategy", r->strategy);
    json_text(json, "network", r->network);
    json_text(json, "model", r->model);
    json_number(json, "processors", (uint64_t)r->processors);
    json_number(json, "steps", r->steps);
    if (r->sharing)
        shared_members(r, json);
    else
        json_number(json, "time", r->makespan);
    json_number(json, "messages", r->messages);
    json_number(json, "bytes", r->bytes);
    if (r->blocks) {
        json_number(json, "blocks", r->blocks);
        json_number(json, "volume", r->volume);
    }
    if (r->vector)
        json_number(json, "vector", r->vector);
    summary_bounds(r, json);
    json_positive(json, "round_count", r->rounds);
    json_conflicts(r, json);
    json_number(json, "busiest", (uint64_t)r->busiest);
    json_real(json, "busiest_share", r->busiest_share);
    json_real(json, "busy_share", r->busy_share);
    json_open(json, "measures", '{');
    for (int i = 0; i < r->measures; i++)
        json_real(json, r->measure[i].name, r->measure[i].value);
    json_close(json, '}');
    json_bool(json, "ended", r->ended);
    json_known(json, "valid", !r->not_judged, r->valid);
    json_bool(json, "expected", r->expected);
    json_text(json, "verdict", r->verdict);
    json_real(json, "wall_seconds", r->wall_seconds);
}

void summary_troubles(const struct weft_result *r, FILE *out)
{
    char line[400];
    for (int i = 0; i < r->outcome.kept; i++) {
        weft_conflict_format(&r->outcome.conflict[i], line, sizeof line);
        print_plainly(out, "  %s\n", line);
    }
    if (r->conflicts > (uint64_t)r->outcome.kept)
        print_plainly(out, "  ... and %" PRIu64 " more\n",
                      r->conflicts - (uint64_t)r->outcome.kept);
    if (r->outcome.report)
        print_plainly(out, "%s", r->outcome.report);
}

int summary_unexpected(const struct weft_result *r)
{
    struct weft_error err;
    const char *hint = " (--expect conflicts accepts this)";
    if (!weft_bound_check(r, &err))
        weft_error_set(&err, WEFT_ERROR_RULE, 0, "%s%s", r->verdict,
                       r->conflicts ? hint : "");
    return complain(EXIT_FAILED, NULL, &err);
}
