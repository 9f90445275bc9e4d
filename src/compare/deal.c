/* Comparisons over several processes: each has every n-th trial, so that each
 * has small and large ones. At the end all that came out goes to process 0;
 * pointers in it are put into words on the way. */
#include "deal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/cluster.h>
#include <weft/model.h>

#include "base/text/memstream.h"
#include "base/text/texts.h"

size_t deal_first(void)
{
    return (size_t)weft_cluster_rank();
}

size_t deal_step(void)
{
    return (size_t)weft_cluster_size();
}

void deal_engine(struct weft_experiment *experiment)
{
    const struct weft_choice *engine =
        weft_experiment_get(experiment, "engine");
    if (engine && !strcmp(engine->text, "mpi") && weft_cluster_size() > 1)
        weft_experiment_set(experiment, "engine", "fibers", NULL);
}

/* ---- giving ---------------------------------------------------------------
 */

static void put(FILE *out, const void *data, size_t bytes)
{
    fwrite(data, 1, bytes, out);
}

static void put_text(FILE *out, const char *text)
{
    uint32_t length = text ? (uint32_t)strlen(text) + 1 : 0;
    put(out, &length, sizeof length);
    put(out, text, length);
}

static void put_trial(FILE *out, size_t index, const struct weft_trial *trial)
{
    const struct weft_result *result = &trial->result;
    put(out, &index, sizeof index);
    put(out, &trial->state, sizeof trial->state);
    put(out, &trial->err, sizeof trial->err);
    put(out, result, sizeof *result);
    for (int i = 0; i < result->bounds; i++)
        put_text(out, result->bound[i].per);
    for (int i = 0; i < result->outcome.kept; i++) {
        size_t rule = 0;
        while (weft_rule(rule) &&
               weft_rule(rule) != result->outcome.conflict[i].rule)
            rule++;
        put(out, &rule, sizeof rule);
    }
    put_text(out, result->outcome.report);
}

/* Bytes to be freed; NULL with WEFT_ERROR_MEMORY. */
static char *give(const struct weft_comparison *compare, size_t *bytes,
                  struct weft_error *err)
{
    struct memstream text;
    if (memstream_open(&text) == 0)
        for (size_t i = deal_first(); i < compare->trials; i += deal_step())
            put_trial(text.out, i, &compare->trial[i]);
    char *given = memstream_close(&text, err);
    *bytes = text.size;
    return given;
}

/* ---- taking ---------------------------------------------------------------
 */

/* What has come, from the front. */
static bool take(struct weft_parcel *from, void *to, size_t bytes)
{
    if (from->bytes < bytes)
        return false;
    memcpy(to, from->data, bytes);
    from->data = (const char *)from->data + bytes;
    from->bytes -= bytes;
    return true;
}

/* A text that stays where it is: [length] bytes, or none. */
static bool take_text(struct weft_parcel *from, const char **text)
{
    uint32_t length;
    *text = NULL;
    if (!take(from, &length, sizeof length) || from->bytes < length)
        return false;
    if (length)
        *text = from->data;
    from->data = (const char *)from->data + length;
    from->bytes -= length;
    return !length || !(*text)[length - 1];
}

/* Words of bounds are few, and must last: they are kept once. NULL: none, or no
 * memory. */
static const char *lasting(const char *text)
{
    static struct texts kept;
    int64_t number = text ? texts_number(&kept, text) : -1;
    return number < 0 ? NULL : kept.text[number];
}

static bool take_result(struct weft_parcel *from, struct weft_result *result)
{
    const char *text;
    if (!take(from, result, sizeof *result))
        return false;
    struct weft_outcome *outcome = &result->outcome;
    outcome->load = NULL;
    outcome->report = NULL;
    for (int i = 0; i < result->bounds; i++) {
        if (!take_text(from, &text))
            return false;
        result->bound[i].per = lasting(text);
    }
    for (int i = 0; i < outcome->kept; i++) {
        size_t rule;
        if (!take(from, &rule, sizeof rule))
            return false;
        outcome->conflict[i].rule = weft_rule(rule);
    }
    if (!take_text(from, &text))
        return false;
    outcome->report = text ? strdup(text) : NULL;
    return true;
}

/* All that one process gave. False: it is not whole. */
static bool take_trials(struct weft_comparison *compare,
                        struct weft_parcel *from)
{
    size_t index;
    while (from->bytes) {
        if (!take(from, &index, sizeof index) || index >= compare->trials)
            return false;
        struct weft_trial *trial = &compare->trial[index];
        if (!take(from, &trial->state, sizeof trial->state) ||
            !take(from, &trial->err, sizeof trial->err) ||
            !take_result(from, &trial->result))
            return false;
    }
    return true;
}

/* A run of which nobody knows what came out. */
static void lose(const struct weft_comparison *compare,
                 struct weft_trial *trial, const char *why)
{
    struct weft_experiment experiment = weft_trial_experiment(compare, trial);
    const struct weft_choice *network =
        weft_experiment_get(&experiment, "network");
    struct weft_result *result = &trial->result;
    *result = (struct weft_result){.ended = false};
    snprintf(result->problem, sizeof result->problem, "%s", experiment.problem);
    snprintf(result->strategy, sizeof result->strategy, "%s",
             trial->strategy->name);
    snprintf(result->network, sizeof result->network, "%s",
             network ? network->text : "its network");
    snprintf(result->verdict, sizeof result->verdict, "lost: %.200s", why);
    trial->state = WEFT_TRIAL_DONE;
}

int deal_gather(struct weft_comparison *compare, struct weft_error *err)
{
    size_t bytes = 0, size = deal_step();
    if (size == 1)
        return 0;
    struct weft_parcel *in = calloc(size, sizeof *in);
    char *given = give(compare, &bytes, err);
    struct weft_error why = {.text = "what a process gave is not whole"};
    if (!in || !given) {
        free(in);
        free(given);
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    }
    bool whole = !weft_cluster_gather(given, bytes, in, &why);
    for (size_t k = 0; whole && !deal_first() && k < size; k++)
        whole = take_trials(compare, &in[k]);
    for (size_t i = 0; i < compare->trials && !deal_first(); i++)
        if (compare->trial[i].state == WEFT_TRIAL_WAITS)
            lose(compare, &compare->trial[i], why.text);
    free(in);
    free(given);
    return 0;
}
