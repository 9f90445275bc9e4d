/* Determines what a trace is checked against: the options, then the trace's
 * parameters for parts that the options leave open. Also records the parts that
 * could not be checked, with the reason, and computes the verdict. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/ways.h>

#include "base/base.h"
#include "check.h"
#include "problem.h"
#include "rules.h"

const char *const weft_check_part_names[WEFT_CHECK_PARTS] = {
    [WEFT_CHECK_NETWORK] = "network", [WEFT_CHECK_MODEL] = "model",
    [WEFT_CHECK_PROBLEM] = "problem", [WEFT_CHECK_ORDER] = "order",
    [WEFT_CHECK_ROOT] = "root",       [WEFT_CHECK_CAUSALITY] = "causality",
};

const char *const weft_verdict_names[WEFT_VERDICTS] = {
    [WEFT_NOT_JUDGED] = "not judged",
    [WEFT_VALID] = "valid",
    [WEFT_NOT_VALID] = "not valid",
};

/* The problem name in traces of schedules that do not name a problem. */
static const char of_schedules[] = "schedule";

static const char nobody[] = "the trace has no processors";

static void judged(struct weft_check *check, enum weft_check_part part,
                   enum weft_check_from from, const char *word)
{
    struct weft_check_basis *basis = &check->result.basis[part];
    *basis = (struct weft_check_basis){.from = from};
    snprintf(basis->word, sizeof basis->word, "%s", word);
    text_make_plain(basis->word);
}

static void not_judged(struct weft_check *check, enum weft_check_part part,
                       const char *why, const char *option)
{
    struct weft_check_basis *basis = &check->result.basis[part];
    *basis =
        (struct weft_check_basis){.from = WEFT_CHECK_NOT, .option = option};
    text_cut(basis->why, sizeof basis->why, why);
    text_make_plain(basis->why);
}

/* Like not_judged(), for a part that the options or the trace request with
 * `word`. */
static void missed(struct weft_check *check, enum weft_check_part part,
                   const char *word, const char *why, const char *option)
{
    struct weft_check_basis *basis = &check->result.basis[part];
    not_judged(check, part, why, option);
    basis->missed = true;
    text_cut(basis->word, sizeof basis->word, word);
    text_make_plain(basis->word);
}

/* Return the trace's parameter for a part that the options leave open, or
 * NULL. */
static const char *trace_word(struct weft_check *check,
                              const struct weft_trace_info *info,
                              enum weft_check_part part)
{
    const char *word =
        check->options.from_trace
            ? weft_trace_info_get(info, weft_check_part_names[part])
            : NULL;
    if (!word)
        not_judged(check, part, "none given", rule_option(part));
    return word;
}

/* Give the links of the network the lanes that the trace declares. Return 0, or
 * -1: no memory. */
static int basis_take_lane(struct weft_check *check,
                           const struct weft_trace_info *info)
{
    struct weft_check_options *options = &check->options;
    const char *lane = options->network && options->from_trace
                           ? weft_trace_info_get(info, "lane")
                           : NULL;
    struct weft_error err;
    if (!lane || weft_network_lane(options->network))
        return 0;
    struct weft_network *own =
        weft_network_with_lane(options->network, lane, &err);
    if (!own && err.kind == WEFT_ERROR_MEMORY)
        return -1;
    if (!own)
        missed(check, WEFT_CHECK_NETWORK, weft_network_name(options->network),
               err.text, rule_option(WEFT_CHECK_NETWORK));
    weft_network_destroy(check->own_network);
    options->network = check->own_network = own;
    return 0;
}

/* Take the network of the trace. Return 0, or -1: no memory. */
static int basis_take_network(struct weft_check *check,
                              const struct weft_trace_info *info)
{
    const enum weft_check_part part = WEFT_CHECK_NETWORK;
    struct weft_check_options *options = &check->options;
    if (options->network) {
        judged(check, part, WEFT_CHECK_ASKED,
               weft_network_name(options->network));
        return 0;
    }
    struct weft_error err;
    const char *word = trace_word(check, info, part);
    if (!word)
        return 0;
    if (weft_network_reads_file(word)) {
        missed(check, part, word, "it is a file", rule_option(part));
        return 0;
    }
    options->network = check->own_network =
        weft_network_create_untrusted(word, WEFT_NETWORK_SEED, &err);
    if (options->network)
        judged(check, part, WEFT_CHECK_TRACE,
               weft_network_name(options->network));
    else
        missed(check, part, word, err.text, rule_option(part));
    return !options->network && err.kind == WEFT_ERROR_MEMORY ? -1 : 0;
}

static void take_model(struct weft_check *check,
                       const struct weft_trace_info *info)
{
    const enum weft_check_part part = WEFT_CHECK_MODEL;
    struct weft_check_options *options = &check->options;
    if (options->model) {
        judged(check, part, WEFT_CHECK_ASKED, options->model->name);
        return;
    }
    struct weft_error err;
    const char *word = trace_word(check, info, part);
    if (word && weft_model_parse(word, &check->own_model, &err)) {
        missed(check, part, word, err.text, rule_option(part));
    } else if (word) {
        options->model = &check->own_model;
        judged(check, part, WEFT_CHECK_TRACE, check->own_model.name);
    }
}

static void basis_take_problem(struct weft_check *check,
                               const struct weft_trace_info *info)
{
    const enum weft_check_part part = WEFT_CHECK_PROBLEM;
    if (check->problem) {
        judged(check, part, WEFT_CHECK_ASKED, check->problem->name);
        return;
    }
    const char *word = trace_word(check, info, part);
    if (!word)
        return;
    check->problem = check_problem_find(word);
    if (check->problem)
        judged(check, part, WEFT_CHECK_TRACE, check->problem->name);
    else if (!strcmp(word, of_schedules))
        not_judged(check, part, "none given", rule_option(part));
    else
        missed(check, part, word, "its goal is not known", rule_option(part));
}

/* Return whether the trace's parameters belong to the problem being checked. */
static bool same_problem(const struct weft_check *check,
                         const struct weft_trace_info *info)
{
    const char *word = weft_trace_info_get(info, "problem");
    return !word || !strcmp(word, check->problem->name);
}

static void basis_take_order(struct weft_check *check,
                             const struct weft_trace_info *info)
{
    struct weft_check_options *options = &check->options;
    if (!check->problem || !check->problem->ordered)
        return;
    const char *word =
        options->from_trace && !options->order_set && same_problem(check, info)
            ? weft_trace_info_get(info, "order")
            : NULL;
    enum weft_check_from from =
        options->order_set ? WEFT_CHECK_ASKED : WEFT_CHECK_ALWAYS;
    for (int i = 0; word && weft_order_names[i]; i++)
        if (!strcmp(word, weft_order_names[i])) {
            options->order = (enum weft_order)i;
            from = WEFT_CHECK_TRACE;
        }
    judged(check, WEFT_CHECK_ORDER, from, weft_order_names[options->order]);
}

static void take_root(struct weft_check *check,
                      const struct weft_trace_info *info)
{
    struct weft_check_options *options = &check->options;
    if (!check->problem || !check->problem->rooted)
        return;
    const char *word = options->from_trace && same_problem(check, info)
                           ? weft_trace_info_get(info, "root")
                           : NULL;
    enum weft_check_from from = WEFT_CHECK_ASKED;
    char *rest;
    if (options->root < 0 && word) {
        long root = strtol(word, &rest, 10);
        if (rest != word && !*rest && root >= 0 &&
            root < WEFT_NETWORK_SIZE_MAX) {
            options->root = (int)root;
            from = WEFT_CHECK_TRACE;
        }
    }
    char text[16];
    snprintf(text, sizeof text, "%d", options->root);
    if (options->root >= 0)
        judged(check, WEFT_CHECK_ROOT, from, text);
    else
        judged(check, WEFT_CHECK_ROOT, WEFT_CHECK_ALWAYS, "found");
}

/* Return 0, or -1 if out of memory. */
static int take_said(struct weft_check *check,
                     const struct weft_trace_info *info)
{
    const char *counted = check->problem ? check->problem->counted : NULL;
    const char *word =
        counted && check->options.from_trace && same_problem(check, info)
            ? weft_trace_info_get(info, counted)
            : NULL;
    if (!word)
        return 0;
    check->said = strdup(word);
    if (check->said)
        text_make_plain(check->said);
    return check->said ? 0 : -1;
}

void basis_causality(struct weft_check *check,
                     const struct weft_trace_info *info)
{
    const enum weft_check_part part = WEFT_CHECK_CAUSALITY;
    enum weft_causality asked = check->options.causality;
    const char *why = NULL;
    const char *option =
        asked == WEFT_CAUSALITY_AUTO ? rule_option(part) : NULL;
    if (check->problem && check->problem->send) {
        judged(check, part, WEFT_CHECK_ALWAYS, "on");
        return;
    }
    if (!check->size)
        why = nobody;
    else if (asked == WEFT_CAUSALITY_OFF)
        why = "not requested";
    else if (asked == WEFT_CAUSALITY_AUTO && !check->problem &&
             check->origin->types)
        why = "message numbers are tags and do not identify messages";
    else if (asked == WEFT_CAUSALITY_AUTO && !check->problem &&
             !check->step_known)
        why = "without steps, message numbers may be types";
    else if (asked == WEFT_CAUSALITY_AUTO && !check->problem &&
             weft_trace_info_get(info, "problem"))
        why = "for an unknown problem, message numbers may be types";
    check->causality = !why;
    if (why)
        not_judged(check, part, why, check->problem ? NULL : option);
    else
        judged(check, part,
               asked == WEFT_CAUSALITY_ON ? WEFT_CHECK_ASKED
                                          : WEFT_CHECK_ALWAYS,
               "on");
}

/* Shared links have no capacity rule, so of the network's rules only those
 * about neighbours are checked. */
static void take_sharing(struct weft_check *check,
                         const struct weft_trace_info *info)
{
    struct weft_check_basis *basis = &check->result.basis[WEFT_CHECK_NETWORK];
    check->shared = weft_trace_info_get(info, "sharing");
    if (check->shared && basis->from != WEFT_CHECK_NOT)
        snprintf(basis->why, sizeof basis->why,
                 "only in part: its links are shared, so no message on them "
                 "is a conflict");
}

int basis_begin(struct weft_check *check, const struct weft_trace_info *info)
{
    if (basis_take_network(check, info) || basis_take_lane(check, info))
        return -1;
    take_sharing(check, info);
    take_model(check, info);
    basis_take_problem(check, info);
    basis_take_order(check, info);
    take_root(check, info);
    return take_said(check, info);
}

/* Drop a part; it counts as missed if the options or the trace request it. */
static void basis_drop(struct weft_check *check, enum weft_check_part part,
                       const char *why)
{
    const struct weft_check_basis before = check->result.basis[part];
    if (before.from == WEFT_CHECK_ASKED || before.from == WEFT_CHECK_TRACE)
        missed(check, part, before.word, why, NULL);
    else if (before.from != WEFT_CHECK_NOT || part == WEFT_CHECK_CAUSALITY)
        not_judged(check, part, why, NULL);
}

void basis_unlisted(struct weft_check *check)
{
    const char *why = "messages carry several blocks or combined values, and "
                      "the file does not list them";
    check->unlisted = true;
    check->causality = false;
    basis_drop(check, WEFT_CHECK_PROBLEM, why);
    basis_drop(check, WEFT_CHECK_CAUSALITY, why);
}

void basis_nobody(struct weft_check *check)
{
    struct weft_check_basis *basis = check->result.basis;
    check->options.root = -1;
    if (!check->problem)
        return;
    check->problem = NULL;
    basis_drop(check, WEFT_CHECK_PROBLEM, nobody);
    basis[WEFT_CHECK_ORDER] = basis[WEFT_CHECK_ROOT] =
        (struct weft_check_basis){.from = WEFT_CHECK_NOT};
}

void basis_unfinished(struct weft_check *check, const char *why,
                      const char *option)
{
    snprintf(check->unfinished, sizeof check->unfinished, "%s", why);
    check->unfinished_option = option;
}

/* Adjust the result of an incomplete check: errors that were found stand, but
 * `solved` becomes unknown. */
static void judge_unfinished(struct weft_check *check)
{
    const enum weft_check_part part = WEFT_CHECK_PROBLEM;
    struct weft_check_basis *basis = &check->result.basis[part];
    const struct weft_check_basis before = *basis;
    if (!*check->unfinished || check->unlisted)
        return;
    if (check->result.solved) {
        missed(check, part, before.word, check->unfinished,
               check->unfinished_option);
        return;
    }
    snprintf(basis->why, sizeof basis->why, "only in part: %s",
             check->unfinished);
    basis->option = check->unfinished_option;
}

/* Report the root that was found in the trace, if any. */
static void tell_root(struct weft_check *check)
{
    char text[16];
    int root = check->options.root;
    snprintf(text, sizeof text, "%d", root);
    if (check->result.basis[WEFT_CHECK_ROOT].from == WEFT_CHECK_ALWAYS &&
        root >= 0)
        judged(check, WEFT_CHECK_ROOT, WEFT_CHECK_ALWAYS, text);
}

static bool any_missed(const struct weft_check_result *result)
{
    for (int part = 0; part < WEFT_CHECK_PARTS; part++)
        if (result->basis[part].missed)
            return true;
    return false;
}

/* Return whether any event could have broken a rule. A single record for both
 * ends of a transfer cannot contradict itself. Without events, only the
 * postcondition is checked, which may hold from the start. */
static bool any_judged(const struct weft_check *check)
{
    bool rules = check->options.network || check->options.model;
    bool transfers =
        check->result.messages && (!check->info.paired || check->causality);
    if (check->problem && !check->unlisted)
        return true;
    return check->any && (rules || check->apart || transfers);
}

void basis_end(struct weft_check *check)
{
    struct weft_check_result *result = &check->result;
    tell_root(check);
    judge_unfinished(check);
    result->judged = any_judged(check);
    if (result->findings)
        result->verdict = WEFT_NOT_VALID;
    else if (result->judged && !any_missed(result))
        result->verdict = WEFT_VALID;
    if (result->basis[WEFT_CHECK_PROBLEM].missed)
        result->solved = false;
}
