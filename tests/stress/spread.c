/* A comparison whose runs several processes share prints what one process
 * prints; and names the runs of a process that is gone.
 *
 * usage: stress-spread [PROCESSES] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <weft/cluster.h>
#include <weft/compare.h>
#include <weft/setting.h>

#include "processes.h"

static const struct {
    const char *setting, *values;
} axes[] = {{"network", "hypercube:1..4"}, {"cost", "ts=3,tw=1"}};

static const struct weft_setting *setting_of(const char *name)
{
    size_t i = 0;
    while (strcmp(weft_setting(i)->name, name) != 0)
        i++;
    return weft_setting(i);
}

static void plan(struct weft_comparison *compare)
{
    struct weft_error err;
    int status = 0;
    *compare = (struct weft_comparison){
        .problem = {"successive", "allgather"}, .problems = 2, .axes = 2};
    for (size_t a = 0; a < compare->axes; a++) {
        struct weft_compared_axis *axis = &compare->axis[a];
        axis->setting = setting_of(axes[a].setting);
        status |=
            weft_values_add(&axis->values, axis->setting, axes[a].values, &err);
    }
    if (!status && !weft_comparison_plan(compare, &err))
        return;
    printf("%s\n", err.text);
    exit(2);
}

/* The table, to be freed. */
static char *compare_all(struct weft_comparison *compare)
{
    struct weft_error err;
    plan(compare);
    if (weft_comparison_run(compare, NULL, &err)) {
        printf("%s\n", err.text);
        exit(2);
    }
    return weft_comparison_text(compare, 0, &err);
}

/* A watch under which this process goes. */
static bool vanish(void *arg, size_t finished)
{
    (void)arg;
    (void)finished;
    _exit(0);
}

/* The last process goes; process 0 knows its own results, and which it lacks.
 */
static int check_lost(void)
{
    struct weft_comparison compare;
    const struct weft_watch watch = {vanish, NULL};
    struct weft_error err;
    size_t lost = 0, own = 0;
    int last = weft_cluster_size() - 1;
    plan(&compare);
    int status = weft_comparison_run(
        &compare, weft_cluster_rank() == last ? &watch : NULL, &err);
    for (size_t i = 0; i < compare.trials; i++) {
        bool here = i % (size_t)weft_cluster_size() == 0;
        bool is_lost = !strncmp(compare.trial[i].result.verdict, "lost", 4);
        lost += !here && is_lost && compare.trial[i].result.network[0];
        own += here && !is_lost;
    }
    bool right = !status && lost + own == compare.trials && lost;
    weft_comparison_finish(&compare);
    if (weft_cluster_rank() || right)
        return 0;
    printf("%zu runs lost, %zu here\n", lost, own);
    return 1;
}

int main(int argc, char **argv)
{
    struct weft_comparison compare;
    char *alone = NULL;
    int count = argc > 1 ? atoi(argv[1]) : 3;
    alarm(120);
    if (weft_cluster_started() < 0) {
        alone = compare_all(&compare);
        weft_comparison_finish(&compare);
    }
    processes_join(count);
    char *all = compare_all(&compare);
    weft_comparison_finish(&compare);
    int bad = !weft_cluster_rank() && alone && (!all || strcmp(alone, all));
    if (bad)
        printf("%s\n---\n%s\n", alone, all ? all : "nothing");
    bad |= weft_cluster_started() < 0 && count > 1 && check_lost();
    free(alone);
    free(all);
    return processes_leave(bad);
}
