/* weft optimum: the result as text, JSON and traces. */
#include "optimum/optimum.h"

#include "common/answer.h"
#include "common/command.h"
#include "common/json.h"
#include "common/outcome.h"
#include "common/terminal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *by(const struct weft_optimum *r)
{
    return r->schedule ? r->upper_by : "none known";
}

/* Write a number of steps, or null if it is not known. */
static void json_steps(struct json *json, const char *key, bool known,
                       int steps)
{
    if (known)
        json_number(json, key, (uint64_t)steps);
    else
        json_null(json, key);
}

static void json_restrictions(struct json *json, const struct weft_optimum *r)
{
    json_open(json, "restrictions", '[');
    for (int i = 0; i < r->restrictions; i++)
        json_text(json, NULL, r->restriction[i]);
    json_close(json, ']');
    json_open(json, "better", '[');
    for (int i = 0; i < r->betters; i++) {
        const struct weft_optimum_better *better = &r->better[i];
        json_open(json, NULL, '{');
        json_text(json, "strategy", better->strategy);
        json_number(json, "steps", (uint64_t)better->steps);
        json_open(json, "breaks", '[');
        for (int k = 0; k < better->breaks; k++)
            json_text(json, NULL, better->broken[k]);
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* The steps of each phase of the schedule, if the phases are limited. */
static void json_phases(struct json *json, const struct weft_optimum *r)
{
    json_open(json, "phases", '[');
    for (int i = 0; i < r->phases; i++)
        json_number(json, NULL, (uint64_t)r->phase[i]);
    json_close(json, ']');
}

static void optimum_report_print_json(const struct optimum *o,
                                      const struct weft_optimum *r, FILE *out)
{
    struct json json = answer_open("optimum", out);
    json_text(&json, "problem", r->problem);
    json_text(&json, "network", r->network);
    json_text(&json, "model", r->model);
    json_text(&json, "order", r->order);
    json_number(&json, "processors", (uint64_t)r->processors);
    json_bool(&json, "routes", r->routes);
    json_restrictions(&json, r);
    json_bool(&json, "reachable", r->reachable);
    json_bool(&json, "decided", r->decided);
    json_steps(&json, "lower", r->reachable, r->lower);
    json_steps(&json, "upper", r->schedule, r->upper);
    json_number(&json, "messages", r->messages);
    json_bool(&json, "fewest_messages", r->fewest);
    if (o->options.phases)
        json_phases(&json, r);
    json_text(&json, "lower_by", r->lower_by);
    json_text(&json, "by", by(r));
    if (o->options.every_root) {
        json_number(&json, "root", (uint64_t)r->root);
        json_number(&json, "roots_searched", (uint64_t)r->roots_searched);
        json_number(&json, "roots_slowest", (uint64_t)r->roots_slowest);
    }
    summary_author(&json, r->author, r->author_by);
    json_number(&json, "variables", r->variables);
    json_number(&json, "clauses", r->clauses);
    json_bool(&json, "proof", r->proved);
    json_real(&json, "seconds", r->seconds);
    answer_close(&json);
}

static void print_range(const struct weft_optimum *r, FILE *out)
{
    if (!r->reachable)
        print_plainly(out, "  steps        the goal cannot be reached: %s\n",
                      r->lower_by);
    else if (r->decided)
        fprintf(out, "  steps        %d, the minimum%s\n", r->upper,
                r->restrictions ? " for this question" : "");
    else if (r->schedule)
        fprintf(out, "  steps        %d to %d, undecided\n", r->lower,
                r->upper);
    else
        fprintf(out, "  steps        %d or more, undecided\n", r->lower);
}

static void print_question(const struct weft_optimum *r, FILE *out)
{
    for (int i = 0; i < r->restrictions; i++)
        fprintf(out, "%s%s", i ? ", " : "  question     ", r->restriction[i]);
    if (r->restrictions)
        fputc('\n', out);
}

/* Print the strategies that take fewer steps because they violate restrictions
 * of the question. */
static void print_better(const struct weft_optimum *r, FILE *out)
{
    for (int i = 0; i < r->betters; i++) {
        const struct weft_optimum_better *better = &r->better[i];
        print_plainly(out, "  %-11s  %d: strategy %s, which ",
                      i ? "" : "without it", better->steps, better->strategy);
        for (int k = 0; k < better->breaks; k++)
            fprintf(out, "%s%s", k ? " and " : "", better->broken[k]);
        fputs(better->routes_only ? " (--routes allows this)\n" : "\n", out);
    }
}

/* Answer --steps: is that number possible? For a range, print only what holds
 * for all its numbers. */
static void print_asked(const struct weft_optimum_options *asked,
                        const struct weft_optimum *r, FILE *out)
{
    bool one = asked->from && asked->from == asked->to;
    bool enough = asked->from && r->schedule && r->upper <= asked->from;
    bool too_few = asked->to && r->lower > asked->to;
    int steps = enough ? asked->from : asked->to;
    const char *answer = too_few ? "impossible" : "undecided";
    if (enough || too_few || one)
        fprintf(out, "  asked        %d step%s: %s\n", steps,
                plural((uint64_t)steps), enough ? "possible" : answer);
}

/* Print the root of the result of --root all. */
static void print_roots(const struct weft_optimum_options *asked,
                        const struct weft_optimum *r, FILE *out)
{
    if (!asked->every_root)
        return;
    fprintf(out, "  root         %d; %d of %d roots searched", r->root,
            r->roots_searched, r->processors);
    if (r->decided)
        fprintf(out, ", %d take%s %d step%s", r->roots_slowest,
                r->roots_slowest == 1 ? "s" : "", r->upper,
                plural((uint64_t)r->upper));
    fputc('\n', out);
}

static void print_phases(const struct weft_optimum *r, FILE *out)
{
    for (int i = 0; i < r->phases; i++)
        fprintf(out, "%s%d", i ? " + " : "  phases       ", r->phase[i]);
    if (r->phases)
        fprintf(out, " step%s\n", plural((uint64_t)r->upper));
}

static void optimum_report_print(const struct optimum *o,
                                 const struct weft_optimum *r, FILE *out)
{
    print_plainly(out, "%s on %s (%d processors), model %s%s%s%s\n", r->problem,
                  r->network, r->processors, r->model,
                  r->order[0] ? ", order " : "", r->order,
                  r->routes ? ", over routes" : "");
    print_question(r, out);
    print_range(r, out);
    print_better(r, out);
    if (!r->reachable)
        return;
    print_asked(&o->options, r, out);
    print_phases(r, out);
    print_roots(&o->options, r, out);
    fprintf(out, "  lower bound  %d: %s\n", r->lower, r->lower_by);
    if (r->schedule)
        fprintf(out, "  upper bound  %d: %s; %" PRIu64 " message%s%s\n",
                r->upper, r->upper_by, r->messages, plural(r->messages),
                r->fewest ? ", the minimum" : "");
    if (r->author)
        print_plainly(out, "  author's     %" PRIu64 ": %s%s\n", r->author,
                      r->author_by,
                      r->schedule && (uint64_t)r->upper < r->author
                          ? " (wrong: a schedule takes less)"
                          : "");
    if (r->clauses)
        fprintf(out,
                "  formula      %" PRIu64 " variables, %" PRIu64 " clauses\n",
                r->variables, r->clauses);
    if (r->proved)
        print_plainly(out,
                      "  proof        %s.cnf, %s.drat: %d step%s impossible\n",
                      o->options.proof, o->options.proof, r->lower - 1,
                      plural((uint64_t)r->lower - 1));
    else if (o->options.proof)
        fprintf(out, "  proof        not written: %s\n",
                r->lower ? "the search was stopped"
                         : "no schedule has fewer than 0 steps");
    fprintf(out, "  seconds      %.2f\n", r->seconds);
}

FILE *optimum_summary_stream(const struct optimum *o)
{
    for (size_t i = 0; i < o->targets; i++) {
        const char *colon = strrchr(o->target[i], ':');
        if (strcmp(colon ? colon + 1 : o->target[i], "-") == 0)
            return stderr;
    }
    return stdout;
}

void optimum_print(const struct optimum *o, const struct weft_optimum *result)
{
    (o->json ? optimum_report_print_json
             : optimum_report_print)(o, result, optimum_summary_stream(o));
}

/* ---- traces ---- */

void optimum_drop_traces(struct optimum *o)
{
    for (size_t i = 0; i < o->targets; i++)
        weft_writer_abort(o->writer[i]);
}

int optimum_open_traces(struct optimum *o)
{
    struct weft_error err;
    for (size_t i = 0; i < o->targets; i++) {
        o->writer[i] = weft_writer_open(o->target[i], &err);
        if (!o->writer[i]) {
            int status = complain_of_file(o->target[i], &err);
            optimum_drop_traces(o);
            return status;
        }
    }
    return EXIT_GOOD;
}

int optimum_write_traces(struct optimum *o, const struct weft_optimum *result,
                         const struct weft_bandwidth *bandwidth)
{
    struct weft_error err;
    const struct weft_sink *sink[TRACES_MAX];
    int status = 0;
    for (size_t i = 0; i < o->targets; i++)
        sink[i] = weft_writer_sink(o->writer[i]);
    if (o->targets)
        status = bandwidth
                     ? weft_bandwidth_play(bandwidth, sink, o->targets, &err)
                     : weft_optimum_play(result, sink, o->targets, &err);
    for (size_t i = 0; status && i < o->targets; i++)
        if (weft_writer_check(o->writer[i], &err))
            break;
    for (size_t i = 0; !status && i < o->targets; i++)
        status = weft_writer_finish(o->writer[i], &err);
    if (status) {
        optimum_drop_traces(o);
        return complain(EXIT_FAILED, NULL, &err);
    }
    for (size_t i = 0; i < o->targets; i++)
        if (close_trace(o->writer[i], o->target[i], &err))
            status = complain(EXIT_FAILED, NULL, &err);
    return status ? EXIT_FAILED : EXIT_GOOD;
}
