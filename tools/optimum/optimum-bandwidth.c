/* weft optimum --bandwidth: the question, and the result as text and JSON. */
#include "optimum/optimum.h"

#include "common/answer.h"
#include "common/command.h"
#include "common/interrupt.h"
#include "common/json.h"
#include "common/network-word.h"
#include "common/terminal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <weft/model.h>
#include <weft/network.h>

#define NAMED_MAX 8 /* processors of a cut that are named one by one */
#define JSON_INTEGER_MAX ((int64_t)1 << 53)
#define FRACTION_TEXT 48

/* What one word stands for, and the role of a processor of the cut. */
struct word_of {
    const char *problem, *word;
};

static const struct word_of words_of[] = {
    {"allgather", "a word of each processor"},
    {"reduce-scatter", "a word of each processor's part"},
    {"broadcast", "a word of the root"},
    {"stream", "a word of the root"},
    {"reduce", "a word at the root"},
    {"allreduce", "a vector of a word for each processor"},
};

static const char *word_of_problem(const char *problem)
{
    size_t i = 0;
    while (strcmp(words_of[i].problem, problem) != 0)
        i++;
    return words_of[i].word;
}

static const char *fraction_text(struct weft_fraction f,
                                 char text[FRACTION_TEXT])
{
    if (f.den == 1)
        snprintf(text, FRACTION_TEXT, "%" PRId64, f.num);
    else
        snprintf(text, FRACTION_TEXT, "%" PRId64 "/%" PRId64, f.num, f.den);
    return text;
}

/* Print the value of a fraction that is not a whole number. */
static void print_decimal(struct weft_fraction f, FILE *out)
{
    if (f.den > 1)
        fprintf(out, " (%.4g)", (double)f.num / (double)f.den);
}

/* ---- JSON ---- */

static void bandwidth_json_integer(struct json *json, const char *key,
                                   int64_t value)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRId64, value);
    if (value < JSON_INTEGER_MAX)
        json_decimal(json, key, digits);
    else
        json_text(json, key, digits);
}

static void bandwidth_json_fraction(struct json *json, const char *key,
                                    struct weft_fraction f)
{
    if (!f.den) {
        json_null(json, key);
        return;
    }
    json_open(json, key, '{');
    bandwidth_json_integer(json, "numerator", f.num);
    bandwidth_json_integer(json, "denominator", f.den);
    json_close(json, '}');
}

static void bandwidth_json_cut(struct json *json,
                               const struct weft_bandwidth_cut *cut)
{
    json_open(json, "cut", '{');
    json_open(json, "inside", '[');
    for (int i = 0; i < cut->count; i++)
        json_number(json, NULL, (uint64_t)cut->inside[i]);
    json_close(json, ']');
    json_text(json, "direction", cut->in ? "in" : "out");
    bandwidth_json_integer(json, "words", cut->words);
    bandwidth_json_fraction(json, "bandwidth", cut->bandwidth);
    json_close(json, '}');
}

static void bandwidth_json_tree(struct json *json,
                                const struct weft_bandwidth_tree *tree)
{
    json_open(json, NULL, '{');
    json_number(json, "root", (uint64_t)tree->root);
    bandwidth_json_integer(json, "weight", tree->weight);
    json_number(json, "height", (uint64_t)tree->height);
    json_open(json, "arcs", '[');
    for (int i = 0; i < tree->arcs; i++) {
        json_open(json, NULL, '[');
        for (int j = tree->first[i]; j < tree->first[i + 1]; j++)
            json_number(json, NULL, (uint64_t)tree->vertex[j]);
        json_close(json, ']');
    }
    json_close(json, ']');
    json_close(json, '}');
}

static void bandwidth_json_schedule(struct json *json,
                                    const struct weft_bandwidth *r)
{
    json_open(json, "schedule", '{');
    bandwidth_json_integer(json, "rounds", r->rounds);
    bandwidth_json_integer(json, "period", r->period);
    bandwidth_json_integer(json, "first", r->first);
    bandwidth_json_integer(json, "steps", r->steps);
    bandwidth_json_integer(json, "bound", r->bound);
    json_number(json, "messages", r->messages);
    json_close(json, '}');
}

static void bandwidth_json_members(struct json *json,
                                   const struct weft_bandwidth *r);

static void bandwidth_json_allreduce(struct json *json,
                                     const struct weft_bandwidth *r)
{
    bandwidth_json_fraction(json, "lower", r->lower);
    json_text(json, "lower_by", r->lower_by);
    bandwidth_json_fraction(json, "factor", r->factor);
    json_open(json, "parts", '[');
    for (int i = 0; i < 2; i++) {
        json_open(json, NULL, '{');
        bandwidth_json_members(json, r->part[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void bandwidth_json_members(struct json *json,
                                   const struct weft_bandwidth *r)
{
    json_text(json, "problem", r->problem);
    json_text(json, "network", r->network);
    json_number(json, "processors", (uint64_t)r->processors);
    json_number(json, "switches", (uint64_t)r->switches);
    json_text(json, "objective", "bandwidth");
    if (r->root >= 0)
        json_number(json, "root", (uint64_t)r->root);
    bandwidth_json_fraction(json, "unit", r->unit);
    bandwidth_json_fraction(json, "time", r->time);
    bandwidth_json_fraction(json, "optimum", r->optimum);
    json_bool(json, "attained", r->attained);
    if (!r->attained)
        bandwidth_json_fraction(json, "upper", r->upper);
    if (r->part[0]) {
        bandwidth_json_allreduce(json, r);
    } else {
        bandwidth_json_integer(json, "chunks", r->chunks);
        bandwidth_json_integer(json, "steps_bound", r->steps_bound);
        bandwidth_json_integer(json, "copies", r->copies);
        bandwidth_json_cut(json, &r->cut);
    }
    if (r->trees) {
        json_open(json, "trees", '[');
        for (size_t i = 0; i < r->trees; i++)
            bandwidth_json_tree(json, &r->tree[i]);
        json_close(json, ']');
    }
    if (r->scheduled)
        bandwidth_json_schedule(json, r);
}

static void bandwidth_print_json(const struct weft_bandwidth *r, FILE *out)
{
    struct json json = answer_open("bandwidth", out);
    bandwidth_json_members(&json, r);
    json_number(&json, "flows", r->flows);
    json_real(&json, "seconds", r->seconds);
    answer_close(&json);
}

/* ---- text ---- */

/* Print the processors of a cut; return whether that is one. */
static bool print_inside(const struct weft_network *network,
                         const struct weft_bandwidth_cut *cut, FILE *out)
{
    bool named = weft_network_vertex_name(network, 0) != NULL;
    if (cut->processors > NAMED_MAX) {
        fprintf(out, "%d processors", cut->processors);
        return false;
    }
    if (!named)
        fprintf(out, "processor%s ", plural((uint64_t)cut->processors));
    for (int i = 0; i < cut->processors; i++) {
        const char *name = weft_network_vertex_name(network, cut->inside[i]);
        if (i)
            fputs(", ", out);
        if (name)
            print_plain(name, out);
        else
            fprintf(out, "%d", cut->inside[i]);
    }
    return cut->processors == 1;
}

static void print_cut(const struct weft_network *network, const char *label,
                      const struct weft_bandwidth_cut *cut, FILE *out)
{
    char text[FRACTION_TEXT];
    fprintf(out, "  %-11s  cut: ", label);
    bool one = print_inside(network, cut, out);
    fprintf(out, " %s%s %" PRId64 " word%s over bandwidth %s\n",
            cut->in ? "receive" : "send", one ? "s" : "", cut->words,
            plural((uint64_t)cut->words), fraction_text(cut->bandwidth, text));
}

static void print_time(const struct weft_bandwidth *r, FILE *out)
{
    char low[FRACTION_TEXT], high[FRACTION_TEXT];
    const char *word = word_of_problem(r->problem);
    bool best = r->time.num == r->optimum.num && r->time.den == r->optimum.den;
    bool least = best && (!r->part[0] || r->factor.num == r->factor.den);
    fraction_text(r->time, low);
    if (r->attained) {
        fprintf(out, "  time         %s for %s", low, word);
        print_decimal(r->time, out);
        fputs(least ? ": the least" : "", out);
        if (!best)
            fprintf(out, "; %s with more chunks",
                    fraction_text(r->optimum, high));
        fputc('\n', out);
    } else if (r->upper.den) {
        fprintf(out, "  time         between %s and %s for %s\n", low,
                fraction_text(r->upper, high), word);
    } else {
        fprintf(out, "  time         at least %s for %s\n", low, word);
    }
}

static void print_trees(const struct weft_bandwidth *r, FILE *out)
{
    int height = 0;
    for (size_t i = 0; i < r->trees; i++)
        height = r->tree[i].height > height ? r->tree[i].height : height;
    if (r->trees)
        fprintf(out,
                "  from above   %zu tree%s, %" PRId64 " chunk%s of %s, height "
                "%d\n",
                r->trees, plural(r->trees), r->chunks,
                plural((uint64_t)r->chunks),
                r->root < 0 ? "each processor" : "the root", height);
    if (r->stopped)
        fputs("  from above   stopped before the trees were known\n", out);
}

/* Print a bandwidth of lanes, the period and the steps. */
static void print_schedule(const struct weft_bandwidth *r, FILE *out)
{
    char text[FRACTION_TEXT];
    if (!r->scheduled)
        return;
    fprintf(out, "  period       %" PRId64 " step%s", r->period,
            plural((uint64_t)r->period));
    if (!r->part[0] && r->period > r->steps_bound)
        fprintf(out, " instead of %" PRId64, r->steps_bound);
    fprintf(out, " for %" PRId64 " chunk%s, lanes of bandwidth %s\n",
            r->chunks * r->copies, plural((uint64_t)(r->chunks * r->copies)),
            fraction_text(r->unit, text));
    fprintf(out,
            "  schedule     %" PRId64 " step%s for %" PRId64
            " round%s (bound %" PRId64 "); %" PRIu64 " message%s\n",
            r->steps, plural((uint64_t)r->steps), r->rounds,
            plural((uint64_t)r->rounds), r->bound, r->messages,
            plural(r->messages));
}

static void print_allreduce(const struct weft_network *network,
                            const struct weft_bandwidth *r, FILE *out)
{
    char text[FRACTION_TEXT];
    fprintf(out, "  from below   %s", fraction_text(r->lower, text));
    print_decimal(r->lower, out);
    fprintf(out, ": %s\n", r->lower_by);
    if (r->factor.den) {
        fprintf(out, "  factor       %s", fraction_text(r->factor, text));
        print_decimal(r->factor, out);
        fputc('\n', out);
    }
    print_schedule(r, out);
    for (int i = 0; i < 2; i++) {
        fprintf(out, "%s\n", r->part[i]->problem);
        print_time(r->part[i], out);
        print_cut(network, "from below", &r->part[i]->cut, out);
        print_trees(r->part[i], out);
        print_schedule(r->part[i], out);
    }
}

static void bandwidth_print(const struct weft_network *network,
                            const struct weft_bandwidth *r, FILE *out)
{
    print_plainly(out, "%s on %s (%d processors), by bandwidth\n", r->problem,
                  r->network, r->processors);
    print_time(r, out);
    if (r->part[0]) {
        print_allreduce(network, r, out);
        return;
    }
    print_cut(network, "from below", &r->cut, out);
    print_trees(r, out);
    print_schedule(r, out);
}

/* ---- the question ---- */

static double seconds_passed(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static bool bandwidth_go_on(void *arg)
{
    const struct optimum *o = arg;
    return !is_interrupted() &&
           (!o->options.limit || seconds_passed() - o->last < o->options.limit);
}

static const char *bandwidth_word(const struct optimum *o, const char *setting,
                                  const char *standard)
{
    const struct weft_choice *choice =
        weft_experiment_get(&o->experiment, setting);
    return choice && choice->text ? choice->text : standard;
}

/* Return the network; NULL after printing the error. */
static struct weft_network *bandwidth_network(const struct optimum *o,
                                              int *status)
{
    struct weft_error err;
    const struct weft_problem_info *info =
        weft_problem_find(o->experiment.problem);
    const char *spec =
        bandwidth_word(o, "network", info ? info->network : "hypercube:3");
    struct weft_network *network = weft_network_create(spec, &err);
    if (!network)
        *status = complain(EXIT_MISUSE, NULL, &err);
    network_remarks(network);
    return network;
}

/* Print the result and write the traces. */
static int bandwidth_report(struct optimum *o,
                            const struct weft_network *network,
                            const struct weft_bandwidth *result)
{
    FILE *out = optimum_summary_stream(o);
    int status = 0;
    if (o->targets && result->schedule)
        status = optimum_write_traces(o, NULL, result);
    else
        optimum_drop_traces(o);
    if (o->json)
        bandwidth_print_json(result, out);
    else
        bandwidth_print(network, result, out);
    if (result->refusal[0]) {
        fflush(out);
        fprintf(stderr, "weft: no schedule: %s\n", result->refusal);
    }
    return o->targets && !result->schedule ? EXIT_FAILED : status;
}

static int bandwidth_answer(struct optimum *o,
                            const struct weft_network *network)
{
    struct weft_error err = {0};
    struct weft_bandwidth result = {.root = -1};
    const struct weft_choice *root =
        weft_experiment_get(&o->experiment, "root");
    const struct weft_bandwidth_options options = {
        .problem = o->experiment.problem,
        .network = network,
        .root = root ? (int)root->number : 0,
        .chunks = o->chunks,
        .rounds = o->rounds,
        .cut_only = o->cut_only,
        .schedule = o->targets > 0,
        .force = o->options.force,
        .go_on = bandwidth_go_on,
        .arg = o,
    };
    int status = weft_bandwidth(&options, &result, &err);
    interrupt_met();
    if (status) {
        optimum_drop_traces(o);
        status = complain_of(&err);
    } else {
        status = bandwidth_report(o, network, &result);
    }
    weft_bandwidth_finish(&result);
    return status;
}

int optimum_bandwidth(struct optimum *o)
{
    int status = 0;
    struct weft_network *network = bandwidth_network(o, &status);
    if (!network)
        return status;
    o->last = seconds_passed();
    status = optimum_open_traces(o);
    if (!status)
        status = bandwidth_answer(o, network);
    weft_network_destroy(network);
    return status;
}
