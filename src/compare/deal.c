/* Comparisons over several processes. Process 0 distributes the trials, a few
 * at a time, and runs some itself; the results are returned one by one. If a
 * process disappears, only the trials that it may have started are lost,
 * because they may be the reason; the others are given to other processes. */
#include "deal.h"
#include "base/base.h"
#include "carry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/unstable/cluster.h>

#define DEAL_PATIENCE                                                          \
    30 /* default timeout in seconds; WEFT_PATIENCE overrides it */
#define PATIENCE_MAX 86400

void deal_engine(struct weft_experiment *experiment)
{
    const struct weft_choice *engine =
        weft_experiment_get(experiment, "engine");
    if (engine && !strcmp(engine->text, "mpi") && weft_cluster_size() > 1)
        weft_experiment_set(experiment, "engine", "fibers", NULL);
}

/* Start heartbeats: an MPI library may not report that a process was killed. */
static int begin_heartbeat(struct weft_error *err)
{
    const char *text = getenv("WEFT_PATIENCE");
    int64_t seconds = DEAL_PATIENCE;
    if (text && parse_number(text, NULL, 1, PATIENCE_MAX, &seconds))
        return weft_error_set(
            err, WEFT_ERROR_MISUSE, 0,
            "WEFT_PATIENCE=%.100s: expected a number of seconds from 1 to %d",
            text, PATIENCE_MAX);
    return weft_cluster_heartbeat((unsigned)seconds, err);
}

/* Allocate process 0's lists of the trials of others. Returns 0, or -1 if
 * memory is short. */
static int open_helpers(struct deal *deal)
{
    size_t size = (size_t)weft_cluster_size();
    deal->helper = calloc(size, sizeof *deal->helper);
    for (size_t k = 1; deal->helper && k < size; k++) {
        struct helper *helper = &deal->helper[k];
        helper->given = calloc(2 * (size_t)deal->jobs, sizeof *helper->given);
        if (!helper->given)
            return -1;
    }
    return deal->helper ? 0 : -1;
}

int deal_open(struct deal *deal, struct weft_comparison *compare,
              struct supply *supply, int jobs, struct weft_error *err)
{
    *deal = (struct deal){.compare = compare, .supply = supply, .jobs = jobs};
    if (weft_cluster_size() > 1 && begin_heartbeat(err))
        return -1;
    if (weft_cluster_rank())
        return 0;
    if (open_helpers(deal))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    for (size_t i = 0; i < compare->trials; i++)
        supply_put(supply, i);
    return 0;
}

void deal_close(struct deal *deal)
{
    for (int k = 1; deal->helper && k < weft_cluster_size(); k++)
        free(deal->helper[k].given);
    free(deal->helper);
    weft_cluster_heartbeat(0, NULL);
}

size_t deal_finished(const struct deal *deal)
{
    return deal->finished + supply_mades(deal->supply);
}

/* ---- process 0 -------------------------------------------------------------
 */

/* Record a trial whose result is lost. */
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

/* Mark a process as gone. Its first `jobs` trials may have started and are
 * lost; the others wait again. */
static void lose_helper(struct deal *deal, int k, const char *why)
{
    struct helper *helper = &deal->helper[k];
    for (int i = 0; i < helper->count; i++) {
        size_t trial = helper->given[i];
        if (i >= deal->jobs) {
            supply_put(deal->supply, trial);
            continue;
        }
        lose(deal->compare, &deal->compare->trial[trial], why);
        deal->finished++;
    }
    helper->count = 0;
    helper->gone = true;
}

/* Mark process k as gone, or all if k is unknown (<= 0). */
static void lose_helpers(struct deal *deal, int k, const char *why)
{
    for (int j = 1; j < weft_cluster_size(); j++)
        if (k <= 0 || j == k)
            lose_helper(deal, j, why);
}

/* Give a process new trials, so that one waits for each that it runs, unless
 * few are left. */
static void deal_give(struct deal *deal, int k)
{
    struct helper *helper = &deal->helper[k];
    size_t all = (size_t)deal->jobs * (size_t)weft_cluster_size();
    int most = supply_waits(deal->supply) > all ? 2 * deal->jobs : deal->jobs;
    struct weft_error err;
    size_t trial;
    while (helper->count < most && supply_take(deal->supply, false, &trial)) {
        if (weft_cluster_send(k, &trial, sizeof trial, &err)) {
            supply_put(deal->supply, trial);
            lose_helper(deal, k, err.text);
            return;
        }
        helper->given[helper->count++] = trial;
    }
}

static void deal_take(struct deal *deal, const struct weft_arrival *in)
{
    struct helper *helper = &deal->helper[in->from];
    size_t trial;
    int i = 0;
    bool whole = carry_read(deal->compare, in->data, in->bytes, &trial);
    while (whole && i < helper->count && helper->given[i] != trial)
        i++;
    if (!whole || i == helper->count) {
        lose_helper(deal, in->from, "its process returned incomplete data");
        return;
    }
    for (helper->count--; i < helper->count; i++)
        helper->given[i] = helper->given[i + 1];
    deal->finished++;
}

static bool look_first(struct deal *deal)
{
    struct weft_arrival in;
    struct weft_error err;
    int status;
    while ((status = weft_cluster_take(false, &in, &err)) > 0) {
        if (!deal->helper[in.from].gone)
            deal_take(deal, &in);
        free(in.data);
    }
    if (status < 0)
        lose_helpers(deal, in.from, err.text);
    for (int k = 1; k < weft_cluster_size(); k++)
        if (!deal->helper[k].gone)
            deal_give(deal, k);
    if (deal_finished(deal) < deal->compare->trials)
        return false;
    for (int k = 1; k < weft_cluster_size(); k++)
        if (!deal->helper[k].gone)
            weft_cluster_send(k, NULL, 0, &err);
    return true;
}

/* ---- the others ------------------------------------------------------------
 */

static void take_orders(struct deal *deal)
{
    struct weft_arrival in;
    struct weft_error err;
    int status;
    size_t trial = 0;
    while (!deal->ended && (status = weft_cluster_take(false, &in, &err))) {
        if (status < 0) { /* ignore the loss of other processes */
            deal->ended = in.from <= 0;
            break;
        }
        if (in.bytes == sizeof trial)
            memcpy(&trial, in.data, sizeof trial);
        if (in.bytes == sizeof trial && trial < deal->compare->trials)
            supply_put(deal->supply, trial);
        else
            deal->ended = true;
        free(in.data);
    }
}

static void send_results(struct deal *deal)
{
    struct weft_error err;
    for (; deal->sent < supply_mades(deal->supply); deal->sent++) {
        size_t bytes, trial = deal->supply->made[deal->sent];
        char *data = carry_write(deal->compare, trial, &bytes);
        if (!data || weft_cluster_send(0, data, bytes, &err))
            deal->ended = true;
        free(data);
    }
}

bool deal_look(struct deal *deal)
{
    if (!weft_cluster_rank())
        return look_first(deal);
    send_results(deal);
    take_orders(deal);
    return deal->ended;
}
